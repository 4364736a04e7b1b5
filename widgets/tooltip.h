#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/geometry.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace stepscope::widgets {

/// What a tooltip says about a box: a title, and lines of "what<TAB>how much" or plain text.
struct TooltipText
{
    QString title;
    QStringList lines;
};

[[nodiscard]] TooltipText tooltipOf(const trace::TraceView& view, const Box& box, std::int64_t start);

} // namespace stepscope::widgets
