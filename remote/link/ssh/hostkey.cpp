#include "remote/link/ssh/hostkey.h"

#include "remote/link/ssh/knownhosts.h"
#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/plainline.h"

#include <fstream>
#include <memory>

namespace stepscope::link {

using format::Error;

namespace {

struct HostKey
{
    std::unique_ptr<ssh_key_struct, void (*)(ssh_key)> key{nullptr, ssh_key_free};
    std::string type;
    std::string fingerprint;
    [[nodiscard]] std::string name() const { return type + ' ' + fingerprint; }
};

Error refused(std::string text)
{
    return format::failure(Error::Code::HostKey, std::move(text));
}

Result<HostKey> readHostKey(const SshSession& session)
{
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(session.handle(), &key) != SSH_OK)
        return session.broken();
    HostKey result;
    result.key.reset(key);
    unsigned char* hash = nullptr;
    std::size_t size = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &size) != SSH_OK)
        return session.broken();
    char* fingerprint = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, size);
    result.type = ssh_key_type_to_char(ssh_key_type(key));
    result.fingerprint = fingerprint == nullptr ? "" : fingerprint;
    ssh_string_free_char(fingerprint);
    ssh_clean_pubkey_hash(&hash);
    return result;
}

std::string fileOf(const SshSession& session, ssh_options_e option, const char* other)
{
    char* value = nullptr;
    if (ssh_options_get(session.handle(), option, &value) != SSH_OK || value == nullptr)
        return expandHome(other);
    std::string path = value;
    ssh_string_free_char(value);
    return path;
}

/// The user's file, to which new keys are added.
std::string knownHostsFile(const SshSession& session)
{
    return fileOf(session, SSH_OPTIONS_KNOWNHOSTS, "~/.ssh/known_hosts");
}

/// The host name as `ssh-keygen -R` expects it.
std::string knownHostsName(const SshEndpoint& endpoint)
{
    return endpoint.port == 22 ? endpoint.host : '[' + endpoint.host + "]:" + std::to_string(endpoint.port);
}

Error changed(const SshSession& session, const HostKey& key)
{
    const auto& endpoint = session.endpoint();
    return refused("WARNING: the host key of " + endpoint.name + " has changed (now " + key.name() +
                   "): the device was reinstalled, or the connection is under attack; no data was sent. If you know "
                   "why it changed, remove the old key with: ssh-keygen -f '" +
                   knownHostsFile(session) + "' -R '" + knownHostsName(endpoint) + "'");
}

Error revoked(const SshSession& session, const HostKey& key)
{
    const auto& endpoint = session.endpoint();
    return refused("WARNING: the host key of " + endpoint.name + " (" + key.name() +
                   ") is revoked by a line with @revoked in known_hosts: whoever has the key can pose as the device; "
                   "no data was sent. Give the device a new host key, or remove the line from " +
                   knownHostsFile(session) + " if it is wrong");
}

Error certified(const SshSession& session, const HostKey& key)
{
    const auto& endpoint = session.endpoint();
    return refused("the host key of " + endpoint.name + " (" + key.name() +
                   ") cannot be checked: known_hosts names only an authority for it (@cert-authority), and this "
                   "program cannot verify certificates of hosts; compare the key with the device's and add it to " +
                   knownHostsFile(session) + " as a line of its own: ssh-keyscan -p " + std::to_string(endpoint.port) +
                   ' ' + endpoint.host);
}

/// libssh appends the key, so the last line has to be complete.
void endLastLine(const std::string& path)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::ate | std::ios::binary);
    if (!file || file.tellg() <= 0)
        return;
    file.seekg(-1, std::ios::end);
    if (file.get() == '\n')
        return;
    file.seekp(0, std::ios::end);
    file.put('\n');
}

Result<void> storeHostKey(const SshSession& session)
{
    endLastLine(knownHostsFile(session));
    if (ssh_session_update_known_hosts(session.handle()) == SSH_OK)
        return {};
    return refused("cannot write the host key of " + session.endpoint().name + " to " + knownHostsFile(session) + " (" +
                   plainLine(ssh_get_error(session.handle())) + "); check the permissions of the file");
}

Result<void> acceptUnknown(const SshSession& session, const SshOptions& options, Prompter* prompter, const HostKey& key)
{
    if (options.acceptNewHostKey)
        return storeHostKey(session);
    const std::string& name = session.endpoint().name;
    if (prompter == nullptr)
        return refused("the host key of " + name + " is unknown (" + key.name() +
                       ") and there is no terminal to ask; compare it with the device's and connect with "
                       "--accept-new-host-key");
    if (!prompter->askHostKey(name, key.type, key.fingerprint))
        return refused("the host key of " + name + " (" + key.name() + ") was not accepted; not connected");
    return storeHostKey(session);
}

} // namespace

Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter* prompter)
{
    const HostKey key = TRY(readHostKey(session));
    const auto& endpoint = session.endpoint();
    const std::vector<std::string> files = {knownHostsFile(session),
                                            fileOf(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/etc/ssh/ssh_known_hosts")};
    const auto known = lookUpHost(files, endpoint.host, endpoint.port, key.key.get());
    if (!known)
        return refused("cannot check the host key of " + endpoint.name + ": " + known.error().text +
                       "; not connected. Check the permissions of the file");
    switch (*known) {
    case KnownHost::Known:
        return {};
    case KnownHost::Changed:
        return changed(session, key);
    case KnownHost::Revoked:
        return revoked(session, key);
    case KnownHost::Certified:
        return certified(session, key);
    case KnownHost::Unknown:
        break;
    }
    return acceptUnknown(session, options, prompter, key);
}

} // namespace stepscope::link
