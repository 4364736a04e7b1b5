#pragma once

#include "remote/format/result.h"

#include <string>
#include <string_view>

namespace stepscope::link {

/// Where training runs, as a person writes it:
///     local                    this computer
///     virtual-tx2[:DETAILS]    a described board; DETAILS: BOARD,window=MS,lag=MS,... (virtualtransport.h)
///     [user@]host[:port]       over SSH; host is a name, an address, an alias of ~/.ssh/config, or [IPv6]
struct Target
{
    enum class Kind { Local, Virtual, Ssh };

    Kind kind = Kind::Local;
    std::string text; ///< as written
    std::string user; ///< empty: as ~/.ssh/config says, or this user's name
    std::string host;
    int port = 0;        ///< 0: as ~/.ssh/config says, or 22
    std::string details; ///< of a virtual target: what follows the colon
};

/// Error Usage with what is wrong and how a target is written.
format::Result<Target> parseTarget(std::string_view text);

} // namespace stepscope::link
