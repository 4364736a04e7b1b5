#include "remote/format/bytes.h"
#include "remote/format/records.h"

namespace stepscope::format {
namespace {

bool isPlausible(std::uint64_t firstId, std::uint64_t count)
{
    return count <= kMaxInternedPerBlock && firstId <= kMaxInterned && count <= kMaxInterned - firstId;
}

} // namespace

void encodeNames(ByteWriter& writer, std::uint32_t firstId, std::span<const std::string_view> names)
{
    writer.varint(firstId);
    writer.varint(names.size());
    for (const std::string_view name : names)
        writer.text(name.substr(0, kMaxName));
}

Result<NameBlock> decodeNames(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    NameBlock block;
    const std::uint64_t firstId = reader.varint();
    const std::uint64_t count = reader.varint();
    if (!isPlausible(firstId, count) || count > reader.remaining())
        return failure(Error::Code::Corrupt, "A frame of names has an impossible size; it is ignored.");
    block.firstId = static_cast<std::uint32_t>(firstId);
    block.names.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count && !reader.failed(); ++i)
        block.names.emplace_back(reader.text().substr(0, kMaxName));
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of names is malformed; it is ignored.");
    return block;
}

void encodeOps(ByteWriter& writer, std::uint32_t firstId, std::span<const Op> ops)
{
    writer.varint(firstId);
    writer.varint(ops.size());
    for (const Op& op : ops) {
        writer.varint(op.name);
        writer.varint(op.shapes);
        writer.varint(op.module);
        writer.varint(op.category);
    }
}

Result<OpBlock> decodeOps(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    OpBlock block;
    const std::uint64_t firstId = reader.varint();
    const std::uint64_t count = reader.varint();
    if (!isPlausible(firstId, count) || count * 4 > reader.remaining())
        return failure(Error::Code::Corrupt, "A frame of ops has an impossible size; it is ignored.");
    block.firstId = static_cast<std::uint32_t>(firstId);
    block.ops.resize(static_cast<std::size_t>(count));
    for (Op& op : block.ops) {
        op.name = reader.varint32();
        op.shapes = reader.varint32();
        op.module = reader.varint32();
        op.category = reader.varint32();
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of ops is malformed; it is ignored.");
    return block;
}

} // namespace stepscope::format
