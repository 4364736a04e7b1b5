#pragma once

#include "widgets/theme.h"
#include "widgets/timeaxis.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <QPointF>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::widgets {

/// What a fold plot shows. Times are seconds from the mean step's start.
struct FoldPicture
{
    struct Op
    {
        double begin = 0, end = 0;
        std::uint8_t depth = 0;
        std::uint32_t op = 0;
        std::string name;
    };
    struct Lane
    {
        QString name;
        std::vector<Op> ops; ///< by begin
    };
    struct Line
    {
        QString name;
        std::vector<QPointF> points; ///< s, value
        bool isLit = false;          ///< the one that was asked for
    };

    double stepSeconds = 0;
    QString title; ///< of the channel
    std::string unit;
    Ink ink;
    std::vector<double> value, low, high; ///< by bins of equal length
    std::vector<Line> lines;              ///< single steps
    std::vector<Lane> lanes;
};

/// A waveform with its band above the ops of the mean step, on a time axis of its own: wheel, WASD and drags zoom and
/// move as in the timeline (left drag moves, right drag or Ctrl+drag zooms to a stretch), a double-click zooms to an
/// op; Up, Down and Ctrl+wheel scroll the ops.
class FoldPlot : public QWidget
{
    Q_OBJECT

public:
    explicit FoldPlot(QWidget* parent = nullptr);

    /// Of another step length: shows all of it.
    void setPicture(FoldPicture picture);
    [[nodiscard]] const FoldPicture& picture() const { return m_picture; }
    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// So many columns a px, as a figure has that is finer than screens; as the screen has by itself.
    void setFineness(double columnsPerPx) { m_fineness = columnsPerPx; }
    /// px at which all ops are in sight and the curve has room.
    [[nodiscard]] int wholeHeight() const;
    /// All of it but the pointer, from the painter's origin.
    void paint(QPainter& painter) const;
    [[nodiscard]] TimeAxis* axis() { return &m_axis; }
    [[nodiscard]] const TimeAxis* axis() const { return &m_axis; }
    /// "12.3 ms, 9.81 W (9.60 to 10.0 W), aten::conv2d": what is there; empty outside.
    [[nodiscard]] QString textAt(QPointF place) const;
    /// The curve, and the ops of all lanes below each other, as they are drawn now.
    [[nodiscard]] Geometry curve() const;
    [[nodiscard]] Geometry ops() const;
    [[nodiscard]] QRectF curveArea() const;
    [[nodiscard]] QRectF opsArea() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag { None, Move, Zoom };

    [[nodiscard]] Viewport viewport(QRectF area) const;
    [[nodiscard]] double opsHeight() const;
    [[nodiscard]] int wholeOpsHeight() const; ///< px, of which a part may be in sight
    void scrollOps(int pixels);
    [[nodiscard]] std::int64_t timeUnder(double x) const;
    void paintRuler(QPainter& painter) const;
    void paintScale(QPainter& painter, const Geometry& geometry) const;
    void paintPointer(QPainter& painter) const;
    void paintEmptiness(QPainter& painter) const;

    FoldPicture m_picture;
    Theme m_theme = Theme::light();
    TimeAxis m_axis;
    std::optional<QPointF> m_pointer;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt, m_lastAt;
    double m_fineness = 0; ///< 0 = as the screen has
    int m_scrolled = 0;    ///< px of the ops that are above what is in sight
};

} // namespace stepscope::widgets
