#pragma once

#include "analysis/trace/model.h"
#include "widgets/marks/cursors.h"
#include "widgets/marks/opsearch.h"
#include "widgets/marks/spanlinks.h"

#include <QList>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope::widgets {

/// A place in a recording with a note. An instant is an empty range.
struct Bookmark
{
    trace::TimeRange range; ///< ns
    QString note;

    bool operator==(const Bookmark&) const = default;
};
using Bookmarks = QList<Bookmark>;

/// What the user has placed or highlighted on a timeline. A figure can show it, too.
struct SceneMarks
{
    SpanPlace selected;
    std::uint32_t focusedOp = 0;                  ///< other ops are faded; 0 = none are
    std::shared_ptr<const SpanIndex> highlighted; ///< search results: all other spans are faded; null = no search
    std::vector<LinkedSpans> links;               ///< drawn as arrows
    Cursors cursors;
    Bookmarks bookmarks;
};

} // namespace stepscope::widgets
