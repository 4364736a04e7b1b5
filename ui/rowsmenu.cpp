#include "ui/rowsmenu.h"

#include "ui/rowkinds.h"
#include "ui/settings.h"
#include "widgets/rowarranger.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QActionGroup>

#include <functional>

namespace stepscope::ui {

RowsMenu::RowsMenu(widgets::TimelineWidget* timeline, QWidget* parent)
    : QMenu(tr("Timeline &rows"), parent)
    , m_timeline(timeline)
{
    addKinds();
    addSeparator();
    addArrangement();
    addSeparator();
    addExtras();
}

void RowsMenu::addKinds()
{
    for (const auto& [kind, title] : rowKinds()) {
        QAction* action = addAction(title);
        action->setCheckable(true);
        action->setObjectName(QStringLiteral("rows-") + kind);
        action->setChecked(settings::isRowShown(kind, m_timeline->rowsShown(kind)));
        m_timeline->setRowsShown(kind, action->isChecked());
        connect(action, &QAction::toggled, this, [this, kind = kind](bool shown) {
            settings::setRowShown(kind, shown);
            m_timeline->setRowsShown(kind, shown);
        });
    }
}

void RowsMenu::addArrangement()
{
    widgets::RowArranger* arranger = m_timeline->rowArranger();
    arranger->setArrangement(widgets::RowArrangement::fromJson(settings::rowArrangement()));
    connect(arranger, &widgets::RowArranger::arrangementChanged, this,
            [arranger] { settings::setRowArrangement(arranger->arrangement().toJson()); });
    // What can be done depends on what there is.
    const auto addFresh = [this](const QString& title, const QString& name, const std::function<void(QMenu*)>& fill) {
        QMenu* menu = addMenu(title);
        menu->setObjectName(name);
        fill(menu);
        connect(menu, &QMenu::aboutToShow, menu, [menu, fill] {
            menu->clear();
            qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
            qDeleteAll(menu->findChildren<QActionGroup*>(Qt::FindDirectChildrenOnly));
            fill(menu);
        });
    };
    addFresh(tr("&Rails"), QStringLiteral("rows-rails"), [arranger](QMenu* menu) { arranger->addRailActions(menu); });
    addFresh(tr("&Arrange"), QStringLiteral("rows-arrange"),
             [arranger](QMenu* menu) { arranger->addAllActions(menu); });
}

void RowsMenu::addExtras()
{
    const auto add = [this](const QString& name, const QString& title, bool isShown,
                            const std::function<void(bool)>& show) {
        QAction* action = addAction(title);
        action->setCheckable(true);
        action->setObjectName(name);
        action->setChecked(settings::isRowShown(name, isShown));
        show(action->isChecked());
        connect(action, &QAction::toggled, this, [name, show](bool shown) {
            settings::setRowShown(name, shown);
            show(shown);
        });
    };
    add(QStringLiteral("overview"), tr("O&verview"), true, [this](bool shown) { m_timeline->setOverviewShown(shown); });
    add(QStringLiteral("frame-times"), tr("&Frame times"), m_timeline->frameTimesShown(),
        [this](bool shown) { m_timeline->setFrameTimesShown(shown); });
    addSeparator();
    QAction* copy = addAction(tr("&Copy picture"));
    copy->setObjectName(QStringLiteral("copy-picture"));
    connect(copy, &QAction::triggered, m_timeline, &widgets::TimelineWidget::copyPicture);
}

} // namespace stepscope::ui
