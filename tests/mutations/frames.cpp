#include "tests/mutations/frames.h"

#include "remote/format/bytes.h"
#include "remote/format/framereader.h"

#include <algorithm>

namespace stepscope::mutations {

Frames framesOf(std::span<const std::byte> recording)
{
    format::FrameReader reader;
    reader.feed(recording);
    reader.finish();
    Frames frames;
    for (;;) {
        const auto frame = reader.next();
        if (!frame.ok() || !frame->has_value())
            return frames;
        const auto payload = (*frame)->payload;
        frames.push_back({(*frame)->type, {payload.begin(), payload.end()}});
    }
}

Bytes recordingOf(const Frames& frames)
{
    std::size_t size = format::kFileHeaderSize;
    for (const OwnedFrame& frame : frames)
        size += format::kFrameHeaderSize + std::min(frame.payload.size(), format::kMaxPayload);
    Bytes memory(size);
    format::ByteWriter writer(memory);
    format::writeFileHeader(writer);
    for (const OwnedFrame& frame : frames)
        format::writeFrame(writer, frame.type,
                           std::span(frame.payload).first(std::min(frame.payload.size(), format::kMaxPayload)));
    return memory;
}

} // namespace stepscope::mutations
