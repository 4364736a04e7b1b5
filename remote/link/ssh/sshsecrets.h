#pragma once

#include "remote/link/ssh/secretcache.h"
#include "remote/link/transport/prompter.h"

#include <memory>
#include <optional>
#include <string>

namespace stepscope::link {

/// Provides the secrets of one login: from the cache, else from the user. Asks at most three times per login method and
/// caches the secrets that the server accepts.
class SshSecrets
{
public:
    SshSecrets(std::string targetName, std::shared_ptr<SecretCache> cache, Prompter* prompter);

    /// nullopt: there is no prompter, the user gave no answer, or three answers were wrong.
    std::optional<std::string> ask(const std::string& question, Prompter::SecretKind kind);
    /// Reports whether the server accepted the answers since the last call: caches them, or removes them.
    void settle(bool accepted);
    /// The passphrase of a key file, checked by opening the file.
    std::optional<std::string> passphraseFor(const std::string& keyFile);

    [[nodiscard]] int wrongAnswers() const { return m_wrong; }
    [[nodiscard]] bool canAsk() const { return m_prompter != nullptr; }
    [[nodiscard]] const std::string& targetName() const { return m_targetName; }

private:
    std::string m_targetName;
    std::shared_ptr<SecretCache> m_cache;
    Prompter* m_prompter;
    std::map<std::string, std::string> m_unsettled;
    int m_wrong = 0;
};

} // namespace stepscope::link
