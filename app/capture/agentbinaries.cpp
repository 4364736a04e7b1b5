#include "app/capture/agentbinaries.h"

#include <QByteArray>
#include <QResource>

#include <cstddef>
#include <span>

static void initializeResources()
{
    // Resources of a static library are linked only when somebody asks for them; the macro wants the global namespace.
    Q_INIT_RESOURCE(agents);
}

namespace stepscope::app {

std::vector<link::AgentBinary> agentBinaries()
{
    struct Agent
    {
        const char* architecture;
        QByteArray bytes; ///< the program's own memory where it is stored uncompressed, else a copy that stays
    };
    static const auto agents = [] {
        initializeResources();
        std::vector<Agent> found;
        for (const char* const architecture : {"x86_64", "aarch64"}) {
            const QResource resource(QStringLiteral(":/agents/stepscope-agent-") + QLatin1String(architecture));
            if (resource.isValid())
                found.push_back({architecture, resource.uncompressedData()});
        }
        return found;
    }();
    std::vector<link::AgentBinary> binaries;
    for (const Agent& agent : agents)
        binaries.push_back(
            {agent.architecture,
             std::as_bytes(std::span(agent.bytes.constData(), static_cast<std::size_t>(agent.bytes.size())))});
    return binaries;
}

} // namespace stepscope::app
