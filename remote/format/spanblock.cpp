#include "remote/format/bytes.h"
#include "remote/format/records.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace stepscope::format {
namespace {

/// Predicts the start of the next span, so that only the small difference is stored: a child begins near the start of
/// its parent, a sibling near the end of the previous span at its depth.
class StartPredictor
{
public:
    [[nodiscard]] std::int64_t predict(std::uint8_t depth) const
    {
        return m_any && depth > m_depth ? m_start : m_ends[std::min<std::size_t>(depth, m_ends.size() - 1)];
    }
    void see(std::int64_t start, std::int64_t duration, std::uint8_t depth)
    {
        m_any = true;
        m_start = start;
        m_depth = depth;
        m_ends[std::min<std::size_t>(depth, m_ends.size() - 1)] = wrappingSum(start, duration);
    }

private:
    std::array<std::int64_t, 64> m_ends{};
    std::int64_t m_start = 0;
    std::uint8_t m_depth = 0;
    bool m_any = false;
};

} // namespace

void encodeSpans(ByteWriter& writer, const SpanBlockView& block)
{
    assert(block.starts.size() == block.durations.size() && block.starts.size() == block.ops.size() &&
           block.starts.size() == block.depths.size());
    writer.varint(block.lane);
    writer.varint(block.starts.size());
    for (std::size_t i = 0; i < block.depths.size(); ++i)
        writer.zigzag(block.depths[i] - (i > 0 ? block.depths[i - 1] : 0));
    StartPredictor predictor;
    for (std::size_t i = 0; i < block.starts.size(); ++i) {
        writer.zigzag(wrappingDifference(block.starts[i], predictor.predict(block.depths[i])));
        writer.zigzag(block.durations[i]);
        predictor.see(block.starts[i], block.durations[i], block.depths[i]);
    }
    for (const std::uint32_t op : block.ops)
        writer.varint(op);
}

Result<SpanBlock> decodeSpans(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    SpanBlock block;
    block.lane = reader.varint32();
    const std::uint64_t count = reader.varint();
    // A span takes at least four bytes.
    if (count > kMaxSpans || count * 4 > reader.remaining())
        return failure(Error::Code::Corrupt, "A frame of spans has an impossible size; it is ignored.");
    const auto size = static_cast<std::size_t>(count);
    block.depths.resize(size);
    std::int64_t depth = 0;
    for (std::size_t i = 0; i < size; ++i) {
        depth = wrappingSum(depth, reader.zigzag());
        if (depth < 0 || depth > std::numeric_limits<std::uint8_t>::max())
            return failure(Error::Code::Corrupt, "A frame of spans has an impossible depth; it is ignored.");
        block.depths[i] = static_cast<std::uint8_t>(depth);
    }
    block.starts.resize(size);
    block.durations.resize(size);
    StartPredictor predictor;
    for (std::size_t i = 0; i < size; ++i) {
        block.starts[i] = wrappingSum(reader.zigzag(), predictor.predict(block.depths[i]));
        block.durations[i] = reader.zigzag();
        predictor.see(block.starts[i], block.durations[i], block.depths[i]);
    }
    block.ops.resize(size);
    for (std::uint32_t& op : block.ops)
        op = reader.varint32();
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of spans is malformed; it is ignored.");
    return block;
}

} // namespace stepscope::format
