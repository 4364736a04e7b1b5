#pragma once

#include "remote/agent/sources/reading/source.h"

namespace stepscope::agent {

/// The channels of a source of CPU utilization, one per core. `resolution` is a share of 1.
std::vector<Channel> utilizationChannels(const Board& board, double resolution, std::optional<std::int64_t> lagNs);

} // namespace stepscope::agent
