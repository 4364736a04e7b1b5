#pragma once

#include "remote/format/result.h"
#include "remote/link/sshoptions.h"
#include "remote/link/transport.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace stepscope::app {

/// TARGET and the options of SSH, the same for every command that goes to a target.
class TargetOptions
{
public:
    void describe(CLI::App& options);

    [[nodiscard]] const std::string& target() const { return m_target; }
    [[nodiscard]] const link::SshOptions& ssh() const { return m_ssh; }

private:
    std::string m_target;
    link::SshOptions m_ssh;
};

} // namespace stepscope::app
