#include "widgets/interaction/rowarranger.h"

#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowvalues.h"
#include "widgets/interaction/scaledialog.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
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
    const RowArrangement before = m_scene.rows.arrangement();
    setArrangement(arrangement);
    emit chosen(before, arrangement);
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

void RowArranger::setScale(const std::string& row, const RowScale& scale)
{
    edit([&](RowArrangement& arrangement) { arrangement.setScale(row, scale); });
}

RowScale RowArranger::scaleOf(const std::string& row) const
{
    const auto chosen = arrangement().scales.find(row);
    return chosen == arrangement().scales.end() ? RowScale{} : chosen->second;
}

void RowArranger::askScale(std::size_t index, QWidget* parent)
{
    const Rows::Row& row = m_scene.rows.all()[index];
    const Geometry* geometry = m_canvas.geometryOf(index);
    const RowScale scale = scaleOf(row.name);
    const double largest = scale.max.value_or(geometry && !scale.isLogarithmic ? geometry->valueMax : 1);
    auto* dialog = new ScaleDialog(row.track->caption(m_scene.view).name, scale, m_scene.rows.unitOf(row, m_scene.view),
                                   largest, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, name = row.name] { setScale(name, dialog->scale()); });
    dialog->open();
}

/// Only rows with values have a scale.
void RowArranger::addScaleActions(QMenu* menu, std::size_t index)
{
    const Rows::Row& row = m_scene.rows.all()[index];
    if (m_scene.rows.unitOf(row, m_scene.view).empty())
        return;
    const RowScale scale = scaleOf(row.name);
    QMenu* choices = menu->addMenu(tr("&Scale"));
    choices->setObjectName(QStringLiteral("scaleMenu"));
    const auto add = [&](const QString& text, const char* name, bool isOn, const std::function<void()>& slot) {
        QAction* action = addMenuAction(choices, text, name, slot);
        action->setCheckable(true);
        action->setChecked(isOn);
    };
    add(tr("&Automatic\tShift+Y"), "scaleAutomatic", scale.isAutomatic(),
        [this, name = row.name] { setScale(name, {}); });
    add(tr("&Logarithmic\tY"), "scaleLogarithmic", scale.isLogarithmic,
        [this, name = row.name] { toggleLogarithmic(name); });
    add(tr("&Fixed range…"), "scaleFixed", scale.min || scale.max,
        [this, index, parent = menu->parentWidget()] { askScale(index, parent); });
}

void RowArranger::toggleLogarithmic(const std::string& row)
{
    RowScale scale = scaleOf(row);
    scale.isLogarithmic = !scale.isLogarithmic;
    setScale(row, scale);
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
    addCopyAction(menu, row);
    addScaleActions(menu, index);
    if (arrangement().heights.contains(name))
        addMenuAction(menu, tr("Default hei&ght of %1").arg(caption), "defaultHeight",
                      [this, name] { setHeight(name, 0); });
    menu->addSeparator();
}

/// Copies the values of the selection, or else of the visible range.
void RowArranger::addCopyAction(QMenu* menu, const Rows::Row& row)
{
    const trace::TimeRange range = m_scene.axis->selection().value_or(m_scene.axis->range());
    const std::shared_ptr<Track> track = row.track;
    const std::size_t count = rowValueCount(m_scene.view, *track, range);
    const bool isMany = count > kMostCopiedValues;
    const QString text = isMany                      ? tr("Copy &values: more than %L1, zoom in").arg(kMostCopiedValues)
                         : m_scene.axis->selection() ? tr("Copy the &values of the selection (%L1)").arg(count)
                                                     : tr("Copy the &values in view (%L1)").arg(count);
    addMenuAction(menu, text, "copyValues", [this, track, range] {
        QGuiApplication::clipboard()->setText(rowValuesCsv(m_scene.view, *track, range));
    })->setEnabled(count > 0 && !isMany);
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
