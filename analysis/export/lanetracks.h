#pragma once

#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Distributes the spans of a lane over tracks in which they nest, as other programs require: each span goes to the
/// first track where it does. Nearly all lanes need one track.
class LaneTracks
{
public:
    static constexpr std::size_t kMost = 64; ///< tracks of a lane

    /// The track of the next span, in the order of the lane; none if it nests in no track. `ended` is called with the
    /// track and end time of each earlier span of that track that has ended, in order of time.
    using Ended = std::function<void(std::size_t track, std::int64_t end)>;
    [[nodiscard]] std::optional<std::size_t> add(const trace::SpanRecord& span, const Ended& ended = {});
    /// Ends all spans.
    void finish(const Ended& ended);
    [[nodiscard]] std::size_t count() const { return m_open.size(); }

private:
    std::vector<std::vector<std::int64_t>> m_open; ///< by track: ends of the spans that contain the next one
};

/// Index of the deepest span of the lane that starts at the time; none if there is none.
std::optional<std::size_t> spanAt(const trace::LaneView& lane, std::int64_t start);

/// Visits all links from the lane (`isCause`) or to it, in order of the start of the span in this lane, in bounded
/// memory. The visitor returns false to stop.
void visitLinks(const trace::TraceView& view, std::size_t lane, bool isCause,
                const std::function<bool(const trace::SpanLink&)>& visit);

} // namespace stepscope::analysis
