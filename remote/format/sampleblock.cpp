#include "remote/format/bytes.h"
#include "remote/format/records.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace stepscope::format {
namespace {

// Column encodings (FORMAT.md, "samples").
constexpr std::uint8_t kHasGaps = 1;    ///< begins with a bitmap of the present rows
constexpr std::uint8_t kHasOffsets = 2; ///< read offsets follow the values
constexpr std::uint8_t kConstant = 4;   ///< one value for all present rows
constexpr std::uint8_t kAllFlags = kHasGaps | kHasOffsets | kConstant;
constexpr std::int64_t kOffsetUnit = 1000; ///< ns

/// Encodes second differences: one byte per row for a constant period, three or four with delays.
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

void decodeValues(ByteReader& reader, std::vector<std::int64_t>& values)
{
    std::int64_t value = 0;
    for (std::int64_t& stored : values) {
        value = wrappingSum(value, reader.zigzag());
        stored = value;
    }
}

void decodeValuesWithGaps(ByteReader& reader, bool constant, std::vector<std::int64_t>& values)
{
    const auto present = reader.bytes((values.size() + 7) / 8);
    std::int64_t value = 0;
    bool any = false;
    for (std::size_t row = 0; row < values.size() && !reader.failed(); ++row) {
        if (((static_cast<unsigned>(present[row / 8]) >> (row % 8)) & 1U) == 0)
            continue;
        if (!any || !constant)
            value = wrappingSum(value, reader.zigzag());
        any = true;
        values[row] = value;
    }
}

std::vector<std::int64_t> decodeOffsets(ByteReader& reader, std::size_t rows)
{
    constexpr std::int64_t kLimit = std::numeric_limits<std::int64_t>::max() / kOffsetUnit;
    std::vector<std::int64_t> offsets(rows);
    std::int64_t units = 0;
    for (std::int64_t& offset : offsets) {
        units = wrappingSum(units, reader.zigzag());
        offset = std::clamp(units, -kLimit, kLimit) * kOffsetUnit;
    }
    return offsets;
}

/// nullopt = malformed.
std::optional<SampleColumn> decodeColumn(ByteReader& reader, std::size_t rows)
{
    SampleColumn column;
    column.channel = reader.varint32();
    const auto encoding = reader.fixed<std::uint8_t>();
    const bool constant = (encoding & kConstant) != 0;
    const bool hasGaps = (encoding & kHasGaps) != 0;
    // Checked before the allocation, so that a few hostile bytes cannot allocate much memory repeatedly.
    if (reader.failed() || encoding > kAllFlags || (!constant && !hasGaps && rows > reader.remaining()))
        return std::nullopt;
    if (hasGaps) {
        column.values.assign(rows, kMissing);
        decodeValuesWithGaps(reader, constant, column.values);
    } else if (constant) {
        column.values.assign(rows, reader.zigzag());
    } else {
        column.values.resize(rows);
        decodeValues(reader, column.values);
    }
    if ((encoding & kHasOffsets) != 0) {
        if (rows > reader.remaining())
            return std::nullopt;
        column.readOffsets = decodeOffsets(reader, rows);
    }
    return column;
}

} // namespace

void encodeSamples(ByteWriter& writer, const SampleBlockView& block)
{
    assert(!block.times.empty());
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
    block.group = reader.varint32();
    const std::uint64_t rows = reader.varint();
    const std::uint64_t columns = reader.varint();
    if (rows == 0 || rows > kMaxRows || columns > kMaxColumns || rows * columns > kMaxCells ||
        rows > reader.remaining())
        return failure(Error::Code::Corrupt, "A frame of samples has an impossible size; it is ignored.");
    block.times = decodeTimes(reader, static_cast<std::size_t>(rows));
    bool whole = true;
    for (std::uint64_t i = 0; i < columns && whole; ++i) {
        auto column = decodeColumn(reader, static_cast<std::size_t>(rows));
        whole = column.has_value();
        if (whole)
            block.columns.push_back(std::move(*column));
    }
    if (!whole || !reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of samples is malformed; it is ignored.");
    return block;
}

} // namespace stepscope::format
