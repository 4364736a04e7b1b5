#pragma once

#include "remote/link/answers.h"
#include "remote/link/prompter.h"

#include <memory>
#include <optional>
#include <string>

namespace stepscope::link {

/// Where the secrets of one login come from: first those already given for this target, then the person.
/// At most three questions for each kind of login; the ones the server took are remembered.
class SshSecrets
{
public:
    SshSecrets(std::string targetName, std::shared_ptr<Answers> answers, Prompter* prompter);

    /// nullopt: nobody there, no wish to answer, or enough tries.
    std::optional<std::string> ask(const std::string& question, Prompter::SecretKind kind);
    /// The last answers were right (kept for the next connection) or wrong (forgotten).
    void settle(bool right);
    /// The passphrase of a key file, tried until it opens it.
    std::optional<std::string> passphraseFor(const std::string& keyFile);

    [[nodiscard]] int wrongAnswers() const { return m_wrong; }
    [[nodiscard]] bool someoneAnswers() const { return m_prompter != nullptr; }
    [[nodiscard]] const std::string& targetName() const { return m_targetName; }

private:
    std::string m_targetName;
    std::shared_ptr<Answers> m_answers;
    Prompter* m_prompter;
    std::map<std::string, std::string> m_unsettled;
    int m_wrong = 0;
};

} // namespace stepscope::link
