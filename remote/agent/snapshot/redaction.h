#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// The names of this machine and its users that a bundle must not contain.
struct PrivateNames
{
    std::string host;
    std::vector<std::string> users;
};

/// The host name of `hostname` and the users of the environment (USER, LOGNAME, SUDO_USER, HOME). Names shorter than
/// three characters and "root" are left out, since a replacement would change other words.
PrivateNames privateNames(std::string_view hostname);

/// Replaces IPv4, IPv6 and MAC addresses, also in names of interfaces (enx0123456789ab), with zeros, and /home/NAME
/// with /home/user.
std::string withoutAddresses(std::string_view text);

/// The content of a file of /proc, /sys or /etc without serial numbers, names and addresses. The kernel's and the
/// vendor's files (/sys, /proc/device-tree, /etc) cannot contain names of users and hosts, but words that equal one,
/// such as "nvidia"; names are replaced in the other files only.
std::string redacted(std::string_view path, std::string_view content, const PrivateNames& names);

} // namespace stepscope::agent
