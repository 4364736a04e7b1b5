#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/scene.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace stepscope::widgets {

/// The whole recording on one strip above the rows, with what is seen of it as a window: dragged by its middle it
/// pans, by an edge it grows or shrinks; a click elsewhere brings that time into its middle; a double click shows all.
/// Keys: left and right pan, plus and minus zoom, Home shows all.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    /// What a place on the strip is for.
    enum class Grip { None, Begin, Middle, End, Outside };

    explicit OverviewStrip(const Scene& scene, QWidget* parent = nullptr);

    /// Of what is right of the canvas's rows and not of the strip's: a scroll bar.
    void setRightMargin(int pixels);
    /// The recording or the look changed.
    void refresh();
    [[nodiscard]] Grip gripAt(double x) const;
    /// Where the window is, px from the left edge of the widget.
    [[nodiscard]] QRectF seenPart() const;

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
    QImage m_picture; ///< the recording, without the window
    bool m_isOutdated = true;
    int m_rightMargin = 0;
    Grip m_grip = Grip::None; ///< what is being dragged
    std::int64_t m_grippedTime = 0;
};

} // namespace stepscope::widgets
