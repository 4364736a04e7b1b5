#pragma once

#include "widgets/rows/rowarrangement.h"
#include "widgets/timeline/scene.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <string>

class QMouseEvent;

namespace stepscope::widgets {

class RowArranger;
class TimelineCanvas;

/// Drags of the numbers of a row's scale: the number follows the pointer, also beyond the row, and the other end of the
/// scale keeps its place. A utilization stays between 0 and 100 %. A double click on a number restores the automatic
/// scale. Esc cancels a drag. Construct it after RowGestures:
/// Qt calls the latest event filter first.
class ScaleGestures : public QObject
{
    Q_OBJECT

public:
    ScaleGestures(Scene& scene, TimelineCanvas& canvas, RowArranger& arranger, QObject* parent);

    /// True if a drag was cancelled.
    bool cancel();
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void touched(); ///< the user pressed a button: the timeline takes the keyboard focus

private:
    /// A number of a scale.
    struct Mark
    {
        std::size_t row = kNoIndex;
        double value = 0;    ///< as in the geometry of the row
        bool isUpper = true; ///< in the upper half: a drag moves the largest value
        double valueMin = 0; ///< of the geometry
        double valueMax = 1;
        double grip = 0; ///< px from the place of the value down to the press: a number at a border is drawn inside
    };

    [[nodiscard]] std::optional<Mark> markAt(QPointF position) const;
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release();
    void dragTo(double y);

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    RowArranger& m_arranger;
    std::optional<Mark> m_drag;
    std::string m_name; ///< of the row
    RowArrangement m_before;
};

} // namespace stepscope::widgets
