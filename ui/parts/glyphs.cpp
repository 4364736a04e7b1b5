#include "ui/parts/glyphs.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

// Okabe-Ito vermillion and green, for the two states that differ in colour as well as in shape.
constexpr QColor kRecord(213, 94, 0);
constexpr QColor kAlive(0, 158, 115);

// Each is drawn on a grid of 16 x 16 with the pen of the icon engine.
void drawArrow(QPainter& painter, bool forward)
{
    QPainterPath path;
    const double tip = forward ? 13 : 3;
    const double back = forward ? 3 : 13;
    const double barb = forward ? 8.5 : 7.5;
    path.moveTo(back, 8);
    path.lineTo(tip, 8);
    path.moveTo(barb, 3.5);
    path.lineTo(tip, 8);
    path.lineTo(barb, 12.5);
    painter.drawPath(path);
}

void drawFit(QPainter& painter, double inset)
{
    painter.drawLine(QLineF(2, 3, 2, 13));
    painter.drawLine(QLineF(14, 3, 14, 13));
    painter.drawLine(QLineF(2 + inset, 8, 14 - inset, 8));
    painter.drawPolyline(QPolygonF({{5 + inset, 5.5}, {2 + inset, 8}, {5 + inset, 10.5}}));
    painter.drawPolyline(QPolygonF({{11 - inset, 5.5}, {14 - inset, 8}, {11 - inset, 10.5}}));
}

void drawSelection(QPainter& painter)
{
    QColor fill = painter.pen().color();
    fill.setAlphaF(0.25F);
    painter.fillRect(QRectF(4, 3, 8, 10), fill);
    painter.drawLine(QLineF(4, 2, 4, 14));
    painter.drawLine(QLineF(12, 2, 12, 14));
}

void drawFollow(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({{3, 4}, {7, 8}, {3, 12}}));
    painter.drawPolyline(QPolygonF({{7.5, 4}, {11.5, 8}, {7.5, 12}}));
    painter.drawLine(QLineF(14, 3.5, 14, 12.5));
}

void drawExport(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({{2.5, 10}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 10}}));
    painter.drawLine(QLineF(8, 2.5, 8, 10));
    painter.drawPolyline(QPolygonF({{5, 5.5}, {8, 2.5}, {11, 5.5}}));
}

void drawOpen(QPainter& painter)
{
    painter.drawPolygon(QPolygonF({{2, 13}, {2, 3.5}, {6, 3.5}, {7.5, 5.5}, {14, 5.5}, {14, 13}}));
}

void drawDevice(QPainter& painter)
{
    painter.drawRect(QRectF(4, 4, 8, 8));
    for (const double at : {6.0, 10.0}) {
        painter.drawLine(QLineF(at, 1.5, at, 4));
        painter.drawLine(QLineF(at, 12, at, 14.5));
        painter.drawLine(QLineF(1.5, at, 4, at));
        painter.drawLine(QLineF(12, at, 14.5, at));
    }
}

void drawFleet(QPainter& painter)
{
    for (const double y : {2.5, 9.0}) {
        painter.drawRoundedRect(QRectF(2, y, 12, 4.5), 1, 1);
        painter.drawPoint(QPointF(4.5, y + 2.25));
        painter.drawLine(QPointF(8, y + 2.25), QPointF(11.5, y + 2.25));
    }
}

void drawRecording(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({{1.5, 9}, {4, 9}, {6, 3}, {9, 13}, {11, 7}, {12, 9}, {14.5, 9}}));
}

/// Bars on an axis.
void drawStudy(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({{2.5, 2.5}, {2.5, 13.5}, {13.5, 13.5}}));
    for (const QLineF& bar : {QLineF(5.5, 11.5, 5.5, 8.5), QLineF(8.5, 11.5, 8.5, 6), QLineF(11.5, 11.5, 11.5, 3.5)})
        painter.drawLine(bar);
}

void fillShape(QPainter& painter, const QColor& colour, bool round)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (round)
        painter.drawEllipse(QRectF(3.5, 3.5, 9, 9));
    else
        painter.drawRoundedRect(QRectF(3.5, 3.5, 9, 9), 1, 1);
}

