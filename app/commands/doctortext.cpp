#include "app/commands/doctortext.h"

#include "app/terminal/terminal.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <vector>

namespace stepscope::app {
namespace {

using nlohmann::json;

constexpr std::size_t kColumns = 100;

const json& field(const json& object, const char* key)
{
    static const json nothing;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : nothing;
}

std::string text(const json& object, const char* key)
{
    const json& value = field(object, key);
    std::string result = value.is_string() ? value.get<std::string>() : std::string();
    // Control characters from a target could rewrite the terminal.
    std::erase_if(result, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    return result;
}

std::string padded(std::string value, std::size_t width)
{
    value.resize(std::max(value.size(), width), ' ');
    return value;
}

/// Words that do not fit into the line go on under `indent`.
std::string wrapped(const std::string& prefix, const std::string& words, std::size_t indent)
{
    std::string result;
    std::string line = prefix;
    std::size_t begin = 0;
    while (begin < words.size()) {
        std::size_t end = words.find(' ', begin);
        end = end == std::string::npos ? words.size() : end;
        if (line.size() + (end - begin) + 1 > kColumns && line.size() > indent) {
            result += line + "\n";
            line = std::string(indent, ' ');
        }
        line += words.substr(begin, end - begin) + " ";
        begin = end + 1;
    }
    while (!line.empty() && line.back() == ' ')
        line.pop_back();
    return result + line + "\n";
}

std::string deviceText(const json& device)
{
    std::string result;
    const auto line = [&result](const char* label, const std::string& value) {
        if (!value.empty())
            result += "  " + padded(label, 12) + value + "\n";
    };
    line("board", text(device, "board"));
    line("model", text(device, "model"));
    line("chip", text(device, "soc"));
    line("L4T", text(device, "l4t"));
    line("kernel", text(device, "kernel") + " " + text(device, "machine"));
    line("cores", coresText(device));
    const json& memory = field(device, "memory_bytes");
    if (memory.is_number_unsigned())
        line("memory", bytesText(memory.get<unsigned long long>()));
    return result;
}

const char* stateMark(const std::string& state)
{
    static const std::map<std::string, const char*> kMarks{
        {"used", "+"}, {"unneeded", "="}, {"denied", "!"}, {"missing", "-"}};
    const auto found = kMarks.find(state);
    return found == kMarks.end() ? "?" : found->second;
}

std::string sourcesText(const json& sources)
{
    std::string result;
    for (const json& source : sources.is_array() ? sources : json::array()) {
        const std::string state = text(source, "state");
        const std::string head =
            std::string("  ") + stateMark(state) + " " + padded(text(source, "name"), 14) + padded(state, 10);
        std::string words = text(source, "title");
        if (const std::string resolution = text(source, "resolution"); !resolution.empty())
            words += ", resolution " + resolution;
        if (const std::string reason = text(source, "reason"); !reason.empty())
            words += ": " + reason;
        result += wrapped(head, words, head.size());
    }
    return result;
}

std::string channelsText(const json& channels)
{
    std::vector<std::pair<std::string, int>> counts;
    for (const json& channel : channels.is_array() ? channels : json::array()) {
        const std::string quantity = text(channel, "quantity");
        const auto known =
            std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == quantity; });
        if (known == counts.end())
            counts.emplace_back(quantity, 1);
        else
            ++known->second;
    }
    std::string words;
    for (const auto& [quantity, count] : counts)
        words += (words.empty() ? "" : ", ") + quantity + (count > 1 ? " x " + std::to_string(count) : "");
    return wrapped("  ", words, 2);
}

std::string pythonText(const json& python)
{
    if (!python.is_object())
        return "  none found on the PATH: a training in Python cannot be started there; install python3\n";
    return "  " + text(python, "path") + " " + text(python, "version") + "\n";
}

} // namespace

std::string coresText(const json& device)
{
    std::vector<std::pair<std::string, int>> clusters;
    const json& cores = field(device, "cores");
    for (const json& core : cores.is_array() ? cores : json::array()) {
        const std::string name = text(core, "cluster");
        const auto known =
            std::find_if(clusters.begin(), clusters.end(), [&](const auto& c) { return c.first == name; });
        if (known == clusters.end())
            clusters.emplace_back(name, 1);
        else
            ++known->second;
    }
    std::string result;
    for (const auto& [name, count] : clusters)
        result += (result.empty() ? "" : " + ") + std::to_string(count) + " x " + (name.empty() ? "core" : name);
    return result;
}

std::string doctorText(const std::string& target, const json& probe)
{
    std::string result = target + "\n" + deviceText(field(probe, "device"));
    result += "\nSources (+ used, = not needed, ! not permitted, - not there)\n" + sourcesText(field(probe, "sources"));
    result += "\nWhat a recording of it will hold\n" + channelsText(field(probe, "channels"));
    result += "\nPython\n" + pythonText(field(probe, "python"));
    return result;
}

} // namespace stepscope::app
