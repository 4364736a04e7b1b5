// The menu of rows: a part of RowArranger.

#include "widgets/rowarranger.h"
#include "widgets/timelinecanvas.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <functional>

namespace stepscope::widgets {

namespace {

/// In a menu an & would be an underline.
QString menuText(QString text)
{
    constexpr qsizetype kLongest = 32;
    if (text.size() > kLongest)
        text = text.left(kLongest) + QChar(0x2026);
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString fullName(const Caption& caption)
{
    return caption.note.isEmpty() ? caption.name : caption.name + QLatin1Char(' ') + caption.note;
}

QAction* add(QMenu* menu, const QString& text, const char* name, const std::function<void()>& slot)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, menu, slot);
    return action;
}

} // namespace

void RowArranger::addRowActions(QMenu* menu, std::size_t index)
{
    const Rows::Row& row = m_scene.rows.all()[index];
    const QString caption = menuText(row.track->caption(m_scene.view).name);
    const std::string name = row.name;
    add(menu, row.place.isPinned ? tr("Un&pin %1\tP").arg(caption) : tr("&Pin %1 at the top\tP").arg(caption), "pinRow",
        [this, name] { togglePinned(name); });
    // What was lost is never out of sight.
    add(menu, tr("&Hide %1").arg(caption), "hideRow", [this, name] {
        hideRow(name);
    })->setEnabled(row.kind->role != TrackKind::Role::Stays);
    if (arrangement().heights.contains(name))
        add(menu, tr("Usual hei&ght of %1").arg(caption), "usualHeight", [this, name] { setHeight(name, 0); });
    menu->addSeparator();
}

void RowArranger::addGroupActions(QMenu* menu, std::size_t group)
{
    const TrackGroup& which = trackGroups()[group];
    const bool isCollapsed = arrangement().collapsed.contains(which.name);
    const QString title = menuText(titleOf(which));
    add(menu, isCollapsed ? tr("&Expand %1\tC").arg(title) : tr("&Collapse %1\tC").arg(title), "toggleGroup",
        [this, name = which.name] { toggleGroup(name); });
}

void RowArranger::addRailActions(QMenu* menu)
{
    const auto addPair = [&](bool isSecond, const QString& first, const char* firstName, const QString& second,
                             const char* secondName, bool RailMode::*part) {
        auto* group = new QActionGroup(menu);
        for (const bool value : {false, true}) {
            QAction* action = add(menu, value ? second : first, value ? secondName : firstName, [this, part, value] {
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
    addPair(mode.joules, tr("&Watts"), "railsWatts", tr("&Joules, summed up"), "railsJoules", &RailMode::joules);
}

void RowArranger::addAllActions(QMenu* menu)
{
    add(menu, tr("Collapse &all groups\tShift+C"), "collapseAll", [this] {
        setAllCollapsed(true);
    })->setEnabled(isAnyExpanded());
    add(menu, tr("E&xpand all groups\tShift+C"), "expandAll", [this] {
        setAllCollapsed(false);
    })->setEnabled(!arrangement().collapsed.empty());
    const auto hidden = m_scene.rows.hidden(m_scene.view);
    QMenu* shown = menu->addMenu(tr("Show hidden &rows"));
    shown->setObjectName(QStringLiteral("hiddenRows"));
    shown->setEnabled(!hidden.empty());
    for (const auto& [name, caption] : hidden)
        add(shown, menuText(fullName(caption)), "showRow",
            [this, name = name] { edit([&](RowArrangement& arrangement) { arrangement.setHidden(name, false); }); });
    shown->addSeparator();
    add(shown, tr("&All of them"), "showHidden", [this] { showHiddenRows(); });
    menu->addSeparator();
    add(menu, tr("Rese&t the arrangement"), "resetRows", [this] {
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
    if (row != kNoIndex && !m_scene.rows.all()[row].place.standsForGroup) {
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
