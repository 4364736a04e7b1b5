#include "app/capture/probefields.h"

#include "remote/link/transport/plainline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace stepscope::app {

const nlohmann::json& probeField(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json nothing;
    const auto field = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && field != object.end() ? *field : nothing;
}

std::string probeText(const nlohmann::json& object, const char* key)
{
    const nlohmann::json& value = probeField(object, key);
    return value.is_string() ? link::plainLine(value.get<std::string>()) : std::string();
}

std::string coresText(const nlohmann::json& device)
{
    std::vector<std::pair<std::string, int>> clusters;
    const nlohmann::json& cores = probeField(device, "cores");
    for (const nlohmann::json& core : cores.is_array() ? cores : nlohmann::json::array()) {
        const std::string name = probeText(core, "cluster");
        const auto cluster =
            std::find_if(clusters.begin(), clusters.end(), [&](const auto& c) { return c.first == name; });
        if (cluster == clusters.end())
            clusters.emplace_back(name, 1);
        else
            ++cluster->second;
    }
    std::string result;
    for (const auto& [name, count] : clusters)
        result += (result.empty() ? "" : " + ") + std::to_string(count) + " x " + (name.empty() ? "core" : name);
    return result;
}

} // namespace stepscope::app
