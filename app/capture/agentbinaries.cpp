#include "app/capture/agentbinaries.h"

#include <QByteArray>
#include <QResource>

#include <cstddef>
#include <span>

static void initializeResources()
{
    // The linker drops the resources of a static library unless they are initialized explicitly. The macro works in the
    // global namespace only.
    Q_INIT_RESOURCE(agents);
}

namespace stepscope::app {

std::vector<link::AgentBinary> agentBinaries()
{
    struct Agent
    {
        const char* architecture;
        QByteArray bytes; ///< a view of the program's memory if stored uncompressed, else a copy
    };
    static const auto agents = [] {
        initializeResources();
        std::vector<Agent> available;
        for (const char* const architecture : {"x86_64", "aarch64"}) {
            const QResource resource(QStringLiteral(":/agents/stepscope-agent-") + QLatin1String(architecture));
            if (resource.isValid())
                available.push_back({architecture, resource.uncompressedData()});
        }
        return available;
    }();
    std::vector<link::AgentBinary> binaries;
    for (const Agent& agent : agents)
        binaries.push_back(
            {agent.architecture,
             std::as_bytes(std::span(agent.bytes.constData(), static_cast<std::size_t>(agent.bytes.size())))});
    return binaries;
}

} // namespace stepscope::app
