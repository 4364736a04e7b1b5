#include "app/commands/doctortext.h"

#include "analysis/text/quantitytext.h"
#include "app/capture/probereading.h"
#include "app/commands/sensortable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <vector>

namespace stepscope::app {
namespace {

using nlohmann::json;

constexpr std::size_t kLineColumns = 100;
constexpr std::size_t kSourceColumns = 16;

std::string padded(std::string value, std::size_t width)
{
    value.resize(std::max(value.size(), width), ' ');
    return value;
}

std::string withoutTrailingSpaces(std::string line)
{
    line.resize(line.find_last_not_of(' ') + 1);
    return line;
}

/// Breaks `words` into lines of at most kLineColumns characters; the first line begins with `prefix`, the others with
/// `indent` spaces.
std::string wrapped(const std::string& prefix, const std::string& words, std::size_t indent)
{
    std::string result;
    std::string line = prefix;
    std::size_t begin = 0;
    while (begin < words.size()) {
        std::size_t end = words.find(' ', begin);
        end = end == std::string::npos ? words.size() : end;
        if (line.size() + (end - begin) + 1 > kLineColumns && line.size() > indent) {
            result += withoutTrailingSpaces(line) + "\n";
            line = std::string(indent, ' ');
        }
        line += words.substr(begin, end - begin) + " ";
        begin = end + 1;
    }
    return result + withoutTrailingSpaces(line) + "\n";
}

std::string deviceText(const json& device)
{
    std::string result;
    const auto line = [&result](const char* label, const std::string& value) {
        if (!value.empty())
            result += "  " + padded(label, 12) + value + "\n";
    };
    line("board", probeText(device, "board"));
    line("model", probeText(device, "model"));
    line("chip", probeText(device, "soc"));
    const std::string jetpack = probeText(device, "jetpack");
    line("L4T", probeText(device, "l4t") + (jetpack.empty() ? "" : " (JetPack " + jetpack + ")"));
    line("power mode", probeText(device, "power_mode"));
    if (const json& locked = probeField(device, "clocks_locked"); locked.is_boolean())
        line("clocks", locked.get<bool>() ? "locked (as by jetson_clocks)" : "free");
    line("kernel", probeText(device, "kernel") + " " + probeText(device, "machine"));
    line("cores", coresText(device));
    const json& memory = probeField(device, "memory_bytes");
    if (memory.is_number_unsigned())
        line("memory", analysis::bytesText(memory.get<double>()));
    return result;
}

const char* stateMark(const std::string& state)
{
    static const std::map<std::string, const char*> kMarks{
        {"used", "+"}, {"unneeded", "="}, {"denied", "!"}, {"missing", "-"}};
    const auto mark = kMarks.find(state);
    return mark == kMarks.end() ? "?" : mark->second;
}

std::string sourcesText(const json& sources)
{
    std::string result;
    for (const json& source : sources.is_array() ? sources : json::array()) {
        const std::string state = probeText(source, "state");
        const std::string head = std::string("  ") + stateMark(state) + " " +
                                 padded(probeText(source, "name"), kSourceColumns) + padded(state, 10);
        std::string words = probeText(source, "title");
        if (const std::string resolution = probeText(source, "resolution"); !resolution.empty())
            words += ", resolution " + resolution;
        if (const std::string reason = probeText(source, "reason"); !reason.empty())
            words += ": " + reason;
        result += wrapped(head, words, head.size());
    }
    return result;
}

std::string channelsText(const json& channels)
{
    std::vector<std::pair<std::string, int>> counts;
    for (const json& channel : channels.is_array() ? channels : json::array()) {
        const std::string quantity = probeText(channel, "quantity");
        const auto counted =
            std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == quantity; });
        if (counted == counts.end())
            counts.emplace_back(quantity, 1);
        else
            ++counted->second;
    }
    std::string words;
    for (const auto& [quantity, count] : counts)
        words += (words.empty() ? "" : ", ") + quantity + (count > 1 ? " x " + std::to_string(count) : "");
    return wrapped("  ", words, 2);
}

std::string pythonText(const json& python)
{
    if (!python.is_object())
        return "  no python3 on the PATH: Python trainings cannot be started; install python3\n";
    return "  " + probeText(python, "path") + " " + probeText(python, "version") + "\n";
}

} // namespace

std::string doctorText(const std::string& target, const json& probe)
{
    const json& isVirtual = probeField(probe, "virtual");
    std::string result = target + "\n";
    if (isVirtual.is_boolean() && isVirtual.get<bool>())
        result += "  VIRTUAL     a virtual board: no value is measured on hardware\n";
    result += deviceText(probeField(probe, "device"));
    result +=
        "\nSources (+ used, = not needed, ! not permitted, - missing)\n" + sourcesText(probeField(probe, "sources"));
    result += "\nChannels of a recording\n" + channelsText(probeField(probe, "channels"));
    result += "\nSensors (- = not known; --self-test measures some)\n" + sensorTable(probeField(probe, "channels"));
    result += "\nPython\n" + pythonText(probeField(probe, "python"));
    return result;
}

} // namespace stepscope::app
