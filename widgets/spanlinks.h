#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/spanplace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Which spans a span caused and which caused it, found in the lanes.
namespace stepscope::widgets {

struct LinkedSpans
{
    SpanPlace from; ///< the launch
    SpanPlace to;   ///< the kernel
    bool operator==(const LinkedSpans&) const = default;
};

/// The deepest span of the lane that starts at this time.
[[nodiscard]] std::optional<SpanPlace> spanStartingAt(const trace::TraceView& view, std::size_t lane,
                                                      std::int64_t start);

/// Kernels that were launched by the span or anything within it; the first `most` of them.
[[nodiscard]] std::vector<LinkedSpans> effectsOf(const trace::TraceView& view, SpanPlace place, std::size_t most);
/// What launched the span.
[[nodiscard]] std::vector<LinkedSpans> causesOf(const trace::TraceView& view, SpanPlace place, std::size_t most);

} // namespace stepscope::widgets
