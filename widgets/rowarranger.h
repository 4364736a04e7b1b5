#pragma once

#include "widgets/rowarrangement.h"
#include "widgets/scene.h"

#include <QObject>
#include <QPointF>

#include <cstddef>
#include <functional>
#include <string>

class QMenu;
class QWidget;

namespace stepscope::widgets {

class TimelineCanvas;

/// Arranges the rows of a timeline: for hands, menus and whoever remembers what was chosen.
class RowArranger : public QObject
{
    Q_OBJECT

public:
    RowArranger(Scene& scene, const TimelineCanvas& canvas, QObject* parent);

    [[nodiscard]] const RowArrangement& arrangement() const { return m_scene.rows.arrangement(); }
    /// Shows the rows like this; nobody is told that it changed.
    void setArrangement(const RowArrangement& arrangement);
    /// The same, chosen by a person.
    void choose(const RowArrangement& arrangement);

    /// By TrackGroup::name and Rows::Row::name.
    void toggleGroup(std::string_view group);
    void setAllCollapsed(bool on);
    [[nodiscard]] bool isAnyExpanded() const;
    void togglePinned(const std::string& row);
    void hideRow(const std::string& row);
    void showHiddenRows();
    void setHeight(const std::string& row, int height);
    void setRails(RailMode mode);
    void reset();
    /// Expands and shows what hides the row of a lane; nobody is told, as nobody asked for another arrangement.
    void reveal(std::size_t lane);

    /// What can be done with the row or group at a place of the canvas, and with all. Deletes itself.
    QMenu* makeMenu(QPointF position, QWidget* parent);
    /// Stacked or separate, watts or joules.
    void addRailActions(QMenu* menu);
    /// What concerns all rows: collapse, expand, show hidden ones, reset.
    void addAllActions(QMenu* menu);

signals:
    void rowsChanged();        ///< other rows are to be drawn, or elsewhere
    void arrangementChanged(); ///< a person chose it: to be remembered

private:
    void edit(const std::function<void(RowArrangement&)>& change);
    void addRowActions(QMenu* menu, std::size_t row);
    void addGroupActions(QMenu* menu, std::size_t group);

    Scene& m_scene;
    const TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
