#pragma once

#include "remote/format/frame.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::mutations {

using Bytes = std::vector<std::byte>;

/// A frame of a recording, apart from its checksum.
struct OwnedFrame
{
    format::FrameType type{};
    Bytes payload;
};
using Frames = std::vector<OwnedFrame>;

/// The frames of a valid recording.
Frames framesOf(std::span<const std::byte> recording);
/// A recording of these frames, with valid checksums. Payloads are cut to the longest that the format allows.
Bytes recordingOf(const Frames& frames);

} // namespace stepscope::mutations
