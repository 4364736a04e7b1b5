#pragma once

#include "remote/format/result.h"

#include <string>
#include <string_view>

namespace stepscope::link {

/// Where a training runs, as the user writes it:
///     local                    this computer
///     virtual-tx2[:DETAILS]    a simulated board; DETAILS: BOARD,window=MS,lag=MS,... (virtualtransport.h)
///     [user@]host[:port]       over SSH; host is a name, an address, an alias of ~/.ssh/config, or [IPv6]
struct Target
{
    enum class Kind { Local, Virtual, Ssh };

    Kind kind = Kind::Local;
    std::string text; ///< as written
    std::string user; ///< empty: from ~/.ssh/config, or this user's name
    std::string host;
    int port = 0;        ///< 0: from ~/.ssh/config, or 22
    std::string details; ///< of a virtual target: the text after the colon
};

/// Parses a target. Error Usage, with the reason and the syntax of targets.
format::Result<Target> parseTarget(std::string_view text);

} // namespace stepscope::link
