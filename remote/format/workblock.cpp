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
    // Every row takes three bytes at least.
    if (reader.failed() || count > kMaxWork || count > reader.remaining() / 3)
        return failure("work of ops is malformed");
    std::vector<OpWork> rows(count);
    for (OpWork& row : rows) {
        row.op = reader.varint32();
        row.operations = reader.varint();
        row.bytes = reader.varint();
    }
    if (!reader.exhausted())
        return failure("work of ops is malformed");
    return rows;
}

} // namespace stepscope::format
