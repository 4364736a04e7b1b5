#pragma once

#include "widgets/rows/rowarrangement.h"
#include "widgets/timeline/scene.h"

#include <QObject>
#include <QPointF>

#include <cstddef>
#include <functional>
#include <string>

class QMenu;
class QWidget;

namespace stepscope::widgets {

class TimelineCanvas;

/// Changes the arrangement of a timeline's rows, for gestures, menus and the settings that store it.
class RowArranger : public QObject
{
    Q_OBJECT

public:
    RowArranger(Scene& scene, const TimelineCanvas& canvas, QObject* parent);

    [[nodiscard]] const RowArrangement& arrangement() const { return m_scene.rows.arrangement(); }
    /// Applies an arrangement without emitting arrangementChanged().
    void setArrangement(const RowArrangement& arrangement);
    /// Applies an arrangement that the user chose, and emits arrangementChanged().
    void choose(const RowArrangement& arrangement);

    /// Groups are named by TrackGroup::name, rows by Rows::Row::name.
    void toggleGroup(std::string_view group);
    void setAllCollapsed(bool on);
    [[nodiscard]] bool isAnyExpanded() const;
    [[nodiscard]] bool isAnyCollapsed() const;
    /// By the user, or for want of height.
    [[nodiscard]] bool isCollapsed(std::string_view group) const;
    void togglePinned(const std::string& row);
    void hideRow(const std::string& row);
    void showHiddenRows();
    void setHeight(const std::string& row, int height);
    void setRails(RailMode mode);
    void setScale(const std::string& row, const RowScale& scale);
    [[nodiscard]] RowScale scaleOf(const std::string& row) const;
    void toggleLogarithmic(const std::string& row);
    /// Opens a dialog for the scale of a row.
    void askScale(std::size_t row, QWidget* parent);
    void reset();
    /// Expands the group and shows the row of a lane. Does not emit arrangementChanged(): the user did not ask for it.
    void reveal(std::size_t lane);

    /// The context menu of the row or group at a position of the canvas. It deletes itself when closed.
    QMenu* makeMenu(QPointF position, QWidget* parent);
    /// Adds the choices stacked or separate, watts or joules.
    void addRailActions(QMenu* menu);
    /// Adds the actions for all rows: collapse, expand, show hidden rows, reset.
    void addAllActions(QMenu* menu);

signals:
    void chosen(const stepscope::widgets::RowArrangement& before, const stepscope::widgets::RowArrangement& after);
    void rowsChanged();        ///< redraw: rows or their places changed
    void arrangementChanged(); ///< the user chose another arrangement: store it

private:
    void edit(const std::function<void(RowArrangement&)>& change);
    void addRowActions(QMenu* menu, std::size_t row);
    void addScaleActions(QMenu* menu, std::size_t row);
    void addCopyAction(QMenu* menu, const Rows::Row& row);
    void addGroupActions(QMenu* menu, std::size_t group);

    Scene& m_scene;
    const TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
