#pragma once

#include "remote/format/bytes.h"
#include "remote/format/frame.h"
#include "remote/format/records.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Random records with a fixed seed, biased towards extreme values, and their encodings.
namespace stepscope::format {

using Bytes = std::vector<std::byte>;

/// The bytes that `encode(writer)` writes.
template <typename Encode>
Bytes encoded(Encode encode, std::size_t capacity = std::size_t{8} << 20U)
{
    thread_local Bytes memory;
    if (memory.size() < capacity)
        memory.resize(capacity);
    ByteWriter writer({memory.data(), capacity});
    encode(writer);
    assert(!writer.overflowed());
    return {writer.written().begin(), writer.written().end()};
}

inline void operator+=(Bytes& bytes, const Bytes& more)
{
    bytes.insert(bytes.end(), more.begin(), more.end());
}

inline Bytes framed(FrameType type, const Bytes& payload)
{
    return encoded([&](ByteWriter& writer) { writeFrame(writer, type, payload); });
}

inline Bytes fileHeader()
{
    return encoded([](ByteWriter& writer) { writeFileHeader(writer); });
}

class RandomRecords
{
public:
    explicit RandomRecords(std::uint64_t seed)
        : m_engine(seed)
    {}

    std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : m_engine() % bound; }

    /// Mostly small values, often extreme values, sometimes any value; never kMissing.
    std::int64_t value()
    {
        constexpr std::array kSpecial = {std::int64_t{0},
                                         std::int64_t{-1},
                                         std::int64_t{63},
                                         std::int64_t{-65},
                                         std::numeric_limits<std::int64_t>::max(),
                                         std::numeric_limits<std::int64_t>::min() + 1};
        switch (below(4)) {
        case 0:
            return kSpecial[below(kSpecial.size())];
        case 1:
            return std::max(static_cast<std::int64_t>(m_engine()), kMissing + 1);
        default:
            return static_cast<std::int64_t>(below(20000)) - 10000;
        }
    }
    std::uint32_t id()
    {
        return below(8) == 0 ? std::numeric_limits<std::uint32_t>::max() : static_cast<std::uint32_t>(below(300));
    }
    std::string text(std::size_t longest)
    {
        std::string text(below(longest + 1), ' ');
        for (char& letter : text)
            letter = static_cast<char>(below(256));
        return text;
    }

    SampleColumn column(std::size_t rows)
    {
        SampleColumn column;
        column.channel = id();
        const std::uint64_t kind = below(4);
        const std::int64_t constant = value();
        for (std::size_t row = 0; row < rows; ++row) {
            const bool gap = (kind == 1 && below(3) == 0) || (kind == 2 && below(50) != 0);
            column.values.push_back(gap ? kMissing : kind == 0 ? constant : value());
        }
        if (below(3) == 0) {
            for (std::size_t row = 0; row < rows; ++row)
                column.readOffsets.push_back((static_cast<std::int64_t>(below(20000)) - 5000) * 1000);
        }
        return column;
    }
    SampleBlock samples(std::size_t mostRows = 300)
    {
        SampleBlock block;
        block.group = id();
        const std::size_t rows = 1 + below(mostRows);
        for (std::size_t row = 0; row < rows; ++row)
            block.times.push_back(value());
        const std::size_t columns = below(9);
        for (std::size_t i = 0; i < columns; ++i)
            block.columns.push_back(column(rows));
        return block;
    }
    SpanBlock spans(std::size_t most = 300)
    {
        SpanBlock block;
        block.lane = id();
        const std::size_t count = below(most + 1);
        for (std::size_t i = 0; i < count; ++i) {
            block.starts.push_back(value());
            block.durations.push_back(value());
            block.ops.push_back(id());
            block.depths.push_back(static_cast<std::uint8_t>(below(2) == 0 ? below(256) : below(6)));
        }
        return block;
    }
    std::vector<Step> steps(std::size_t most = 100)
    {
        std::vector<Step> steps(below(most + 1));
        for (Step& step : steps)
            step = Step{below(2) == 0 ? m_engine() : below(1000), value(), value(),
                        below(2) == 0 ? m_engine() : 32,          id(),    id()};
        return steps;
    }

    LinkBlock links(std::size_t most = 100)
    {
        LinkBlock block{id(), id(), std::vector<Link>(below(most + 1))};
        for (Link& link : block.links)
            link = {value(), value()};
        return block;
    }

    /// A frame of a random type with a valid payload.
    Bytes frame()
    {
        switch (below(5)) {
        case 0:
            return framed(FrameType::Samples, payloadOf(samples(20)));
        case 1:
            return framed(FrameType::Spans, payloadOf(spans(20)));
        case 2: {
            const auto list = steps(5);
            return framed(FrameType::Steps, encoded([&](ByteWriter& writer) { encodeSteps(writer, list); }));
        }
        case 3: {
            const std::string words = text(60);
            return framed(FrameType::Log, encoded([&](ByteWriter& writer) {
                              encodeLog(writer, value(), LogChunk::Stream::Output, words);
                          }));
        }
        default:
            return framed(FrameType::Clock, encoded([&](ByteWriter& writer) {
                              encodeClock(writer, {value(), value(), value()});
                          }));
        }
    }

    static Bytes payloadOf(const SampleBlock& block)
    {
        std::vector<SampleColumnView> columns;
        for (const SampleColumn& column : block.columns)
            columns.push_back({column.channel, column.values, column.readOffsets});
        return encoded([&](ByteWriter& writer) { encodeSamples(writer, {block.group, block.times, columns}); });
    }
    static Bytes payloadOf(const SpanBlock& block)
    {
        return encoded([&](ByteWriter& writer) {
            encodeSpans(writer, {block.lane, block.starts, block.durations, block.ops, block.depths});
        });
    }

private:
    std::mt19937_64 m_engine;
};

/// A recording of `count` random frames. `starts` receives the offset of each frame and the end.
inline Bytes randomRecording(std::uint64_t seed, std::size_t count, std::vector<std::size_t>* starts = nullptr)
{
    RandomRecords random(seed);
    Bytes recording = fileHeader();
    for (std::size_t i = 0; i < count; ++i) {
        if (starts)
            starts->push_back(recording.size());
        recording += random.frame();
    }
    if (starts)
        starts->push_back(recording.size());
    return recording;
}

} // namespace stepscope::format
