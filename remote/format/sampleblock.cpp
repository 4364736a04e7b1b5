#include "remote/format/bytes.h"
#include "remote/format/records.h"
#include "remote/format/wraparound.h"

#include <algorithm>

namespace stepscope::format {
namespace {

// Column encodings (FORMAT.md, "samples").
constexpr std::uint8_t kHasGaps = 1;       ///< a bitmap of the rows present comes first
constexpr std::uint8_t kHasOffsets = 2;    ///< read offsets follow the values
constexpr std::uint8_t kConstant = 4;      ///< one value for all rows present
constexpr std::int64_t kOffsetUnit = 1000; ///< ns

/// Second differences: a steady period costs one byte a row, its jitter two or three.
void encodeTimes(ByteWriter& writer, std::span<const std::int64_t> times)
{
    std::int64_t previous = 0;
    std::int64_t step = 0;
    for (std::size_t row = 0; row < times.size(); ++row) {
        const std::int64_t delta = wrappingDifference(times[row], previous);
        writer.zigzag(row < 2 ? delta : wrappingDifference(delta, step));
        previous = times[row];
        step = delta;
    }
}

std::vector<std::int64_t> decodeTimes(ByteReader& reader, std::size_t rows)
{
    std::vector<std::int64_t> times(rows);
    std::int64_t previous = 0;
    std::int64_t step = 0;
    for (std::size_t row = 0; row < rows && !reader.failed(); ++row) {
        const std::int64_t stored = reader.zigzag();
        step = row < 2 ? stored : wrappingSum(stored, step);
        previous = wrappingSum(previous, step);
        times[row] = previous;
    }
    return times;
}

void encodeColumn(ByteWriter& writer, const SampleColumnView& column)
{
    const auto& values = column.values;
    const bool hasGaps = std::find(values.begin(), values.end(), kMissing) != values.end();
    const bool constant =
        std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == values.front(); }) && !hasGaps;
    const bool hasOffsets = !column.readOffsets.empty();
    writer.varint(column.channel);
    writer.fixed(static_cast<std::uint8_t>((hasGaps ? kHasGaps : 0) | (hasOffsets ? kHasOffsets : 0) |
                                           (constant ? kConstant : 0)));
    if (hasGaps) {
        for (std::size_t row = 0; row < values.size(); row += 8) {
            unsigned bits = 0;
            for (std::size_t i = 0; i < 8 && row + i < values.size(); ++i)
                bits |= (values[row + i] != kMissing ? 1U : 0U) << i;
            writer.fixed(static_cast<std::uint8_t>(bits));
        }
    }
    std::int64_t previous = 0;
    for (std::size_t row = 0; row < (constant ? 1 : values.size()); ++row) {
        if (values[row] == kMissing)
            continue;
        writer.zigzag(wrappingDifference(values[row], previous));
        previous = values[row];
    }
    std::int64_t before = 0;
    for (const std::int64_t offset : column.readOffsets) {
        const std::int64_t units = offset / kOffsetUnit;
        writer.zigzag(wrappingDifference(units, before));
        before = units;
    }
}

SampleColumn decodeColumn(ByteReader& reader, std::size_t rows)
{
    SampleColumn column;
    column.channel = static_cast<std::uint32_t>(reader.varint());
    const auto encoding = reader.fixed<std::uint8_t>();
    const auto present = (encoding & kHasGaps) != 0 ? reader.bytes((rows + 7) / 8) : std::span<const std::byte>();
    column.values.assign(rows, kMissing);
    std::int64_t value = 0;
    for (std::size_t row = 0; row < rows && !reader.failed(); ++row) {
        const bool there = present.empty() || ((static_cast<unsigned>(present[row / 8]) >> (row % 8)) & 1U) != 0;
        if (!there)
            continue;
        if (row == 0 || (encoding & kConstant) == 0)
            value = wrappingSum(value, reader.zigzag());
        column.values[row] = value;
    }
    if ((encoding & kHasOffsets) != 0) {
        column.readOffsets.resize(rows);
        std::int64_t units = 0;
        for (std::size_t row = 0; row < rows && !reader.failed(); ++row) {
            units = wrappingSum(units, reader.zigzag());
            constexpr std::int64_t kLimit = std::numeric_limits<std::int64_t>::max() / kOffsetUnit;
            column.readOffsets[row] = std::clamp(units, -kLimit, kLimit) * kOffsetUnit;
        }
    }
    return column;
}

} // namespace

void encodeSamples(ByteWriter& writer, const SampleBlockView& block)
{
    writer.varint(block.group);
    writer.varint(block.times.size());
    writer.varint(block.columns.size());
    encodeTimes(writer, block.times);
    for (const SampleColumnView& column : block.columns)
        encodeColumn(writer, column);
}

Result<SampleBlock> decodeSamples(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    SampleBlock block;
    block.group = static_cast<std::uint32_t>(reader.varint());
    const std::uint64_t rows = reader.varint();
    const std::uint64_t columns = reader.varint();
    if (rows == 0 || rows > kMaxRows || columns > kMaxColumns || rows * columns > kMaxCells ||
        rows > reader.remaining())
        return failure(Error::Code::Corrupt, "A block of samples claims an impossible size; it is left out.");
    block.times = decodeTimes(reader, static_cast<std::size_t>(rows));
    for (std::uint64_t i = 0; i < columns && !reader.failed(); ++i)
        block.columns.push_back(decodeColumn(reader, static_cast<std::size_t>(rows)));
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A block of samples does not hold what it announces; it is left out.");
    return block;
}

} // namespace stepscope::format
