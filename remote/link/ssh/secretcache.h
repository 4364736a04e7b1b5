#pragma once

#include <map>
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

} // namespace stepscope::link
