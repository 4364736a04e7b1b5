#pragma once

#include "analysis/trace/model.h"
#include "remote/format/frame.h"
#include "remote/format/recordingfile.h"
#include "remote/format/records.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Writes a recording sequentially. After an error, close() returns it and further records are ignored.
class RecordingWriter
{
public:
    explicit RecordingWriter(format::RecordingFile file);

    void header(std::string_view json);
    void clock(const format::ClockPair& pair);
    void samples(const format::SampleBlockView& block);
    /// Names with ids from 1 in this order, each at most kMaxName bytes.
    void names(std::span<const std::string> names);
    void ops(std::span<const format::Op> ops);
    void lane(const format::Lane& lane);
    /// At most kMaxSpans.
    void spans(const format::SpanBlockView& block);
    /// `lanes`: from, to.
    void links(std::pair<std::uint32_t, std::uint32_t> lanes, std::span<const format::Link> links);
    void steps(std::span<const format::Step> steps);
    void loss(const trace::Loss& loss);
    void log(std::int64_t time, std::string_view text);
    /// `text`: one line for the user.
    void event(std::int64_t time, format::Event::Severity severity, std::string_view kind, std::string_view text);
    void footer(std::string_view json);
    /// Writes buffered data. No record may follow.
    format::Result<void> close();

    [[nodiscard]] bool failed() const { return m_error.has_value(); }

private:
    template <typename Encode>
    void record(format::FrameType type, Encode encode);
    void frame(format::FrameType type, std::span<const std::byte> payload);
    void flush();

    format::RecordingFile m_file;
    std::vector<std::byte> m_payload;
    std::vector<std::byte> m_waiting;
    std::optional<format::Error> m_error;
};

struct NestedSpan
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns, not negative
    std::uint32_t op = 0;
    std::uint8_t depth = 0;
};

struct Nesting
{
    std::uint64_t overlaps = 0; ///< spans that begin within another span and end after it
    std::uint64_t tooDeep = 0;  ///< spans inside more than 255 others; their depth is 255
};

/// Sorts the spans of one lane, parents before children, and sets their depths. A span that overlaps another one
/// without being nested in it gets the next depth, so that spans never cover each other. O(n log n).
Nesting nestSpans(std::vector<NestedSpan>& spans);

/// The JSON of the header (FORMAT.md), for recordings that no agent wrote. Bytes that are not UTF-8 are replaced.
std::string headerText(const trace::RunHeader& header);

/// Amounts of data, for the footer.
struct RecordingTotals
{
    std::uint64_t samples = 0;
    std::uint64_t spans = 0;
    std::uint64_t steps = 0;
    std::uint64_t losses = 0;
};
/// The JSON of the footer of a run that ended at `endNs`.
std::string footerText(std::int64_t endNs, const RecordingTotals& totals);

/// Collects rows of one group of channels with ids 0, 1, 2, ... and writes them in blocks.
class SampleRows
{
public:
    SampleRows(RecordingWriter& recording, std::size_t channels);

    /// Starts a row without values.
    void begin(std::int64_t time);
    void set(std::size_t channel, std::int64_t value);
    [[nodiscard]] bool isSet(std::size_t channel) const;
    /// Writes buffered rows.
    void flush();
    /// Number of values set so far.
    [[nodiscard]] std::uint64_t samples() const { return m_samples; }

private:
    RecordingWriter& m_recording;
    std::size_t m_mostRows;
    std::vector<std::int64_t> m_times;
    std::vector<std::vector<std::int64_t>> m_columns;
    std::uint64_t m_samples = 0;
};

} // namespace stepscope::analysis
