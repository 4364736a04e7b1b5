#pragma once

#include <string>
#include <vector>

namespace stepscope::link {

/// The hosts that a file in the syntax of ssh_config(5) names: the words of its Host lines without patterns (`*`, `?`,
/// `!`), in the order of the file, each once. Follows Include with its patterns of files; relative names are below
/// ~/.ssh, as OpenSSH reads them in a user's file. Conditions (Match, Host around an Include) do not exclude a host.
/// An empty path means ~/.ssh/config. Files that cannot be read are skipped. Reads at most 1 MiB of each file, 64 files
/// and 500 hosts.
std::vector<std::string> configuredHosts(const std::string& configFile = {});

} // namespace stepscope::link
