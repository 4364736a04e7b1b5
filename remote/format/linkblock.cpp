#include "remote/format/bytes.h"
#include "remote/format/records.h"
#include "remote/format/wraparound.h"

#include <cassert>

namespace stepscope::format {

void encodeLinks(ByteWriter& writer, const LinkBlockView& block)
{
    assert(block.links.size() <= kMaxLinks);
    writer.varint(block.fromLane);
    writer.varint(block.toLane);
    writer.varint(block.links.size());
    std::int64_t before = 0;
    for (const Link& link : block.links) {
        writer.zigzag(wrappingDifference(link.from, before));
        writer.zigzag(wrappingDifference(link.to, link.from));
        before = link.from;
    }
}

Result<LinkBlock> decodeLinks(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    LinkBlock block;
    block.fromLane = reader.varint32();
    block.toLane = reader.varint32();
    const std::uint64_t count = reader.varint();
    // A link takes at least two bytes.
    if (count > kMaxLinks || count > reader.remaining() / 2)
        return failure(Error::Code::Corrupt, "A frame of links has an impossible size; it is ignored.");
    block.links.resize(static_cast<std::size_t>(count));
    std::int64_t before = 0;
    for (Link& link : block.links) {
        link.from = wrappingSum(before, reader.zigzag());
        link.to = wrappingSum(link.from, reader.zigzag());
        before = link.from;
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of links is malformed; it is ignored.");
    return block;
}

} // namespace stepscope::format
