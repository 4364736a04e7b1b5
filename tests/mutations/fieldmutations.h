#pragma once

#include "tests/mutations/frames.h"
#include "tests/mutations/random.h"

namespace stepscope::mutations {

/// Changes a few fields of the record in a frame: times, durations, ids, counts, values, texts of JSON. The payload
/// stays a valid encoding. False if the frame has no fields or cannot be decoded; it is then unchanged.
bool mutateFields(OwnedFrame& frame, Random& random);

/// Changes bits and bytes of the payload, inserts, removes and repeats some, or replaces a varint.
void mutateBytes(Bytes& payload, Random& random);

} // namespace stepscope::mutations
