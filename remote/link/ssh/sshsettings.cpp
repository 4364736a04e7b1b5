#include "remote/link/ssh/sshsettings.h"

#include "remote/link/transport/plainline.h"

#include <cstdlib>
#include <unistd.h>

namespace stepscope::link {

using format::Error;
using format::Result;

namespace {

/// AES-GCM first: boards and desktops have instructions for it, so it takes the least CPU time from the training.
constexpr const char* kCiphers = "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,"
                                 "aes256-ctr,aes192-ctr,aes128-ctr";

Error rejected(ssh_session session, const Target& target)
{
    return format::failure(Error::Code::Usage,
                           target.text + ": the SSH settings are invalid: " + plainLine(ssh_get_error(session)));
}

Result<void> requireFile(const std::string& path, const char* what)
{
    if (path.empty() || access(expandHome(path).c_str(), R_OK) == 0)
        return {};
    return format::failure(Error::Code::NotFound, std::string("cannot read the ") + what + " '" + path +
                                                      "'; check the path and its permission");
}

std::string readOption(ssh_session session, ssh_options_e option)
{
    char* value = nullptr;
    if (ssh_options_get(session, option, &value) != SSH_OK || value == nullptr)
        return {};
    std::string text = value;
    ssh_string_free_char(value);
    return text;
}

bool setText(ssh_session session, ssh_options_e option, const std::string& text)
{
    return text.empty() || ssh_options_set(session, option, text.c_str()) == SSH_OK;
}

/// Call after the configuration file is parsed, which these settings override.
bool setOptions(ssh_session session, const Target& target, const SshOptions& options)
{
    const int yes = 1;
    const unsigned port = static_cast<unsigned>(target.port);
    const long seconds = std::max<long>(1, std::chrono::ceil<std::chrono::seconds>(options.connectTimeout).count());
    return setText(session, SSH_OPTIONS_USER, target.user) &&
           (port == 0 || ssh_options_set(session, SSH_OPTIONS_PORT, &port) == SSH_OK) &&
           setText(session, SSH_OPTIONS_ADD_IDENTITY, expandHome(options.identityFile)) &&
           setText(session, SSH_OPTIONS_KNOWNHOSTS, expandHome(options.knownHostsFile))
           // Overrides "StrictHostKeyChecking no" of a file, which would accept a changed key.
           && ssh_options_set(session, SSH_OPTIONS_STRICTHOSTKEYCHECK, &yes) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_NODELAY, &yes) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &seconds) == SSH_OK;
}

SshEndpoint readEndpoint(ssh_session session, const Target& target)
{
    SshEndpoint endpoint;
    endpoint.host = readOption(session, SSH_OPTIONS_HOST);
    unsigned port = 22;
    ssh_options_get_port(session, &port);
    endpoint.port = static_cast<int>(port);
    endpoint.user = readOption(session, SSH_OPTIONS_USER);
    endpoint.throughProxy = !readOption(session, SSH_OPTIONS_PROXYCOMMAND).empty();
    const bool bracketed = target.host.find(':') != std::string::npos;
    endpoint.name = (endpoint.user.empty() ? "" : endpoint.user + '@') +
                    (bracketed ? '[' + target.host + ']' : target.host) + ':' + std::to_string(endpoint.port);
    return endpoint;
}

} // namespace

std::string expandHome(const std::string& path)
{
    if (!path.starts_with("~/"))
        return path;
    const char* home = std::getenv("HOME");
    return home == nullptr ? path : home + path.substr(1);
}

Result<SshEndpoint> applySettings(ssh_session session, const Target& target, const SshOptions& options)
{
    TRY(requireFile(options.identityFile, "identity file"));
    TRY(requireFile(options.configFile, "SSH configuration"));
    const int no = 0;
    if (ssh_options_set(session, SSH_OPTIONS_HOST, target.host.c_str()) != SSH_OK ||
        ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no) != SSH_OK ||
        ssh_options_set(session, SSH_OPTIONS_CIPHERS_C_S, kCiphers) != SSH_OK ||
        ssh_options_set(session, SSH_OPTIONS_CIPHERS_S_C, kCiphers) != SSH_OK)
        return rejected(session, target);
    const std::string file = expandHome(options.configFile);
    if (ssh_options_parse_config(session, file.empty() ? nullptr : file.c_str()) < 0)
        return rejected(session, target);
    if (!setOptions(session, target, options))
        return rejected(session, target);
    // A null user makes libssh use the name of this user.
    if (readOption(session, SSH_OPTIONS_USER).empty() && ssh_options_set(session, SSH_OPTIONS_USER, nullptr) != SSH_OK)
        return rejected(session, target);
    return readEndpoint(session, target);
}

} // namespace stepscope::link
