#pragma once

#include "remote/link/transport/prompter.h"

namespace stepscope::app {

/// Asks on the controlling terminal. Without a terminal, host keys are rejected and secrets are not available.
class TerminalPrompter : public link::Prompter
{
public:
    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;
};

} // namespace stepscope::app
