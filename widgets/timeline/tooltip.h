#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/geometry.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

/// Content of a tooltip: a title, and lines of "name<TAB>value" or plain text.
struct TooltipText
{
    QString title;
    QStringList lines;
};

/// The tooltip of a box. Times count from `start`. `rail` is the channel for the energy of spans and steps; none = the
/// input of the module.
[[nodiscard]] TooltipText tooltipOf(const trace::TraceView& view, const Box& box, std::int64_t start,
                                    std::optional<std::size_t> rail = {});

/// The tooltip of channels at a pixel: their values or extremes within the pixel, and the properties of the sensor.
/// `channels` are indices into TraceView::channels().
[[nodiscard]] TooltipText tooltipOf(const trace::TraceView& view, const std::vector<std::size_t>& channels,
                                    trace::TimeRange pixel);

/// The parent of a span, one depth above; nothing at the outermost depth.
[[nodiscard]] std::optional<std::size_t> parentOf(const trace::LaneView& lane, std::size_t span);
/// The self time of a span, ns: its duration without that of its children. Nothing if more than 20,000 spans begin
/// within it, which would take longer than a millisecond.
[[nodiscard]] std::optional<std::int64_t> selfTimeOf(const trace::LaneView& lane, std::size_t span);

} // namespace stepscope::widgets
