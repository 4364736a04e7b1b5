#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/theme.h"
#include "widgets/timeline/timeaxis.h"

#include <QPointF>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::widgets {

/// Content of a fold plot. Times are seconds from the start of the mean step.
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
        bool isHighlighted = false;  ///< the selected step
    };

    double stepSeconds = 0;
    QString title; ///< of the channel; without a waveform, the text that replaces it
    std::string unit;
    ColorRole color;
    std::vector<double> value, low, high; ///< waveform and its band, in bins of equal length
    std::vector<Line> lines;              ///< single steps
    std::vector<Lane> lanes;
};

/// A waveform with its band above the ops of the mean step, with a separate time axis. Wheel and WASD zoom and pan as
/// in the timeline; a left drag pans, a right drag or Ctrl+drag zooms to a range, a double click zooms to an op; Up,
/// Down and Ctrl+wheel scroll the ops.
class FoldPlot : public QWidget
{
    Q_OBJECT

public:
    explicit FoldPlot(QWidget* parent = nullptr);

    /// Resets the visible range if the step length changed.
    void setPicture(FoldPicture picture);
    [[nodiscard]] const FoldPicture& picture() const { return m_picture; }
    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// Sets the columns per px for figures; the default is the resolution of the screen.
    void setColumnsPerPx(double columnsPerPx) { m_columnsPerPx = columnsPerPx; }
    /// The height that shows all ops below a curve of at least 224 px.
    [[nodiscard]] int wholeHeight() const;
    /// Paints the plot without the crosshair at the painter's origin.
    void paint(QPainter& painter) const;
    [[nodiscard]] TimeAxis* axis() { return &m_axis; }
    [[nodiscard]] const TimeAxis* axis() const { return &m_axis; }
    /// Time, value, band and op at a position, such as "12.3 ms:  9.81 W  (9.60 to 10.0 W)  aten::conv2d"; empty
    /// outside.
    [[nodiscard]] QString textAt(QPointF place) const;
    /// Geometry of the curve and of the ops of all lanes, in the visible range.
    [[nodiscard]] bool isFlat() const;
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
    [[nodiscard]] int wholeOpsHeight() const; ///< px, without scrolling
    void scrollOps(int pixels);
    [[nodiscard]] std::int64_t timeUnder(double x) const;
    void paintRuler(QPainter& painter) const;
    void paintScale(QPainter& painter, const Geometry& geometry) const;
    void paintPointer(QPainter& painter) const;
    void paintPlaceholder(QPainter& painter) const;

    FoldPicture m_picture;
    Theme m_theme = Theme::light();
    TimeAxis m_axis;
    std::optional<QPointF> m_pointer;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt, m_lastAt;
    double m_columnsPerPx = 0; ///< 0 = resolution of the screen
    int m_scrolled = 0;        ///< px, of the ops
};

} // namespace stepscope::widgets
