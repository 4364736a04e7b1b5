#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/timeline/scene.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace stepscope::widgets {

/// The whole recording in a strip above the rows, with a window that marks the visible range. Dragging the window pans,
/// dragging an edge zooms, a click beside it centres it there, a double click shows the whole recording. Keys: left and
/// right pan, plus and minus zoom, Home shows the whole recording.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    /// The part of the window at a position.
    enum class Grip { None, Begin, Middle, End, Outside };

    explicit OverviewStrip(const Scene& scene, QWidget* parent = nullptr);

    /// Width of the scroll bar beside the canvas, px: aligns the strip with the rows.
    void setRightMargin(int pixels);
    /// Redraws after a change of the recording or the theme.
    void refresh();
    [[nodiscard]] Grip gripAt(double x) const;
    /// The window, px of the widget.
    [[nodiscard]] QRectF windowRect() const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRect dataRect() const;
    [[nodiscard]] Viewport viewport() const;
    [[nodiscard]] std::int64_t timeUnder(double x) const;
    void drawPicture();
    void moveEdge(Grip edge, std::int64_t time);
    void centreOn(std::int64_t time);

    const Scene& m_scene;
    QImage m_picture; ///< cached, without the window
    bool m_isOutdated = true;
    int m_rightMargin = 0;
    Grip m_grip = Grip::None; ///< part that is dragged
    std::int64_t m_grippedTime = 0;
};

} // namespace stepscope::widgets
