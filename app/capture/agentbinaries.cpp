#include "app/capture/agentbinaries.h"

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
    initializeResources();
    std::vector<link::AgentBinary> binaries;
    for (const char* const architecture : {"x86_64", "aarch64"}) {
        const QResource resource(QStringLiteral(":/agents/stepscope-agent-") + QLatin1String(architecture));
        // Programs hardly compress; stored as they are, their bytes can be handed on without a copy.
        if (resource.isValid() && resource.compressionAlgorithm() == QResource::NoCompression)
            binaries.push_back(
                {architecture, std::as_bytes(std::span(resource.data(), static_cast<std::size_t>(resource.size())))});
    }
    return binaries;
}

} // namespace stepscope::app
