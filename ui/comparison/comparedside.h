#pragma once

#include "analysis/trace/traceview.h"

#include <QString>

namespace stepscope::ui {

/// One side of a comparison.
struct ComparedSide
{
    trace::TraceView view;
    trace::TimeRange range;
    QString name;
    bool isPart = false; ///< a chosen range, not the whole run
};

} // namespace stepscope::ui
