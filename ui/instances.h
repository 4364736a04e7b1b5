#pragma once

#include "analysis/trace/traceview.h"

#include <optional>

namespace stepscope::ui {

/// Where a span is: indices as in TraceView::lanes() and LaneView::span().
struct SpanPlace
{
    std::size_t lane = 0;
    std::size_t span = 0;
    bool operator==(const SpanPlace&) const = default;
};

/// A search looks at no more spans than this: it runs in the GUI thread, well within a frame or two.
inline constexpr std::size_t kSpansSearched = 1'000'000;

/// The next (or previous) instance of `op`, or of one of the same name and shapes, after `from`, lane by lane, around
/// the ends. Nothing when there is no other within reach.
[[nodiscard]] std::optional<SpanPlace> nextInstance(const trace::TraceView& view, std::uint32_t op, SpanPlace from,
                                                    bool forward);

} // namespace stepscope::ui
