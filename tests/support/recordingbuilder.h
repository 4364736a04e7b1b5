#pragma once

#include "analysis/trace/model.h"
#include "analysis/trace/traceview.h"
#include "remote/format/frame.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// Recordings made in memory, for tests of everything that reads them.
namespace stepscope::testing {

/// Writes a recording record by record, in the order of the calls:
///
///     RecordingBuilder builder;
///     const auto power = builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001});
///     builder.samples(power, {0, 10'000'000}, {5000, 5200}).footer();
///     const trace::TraceView view = viewOf(builder.bytes());
class RecordingBuilder
{
public:
    RecordingBuilder();

    /// What the header will say; it is written before the first other record, and a change after that says nothing.
    trace::RunHeader& describe() { return m_header; }
    /// Adds a channel to the header and returns its id, which is given here.
    std::uint32_t channel(trace::Channel channel);
    /// This text as the header instead, now.
    RecordingBuilder& header(std::string_view json);

    /// Values in the channel's raw unit, format::kMissing = gap. Any number of rows.
    RecordingBuilder& samples(std::uint32_t channel, std::span<const std::int64_t> times,
                              std::span<const std::int64_t> values);
    RecordingBuilder& samples(std::uint32_t channel, std::initializer_list<std::int64_t> times,
                              std::initializer_list<std::int64_t> values);
    RecordingBuilder& samples(const format::SampleBlockView& block);

    /// Id of this op; the first time it is asked for, its names and itself are written.
    std::uint32_t op(std::string_view name, std::string_view shapes = {}, std::string_view module = {},
                     std::string_view category = "op");
    RecordingBuilder& lane(const format::Lane& lane);
    RecordingBuilder& spans(std::uint32_t lane, std::span<const trace::SpanRecord> spans);
    RecordingBuilder& spans(std::uint32_t lane, std::initializer_list<trace::SpanRecord> spans);
    RecordingBuilder& steps(std::span<const format::Step> steps);
    RecordingBuilder& steps(std::initializer_list<format::Step> steps);
    RecordingBuilder& work(std::initializer_list<format::OpWork> rows);
    RecordingBuilder& links(std::uint32_t fromLane, std::uint32_t toLane, std::span<const format::Link> links);
    RecordingBuilder& clock(const format::ClockPair& pair);
    RecordingBuilder& log(std::int64_t time, std::string_view text,
                          format::LogChunk::Stream stream = format::LogChunk::Stream::Output);
    RecordingBuilder& event(std::int64_t time, format::Event::Severity severity, std::string_view kind,
                            std::string_view text);
    RecordingBuilder& loss(const trace::Loss& loss);
    RecordingBuilder& facts(std::string_view json);
    RecordingBuilder& footer(const trace::RunEnding& ending = {.state = "ended"});
    RecordingBuilder& footer(std::string_view json);

    /// A frame with any payload.
    RecordingBuilder& frame(format::FrameType type, std::span<const std::byte> payload);
    /// Bytes that are no frame: damage.
    RecordingBuilder& raw(std::span<const std::byte> bytes);

    /// The recording so far.
    const std::vector<std::byte>& bytes();
    /// What was added since the last call, for tests that stream.
    std::vector<std::byte> takeNew();
    /// Offsets at which frames begin, and the end: where a recording can be cut without a torn tail.
    const std::vector<std::size_t>& frameOffsets();

private:
    std::uint32_t name(std::string_view text);
    void writeHeader();
    RecordingBuilder& text(format::FrameType type, std::string_view json);

    trace::RunHeader m_header;
    std::vector<std::byte> m_bytes;
    std::vector<std::size_t> m_offsets;
    std::map<std::string, std::uint32_t, std::less<>> m_names;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> m_ops;
    std::size_t m_taken = 0;
    bool m_headerWritten = false;
};

/// The header's JSON as the agent writes it.
std::string headerJson(const trace::RunHeader& header);

struct TrainingOptions
{
    std::uint64_t steps = 40;
    std::int64_t stepNs = 200'000'000; ///< +- 5 %
    std::uint64_t tracedFrom = 4;      ///< ops are recorded in steps tracedFrom..tracedTo
    std::uint64_t tracedTo = 8;
    std::int64_t periodNs = 10'000'000;
    std::uint64_t batchSize = 32;
    bool gpu = true;        ///< GPU load and frequency, a GPU stream with kernels
    bool rails = true;      ///< VDD_IN and what it contains
    bool ended = true;      ///< with a footer; else as if it still ran
    bool troubled = true;   ///< one core goes offline for a while, a loss and two events
    bool marksSteps = true; ///< else only the samples tell
    unsigned seed = 1;
};
/// A training that could have been recorded on a Jetson TX2: cores of two clusters, rails, memory, temperatures, steps,
/// ops nested three deep on the main and the backward thread. Time begins at 1000 s. Records come in the order in
/// which an agent would write them, one batch a step.
RecordingBuilder makeTraining(const TrainingOptions& options = {});
/// Its bytes.
std::vector<std::byte> makeTrainingRecording(const TrainingOptions& options = {});

/// The whole recording as a view; asserts that it is one.
trace::TraceView viewOf(std::span<const std::byte> recording);
/// Writes the bytes to a file; asserts that it can.
void writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

} // namespace stepscope::testing
