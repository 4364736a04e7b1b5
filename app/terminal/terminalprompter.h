#pragma once

#include "remote/link/prompter.h"

namespace stepscope::app {

/// Asks on the terminal; without one every question is answered with no.
class TerminalPrompter : public link::Prompter
{
public:
    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;
};

} // namespace stepscope::app
