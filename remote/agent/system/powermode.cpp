#include "remote/agent/system/powermode.h"

#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/systemtree.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kMostModes = 9999;

/// The word after "KEY=" in a line.
std::string_view fieldOf(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(at + key.size());
    return rest.substr(0, rest.find_first_of(" \t>"));
}

} // namespace

std::vector<PowerMode> powerModes(const SystemTree& tree)
{
    std::vector<PowerMode> modes;
    const std::string file = tree.readText("/etc/nvpmodel.conf").value_or("");
    std::string_view text = file;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos || line[begin] != '<' || line.find("POWER_MODEL") == std::string_view::npos)
            continue;
        const auto id = leadingNumber(fieldOf(line, " ID="));
        const std::string_view name = fieldOf(line, " NAME=");
        if (id && *id >= 0 && *id <= kMostModes && !name.empty())
            modes.push_back({static_cast<int>(*id), std::string(name)});
    }
    return modes;
}

std::optional<int> powerModeId(std::string_view status)
{
    constexpr std::string_view kKey = "pmode:";
    const std::size_t at = status.find(kKey);
    const auto id = at == std::string_view::npos ? std::nullopt : leadingNumber(status.substr(at + kKey.size()));
    return id && *id >= 0 && *id <= kMostModes ? std::optional(static_cast<int>(*id)) : std::nullopt;
}

std::string currentPowerMode(const SystemTree& tree)
{
    const auto id = powerModeId(tree.readText(kPowerModeFile).value_or(""));
    if (!id)
        return {};
    for (const PowerMode& mode : powerModes(tree)) {
        if (mode.id == *id)
            return mode.name;
    }
    return std::to_string(*id);
}

std::vector<ClockLimits> clockLimits(const SystemTree& tree)
{
    std::vector<ClockLimits> limits;
    const auto add = [&](const std::string& folder, const std::string& prefix, bool isGpu) {
        const std::string lowest = folder + prefix + "min_freq";
        const std::string highest = folder + prefix + "max_freq";
        if (tree.exists(lowest) && tree.exists(highest))
            limits.push_back(
                {tree.path(lowest), tree.path(highest), tree.path(folder + prefix + "available_frequencies"), isGpu});
    };
    const std::string cpu = "/sys/devices/system/cpu/";
    for (const std::string& policy : tree.list(cpu + "cpufreq")) {
        if (policy.starts_with("policy"))
            add(cpu + "cpufreq/" + policy, "/scaling_", false);
    }
    if (limits.empty()) {
        for (const std::string& core : tree.list(cpu)) {
            if (core.starts_with("cpu"))
                add(cpu + core + "/cpufreq", "/scaling_", false);
        }
    }
    if (const std::string gpu = findGpuNode(tree); !gpu.empty())
        add(gpu, "/", true);
    return limits;
}

std::vector<std::int64_t> availableFrequencies(const ClockLimits& limits)
{
    constexpr std::size_t kMost = 1024;
    const std::string text = SystemTree().readText(limits.available).value_or("");
    std::string_view rest = text;
    std::vector<std::int64_t> frequencies;
    for (auto number = takeNumber(rest); number && frequencies.size() < kMost; number = takeNumber(rest))
        frequencies.push_back(*number);
    std::sort(frequencies.begin(), frequencies.end());
    return frequencies;
}

std::optional<bool> clocksAreLocked(const SystemTree& tree)
{
    std::optional<bool> locked;
    for (const ClockLimits& limits : clockLimits(tree)) {
        PersistentFile lowest(limits.lowest);
        PersistentFile highest(limits.highest);
        const auto least = lowest.number(0);
        const auto most = highest.number(0);
        if (least && most)
            locked = locked.value_or(true) && *least == *most;
    }
    return locked;
}

} // namespace stepscope::agent
