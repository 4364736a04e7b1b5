#include "remote/format/userfolders.h"

#include <cstdlib>

namespace stepscope::format {
namespace {

std::filesystem::path folderOf(const char* variable, const char* belowHome)
{
    const char* value = std::getenv(variable);
    if (value != nullptr && *value == '/')
        return std::filesystem::path(value) / "stepscope";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr && *home == '/' ? home : "/") / belowHome / "stepscope";
}

} // namespace

std::filesystem::path stateFolder()
{
    return folderOf("XDG_STATE_HOME", ".local/state");
}

std::filesystem::path cacheFolder()
{
    return folderOf("XDG_CACHE_HOME", ".cache");
}

} // namespace stepscope::format
