#include "remote/link/ssh/sshsecrets.h"

#include <libssh/libssh.h>

#include <cstring>
#include <utility>

namespace stepscope::link {

namespace {

constexpr int kMaxWrong = 3;

bool opens(const std::string& keyFile, const std::string& passphrase)
{
    ssh_key key = nullptr;
    const bool right =
        ssh_pki_import_privkey_file(keyFile.c_str(), passphrase.c_str(), nullptr, nullptr, &key) == SSH_OK;
    ssh_key_free(key);
    return right;
}

} // namespace

SshSecrets::SshSecrets(std::string targetName, std::shared_ptr<SecretCache> cache, Prompter* prompter)
    : m_targetName(std::move(targetName))
    , m_cache(std::move(cache))
    , m_prompter(prompter)
{}

std::optional<std::string> SshSecrets::ask(const std::string& question, Prompter::SecretKind kind)
{
    const std::string key = m_targetName + '\n' + question;
    auto secret = m_cache ? m_cache->find(key) : std::nullopt;
    if (!secret && m_prompter != nullptr && m_wrong < kMaxWrong)
        secret = m_prompter->askSecret(m_wrong > 0 ? "Not accepted. " + question : question, kind);
    if (secret)
        m_unsettled[key] = *secret;
    return secret;
}

void SshSecrets::settle(bool accepted)
{
    for (const auto& [key, secret] : m_unsettled) {
        if (m_cache && accepted)
            m_cache->insert(key, secret);
        else if (m_cache)
            m_cache->remove(key);
    }
    if (!accepted && !m_unsettled.empty())
        ++m_wrong;
    m_unsettled.clear();
}

std::optional<std::string> SshSecrets::passphraseFor(const std::string& keyFile)
{
    const std::string key = "passphrase\n" + keyFile;
    auto secret = m_cache ? m_cache->find(key) : std::nullopt;
    if (secret && opens(keyFile, *secret))
        return secret;
    const std::string question = "Passphrase for the key " + keyFile + ": ";
    for (int wrong = 0; m_prompter != nullptr && wrong < kMaxWrong; ++wrong) {
        secret =
            m_prompter->askSecret(wrong > 0 ? "Not accepted. " + question : question, Prompter::SecretKind::Passphrase);
        if (!secret)
            return std::nullopt;
        if (opens(keyFile, *secret)) {
            if (m_cache)
                m_cache->insert(key, *secret);
            return secret;
        }
    }
    return std::nullopt;
}

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
