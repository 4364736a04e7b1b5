#pragma once

#include "remote/format/result.h"

#include <libssh/libssh.h>

#include <memory>
#include <string>
#include <vector>

namespace stepscope::link {

/// What the known_hosts files say about the key that a server has sent.
enum class KnownHost {
    Known,     ///< a line of the host has this key
    Unknown,   ///< no line is of this host
    Changed,   ///< the lines of the host have other keys only
    Revoked,   ///< a line with @revoked has this key
    Certified, ///< the only lines of the host name an authority (@cert-authority), whose certificates libssh 0.10
               ///< cannot verify
};

/// Searches the files as OpenSSH does: hashed names, lists of names with wildcards and exclusions, several keys of a
/// host, markers; a host at another port than 22 is `[host]:port`, and is also known by a line of `host` with the same
/// key. libssh's search is not used, because it ignores markers and exclusions, and because a line that it cannot read
/// makes it report that the host is unknown. A line of the host with an unreadable key counts as another key. Missing
/// files are empty. Error Denied if a file cannot be read.
format::Result<KnownHost> lookUpHost(const std::vector<std::string>& files, const std::string& host, int port,
                                     ssh_key key);

} // namespace stepscope::link
