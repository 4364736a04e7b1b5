#pragma once

#include "analysis/trace/model.h"

#include <QList>
#include <QString>

namespace stepscope::widgets {

/// A place in a recording with a note. An instant is an empty range.
struct Bookmark
{
    trace::TimeRange range; ///< ns
    QString note;

    bool operator==(const Bookmark&) const = default;
};
using Bookmarks = QList<Bookmark>;

} // namespace stepscope::widgets
