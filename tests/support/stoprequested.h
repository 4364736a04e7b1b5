#pragma once

#include <stop_token>

namespace stepscope::testing {

/// The token of work that was cancelled before it began.
inline std::stop_token stopRequested()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

} // namespace stepscope::testing
