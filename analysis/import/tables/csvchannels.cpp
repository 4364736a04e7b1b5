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

/// The quantity before the name in the titles of --wide-csv, "cpu.utilization cpu0"; empty = none.
std::string_view exportedQuantity(std::string_view title)
{
    static constexpr std::array<std::string_view, 16> kFamilies{
        "cpu",  "process", "gpu",     "emc",     "engine", "memory", "throttle", "fan",
        "rail", "disk",    "network", "battery", "device", "agent",  "mts",      "tegrastats"};
    const std::string_view word = title.substr(0, title.find(' '));
    if (word.size() == title.size())
        return {};
    const bool isQuantity =
        std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '.' || c == '_'; });
    const std::size_t dot = word.find('.');
    if (!isQuantity || dot == std::string_view::npos)
        return {};
    return std::find(kFamilies.begin(), kFamilies.end(), word.substr(0, dot)) == kFamilies.end() ? std::string_view()
                                                                                                 : word;
}

/// The number of a core in a title in lower case: "cpu0", "cpu 3 load", "core_2"; -1 = none.
int coreOf(std::string_view lower)
{
    constexpr int kMostCores = 1024;
    for (const std::string_view word : {std::string_view("cpu"), std::string_view("core")}) {
        const std::size_t at = lower.find(word);
        if (at == std::string_view::npos || (at > 0 && std::isalnum(static_cast<unsigned char>(lower[at - 1])) != 0))
            continue;
        std::string_view rest = lower.substr(at + word.size());
        if (!rest.empty() && has(" _-#", rest.substr(0, 1)))
            rest.remove_prefix(1);
        int core = -1;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), core);
        const bool isWhole =
            end == rest.data() + rest.size() || (std::isalnum(static_cast<unsigned char>(*end)) == 0 && *end != '.');
        if (error == std::errc() && core >= 0 && core < kMostCores && isWhole)
            return core;
    }
    return -1;
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
    if (const std::string_view exported = exportedQuantity(title); !exported.empty()) {
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
