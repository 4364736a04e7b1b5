#include "remote/agent/run/hookfiles.h"

#include "embedded/hook.h"
#include "remote/agent/run/runfolder.h"

#include <cerrno>
#include <sys/stat.h>

namespace stepscope::agent {

bool hasEmbeddedHook()
{
    return !embedded::hook.empty();
}

bool extractHook(const std::string& folder)
{
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return false;
    for (const embedded::EmbeddedFile& file : embedded::hook) {
        const std::string path = folder + "/" + std::string(file.path);
        for (std::size_t slash = path.find('/', folder.size() + 1); slash != std::string::npos;
             slash = path.find('/', slash + 1)) {
            if (mkdir(path.substr(0, slash).c_str(), 0700) != 0 && errno != EEXIST)
                return false;
        }
        if (!writeFile(path, {reinterpret_cast<const char*>(file.data), file.size}))
            return false;
    }
    return true;
}

} // namespace stepscope::agent
