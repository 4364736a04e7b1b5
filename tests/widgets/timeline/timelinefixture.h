#pragma once

#include "tests/support/guiwatchdog.h"
#include "tests/support/recordingbuilder.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <memory>

namespace stepscope::widgets {

using testing::GuiWatchdog;
using trace::TimeRange;

/// A timeline widget with simulated input, and a watchdog that detects a blocked event loop.
class TimelineFixture
{
protected:
    void begin(); ///< before all tests
    void open();  ///< before each
    void close(); ///< after each

    TimelineCanvas* canvas() const { return m_timeline->findChild<TimelineCanvas*>(); }
    QRect data() const { return canvas()->dataArea(); }
    TimeAxis* axis() const { return m_timeline->axis(); }
    Navigation* navigation() const { return m_timeline->navigation(); }
    void show(const trace::TraceView& view);
    void moveTo(QPointF position, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers modifiers = {}) const;
    void drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {}) const;
    void wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const;
    /// Waits until the timeline is drawn.
    void drawn() const
    {
        QCoreApplication::processEvents();
        QVERIFY(QTest::qWaitFor([this] { return m_timeline->isDrawn(); }));
    }
    double xOf(std::int64_t time) const;
    /// A position on a span of a lane of this kind, found by hovering; null if there is none.
    QPointF overASpan(format::Lane::Kind kind, SpanPlace* place = nullptr);

    trace::TraceView m_view;
    std::unique_ptr<TimelineWidget> m_timeline;
    std::unique_ptr<GuiWatchdog> m_watchdog;
    double m_allowance = 1; ///< permitted work at once, relative to GuiWatchdog::mostMs()
};

inline void TimelineFixture::begin()
{
    // The first picture loads fonts, which the watchdog must not count.
    m_view = testing::viewOf(testing::makeTrainingRecording());
    show(m_view);
    m_timeline.reset();
    m_watchdog.reset();
}

inline void TimelineFixture::open()
{
    m_view = testing::viewOf(testing::makeTrainingRecording());
    show(m_view);
}

inline void TimelineFixture::show(const trace::TraceView& view)
{
    m_view = view;
    m_watchdog = std::make_unique<GuiWatchdog>();
    m_timeline = std::make_unique<TimelineWidget>();
    m_timeline->resize(1200, 760);
    m_timeline->setView(view);
    m_timeline->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
    drawn();
}

inline void TimelineFixture::close()
{
    if (m_watchdog) {
        const double worst = m_watchdog->worstMs();
        QVERIFY2(worst <= m_allowance * GuiWatchdog::mostMs(),
                 qPrintable(QStringLiteral("the event loop waited for %1 ms of work").arg(worst)));
    }
    m_timeline.reset();
    m_watchdog.reset();
    m_allowance = 1;
}

inline void TimelineFixture::moveTo(QPointF position, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) const
{
    QMouseEvent event(QEvent::MouseMove, position, canvas()->mapToGlobal(position), Qt::NoButton, buttons, modifiers);
    QCoreApplication::sendEvent(canvas(), &event);
    QCoreApplication::processEvents();
}

inline void TimelineFixture::drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const
{
    QTest::mousePress(canvas(), button, modifiers, from);
    moveTo((from + to) / 2, button, modifiers);
    moveTo(to, button, modifiers);
    QTest::mouseRelease(canvas(), button, modifiers, to);
}

inline void TimelineFixture::wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers) const
{
    QWheelEvent event(position, canvas()->mapToGlobal(position), {}, {0, delta}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas(), &event);
    QCoreApplication::processEvents();
}

inline double TimelineFixture::xOf(std::int64_t time) const
{
    const TimeRange range = axis()->shown();
    return data().left() +
           data().width() * static_cast<double>(time - range.begin) / static_cast<double>(range.duration());
}

inline QPointF TimelineFixture::overASpan(format::Lane::Kind kind, SpanPlace* place)
{
    for (std::size_t lane = 0; lane < m_view.lanes().size(); ++lane) {
        if (m_view.lanes()[lane].info().kind != kind || m_view.lanes()[lane].size() == 0)
            continue;
        const trace::SpanRecord span = m_view.lanes()[lane].span(0);
        axis()->zoomTo({span.start - span.duration, span.end() + span.duration});
        drawn();
        const QRect row = canvas()->rowRect(canvas()->scene().rows.ofLane(lane));
        const QPointF middle(xOf(span.start + span.duration / 2),
                             row.top() + kLanePadding + span.depth * kDepthHeight + kDepthHeight / 2.0);
        moveTo(middle);
        const auto& hovered = canvas()->scene().hovered;
        if (!hovered || hovered->of != Box::Of::Span || hovered->lane != lane)
            return {};
        if (place)
            *place = {lane, hovered->index};
        return middle;
    }
    return {};
}

} // namespace stepscope::widgets
