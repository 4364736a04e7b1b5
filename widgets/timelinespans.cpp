// The part of TimelineWidget that goes to spans and steps.

#include "widgets/navigation.h"
#include "widgets/rowarranger.h"
#include "widgets/timelinecanvas.h"
#include "widgets/timelineparts.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

void TimelineWidget::goToSpan(std::size_t lane, std::size_t span)
{
    Scene& scene = m_parts->scene;
    if (lane >= scene.view.lanes().size() || span >= scene.view.lanes()[lane].size())
        return;
    const trace::SpanRecord record = scene.view.lanes()[lane].span(span);
    const std::int64_t duration = std::clamp<std::int64_t>(record.duration, 1, std::int64_t{1} << 60);
    scene.selected = {lane, span};
    m_parts->navigation->updateLinks();
    scene.axis->zoomTo({record.start - duration, record.start + 2 * duration});
    m_parts->arranger->reveal(lane);
    updateRows();
    const std::size_t row = scene.rows.ofLane(lane);
    if (row != kNoIndex) {
        const Rows::Row& place = scene.rows.all()[row];
        const int room = height() - TimelineCanvas::kRulerHeight - scene.rows.pinnedHeight();
        const int top = place.top - scene.rows.pinnedHeight();
        if (!place.place.isPinned && (top < scene.scroll || top + place.height > scene.scroll + room))
            m_parts->scrollBar->setValue(top - std::max(0, (room - place.height) / 2));
    }
    requestFrame(true);
}

void TimelineWidget::zoomToStep(std::size_t step)
{
    Scene& scene = m_parts->scene;
    if (step >= scene.view.stepCount())
        return;
    const format::Step shown = scene.view.step(step);
    zoomAround({shown.start, shown.end});
}

void TimelineWidget::zoomAround(trace::TimeRange range)
{
    const std::int64_t margin = range.duration() / 16;
    m_parts->scene.axis->zoomTo({range.begin - margin, range.end + margin});
}

void TimelineWidget::focusOp(std::uint32_t op)
{
    if (op == std::exchange(m_parts->scene.focusedOp, op))
        return;
    requestFrame(true);
}

void TimelineWidget::clearSpan()
{
    if (m_parts->scene.selected.isNone())
        return;
    m_parts->scene.selected = {};
    m_parts->navigation->updateLinks();
    requestFrame(false);
    emit spanCleared();
}

} // namespace stepscope::widgets
