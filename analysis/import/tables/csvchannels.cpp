#include "analysis/import/tables/csvchannels.h"

#include "analysis/import/plaintext.h"
#include "remote/format/railtree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>

namespace stepscope::analysis {
namespace {

bool has(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

/// The quantities of FORMAT.md, of which --wide-csv writes one before the name of each column.
constexpr std::array<std::string_view, 54> kQuantities{"cpu.utilization",
                                                       "cpu.process",
                                                       "process.count",
                                                       "cpu.frequency",
                                                       "gpu.utilization",
                                                       "emc.utilization",
                                                       "gpu.frequency",
                                                       "emc.frequency",
                                                       "gpu.busy_cycles",
                                                       "engine.frequency",
                                                       "engine.utilization",
                                                       "memory.total",
                                                       "memory.used",
                                                       "memory.swap",
                                                       "memory.process",
                                                       "memory.gpu",
                                                       "memory.gpu_process",
                                                       "memory.allocator_used",
                                                       "memory.allocator_reserved",
                                                       "memory.allocator_peak",
                                                       "memory.parameters",
                                                       "memory.gradients",
                                                       "memory.optimizer",
                                                       "memory.inputs",
                                                       "memory.intermediate",
                                                       "memory.lfb",
                                                       "memory.lfb_blocks",
                                                       "memory.iram",
                                                       "throttle.count",
                                                       "temperature",
                                                       "fan.duty",
                                                       "fan.speed",
                                                       "rail.power",
                                                       "rail.voltage",
                                                       "rail.current",
                                                       "rail.read_time",
                                                       "disk.read_rate",
                                                       "disk.write_rate",
                                                       "network.receive_rate",
                                                       "network.send_rate",
                                                       "battery.charge",
                                                       "battery.power",
                                                       "device.power_mode",
                                                       "device.clocks_locked",
                                                       "agent.cpu",
                                                       "agent.memory",
                                                       "memory.swap_total",
                                                       "memory.swap_cached",
                                                       "memory.iram_total",
                                                       "memory.iram_lfb",
                                                       "cpu.frequency_limit",
                                                       "mts.foreground",
                                                       "mts.background",
                                                       "tegrastats.extra"};

/// The quantity before the name in a title of --wide-csv, "cpu.utilization cpu0"; empty = none. `ofUnit`: what the unit
/// says of the quantity, which must not differ; empty = nothing.
std::string_view exportedQuantity(std::string_view title, std::string_view ofUnit)
{
    const std::string_view word = title.substr(0, title.find(' '));
    const bool isKnown = std::find(kQuantities.begin(), kQuantities.end(), word) != kQuantities.end();
    const bool isOfUnit = ofUnit == word || (ofUnit.empty() && has(word, "."));
    return isKnown && isOfUnit && word.size() < title.size() ? word : std::string_view();
}

/// The number of a core in a title in lower case: "cpu0", "cpu 3 load", "core_2"; -1 = none.
int coreOf(std::string_view lower)
{
    static constexpr std::array<std::string_view, 8> kAfter{"",     "load", "usage", "util",
                                                            "busy", "freq", "clock", "utilization"};
    constexpr int kMostCores = 1024;
    std::string_view rest = lower;
    if (rest.starts_with("cpu"))
        rest.remove_prefix(3);
    else if (rest.starts_with("core"))
        rest.remove_prefix(4);
    else
        return -1;
    if (!rest.empty() && has(" _-#", rest.substr(0, 1)))
        rest.remove_prefix(1);
    int core = -1;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), core);
    if (error != std::errc() || core < 0 || core >= kMostCores)
        return -1;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    while (!rest.empty() && has(" _", rest.substr(0, 1)))
        rest.remove_prefix(1);
    const bool isOfCore = std::any_of(kAfter.begin(), kAfter.end(), [&](std::string_view word) {
        return rest == word || (!word.empty() && rest.starts_with(word));
    });
    return isOfCore ? core : -1;
}

/// The label of a rail that drivers use, if the title consists of it and of the word "power"; else the title.
std::string railOf(const std::string& title)
{
    std::string label;
    for (std::string_view rest = title; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        if (word.empty() || lowered(word) == "power")
            continue;
        if (!label.empty())
            return title;
        label = word;
    }
    std::transform(label.begin(), label.end(), label.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return format::isKnownRail(label) ? label : title;
}

void describeRail(const std::string& title, std::string_view lower, trace::Channel& channel)
{
    channel.rail = railOf(title);
    channel.role = has(lower, "gpu")                        ? "gpu"
                   : has(lower, "cpu")                      ? "cpu"
                   : has(lower, "ddr") || has(lower, "mem") ? "memory"
                                                            : "other";
}

std::string quantityOf(std::string_view lower, const CsvUnit& unit)
{
    if (!unit.quantity.empty())
        return unit.quantity;
    const std::string kind = unit.si == "1" ? "utilization" : unit.si == "Hz" ? "frequency" : "";
    const bool isOfCpu = has(lower, "cpu") || coreOf(lower) >= 0;
    if (!kind.empty() && (has(lower, "gpu") || isOfCpu))
        return (has(lower, "gpu") ? "gpu." : "cpu.") + kind;
    if (unit.si == "B" && lower == "memory.used") // of nvidia-smi: that of the GPU
        return "memory.gpu";
    const bool isMemory = has(lower, "mem") || has(lower, "ram");
    return unit.si == "B" && isMemory && has(lower, "used") && !has(lower, "gpu") ? "memory.used" : "counter";
}

} // namespace

trace::Channel csvChannelOf(const std::string& title, const CsvUnit& unit)
{
    trace::Channel channel{.name = title, .unit = unit.si};
    if (const std::string_view exported = exportedQuantity(title, unit.quantity); !exported.empty()) {
        channel.quantity = exported;
        channel.name = title.substr(exported.size() + 1);
        channel.unit = unit.si.empty() ? "1" : unit.si;
    }
    const std::string lower = lowered(channel.name);
    if (channel.quantity.empty())
        channel.quantity = quantityOf(lower, unit);
    if (channel.quantity.starts_with("rail."))
        describeRail(channel.name, lower, channel);
    if (channel.quantity == "cpu.utilization" || channel.quantity == "cpu.frequency")
        channel.core = coreOf(lower);
    return channel;
}

} // namespace stepscope::analysis
