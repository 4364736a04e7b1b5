#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// What the framework's own allocator of GPU memory has given to tensors, has reserved, and gave at most. Not read but
/// told by the hook (HookMessage::Memory), in this order: used, reserved, peak.
std::unique_ptr<Source> makeAllocator();
inline constexpr std::size_t kAllocatorChannels = 3;

} // namespace stepscope::agent
