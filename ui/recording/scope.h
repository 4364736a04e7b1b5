#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/marks/spanplace.h"

#include <QString>

#include <optional>
#include <vector>

namespace stepscope::widgets {
class TimeAxis;
}

namespace stepscope::ui {

/// What the figures of a page are of.
struct Scope
{
    QString title;
    std::vector<trace::TimeRange> ranges; ///< disjoint and in order of time: figures are those of all together
    trace::TimeRange last;                ///< of them, the one that was selected last
    QString note{};
};

/// The name of selected ranges: "Selection", or "Sum of 3 selections, 1.2 s".
[[nodiscard]] QString selectionTitle(const std::vector<trace::TimeRange>& ranges);
/// Excludes the first steps, as every report does: the training warms up during them, which would distort the figures.
[[nodiscard]] Scope wholeRun(const trace::TraceView& view, std::size_t skippedSteps);
/// Of the tables: the selections, else the whole run. They do not follow the visible range: going to an op would empty
/// them.
[[nodiscard]] Scope tableScope(const trace::TraceView& view, const widgets::TimeAxis& axis, std::size_t skippedSteps);
/// The title of a table of ops: says in how many steps they were recorded, if not in all of them.
[[nodiscard]] QString opsTitle(const trace::TraceView& view, const Scope& scope);
/// Of the inspector: the span, else the selections, else the visible range.
[[nodiscard]] Scope inspectorScope(const trace::TraceView& view, const widgets::TimeAxis& axis,
                                   std::optional<widgets::SpanPlace> span, std::size_t skippedSteps);
/// Index of the step that the user looks at: at the selection, else at the crosshair, else in the middle. The recording
/// has steps.
[[nodiscard]] std::size_t stepInView(const trace::TraceView& view, const widgets::TimeAxis& axis);

} // namespace stepscope::ui
