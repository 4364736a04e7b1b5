#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/marks/spanplace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Resolves the causal links of a recording to spans.
namespace stepscope::widgets {

struct LinkedSpans
{
    SpanPlace from; ///< the launch
    SpanPlace to;   ///< the kernel
    bool operator==(const LinkedSpans&) const = default;
};

/// The deepest span of the lane that starts at exactly this time.
[[nodiscard]] std::optional<SpanPlace> spanStartingAt(const trace::TraceView& view, std::size_t lane,
                                                      std::int64_t start);

/// The kernels that the span or its children launched; at most the first `most`.
[[nodiscard]] std::vector<LinkedSpans> effectsOf(const trace::TraceView& view, SpanPlace place, std::size_t most);
/// The spans that launched this span; at most the first `most`.
[[nodiscard]] std::vector<LinkedSpans> causesOf(const trace::TraceView& view, SpanPlace place, std::size_t most);

} // namespace stepscope::widgets
