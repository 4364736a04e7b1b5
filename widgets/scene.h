#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/rowhand.h"
#include "widgets/rows.h"
#include "widgets/scenemarks.h"
#include "widgets/theme.h"
#include "widgets/timeaxis.h"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <optional>

namespace stepscope::widgets {

/// Everything that the parts of one timeline draw from.
struct Scene : SceneMarks
{
    trace::TraceView view;
    TimeAxis* axis = nullptr;
    Theme theme = Theme::light();
    Rows rows;
    int scroll = 0; ///< px of rows above the first one in sight, of those that are not pinned
    RowHand hand;   ///< on the labels
    QString title;  ///< over the ruler; empty = none

    std::optional<trace::TimeRange> band; ///< that will be zoomed to

    std::optional<QPointF> pointer; ///< on the canvas
    std::optional<Box> hovered;     ///< px of its row's data
    std::size_t hoveredRow = kNoIndex;
    bool rested = false; ///< the pointer has been there for a moment

    /// What the picture shows: everything that is drawn or hit is by this, not by where the axis is going to.
    [[nodiscard]] trace::TimeRange shown() const { return axis->shown(); }
    /// Times are told from here on, ns.
    [[nodiscard]] std::int64_t start() const { return axis->extent().begin; }
};

} // namespace stepscope::widgets
