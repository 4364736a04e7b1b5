#include "remote/format/bytes.h"
#include "remote/format/records.h"

#include <cassert>

namespace stepscope::format {

void encodeWork(ByteWriter& writer, std::span<const OpWork> block)
{
    assert(block.size() <= kMaxWork);
    writer.varint(block.size());
    for (const OpWork& row : block) {
        writer.varint(row.op);
        writer.varint(row.operations);
        writer.varint(row.bytes);
    }
}

Result<std::vector<OpWork>> decodeWork(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const std::uint64_t count = reader.varint();
    // A row takes at least three bytes.
    if (reader.failed() || count > kMaxWork || count > reader.remaining() / 3)
        return failure(Error::Code::Corrupt, "A frame of work of ops is malformed; it is ignored.");
    std::vector<OpWork> rows(count);
    for (OpWork& row : rows) {
        row.op = reader.varint32();
        row.operations = reader.varint();
        row.bytes = reader.varint();
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of work of ops is malformed; it is ignored.");
    return rows;
}

} // namespace stepscope::format
