#include "app/capture/boardfile.h"

#include "remote/format/userfolders.h"
#include "remote/link/bundle/boardbundle.h"

#include <filesystem>

namespace stepscope::app {

format::Result<std::string> boardFolder(const std::string& target, const std::string& sysroot)
{
    std::error_code ignored;
    if (sysroot.empty())
        return sysroot;
    if (!std::filesystem::is_regular_file(sysroot, ignored)) {
        // The agent on this computer runs in the home folder; the user means the current one.
        if (target != "local" || !std::filesystem::is_directory(sysroot, ignored))
            return sysroot;
        const std::filesystem::path absolute = std::filesystem::absolute(sysroot, ignored);
        return ignored ? sysroot : absolute.string();
    }
    if (target != "local")
        return format::failure(format::Error::Code::Usage,
                               sysroot +
                                   " is a file of this computer, which replays a board here: use the target "
                                   "local; for " +
                                   target + " --sysroot needs a folder on that target");
    return TRY(link::unpackBundleFile(sysroot, format::cacheFolder() / "boards")).string();
}

} // namespace stepscope::app
