#include "ui/fleet/devicestate.h"

#include "ui/parts/appearance.h"
#include "ui/parts/glyphs.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <algorithm>

namespace stepscope::ui {

namespace {

enum class MarkShape { Disc, Ring, Triangle, Cross, Broken, Dots, Square };

/// How a state is named and drawn.
struct StateRow
{
    DeviceState state;
    const char* name;
    MarkShape shape;
    QColor (*colour)(const widgets::Theme& theme);
};

QColor runningColour(const widgets::Theme& theme)
{
    return theme.kind == widgets::Theme::Kind::Dark ? QColor(0x2e, 0xb8, 0x8a)
                                                    : QColor(0x00, 0x7a, 0x58); // Okabe-Ito green
}
QColor warningColour(const widgets::Theme& theme)
{
    return theme.warning;
}
QColor errorColour(const widgets::Theme& theme)
{
    return theme.error;
}
QColor mutedColour(const widgets::Theme& theme)
{
    return theme.mutedText;
}

constexpr StateRow kStateRows[] = {
    {DeviceState::Failed, QT_TRANSLATE_NOOP("DeviceState", "failed"), MarkShape::Cross, errorColour},
    {DeviceState::LinkBroken, QT_TRANSLATE_NOOP("DeviceState", "link broken"), MarkShape::Broken, errorColour},
    {DeviceState::NoData, QT_TRANSLATE_NOOP("DeviceState", "no data"), MarkShape::Broken, warningColour},
    {DeviceState::Throttling, QT_TRANSLATE_NOOP("DeviceState", "throttling"), MarkShape::Triangle, warningColour},
    {DeviceState::Stopping, QT_TRANSLATE_NOOP("DeviceState", "stopping"), MarkShape::Square, runningColour},
    {DeviceState::Training, QT_TRANSLATE_NOOP("DeviceState", "training"), MarkShape::Disc, runningColour},
    {DeviceState::Starting, QT_TRANSLATE_NOOP("DeviceState", "starting"), MarkShape::Dots, mutedColour},
    {DeviceState::LeftRunning, QT_TRANSLATE_NOOP("DeviceState", "left running"), MarkShape::Ring, runningColour},
    {DeviceState::Ended, QT_TRANSLATE_NOOP("DeviceState", "ended"), MarkShape::Square, mutedColour},
    {DeviceState::Idle, QT_TRANSLATE_NOOP("DeviceState", "idle"), MarkShape::Ring, mutedColour},
};

const StateRow& stateRow(DeviceState state)
{
    return *std::find_if(std::begin(kStateRows), std::end(kStateRows),
                         [state](const StateRow& row) { return row.state == state; });
}

/// Draws in a square of 16 units.
void drawMark(QPainter& painter, MarkShape shape, const QColor& colour)
{
    painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (shape) {
    case MarkShape::Disc:
        painter.setBrush(colour);
        return painter.drawEllipse(QPointF(8, 8), 4, 4);
    case MarkShape::Ring:
        return painter.drawEllipse(QPointF(8, 8), 4, 4);
    case MarkShape::Triangle:
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({{8, 3}, {13, 12}, {3, 12}}));
        return;
    case MarkShape::Cross:
        painter.drawLine(4, 4, 12, 12);
        painter.drawLine(12, 4, 4, 12);
        return;
    case MarkShape::Broken:
        painter.drawArc(QRectF(4, 4, 8, 8), 60 * 16, 240 * 16);
        painter.drawLine(QPointF(11, 8), QPointF(14, 8));
        return;
    case MarkShape::Dots:
        painter.setBrush(colour);
        for (const double x : {3.5, 8.0, 12.5})
            painter.drawEllipse(QPointF(x, 8), 0.7, 0.7);
        return;
    case MarkShape::Square:
        painter.setBrush(colour);
        return painter.drawRect(QRectF(5, 5, 6, 6));
    }
}

} // namespace

DeviceState deviceState(const CaptureStatus& status, const DeviceFigures* figures)
{
    switch (status.phase) {
    case CapturePhase::Idle:
        return DeviceState::Idle;
    case CapturePhase::Connecting:
    case CapturePhase::Deploying:
    case CapturePhase::Starting:
        return DeviceState::Starting;
    case CapturePhase::Silent:
        return DeviceState::NoData;
    case CapturePhase::Reconnecting:
        return DeviceState::LinkBroken;
    case CapturePhase::Stopping:
        return DeviceState::Stopping;
    case CapturePhase::Streaming:
        return figures && figures->throttles ? DeviceState::Throttling : DeviceState::Training;
    case CapturePhase::Failed:
        return DeviceState::Failed;
    case CapturePhase::Ended:
        if (figures && !figures->failure.empty())
            return DeviceState::Failed;
        return status.text.isEmpty() ? DeviceState::Ended : DeviceState::LeftRunning;
    }
    return DeviceState::Idle;
}

QString stateName(DeviceState state)
{
    return QCoreApplication::translate("DeviceState", stateRow(state).name);
}

int widestStateName(const QFontMetrics& metrics)
{
    int widest = 0;
    for (const StateRow& row : kStateRows)
        widest = std::max(widest, metrics.horizontalAdvance(stateName(row.state)));
    return widest;
}

QIcon stateIcon(DeviceState state)
{
    return drawnIcon([&row = stateRow(state)](QPainter& painter, QIcon::Mode mode) {
        drawMark(painter, row.shape,
                 mode == QIcon::Selected ? QApplication::palette().highlightedText().color()
                                         : row.colour(currentTheme()));
    });
}

} // namespace stepscope::ui
