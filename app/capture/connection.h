#pragma once

#include "remote/link/deployer.h"
#include "remote/link/runcontrol.h"
#include "remote/link/transporttable.h"

#include <functional>
#include <memory>
#include <string>

namespace stepscope::app {

/// A target that can be asked: connected, with our agent in its place.
class Connection
{
public:
    using Tell = std::function<void(const std::string& oneLine)>;

    /// Makes the transport only; nothing goes out yet. The prompter outlives the connection.
    static format::Result<std::unique_ptr<Connection>> make(const std::string& target, const link::SshOptions& ssh,
                                                            link::Prompter* prompter);

    /// Connects and logs in.
    format::Result<void> connect();
    /// Uploads the agent if it is not there. `tell` gets lines on how it goes.
    format::Result<void> deploy(const Tell& tell);

    [[nodiscard]] link::Transport& transport() { return *m_transport; }
    [[nodiscard]] const link::DeployedAgent& agent() const { return m_agent; }
    [[nodiscard]] link::RunControl runs() { return {*m_transport, m_agent.path}; }

private:
    explicit Connection(std::unique_ptr<link::Transport> transport)
        : m_transport(std::move(transport))
    {}

    std::unique_ptr<link::Transport> m_transport;
    link::DeployedAgent m_agent;
};

} // namespace stepscope::app
