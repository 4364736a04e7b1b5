#pragma once

#include "widgets/frametimes.h"
#include "widgets/scene.h"
#include "widgets/sharedwork.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/ruler.h"

#include <qcustomplot.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::widgets {

class Backdrop;
class FrameBuffer;
class Marks;
class Overlay;
class RasterInks;
class RowBatch;
class RowHints;
class RowLayout;
class RowPlottable;

/// The picture of a scene: as large as what is seen of it. One axis rect a row in sight, all on the scene's time axis;
/// what lies behind the rows and what moves with the pointer are layers of their own.
class TimelineCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    static constexpr int kLabelWidth = 136;
    static constexpr int kValueWidth = 136;
    static constexpr int kRulerHeight = 32;
    static constexpr int kTitleHeight = 40;

    explicit TimelineCanvas(Scene& scene, QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    /// Brings axis rects in line with the rows in sight, in a picture of this size. redraw() does it by itself;
    /// toPainter() needs it before.
    void arrange(QSize size);
    /// Draws everything anew.
    void redraw();
    /// Draws anew what moves with the pointer: crosshair, selection, tooltip, values.
    void redrawOverlay();
    void applyTheme();
    /// Nothing that was asked to be drawn is still to be.
    [[nodiscard]] bool isDrawn() const { return !m_isReplotDue && !m_isPaintDue; }
    /// How long frames take, in a corner of the picture.
    void showTimes(bool on);
    [[nodiscard]] bool showsTimes() const { return m_showsTimes; }
    [[nodiscard]] const FrameTimes& times() const { return m_times; }

    [[nodiscard]] const Scene& scene() const { return m_scene; }
    /// Where data is: right of the labels, below the ruler.
    [[nodiscard]] QRect dataArea() const { return m_dataArea; }
    /// Where rows are, labels and values included.
    [[nodiscard]] QRect rowArea() const;
    [[nodiscard]] QRect rulerArea() const;
    /// What a row shows of its data is in this rect; may lie partly outside of dataArea().
    [[nodiscard]] QRect rowRect(std::size_t row) const;
    /// What may be seen of it there: rows that scroll end below the pinned ones.
    [[nodiscard]] QRect rowClip(std::size_t row) const;
    /// The header of a group, over the whole width; none of a row that carries its triangle itself.
    [[nodiscard]] QRect headerRect(const PlacedGroup& group) const;
    [[nodiscard]] std::vector<std::size_t> rowsInSight() const;
    [[nodiscard]] Viewport viewportOfData() const;
    [[nodiscard]] const Ruler& ruler() const { return m_ruler; }

    [[nodiscard]] std::size_t rowAt(QPointF position) const;
    [[nodiscard]] std::optional<Box> boxNear(QPointF position) const;
    [[nodiscard]] int rowsHeight() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { event->ignore(); }
    void mouseMoveEvent(QMouseEvent* event) override { event->ignore(); }
    void mouseReleaseEvent(QMouseEvent* event) override { event->ignore(); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { event->ignore(); }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }

private:
    struct Pane
    {
        QCPAxisRect* rect = nullptr;
        RowPlottable* plottable = nullptr;
    };

    Pane makePane();
    [[nodiscard]] QRect paneRect(std::size_t row) const;
    void placeRuler();
    /// Rows know nothing of each other: what they show is found out by all cores.
    void prepareRows();
    void drawTimes(QPainter& painter) const;

    Scene& m_scene;
    RowLayout* m_rowLayout = nullptr;
    QCPAxisRect* m_rulerRect = nullptr;
    std::vector<Pane> m_panes;
    Backdrop* m_backdrop = nullptr;
    Marks* m_marks = nullptr;
    Overlay* m_overlay = nullptr;
    std::unique_ptr<RowHints> m_hints;
    SharedWork m_work; ///< before what it works for
    QSharedPointer<FrameBuffer> m_frame;
    std::unique_ptr<RasterInks> m_inks;
    FrameTimes m_times;
    RowBatch* m_batch = nullptr;
    bool m_isReplotDue = false;
    bool m_isPaintDue = false;
    bool m_showsTimes = qEnvironmentVariableIsSet("STEPSCOPE_FRAME_TIMES");
    QRect m_dataArea;
    Ruler m_ruler;
};

} // namespace stepscope::widgets
