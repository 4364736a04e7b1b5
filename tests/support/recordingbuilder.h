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

/// Recordings in memory, for tests of all readers.
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

    /// The header to write. It is written before the first other record; later changes have no effect.
    trace::RunHeader& describe() { return m_header; }
    /// Adds a channel to the header and returns its id, which this function assigns.
    std::uint32_t channel(trace::Channel channel);
    /// Writes this text as the header immediately, instead of describe().
    RecordingBuilder& header(std::string_view json);

    /// Values in the channel's raw unit, format::kMissing = gap. Any number of rows.
    RecordingBuilder& samples(std::uint32_t channel, std::span<const std::int64_t> times,
                              std::span<const std::int64_t> values);
    RecordingBuilder& samples(std::uint32_t channel, std::initializer_list<std::int64_t> times,
                              std::initializer_list<std::int64_t> values);
    RecordingBuilder& samples(const format::SampleBlockView& block);

    /// Returns the id of the op. The first call for an op writes its names and the op.
    std::uint32_t op(std::string_view name, std::string_view shapes = {}, std::string_view module = {},
                     std::string_view category = "op");
    RecordingBuilder& lane(const format::Lane& lane);
    RecordingBuilder& spans(std::uint32_t lane, std::span<const trace::SpanRecord> spans);
    RecordingBuilder& spans(std::uint32_t lane, std::initializer_list<trace::SpanRecord> spans);
    RecordingBuilder& steps(std::span<const format::Step> steps);
    RecordingBuilder& steps(std::initializer_list<format::Step> steps);
    RecordingBuilder& work(std::initializer_list<format::OpWork> rows);
    RecordingBuilder& metric(std::string_view name, const std::vector<format::MetricValue>& values);
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
    /// Bytes without a frame, to simulate damage.
    RecordingBuilder& raw(std::span<const std::byte> bytes);

    /// The recording so far.
    const std::vector<std::byte>& bytes();
    /// The bytes added since the last call, for tests that stream.
    std::vector<std::byte> takeNew();
    /// Offsets of all frames and of the end: the recording can be truncated there without a torn tail.
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
    bool gpu = true;             ///< GPU load and frequency, a GPU stream with kernels
    bool rails = true;           ///< VDD_IN and what it contains
    bool hasSensorFacts = false; ///< the driver states the averaging window of the rails
    bool ended = true;           ///< whether there is a footer; without it the run seems to continue
    bool troubled = true;        ///< one core goes offline for a while, a loss and two events
    bool marksSteps = true;      ///< false = steps can only be detected from the samples
    unsigned seed = 1;
};
/// A simulated training on a Jetson TX2: cores of two clusters, rails, memory, temperatures, steps, and ops nested
/// three deep on the main and the backward thread. Time begins at 1000 s. The records are in the order in which an
/// agent writes them, one batch per step.
RecordingBuilder makeTraining(const TrainingOptions& options = {});
/// The bytes of makeTraining().
std::vector<std::byte> makeTrainingRecording(const TrainingOptions& options = {});

/// A view of the complete recording; asserts that it is valid.
trace::TraceView viewOf(std::span<const std::byte> recording);
/// Writes the bytes to a file; asserts success.
void writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

} // namespace stepscope::testing
