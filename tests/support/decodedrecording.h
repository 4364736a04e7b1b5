#pragma once

#include "remote/format/framereader.h"
#include "remote/format/records.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::testing {

/// All that a recording's file holds, frame by frame. What cannot be decoded is in `errors`.
struct DecodedRecording
{
    std::string header;
    std::string footer;
    std::vector<std::string> facts;
    std::vector<format::SampleBlock> blocks;
    std::vector<std::string> names{""}; ///< by id
    std::vector<format::Op> ops{{}};    ///< by id
    std::vector<format::Lane> lanes;
    std::vector<format::SpanBlock> spans;
    std::vector<format::Step> steps;
    std::vector<format::LogChunk> log;
    std::vector<format::Event> events;
    std::vector<format::ClockPair> clocks;
    std::map<format::FrameType, std::uint64_t> bytes; ///< frames with their headers
    std::vector<format::FrameType> order;
    format::ReadDamage damage;
    std::vector<std::string> errors;

    struct Series
    {
        std::vector<std::int64_t> times; ///< read offsets added
        std::vector<std::int64_t> values;
    };
    /// Channel ids of the header; -1 when there is none of that name.
    [[nodiscard]] std::int64_t channel(std::string_view name) const;
    [[nodiscard]] Series series(std::string_view name) const;
    [[nodiscard]] std::string logText(format::LogChunk::Stream stream) const;
    /// Number of events whose details contain this text.
    [[nodiscard]] std::size_t eventsWith(std::string_view text) const;
    /// Number of lost things of this kind ("spans", "samples") that events tell.
    [[nodiscard]] std::uint64_t told(std::string_view what) const;
    [[nodiscard]] std::size_t spanCount() const;
    /// Values that are no gaps.
    [[nodiscard]] std::uint64_t sampleCount() const;
};

DecodedRecording decodeRecording(const std::string& path);
DecodedRecording decodeBytes(std::string_view bytes);

} // namespace stepscope::testing
