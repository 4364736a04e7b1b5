#pragma once

#include "remote/link/transport/transport.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace stepscope::app {

/// Asks through another prompter at the first connection to each target, and repeats the answers at later ones: every
/// training of a sweep opens a new connection. Thread-safe.
class RememberingPrompter : public link::Prompter
{
public:
    explicit RememberingPrompter(std::shared_ptr<link::Prompter> asking)
        : m_asking(std::move(asking))
    {}

    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override
    {
        const std::lock_guard lock(m_mutex);
        return m_asking->askHostKey(host, type, fingerprint);
    }
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_answers.find(prompt); m_remembers && known != m_answers.end())
            return known->second;
        auto answer = m_asking->askSecret(prompt, kind);
        // A wrong answer is asked for again, and replaced.
        if (answer)
            m_answers[prompt] = *answer;
        return answer;
    }
    /// From now on, answers are repeated.
    void remember()
    {
        const std::lock_guard lock(m_mutex);
        m_remembers = true;
    }

private:
    std::shared_ptr<link::Prompter> m_asking;
    std::mutex m_mutex;
    bool m_remembers = false;
    std::map<std::string, std::string> m_answers;
};

} // namespace stepscope::app
