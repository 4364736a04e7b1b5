#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/geometry.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

/// What a tooltip says: a title, and lines of "what<TAB>how much" or plain text.
struct TooltipText
{
    QString title;
    QStringList lines;
};

/// Of a box. Times are told from `start` on; `rail` is the channel whose energy is told of spans and steps, none = the
/// module's input.
[[nodiscard]] TooltipText tooltipOf(const trace::TraceView& view, const Box& box, std::int64_t start,
                                    std::optional<std::size_t> rail = {});

/// Of channels at a pixel: their values, what they were within it, and what is known of their sensor. `channels` are
/// indices into TraceView::channels().
[[nodiscard]] TooltipText tooltipOf(const trace::TraceView& view, const std::vector<std::size_t>& channels,
                                    trace::TimeRange pixel);

/// The span around a span on the depth above it; nothing at the outermost depth.
[[nodiscard]] std::optional<std::size_t> parentOf(const trace::LaneView& lane, std::size_t span);
/// Time of a span that no span below it takes, ns; nothing when there are too many below it to be counted while a
/// pointer moves.
[[nodiscard]] std::optional<std::int64_t> selfTimeOf(const trace::LaneView& lane, std::size_t span);

} // namespace stepscope::widgets
