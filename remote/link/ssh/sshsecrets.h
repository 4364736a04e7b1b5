#pragma once

#include "remote/link/transport/transport.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace stepscope::link {

/// Secrets that the user entered and the server accepted, for reconnects and further connections without a question.
/// Held in memory only and overwritten on destruction. Thread-safe.
class SecretCache
{
public:
    SecretCache() = default;
    ~SecretCache();
    SecretCache(const SecretCache&) = delete;
    SecretCache& operator=(const SecretCache&) = delete;

    void insert(const std::string& question, std::string secret);
    void remove(const std::string& question);
    [[nodiscard]] std::optional<std::string> find(const std::string& question) const;

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_secrets;
};

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
