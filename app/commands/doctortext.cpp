#include "app/commands/doctortext.h"

#include "analysis/text/quantitytext.h"
#include "app/capture/probefields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
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

std::string profilersText(const json& profilers)
{
    std::string text;
    for (const json& profiler : profilers.is_array() ? profilers : json::array())
        text += "  " + probeText(profiler, "name") + " " + probeText(profiler, "path") + "\n";
    return text.empty() ? "  none; nvprof (CUDA toolkit) or nsys (Nsight Systems), if installed, trace the kernels of\n"
                          "  any program: stepscope profile --with\n"
                        : text;
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
    const bool isReplay = probeText(probe, "read_times_from") == "board";
    result += "\nSensors (- = not known; ";
    result += isReplay ? "read times are those measured on the board)\n" : "--self-test measures some)\n";
    result += sensorTable(probeField(probe, "channels"));
    result += "\nPython\n" + pythonText(probeField(probe, "python"));
    result += "\nGPU profilers\n" + profilersText(probeField(probe, "gpu_profilers"));
    return result;
}

namespace {

using nlohmann::json;

constexpr std::size_t kNameColumns = 29;
constexpr std::array<std::size_t, 7> kColumns{10, 8, 10, 9, 9, 9, 14};

std::optional<double> numberIn(const json& object, const char* key)
{
    const json& value = probeField(object, key);
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::string durationText(std::optional<double> ns)
{
    return ns ? analysis::kNominalFormat.duration(*ns * 1e-9) : "-";
}

std::string stepText(std::optional<double> step, const std::string& unit, bool isShare)
{
    if (!step || !std::isfinite(*step) || *step <= 0)
        return "-";
    if (unit == "1" && isShare)
        return analysis::kNominalFormat.percent(*step);
    if (unit != "1" && unit != "degC" && unit != "rpm")
        return analysis::kNominalFormat.quantity(*step, unit);
    return analysis::nominalText(*step) + (unit == "1" ? "" : " " + unit);
}

struct Row
{
    std::vector<std::string> names;
    std::string step, period, window, update, lag, from;
    std::optional<double> read; ///< duration of the slowest read, ns
};

bool sameFacts(const Row& a, const Row& b)
{
    return a.step == b.step && a.period == b.period && a.window == b.window && a.update == b.update && a.lag == b.lag &&
           a.from == b.from && a.read.has_value() == b.read.has_value();
}

Row rowOf(const json& channel)
{
    const std::string quantity = probeText(channel, "quantity");
    const bool isShare = quantity.find("utilization") != std::string::npos || quantity == "agent.cpu" ||
                         quantity == "cpu.process" || quantity == "fan.duty" || quantity == "battery.charge" ||
                         quantity == "throttle";
    Row row;
    row.names.push_back(probeText(channel, "name"));
    row.step = stepText(numberIn(channel, "resolution"), probeText(channel, "unit"), isShare);
    row.period = durationText(numberIn(channel, "period_ns"));
    row.window = durationText(numberIn(channel, "window_ns"));
    row.update = durationText(numberIn(channel, "update_ns"));
    row.lag = durationText(numberIn(channel, "lag_ns"));
    row.from = probeText(channel, "facts_from");
    row.read = numberIn(channel, "read_ns");
    return row;
}

/// As many names as fit into the column, then the number of those left out.
std::string nameText(const std::vector<std::string>& names)
{
    std::string text = names.front();
    std::size_t shown = 1;
    for (; shown < names.size(); ++shown) {
        const std::string more = ", +" + std::to_string(names.size() - shown - 1);
        const std::string longer = text + ", " + names[shown];
        if (longer.size() + (shown + 1 < names.size() ? more.size() : 0) > kNameColumns)
            break;
        text = longer;
    }
    if (shown < names.size())
        text += ", +" + std::to_string(names.size() - shown);
    if (text.size() > kNameColumns)
        text = text.substr(0, kNameColumns - 2) + "..";
    return text;
}

std::string lineOf(const std::string& name, const std::array<std::string, 7>& cells)
{
    std::string line = "  " + name;
    line.resize(std::max(line.size(), kNameColumns + 2), ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = cells[i].substr(0, kColumns[i] - 1);
        // Numbers are aligned right, the last column left.
        const std::string space(kColumns[i] - cell.size(), ' ');
        line += i + 1 < cells.size() ? space + cell : " " + cell;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

} // namespace

std::string sensorTable(const json& channels)
{
    std::vector<Row> rows;
    for (const json& channel : channels.is_array() ? channels : json::array()) {
        Row row = rowOf(channel);
        const auto equal = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return sameFacts(r, row); });
        if (equal == rows.end()) {
            rows.push_back(std::move(row));
            continue;
        }
        equal->names.push_back(row.names.front());
        if (row.read)
            equal->read = std::max(*equal->read, *row.read);
    }
    std::string text = lineOf("", {"", "", "Averaging", "Update", "Read", "", ""}) +
                       lineOf("Channel", {"Step", "Period", "window", "interval", "time", "Latency", "Known from"});
    for (const Row& row : rows)
        text += lineOf(nameText(row.names), {row.step, row.period, row.window, row.update, durationText(row.read),
                                             row.lag, row.from.empty() ? "-" : row.from});
    return text;
}

} // namespace stepscope::app
