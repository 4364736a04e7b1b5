#include "remote/link/answers.h"

#include <cstring>
#include <utility>

namespace stepscope::link {

namespace {

void wipe(std::string& secret)
{
    explicit_bzero(secret.data(), secret.size());
}

} // namespace

Answers::~Answers()
{
    for (auto& [question, secret] : m_secrets)
        wipe(secret);
}

void Answers::remember(const std::string& question, std::string secret)
{
    const std::lock_guard lock(m_mutex);
    auto& kept = m_secrets[question];
    wipe(kept);
    kept = std::move(secret);
}

void Answers::forget(const std::string& question)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_secrets.find(question);
    if (found == m_secrets.end())
        return;
    wipe(found->second);
    m_secrets.erase(found);
}

std::optional<std::string> Answers::find(const std::string& question) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_secrets.find(question);
    if (found == m_secrets.end())
        return std::nullopt;
    return found->second;
}

} // namespace stepscope::link
