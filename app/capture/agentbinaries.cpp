#include "app/capture/agentbinaries.h"

#include "embedded/agents.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace stepscope::app {

std::vector<link::AgentBinary> agentBinaries()
{
    constexpr std::string_view kPrefix = "stepscope-agent-";
    std::vector<link::AgentBinary> binaries;
    for (const resources::EmbeddedFile& file : resources::agents)
        binaries.push_back({file.path.substr(kPrefix.size()), std::as_bytes(std::span(file.data, file.size))});
    return binaries;
}

} // namespace stepscope::app
