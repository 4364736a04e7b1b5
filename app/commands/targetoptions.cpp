#include "app/commands/targetoptions.h"

#include <CLI/CLI.hpp>

namespace stepscope::app {

void TargetOptions::describe(CLI::App& options)
{
    options.add_option("TARGET", m_target, "local, [user@]host[:port] over SSH, or virtual-tx2: a described board")
        ->required();
    options.add_option("--identity", m_ssh.identityFile, "Private key to log in with")->type_name("FILE");
    options.add_option("--ssh-config", m_ssh.configFile, "Instead of ~/.ssh/config")->type_name("FILE");
    options.add_option("--known-hosts", m_ssh.knownHostsFile, "Instead of ~/.ssh/known_hosts")->type_name("FILE");
    options.add_flag(
        "--accept-new-host-key", m_ssh.acceptNewHostKey,
        "Remember the key of a host met for the first time without asking; a changed key is still refused");
}

} // namespace stepscope::app
