#include "app/capture/agentbinaries.h"

#include "embedded/agents.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace stepscope::app {
namespace {

constexpr std::string_view kPrefix = "stepscope-agent-";

/// Contents of the installed agents by file name, from the folder beside that of the program.
std::map<std::string, std::string> installedAgents()
{
    namespace fs = std::filesystem;
    std::map<std::string, std::string> agents;
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const auto& entry : fs::directory_iterator(here / "../lib/stepscope/agents", error)) {
        const std::string name = entry.path().filename().string();
        std::ifstream file(entry.path(), std::ios::binary);
        if (name.starts_with(kPrefix) && file)
            agents[name] = {std::istreambuf_iterator<char>(file), {}};
    }
    return agents;
}

} // namespace

std::vector<link::AgentBinary> agentBinaries()
{
    std::vector<link::AgentBinary> binaries;
    for (const resources::EmbeddedFile& file : resources::agents)
        binaries.push_back({file.path.substr(kPrefix.size()), std::as_bytes(std::span(file.data, file.size))});
    if (!binaries.empty())
        return binaries;
    static const std::map<std::string, std::string> installed = installedAgents();
    for (const auto& [name, bytes] : installed)
        binaries.push_back({std::string_view(name).substr(kPrefix.size()), std::as_bytes(std::span(bytes))});
    return binaries;
}

} // namespace stepscope::app
