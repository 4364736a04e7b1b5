#pragma once

#include "remote/format/framereader.h"
#include "remote/format/records.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::testing {

/// The decoded frames of a recording. A frame that cannot be decoded adds a line to `errors`.
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
    std::map<format::FrameType, std::uint64_t> bytes; ///< by type, including frame headers
    std::vector<format::FrameType> order;             ///< types of all frames
    format::ReadDamage damage;
    std::vector<std::string> errors;

    struct Series
    {
        std::vector<std::int64_t> times; ///< including read offsets
        std::vector<std::int64_t> values;
    };
    /// Id of the channel with this name in the header; -1 = none.
    [[nodiscard]] std::int64_t channel(std::string_view name) const;
    [[nodiscard]] Series series(std::string_view name) const;
    [[nodiscard]] std::string logText(format::LogChunk::Stream stream) const;
    /// Number of events whose details contain this text.
    [[nodiscard]] std::size_t eventsWith(std::string_view text) const;
    /// Category of an op ("op", "kernel", "memcpy", ...); "?" = the op is not defined.
    [[nodiscard]] std::string category(std::uint32_t op) const;
    /// Sum of the counts of the loss events of this kind ("spans", "samples").
    [[nodiscard]] std::uint64_t lossCount(std::string_view what) const;
    [[nodiscard]] std::size_t spanCount() const;
    /// Number of values without gaps.
    [[nodiscard]] std::uint64_t sampleCount() const;
};

DecodedRecording decodeRecording(const std::string& path);
DecodedRecording decodeBytes(std::string_view bytes);

} // namespace stepscope::testing
