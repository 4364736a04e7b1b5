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
    /// Names with consecutive ids in this order, each at most kMaxName bytes.
    void names(std::span<const std::string> names, std::uint32_t firstId = 1);
    void ops(std::span<const format::Op> ops, std::uint32_t firstId = 1);
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
    /// An event with more than a text (FORMAT.md): a JSON object.
    void eventDetails(std::int64_t time, format::Event::Severity severity, std::string_view json);
    void footer(std::string_view json);
    /// A frame of another recording, with the same payload.
    void copy(const format::Frame& frame);
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

} // namespace stepscope::analysis
