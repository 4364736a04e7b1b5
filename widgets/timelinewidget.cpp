#include "widgets/timelinewidget.h"

namespace stepscope::widgets {

struct TimelineWidget::Parts
{
    trace::TraceView view;
    TimeAxis* axis = nullptr;
    Theme theme = Theme::light();
};

TimelineWidget::TimelineWidget(QWidget* parent)
    : QWidget(parent)
    , m_parts(std::make_unique<Parts>())
{
    m_parts->axis = new TimeAxis(this);
}

TimelineWidget::~TimelineWidget() = default;

void TimelineWidget::setView(const trace::TraceView& view)
{
    m_parts->view = view;
    m_parts->axis->setExtent(view.extent());
}

const trace::TraceView& TimelineWidget::view() const
{
    return m_parts->view;
}

TimeAxis* TimelineWidget::axis() const
{
    return m_parts->axis;
}

void TimelineWidget::setTheme(const Theme& theme)
{
    m_parts->theme = theme;
    update();
}

const Theme& TimelineWidget::theme() const
{
    return m_parts->theme;
}

QSize TimelineWidget::sizeHint() const
{
    return {1200, 640};
}

QSize TimelineWidget::minimumSizeHint() const
{
    return {320, 160};
}

void TimelineWidget::goToSpan(std::size_t lane, std::size_t span)
{
    const trace::SpanRecord record = m_parts->view.lanes().at(lane).span(span);
    m_parts->axis->zoomTo({record.start - record.duration, record.end() + record.duration});
}

void TimelineWidget::zoomToStep(std::size_t step)
{
    const format::Step shown = m_parts->view.step(step);
    m_parts->axis->zoomTo({shown.start, shown.end});
}

void TimelineWidget::focusOp(std::uint32_t) {}

void TimelineWidget::clearSpan() {}

} // namespace stepscope::widgets
