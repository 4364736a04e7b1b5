#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// What the training's tensors take, as its framework counts it. Not read but told by the hook (HookMessage::Memory),
/// in the order of the channels: what the allocator of GPU memory has given away, has reserved and gave at most; the
/// bytes of parameters, gradients, optimizer state and inputs; what else the allocator has given away.
std::unique_ptr<Source> makeTensors();
inline constexpr std::size_t kTensorChannels = 8;

} // namespace stepscope::agent
