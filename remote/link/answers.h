#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace stepscope::link {

/// Secrets a person gave and the server took, kept in memory only: a broken link reconnects, and a second connection
/// is made, without asking again. Wiped when it goes. Safe from any thread.
class Answers
{
public:
    Answers() = default;
    ~Answers();
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;

    void remember(const std::string& question, std::string secret);
    void forget(const std::string& question);
    [[nodiscard]] std::optional<std::string> find(const std::string& question) const;

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_secrets;
};

} // namespace stepscope::link
