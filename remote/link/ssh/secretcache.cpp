#include "remote/link/ssh/secretcache.h"

#include <cstring>
#include <utility>

namespace stepscope::link {

namespace {

void wipe(std::string& secret)
{
    explicit_bzero(secret.data(), secret.size());
}

} // namespace

SecretCache::~SecretCache()
{
    for (auto& [question, secret] : m_secrets)
        wipe(secret);
}

void SecretCache::insert(const std::string& question, std::string secret)
{
    const std::lock_guard lock(m_mutex);
    auto& entry = m_secrets[question];
    wipe(entry);
    entry = std::move(secret);
}

void SecretCache::remove(const std::string& question)
{
    const std::lock_guard lock(m_mutex);
    const auto entry = m_secrets.find(question);
    if (entry == m_secrets.end())
        return;
    wipe(entry->second);
    m_secrets.erase(entry);
}

std::optional<std::string> SecretCache::find(const std::string& question) const
{
    const std::lock_guard lock(m_mutex);
    const auto entry = m_secrets.find(question);
    if (entry == m_secrets.end())
        return std::nullopt;
    return entry->second;
}

} // namespace stepscope::link
