#pragma once

#include "remote/agent/sampling/losses.h"
#include "remote/format/frame.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace stepscope::agent {

/// Receives the frames that the hooks' messages become.
class HookOutput
{
public:
    virtual ~HookOutput() = default;
    /// Takes a frame with this many items. False when it was lost; the receiver has counted the loss then.
    virtual bool frame(format::FrameType type, std::span<const std::byte> payload, LossKind kind,
                       std::uint32_t items) = 0;
    virtual void lost(LossKind kind, std::uint64_t count, const char* reason) = 0;
};

} // namespace stepscope::agent
