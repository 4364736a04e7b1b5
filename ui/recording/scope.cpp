#include "ui/recording/scope.h"

#include "analysis/metrics/metrics.h"
#include "ui/parts/quantities.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <algorithm>
#include <cstdlib>

namespace stepscope::ui {
namespace {

Scope scopeOf(const QString& title, trace::TimeRange range, const QString& note = {})
{
    return {title, {range}, range, note};
}

/// The step that the view was zoomed to: it is shown with a margin, which is not part of its figures. Panning within
/// the margin keeps it; at the ends of the recording the margin lies on one side.
std::optional<format::Step> zoomedStep(const trace::TraceView& view, trace::TimeRange visible)
{
    const std::size_t i = view.stepLowerBound(visible.begin + visible.duration() / 2);
    if (i >= view.stepCount())
        return std::nullopt;
    const format::Step step = view.step(i);
    const std::int64_t shown = widgets::TimelineWidget::around({step.start, step.end}).duration();
    const bool isZoomed = step.start >= visible.begin && step.end <= visible.end &&
                          std::abs(shown - visible.duration()) <= shown / 1000; // rounding
    return isZoomed ? std::optional(step) : std::nullopt;
}

} // namespace

QString selectionTitle(const std::vector<trace::TimeRange>& ranges)
{
    if (ranges.size() < 2)
        return RecordingPage::tr("Selection");
    double seconds = 0;
    for (const trace::TimeRange& range : ranges)
        seconds += range.seconds();
    return RecordingPage::tr("Sum of %1 selections, %2").arg(ranges.size()).arg(duration(seconds));
}

Scope wholeRun(const trace::TraceView& view, std::size_t skippedSteps)
{
    const analysis::RunWindow window = analysis::runWindow(view, skippedSteps);
    const QString note = window.skippedSteps == 0 ? QString()
                         : window.skippedSteps == 1
                             ? RecordingPage::tr("without the first step")
                             : RecordingPage::tr("without the first %1 steps").arg(window.skippedSteps);
    if (window.skippedSteps == 0 || window.skippedSteps >= view.stepCount())
        return scopeOf(RecordingPage::tr("Whole run"), window.range, note);
    const auto first = view.step(window.skippedSteps).index;
    const auto last = view.step(view.stepCount() - 1).index;
    return scopeOf(first == last ? RecordingPage::tr("Step %1").arg(first)
                                 : RecordingPage::tr("Steps %1–%2").arg(first).arg(last),
                   window.range, note);
}

Scope tableScope(const trace::TraceView& view, const widgets::TimeAxis& axis, std::size_t skippedSteps)
{
    if (const auto selection = axis.selection())
        return {selectionTitle(axis.selections()), axis.selections(), *selection};
    return wholeRun(view, skippedSteps);
}

QString opsTitle(const trace::TraceView& view, const Scope& scope)
{
    std::size_t steps = 0;
    std::size_t traced = 0;
    std::size_t next = 0; // a step that two ranges touch counts once
    for (const trace::TimeRange& range : scope.ranges) {
        for (next = std::max(next, view.stepLowerBound(range.begin)); next < view.stepCount(); ++next) {
            const format::Step step = view.step(next);
            if (step.start >= range.end)
                break;
            ++steps;
            traced += (step.flags & format::Step::kTraced) != 0 ? 1 : 0;
        }
    }
    if (traced == steps || traced == 0)
        return scope.title;
    return RecordingPage::tr("%1, traced in %2 of %3 steps").arg(scope.title).arg(traced).arg(steps);
}

Scope inspectorScope(const trace::TraceView& view, const widgets::TimeAxis& axis,
                     std::optional<widgets::SpanPlace> span, std::size_t skippedSteps)
{
    if (span) {
        const trace::SpanRecord chosen = view.lanes()[span->lane].span(span->index);
        const std::string_view name = view.opName(chosen.op);
        return scopeOf(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                       {chosen.start, chosen.end()});
    }
    if (const auto selection = axis.selection()) {
        const auto& all = axis.selections();
        return {all.size() > 1 ? RecordingPage::tr("%1 selections").arg(all.size()) : selectionTitle(all), all,
                *selection};
    }
    const trace::TimeRange visible = axis.range().intersected(view.extent());
    if (visible.isEmpty() || visible == view.extent())
        return wholeRun(view, skippedSteps);
    if (const auto step = zoomedStep(view, axis.range()))
        return scopeOf(RecordingPage::tr("Step %1").arg(step->index), {step->start, step->end});
    return scopeOf(RecordingPage::tr("In view"), visible);
}

std::size_t stepInView(const trace::TraceView& view, const widgets::TimeAxis& axis)
{
    const trace::TimeRange range = axis.range();
    std::int64_t time = range.begin + range.duration() / 2;
    if (const auto selection = axis.selection())
        time = selection->begin;
    else if (axis.cursor() && range.contains(*axis.cursor()))
        time = *axis.cursor();
    return std::min(view.stepLowerBound(time), view.stepCount() - 1);
}

} // namespace stepscope::ui
