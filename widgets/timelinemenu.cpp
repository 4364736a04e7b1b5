// The menu of a place on the timeline: a part of Navigation.

#include "widgets/navigation.h"
#include "widgets/timelinecanvas.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <functional>

namespace stepscope::widgets {

namespace {

/// In a menu an & would be an underline.
QString menuText(std::string_view utf8)
{
    constexpr std::size_t kLongest = 48;
    QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min(utf8.size(), kLongest)));
    if (utf8.size() > kLongest)
        text += QChar(0x2026);
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QAction* add(QMenu* menu, const QString& text, const char* name, const std::function<void()>& slot)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, menu, slot);
    return action;
}

void addSpan(QMenu* menu, Navigation* navigation, const trace::TraceView& view, SpanPlace place)
{
    const std::uint32_t op = view.lanes()[place.lane].span(place.index).op;
    add(menu, Navigation::tr("&Zoom to %1").arg(menuText(view.opName(op))), "zoomToSpan",
        [=] { emit navigation->spanWanted(place.lane, place.index); });
    add(menu, Navigation::tr("&Light all instances"), "lightInstances", [=] { emit navigation->opWanted(op); });
    add(menu, Navigation::tr("&Next instance"), "nextInstance", [=] { emit navigation->instanceWanted(true); });
    add(menu, Navigation::tr("&Previous instance"), "previousInstance",
        [=] { emit navigation->instanceWanted(false); });
    const auto effects = effectsOf(view, place, 1);
    const auto causes = causesOf(view, place, 1);
    if (!effects.empty())
        add(menu, Navigation::tr("Go to its &kernel"), "goToKernel",
            [=] { emit navigation->spanWanted(effects.front().to.lane, effects.front().to.index); });
    if (!causes.empty())
        add(menu, Navigation::tr("Go to what la&unched it"), "goToLauncher",
            [=] { emit navigation->spanWanted(causes.front().from.lane, causes.front().from.index); });
    menu->addSeparator();
}

void addRails(QMenu* menu, Navigation* navigation, const trace::TraceView& view, std::optional<std::size_t> current)
{
    const std::vector<std::size_t> rails = powerRails(view);
    if (rails.empty())
        return;
    QMenu* choices = menu->addMenu(Navigation::tr("Energy &of"));
    choices->setObjectName(QStringLiteral("rails"));
    auto* group = new QActionGroup(choices);
    const auto chosen = current ? current : inputRail(view);
    for (const std::size_t rail : rails) {
        QAction* action = choices->addAction(railName(view, rail).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(chosen == rail);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, navigation, [=] { navigation->setRail(rail); });
    }
}

} // namespace

QMenu* Navigation::makeMenu(QPointF position, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("timelineMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const trace::TraceView& view = m_scene.view;
    const auto box = m_canvas.boxNear(position);
    if (box && box->of == Box::Of::Span)
        addSpan(menu, this, view, {box->lane, box->index});
    if (box && box->of == Box::Of::Step && box->count == 1) {
        const format::Step step = view.step(box->index);
        add(menu, tr("&Zoom to step %1").arg(step.index), "zoomToStep", [this, step] {
            m_scene.axis->zoomTo({step.start, step.end});
        });
        menu->addSeparator();
    }
    if (const auto selection = m_scene.axis->selection())
        add(menu, tr("Zoom to the &selection"), "zoomToSelection",
            [this, selection] { m_scene.axis->zoomTo(*selection); });
    add(menu, tr("Show &all"), "showAll", [this] { m_scene.axis->showAll(); });
    add(menu, tr("Bac&k"), "back", [this] { m_scene.axis->back(); })->setEnabled(m_scene.axis->canGoBack());
    menu->addSeparator();
    add(menu, tr("Cursor &A here\tQ"), "cursorA", [this, position] { placeCursor(Cursors::A, position, false); });
    add(menu, tr("Cursor &B here\tE"), "cursorB", [this, position] { placeCursor(Cursors::B, position, false); });
    if (!m_scene.cursors.isEmpty())
        add(menu, tr("&Remove the cursors"), "clearCursors", [this] { clearCursors(); });
    addRails(menu, this, view, m_scene.cursors.rail);
    menu->addSeparator();
    const trace::TimeRange place = placeOfInterest();
    add(menu, tr("Book&mark\tM"), "bookmark", [this, place] { emit bookmarkWanted(place); });
    if (parent && !parent->actions().isEmpty()) { // what the window around offers here
        menu->addSeparator();
        menu->addActions(parent->actions());
    }
    return menu;
}

} // namespace stepscope::widgets
