#pragma once

#include "analysis/trace/model.h"

#include <QList>
#include <QString>

namespace stepscope::widgets {

/// A place that somebody wants to find again, and why. A moment is a range without length.
struct Bookmark
{
    trace::TimeRange range; ///< ns
    QString note;

    bool operator==(const Bookmark&) const = default;
};
using Bookmarks = QList<Bookmark>;

} // namespace stepscope::widgets
