#pragma once

#include "remote/link/run/deployer.h"
#include "remote/link/run/runcontrol.h"
#include "remote/link/transporttable.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stepscope::app {

/// A connection to a target with the agent deployed on it.
class Connection
{
public:
    using Report = std::function<void(const std::string& oneLine)>;

    /// Creates the transport without connecting. The prompter must outlive the connection.
    static format::Result<std::unique_ptr<Connection>> make(const std::string& target, const link::SshOptions& ssh,
                                                            link::Prompter* prompter);

    /// From now on, blocking calls return Error Cancelled once a stop is requested.
    void cancelOn(const std::stop_token& stop);
    /// Connects and logs in.
    format::Result<void> connect();
    /// Uploads the agent if the target does not have it. `report` gets the progress of the upload.
    format::Result<void> deploy(const Report& report);

    [[nodiscard]] link::Transport& transport() { return *m_transport; }
    [[nodiscard]] const link::DeployedAgent& agent() const { return m_agent; }
    [[nodiscard]] link::RunControl runs() { return {*m_transport, m_agent.path}; }

private:
    explicit Connection(std::unique_ptr<link::Transport> transport)
        : m_transport(std::move(transport))
    {}

    std::unique_ptr<link::Transport> m_transport;
    link::DeployedAgent m_agent;
    std::optional<std::stop_callback<std::function<void()>>> m_cancelling; ///< last: it refers to the transport
};

/// A new connection to a target, with the agent deployed; a requested stop cancels what it waits for.
format::Result<std::unique_ptr<Connection>> connectTo(const std::string& target, const link::SshOptions& ssh,
                                                      link::Prompter& prompter, const std::stop_token& stop);

} // namespace stepscope::app
