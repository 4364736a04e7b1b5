#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// What tegrastats prints, for what no other source may read: it runs as a child and is read without waiting. The last
/// resort: coarse (whole percents), at most ten lines a second, and with a cost of its own.
std::unique_ptr<Source> makeTegrastats();

} // namespace stepscope::agent
