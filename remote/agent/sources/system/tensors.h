#pragma once

#include "remote/agent/sources/reading/source.h"

namespace stepscope::agent {

/// Memory of the training's tensors as counted by its framework. The hook sends the values
/// (hookwire::MessageType::Memory) in the order of the channels: bytes that the GPU memory allocator has allocated, has
/// reserved, and its peak; bytes of parameters, gradients, optimizer state and inputs; other allocated bytes.
std::unique_ptr<Source> makeTensors();
inline constexpr std::size_t kTensorChannels = 8;

} // namespace stepscope::agent
