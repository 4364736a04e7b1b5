#include "app/capture/boardfile.h"

#include "app/capture/probefields.h"
#include "remote/format/userfolders.h"
#include "remote/link/bundle/boardbundle.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>

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

format::Result<void> setReadTimesOfBoard(nlohmann::json& probe, const std::string& bundle)
{
    using nlohmann::json;
    std::ifstream file(bundle, std::ios::binary);
    const json root = json::parse(file, nullptr, false);
    if (!root.is_object())
        return format::failure(format::Error::Code::Failed,
                               "the bundle " + bundle +
                                   " was changed or removed while it was read: repeat the command.");
    std::map<std::string, json> times;
    const json& stated = probeField(probeField(root, "probe"), "channels");
    for (const json& channel : stated.is_array() ? stated : json::array()) {
        if (const json& time = probeField(channel, "read_ns"); time.is_number_unsigned())
            times[probeText(channel, "name")] = time;
    }
    if (!probe.is_object() || !probeField(probe, "channels").is_array())
        return {};
    for (json& channel : probe["channels"]) {
        if (!channel.is_object())
            continue;
        const auto time = times.find(probeText(channel, "name"));
        channel["read_ns"] = time == times.end() ? json() : time->second;
    }
    probe["read_times_from"] = "board";
    return {};
}

} // namespace stepscope::app
