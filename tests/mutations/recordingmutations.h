#pragma once

#include "tests/mutations/frames.h"
#include "tests/mutations/random.h"

#include <span>

namespace stepscope::mutations {

/// Changes a recording at several places: fields and bytes of frames, whose checksums are repaired; frames that are
/// removed, repeated, moved or taken from another recording; and damage of the file itself, which is not repaired.
Bytes mutatedRecording(std::span<const Frames> originals, Random& random);

} // namespace stepscope::mutations
