#include "ui/recording/rowsmenu.h"

#include "ui/parts/settings.h"
#include "widgets/interaction/rowarranger.h"
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
    follow(timeline);
    addSeparator();
    addArrangement();
    addSeparator();
    addExtras();
}

void RowsMenu::follow(widgets::TimelineWidget* timeline)
{
    for (const auto& [kind, title] : rowKinds())
        timeline->setRowsShown(kind, settings::isRowShown(kind, timeline->rowsShown(kind)));
    timeline->setValuesShown(settings::isRowShown(QStringLiteral("values"), true));
    widgets::RowArranger* arranger = timeline->rowArranger();
    arranger->setArrangement(widgets::RowArrangement::fromJson(settings::rowArrangement()));
    connect(arranger, &widgets::RowArranger::arrangementChanged, this, [this, timeline] { store(timeline); });
    connect(timeline, &QObject::destroyed, this, [this, timeline] { m_all.removeOne(timeline); });
    m_all << timeline;
}

void RowsMenu::store(const widgets::TimelineWidget* chosenIn)
{
    const widgets::RowArrangement arrangement = chosenIn->rowArranger()->arrangement();
    settings::setRowArrangement(arrangement.toJson());
    for (widgets::TimelineWidget* timeline : m_all)
        timeline->rowArranger()->setArrangement(arrangement);
}

void RowsMenu::addKinds()
{
    for (const auto& [kind, title] : rowKinds()) {
        QAction* action = addAction(title);
        action->setCheckable(true);
        action->setObjectName(QStringLiteral("rows-") + kind);
        action->setChecked(settings::isRowShown(kind, m_timeline->rowsShown(kind)));
        connect(action, &QAction::toggled, this, [this, kind = kind](bool shown) {
            settings::setRowShown(kind, shown);
            for (widgets::TimelineWidget* timeline : m_all)
                timeline->setRowsShown(kind, shown);
        });
    }
}

void RowsMenu::addArrangement()
{
    widgets::RowArranger* arranger = m_timeline->rowArranger();
    // The entries depend on the recording.
    const auto addDynamicMenu = [this](const QString& title, const QString& name,
                                       const std::function<void(QMenu*)>& fill) {
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
    addDynamicMenu(tr("&Rails"), QStringLiteral("rows-rails"),
                   [arranger](QMenu* menu) { arranger->addRailActions(menu); });
    addDynamicMenu(tr("&Arrange"), QStringLiteral("rows-arrange"),
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
    add(QStringLiteral("values"), tr("Va&lues beside the rows"), true, [this](bool shown) {
        for (widgets::TimelineWidget* timeline : m_all)
            timeline->setValuesShown(shown);
    });
    add(QStringLiteral("frame-times"), tr("&Frame times"), m_timeline->frameTimesShown(),
        [this](bool shown) { m_timeline->setFrameTimesShown(shown); });
    addSeparator();
    QAction* copy = addAction(tr("&Copy picture"));
    copy->setObjectName(QStringLiteral("copy-picture"));
    connect(copy, &QAction::triggered, m_timeline, &widgets::TimelineWidget::copyPicture);
}

QList<QPair<QString, QString>> rowKinds()
{
    return {
        {QStringLiteral("steps"), RowsMenu::tr("Steps")},
        {QStringLiteral("phases"), RowsMenu::tr("Phases")},
        {QStringLiteral("cores"), RowsMenu::tr("Cores")},
        {QStringLiteral("cpu"), RowsMenu::tr("CPU, mean of its cores")},
        {QStringLiteral("training-cpu"), RowsMenu::tr("CPU of the training")},
        {QStringLiteral("gpu"), RowsMenu::tr("GPU")},
        {QStringLiteral("emc"), RowsMenu::tr("Memory controller")},
        {QStringLiteral("power"), RowsMenu::tr("Power")},
        {QStringLiteral("memory"), RowsMenu::tr("Memory")},
        {QStringLiteral("tensors"), RowsMenu::tr("Tensors")},
        {QStringLiteral("ops"), RowsMenu::tr("Ops")},
        {QStringLiteral("temperatures"), RowsMenu::tr("Temperatures")},
        {QStringLiteral("frequencies"), RowsMenu::tr("Frequencies")},
        {QStringLiteral("others"), RowsMenu::tr("Other channels")},
    };
}

} // namespace stepscope::ui
