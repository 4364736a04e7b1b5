#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/rows.h"
#include "widgets/theme.h"
#include "widgets/timeaxis.h"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace stepscope::widgets {

/// One instance of an op: indices into TraceView::lanes() and into that lane.
struct SpanPlace
{
    std::size_t lane = kNoIndex;
    std::size_t index = kNoIndex;

    [[nodiscard]] bool isNone() const { return lane == kNoIndex; }
    bool operator==(const SpanPlace&) const = default;
};

/// Everything that the parts of one timeline draw from.
struct Scene
{
    trace::TraceView view;
    TimeAxis* axis = nullptr;
    Theme theme = Theme::light();
    Rows rows;
    int scroll = 0; ///< px of rows above the first one in sight
    QString title;  ///< over the ruler; empty = none

    SpanPlace selected;
    std::uint32_t focusedOp = 0; ///< 0 = all alike

    std::optional<QPointF> pointer; ///< on the canvas
    std::optional<Box> hovered;     ///< px of its row's data
    std::size_t hoveredRow = kNoIndex;

    /// Times are told from here on, ns.
    [[nodiscard]] std::int64_t start() const { return axis->extent().begin; }
};

} // namespace stepscope::widgets