void drawDetach(QPainter& painter)
{
    painter.drawRect(QRectF(2.5, 5.5, 8, 8));
    painter.drawPolyline(QPolygonF({{8.5, 2.5}, {13.5, 2.5}, {13.5, 7.5}}));
    painter.drawLine(QLineF(13.5, 2.5, 8, 8));
}

void drawHome(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({{1.5, 8}, {8, 2.5}, {14.5, 8}}));
    painter.drawPolyline(QPolygonF({{3.5, 7}, {3.5, 13.5}, {12.5, 13.5}, {12.5, 7}}));
}

/// A window with one pane filled.
void drawPane(QPainter& painter, const QRectF& pane)
{
    QColor fill = painter.pen().color();
    fill.setAlphaF(0.45F);
    painter.fillRect(pane, fill);
    painter.drawRect(QRectF(2, 3, 12, 10));
}

void drawFind(QPainter& painter)
{
    painter.drawEllipse(QRectF(2.5, 2.5, 8, 8));
    painter.drawLine(QLineF(9.5, 9.5, 13.5, 13.5));
}

void drawClose(QPainter& painter)
{
    painter.drawLine(QLineF(4, 4, 12, 12));
    painter.drawLine(QLineF(12, 4, 4, 12));
}

void draw(QPainter& painter, Glyph which, bool enabled)
{
    const QColor text = painter.pen().color();
    switch (which) {
    case Glyph::Profile:
        return fillShape(painter, enabled ? kRecord : text, true);
    case Glyph::Live:
        return fillShape(painter, enabled ? kAlive : text, true);
    case Glyph::Stop:
        return fillShape(painter, text, false);
    case Glyph::Open:
        return drawOpen(painter);
    case Glyph::FitAll:
        return drawFit(painter, 0.5);
    case Glyph::ZoomStep:
        return drawFit(painter, 2.5);
    case Glyph::ZoomSelection:
        return drawSelection(painter);
    case Glyph::Back:
        return drawArrow(painter, false);
    case Glyph::Forward:
        return drawArrow(painter, true);
    case Glyph::Follow:
        return drawFollow(painter);
    case Glyph::Find:
        return drawFind(painter);
    case Glyph::Export:
        return drawExport(painter);
    case Glyph::Close:
        return drawClose(painter);
    case Glyph::Device:
        return drawDevice(painter);
    case Glyph::Fleet:
        return drawFleet(painter);
    case Glyph::Recording:
        return drawRecording(painter);
    case Glyph::Study:
        return drawStudy(painter);
    case Glyph::Detach:
        return drawDetach(painter);
    case Glyph::Home:
        return drawHome(painter);
    case Glyph::More:
        painter.drawPolyline(QPolygonF({{3.5, 4}, {7.5, 8}, {3.5, 12}}));
        return painter.drawPolyline(QPolygonF({{8.5, 4}, {12.5, 8}, {8.5, 12}}));
    case Glyph::LeftPane:
        return drawPane(painter, QRectF(2, 3, 4.5, 10));
    case Glyph::RightPane:
        return drawPane(painter, QRectF(9.5, 3, 4.5, 10));
    case Glyph::LowerPane:
        return drawPane(painter, QRectF(2, 8.5, 12, 4.5));
    }
}

class DrawnIconEngine : public QIconEngine
{
public:
    explicit DrawnIconEngine(IconPainter paint)
        : m_paint(std::move(paint))
    {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const double side = std::min(rect.width(), rect.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.center() + QPointF(0.5, 0.5) - QPointF(side / 2, side / 2));
        painter->scale(side / 16, side / 16);
        m_paint(*painter, mode);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap drawn(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return drawn;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new DrawnIconEngine(*this); }

private:
    IconPainter m_paint;
};

} // namespace

QIcon drawnIcon(IconPainter paint)
{
    return QIcon(new DrawnIconEngine(std::move(paint)));
}

QIcon glyph(Glyph which)
{
    return drawnIcon([which](QPainter& painter, QIcon::Mode mode) {
        const QPalette::ColorGroup group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor colour = QApplication::palette().color(group, mode == QIcon::Selected ? QPalette::HighlightedText
                                                                                           : QPalette::ButtonText);
        painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        draw(painter, which, mode != QIcon::Disabled);
    });
}

} // namespace stepscope::ui
