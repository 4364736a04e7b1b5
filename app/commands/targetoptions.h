#pragma once

#include "app/commands/option.h"
#include "remote/format/result.h"
#include "remote/link/ssh/sshoptions.h"
#include "remote/link/transport/transport.h"

#include <memory>
#include <string>
#include <vector>

namespace stepscope::app {

/// TARGET and the SSH options, the same for every command that connects to a target.
class TargetOptions
{
public:
    /// TARGET and the SSH options, followed by the command's own options.
    [[nodiscard]] std::vector<Option> with(const std::vector<Option>& own);

    [[nodiscard]] const std::string& target() const { return m_target; }
    [[nodiscard]] const link::SshOptions& ssh() const { return m_ssh; }

private:
    std::string m_target;
    link::SshOptions m_ssh;
};

} // namespace stepscope::app
