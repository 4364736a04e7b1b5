#include "remote/link/ssh/sshhostkey.h"

#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/plainline.h"

#include <memory>

namespace stepscope::link {

using format::Error;
using format::Result;

namespace {

struct HostKey
{
    std::string type;
    std::string fingerprint;
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
    const std::unique_ptr<ssh_key_struct, void (*)(ssh_key)> keyOwner(key, ssh_key_free);
    unsigned char* hash = nullptr;
    std::size_t size = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &size) != SSH_OK)
        return session.broken();
    char* fingerprint = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, size);
    HostKey result{ssh_key_type_to_char(ssh_key_type(key)), fingerprint == nullptr ? "" : fingerprint};
    ssh_string_free_char(fingerprint);
    ssh_clean_pubkey_hash(&hash);
    return result;
}

std::string knownHostsFile(const SshSession& session)
{
    char* value = nullptr;
    if (ssh_options_get(session.handle(), SSH_OPTIONS_KNOWNHOSTS, &value) != SSH_OK || value == nullptr)
        return "~/.ssh/known_hosts";
    std::string path = value;
    ssh_string_free_char(value);
    return path;
}

/// The host name as `ssh-keygen -R` expects it.
std::string knownHostsName(const SshEndpoint& endpoint)
{
    return endpoint.port == 22 ? endpoint.host : '[' + endpoint.host + "]:" + std::to_string(endpoint.port);
}

Error changed(const SshSession& session, const HostKey& key)
{
    const auto& endpoint = session.endpoint();
    return refused("WARNING: the host key of " + endpoint.name + " has changed (now " + key.type + ' ' +
                   key.fingerprint +
                   "): the device was reinstalled, or the connection is under attack; no data was sent. If you know "
                   "why it changed, remove the old key with: ssh-keygen -f '" +
                   knownHostsFile(session) + "' -R '" + knownHostsName(endpoint) + "'");
}

Result<void> storeHostKey(const SshSession& session)
{
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
        return refused("the host key of " + name + " is unknown (" + key.type + ' ' + key.fingerprint +
                       ") and there is no terminal to ask; compare it with the device's and connect with "
                       "--accept-new-host-key");
    if (!prompter->askHostKey(name, key.type, key.fingerprint))
        return refused("the host key of " + name + " (" + key.type + ' ' + key.fingerprint +
                       ") was not accepted; not connected");
    return storeHostKey(session);
}

} // namespace

Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter* prompter)
{
    const HostKey key = TRY(readHostKey(session));
    switch (ssh_session_is_known_server(session.handle())) {
    case SSH_KNOWN_HOSTS_OK:
        return {};
    case SSH_KNOWN_HOSTS_CHANGED:
    case SSH_KNOWN_HOSTS_OTHER:
        return changed(session, key);
    case SSH_KNOWN_HOSTS_NOT_FOUND:
    case SSH_KNOWN_HOSTS_UNKNOWN:
        return acceptUnknown(session, options, prompter, key);
    case SSH_KNOWN_HOSTS_ERROR:
        break;
    }
    return refused("cannot check the host key of " + session.endpoint().name + ": " +
                   plainLine(ssh_get_error(session.handle())) + "; check " + knownHostsFile(session));
}

} // namespace stepscope::link
