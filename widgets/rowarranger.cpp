#include "widgets/rowarranger.h"

#include <algorithm>

namespace stepscope::widgets {

RowArranger::RowArranger(Scene& scene, const TimelineCanvas& canvas, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
{}

void RowArranger::setArrangement(const RowArrangement& arrangement)
{
    if (arrangement == m_scene.rows.arrangement())
        return;
    m_scene.rows.arrange(arrangement);
    m_scene.hand = {}; // what it was over may be elsewhere
    emit rowsChanged();
}

void RowArranger::choose(const RowArrangement& arrangement)
{
    setArrangement(arrangement);
    emit arrangementChanged();
}

void RowArranger::edit(const std::function<void(RowArrangement&)>& change)
{
    RowArrangement arrangement = m_scene.rows.arrangement();
    change(arrangement);
    choose(arrangement);
}

void RowArranger::toggleGroup(std::string_view group)
{
    edit([&](RowArrangement& arrangement) { arrangement.setCollapsed(group, !arrangement.collapsed.contains(group)); });
}

void RowArranger::setAllCollapsed(bool on)
{
    edit([&](RowArrangement& arrangement) {
        arrangement.collapsed.clear();
        for (const PlacedGroup& group : m_scene.rows.groups()) {
            if (on && group.collapses > 0)
                arrangement.setCollapsed(trackGroups()[group.group].name, true);
        }
    });
}

bool RowArranger::isAnyExpanded() const
{
    const auto& groups = m_scene.rows.groups();
    return std::any_of(groups.begin(), groups.end(),
                       [](const PlacedGroup& group) { return group.collapses > 0 && !group.isCollapsed; });
}

void RowArranger::togglePinned(const std::string& row)
{
    edit([&](RowArrangement& arrangement) { arrangement.setPinned(row, !arrangement.isPinned(row)); });
}

void RowArranger::hideRow(const std::string& row)
{
    edit([&](RowArrangement& arrangement) { arrangement.setHidden(row, true); });
}

void RowArranger::showHiddenRows()
{
    edit([](RowArrangement& arrangement) { arrangement.hidden.clear(); });
}

void RowArranger::setHeight(const std::string& row, int height)
{
    edit([&](RowArrangement& arrangement) { arrangement.setHeight(row, height); });
}

void RowArranger::setRails(RailMode mode)
{
    edit([&](RowArrangement& arrangement) { arrangement.rails = mode; });
}

void RowArranger::reset()
{
    edit([](RowArrangement& arrangement) {
        RowArrangement usual;
        usual.others = arrangement.others;
        arrangement = usual;
    });
}

void RowArranger::reveal(std::size_t lane)
{
    const std::size_t row = m_scene.rows.ofLane(lane);
    if (row != kNoIndex && !m_scene.rows.all()[row].place.standsForGroup)
        return;
    const auto origin = m_scene.rows.originOfLane(lane);
    if (!origin)
        return;
    RowArrangement arrangement = m_scene.rows.arrangement();
    arrangement.setHidden(origin->row, false);
    arrangement.setCollapsed(origin->group, false);
    setArrangement(arrangement);
}

} // namespace stepscope::widgets
