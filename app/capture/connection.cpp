#include "app/capture/connection.h"

#include "app/capture/agentbinaries.h"
#include "app/capture/modelcommand.h"

#include <utility>

namespace stepscope::app {

format::Result<std::unique_ptr<Connection>> Connection::make(const std::string& target, const link::SshOptions& ssh,
                                                             link::Prompter* prompter)
{
    const link::Target parsed = TRY(link::parseTarget(target));
    auto transport = TRY(link::makeTransport(parsed, {ssh, prompter, virtualBoardProgram()}));
    return std::unique_ptr<Connection>(new Connection(std::move(transport)));
}

void Connection::cancelOn(const std::stop_token& stop)
{
    m_cancelling.emplace(stop, [this] { m_transport->cancel(); });
}

format::Result<void> Connection::connect()
{
    return m_transport->connect();
}

format::Result<void> Connection::deploy(const Report& report)
{
    const auto binaries = agentBinaries();
    m_agent = TRY(link::deployAgent(*m_transport, binaries, [&report](std::uint64_t sent, std::uint64_t total) {
        if (report)
            report("Uploading the agent: " + std::to_string(total > 0 ? sent * 100 / total : 0) + " %");
    }));
    return {};
}

format::Result<std::unique_ptr<Connection>> connectTo(const std::string& target, const link::SshOptions& ssh,
                                                      link::Prompter& prompter, const std::stop_token& stop)
{
    auto connection = TRY(Connection::make(target, ssh, &prompter));
    connection->cancelOn(stop);
    TRY(connection->connect());
    TRY(connection->deploy({}));
    return connection;
}

} // namespace stepscope::app
