#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/bookmark.h"
#include "widgets/cursors.h"
#include "widgets/opsearch.h"
#include "widgets/rows.h"
#include "widgets/spanlinks.h"
#include "widgets/theme.h"
#include "widgets/timeaxis.h"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::widgets {

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

    std::shared_ptr<const SpanIndex> lit; ///< found by a search, everything else faded; null = no search
    std::vector<LinkedSpans> links;       ///< drawn as arrows
    Cursors cursors;
    Bookmarks bookmarks;
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
