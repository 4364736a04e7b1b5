#include "widgets/interaction/rowarranger.h"

#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr qsizetype kLongestRowName = 32; ///< characters of a row's name in a menu

QString fullName(const Caption& caption)
{
    return caption.note.isEmpty() ? caption.name : caption.name + QLatin1Char(' ') + caption.note;
}

} // namespace

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
    m_scene.rowDrag = {}; // the row under the pointer may have moved
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
    const bool collapses = !isCollapsed(group);
    edit([&](RowArrangement& arrangement) { arrangement.setCollapsed(group, collapses); });
    // Of a group that the user had collapsed, and that would now be collapsed for want of height.
    if (!collapses && isCollapsed(group))
        edit([&](RowArrangement& arrangement) { arrangement.setCollapsed(group, false); });
}

bool RowArranger::isCollapsed(std::string_view group) const
{
    const auto& groups = m_scene.rows.groups();
    return std::any_of(groups.begin(), groups.end(), [&](const PlacedGroup& other) {
        return other.isCollapsed && trackGroups()[other.group].name == group;
    });
}

void RowArranger::setAllCollapsed(bool on)
{
    edit([&](RowArrangement& arrangement) {
        arrangement.collapsed.clear();
        arrangement.opened.clear();
        for (const PlacedGroup& group : m_scene.rows.groups()) {
            if (group.collapses > 0 && (on || group.isCollapsed))
                arrangement.setCollapsed(trackGroups()[group.group].name, on);
        }
    });
}

bool RowArranger::isAnyCollapsed() const
{
    const auto& groups = m_scene.rows.groups();
    return std::any_of(groups.begin(), groups.end(), [](const PlacedGroup& group) { return group.isCollapsed; });
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
        RowArrangement defaults;
        defaults.others = arrangement.others;
        arrangement = defaults;
    });
}

void RowArranger::reveal(std::size_t lane)
{
    const std::size_t row = m_scene.rows.ofLane(lane);
    if (row != kNoIndex && !m_scene.rows.all()[row].place.isSummary)
        return;
    const auto origin = m_scene.rows.originOfLane(lane);
    if (!origin)
        return;
    RowArrangement arrangement = m_scene.rows.arrangement();
    arrangement.setHidden(origin->row, false);
    arrangement.setCollapsed(origin->group, false);
    setArrangement(arrangement);
}

void RowArranger::addRowActions(QMenu* menu, std::size_t index)
{
    const Rows::Row& row = m_scene.rows.all()[index];
    const QString caption = menuText(row.track->caption(m_scene.view).name, kLongestRowName);
    const std::string name = row.name;
    addMenuAction(menu, row.place.isPinned ? tr("Un&pin %1\tP").arg(caption) : tr("&Pin %1 at the top\tP").arg(caption),
                  "pinRow", [this, name] { togglePinned(name); });
    // The row of losses cannot be hidden.
    addMenuAction(menu, tr("&Hide %1").arg(caption), "hideRow", [this, name] {
        hideRow(name);
    })->setEnabled(row.kind->role != TrackKind::Role::Stays);
    if (arrangement().heights.contains(name))
        addMenuAction(menu, tr("Default hei&ght of %1").arg(caption), "defaultHeight",
                      [this, name] { setHeight(name, 0); });
    menu->addSeparator();
}

void RowArranger::addGroupActions(QMenu* menu, std::size_t group)
{
    const TrackGroup& trackGroup = trackGroups()[group];
    const bool isClosed = isCollapsed(trackGroup.name);
    const QString title = menuText(titleOf(trackGroup), kLongestRowName);
    addMenuAction(menu, isClosed ? tr("&Expand %1\tC").arg(title) : tr("&Collapse %1\tC").arg(title), "toggleGroup",
                  [this, name = trackGroup.name] { toggleGroup(name); });
}

void RowArranger::addRailActions(QMenu* menu)
{
    const auto addPair = [&](bool isSecond, const QString& first, const char* firstName, const QString& second,
                             const char* secondName, bool RailMode::*part) {
        auto* group = new QActionGroup(menu);
        for (const bool value : {false, true}) {
            QAction* action =
                addMenuAction(menu, value ? second : first, value ? secondName : firstName, [this, part, value] {
                    RailMode mode = arrangement().rails;
                    mode.*part = value;
                    setRails(mode);
                });
            action->setCheckable(true);
            action->setChecked(value == isSecond);
            group->addAction(action);
        }
    };
    const RailMode mode = arrangement().rails;
    addPair(mode.separate, tr("Rails &stacked"), "railsStacked", tr("Rails s&eparate"), "railsSeparate",
            &RailMode::separate);
    menu->addSeparator();
    addPair(mode.joules, tr("&Watts"), "railsWatts", tr("&Joules, cumulative"), "railsJoules", &RailMode::joules);
}

void RowArranger::addAllActions(QMenu* menu)
{
    addMenuAction(menu, tr("Collapse &all groups\tShift+C"), "collapseAll", [this] {
        setAllCollapsed(true);
    })->setEnabled(isAnyExpanded());
    addMenuAction(menu, tr("E&xpand all groups\tShift+C"), "expandAll", [this] {
        setAllCollapsed(false);
    })->setEnabled(isAnyCollapsed());
    const auto hidden = m_scene.rows.hidden(m_scene.view);
    QMenu* shown = menu->addMenu(tr("Show hidden &rows"));
    shown->setObjectName(QStringLiteral("hiddenRows"));
    shown->setEnabled(!hidden.empty());
    for (const auto& [name, caption] : hidden)
        addMenuAction(shown, menuText(fullName(caption), kLongestRowName), "showRow", [this, name = name] {
            edit([&](RowArrangement& arrangement) { arrangement.setHidden(name, false); });
        });
    shown->addSeparator();
    addMenuAction(shown, tr("&All of them"), "showHidden", [this] { showHiddenRows(); });
    menu->addSeparator();
    addMenuAction(menu, tr("Rese&t the arrangement"), "resetRows", [this] {
        reset();
    })->setEnabled(!(arrangement() == RowArrangement{}));
}

QMenu* RowArranger::makeMenu(QPointF position, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("rowMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const int y = static_cast<int>(position.y()) - m_canvas.rowArea().top();
    const std::size_t row = m_scene.rows.at(y, m_scene.scroll);
    const std::size_t header = m_scene.rows.groupAt(y, m_scene.scroll);
    std::size_t group = kNoIndex;
    if (row != kNoIndex && !m_scene.rows.all()[row].place.isSummary) {
        addRowActions(menu, row);
        group = m_scene.rows.all()[row].group;
    }
    if (header != kNoIndex)
        group = m_scene.rows.groups()[header].group;
    if (group != kNoIndex)
        addGroupActions(menu, group);
    if (group != kNoIndex && trackGroups()[group].name == "power") {
        menu->addSeparator();
        addRailActions(menu);
        menu->addSeparator();
    }
    addAllActions(menu);
    return menu;
}

} // namespace stepscope::widgets
