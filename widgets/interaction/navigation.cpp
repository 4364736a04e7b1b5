#include "widgets/interaction/navigation.h"

#include "widgets/timeline/timelinecanvas.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kSnapReach = 6;            ///< px
constexpr std::size_t kLinksShown = 64;     ///< more arrows are not readable
constexpr std::size_t kSourcesInRuler = 24; ///< rows: limits the time of a drag in the ruler
constexpr std::size_t kChannelsOfARow = 16;

constexpr qsizetype kLongestOpName = 48; ///< characters of an op's name in a menu

QString opText(const trace::TraceView& view, std::uint32_t op)
{
    const std::string_view name = view.opName(op);
    return QString::fromUtf8(name.data(),
                             static_cast<qsizetype>(std::min<std::size_t>(name.size(), 4 * kLongestOpName)));
}

void addSpan(QMenu* menu, Navigation* navigation, const trace::TraceView& view, SpanPlace place)
{
    const std::uint32_t op = view.lanes()[place.lane].span(place.index).op;
    addMenuAction(menu, Navigation::tr("&Zoom to %1").arg(menuText(opText(view, op), kLongestOpName)), "zoomToSpan",
                  [=] { emit navigation->spanRequested(place.lane, place.index); });
    addMenuAction(menu, Navigation::tr("High&light all instances"), "highlightInstances",
                  [=] { emit navigation->opRequested(op); });
    addMenuAction(menu, Navigation::tr("&Next instance"), "nextInstance",
                  [=] { emit navigation->instanceRequested(true); });
    addMenuAction(menu, Navigation::tr("&Previous instance"), "previousInstance",
                  [=] { emit navigation->instanceRequested(false); });
    const auto effects = effectsOf(view, place, 1);
    const auto causes = causesOf(view, place, 1);
    if (!effects.empty())
        addMenuAction(menu, Navigation::tr("Go to its &kernel"), "goToKernel",
                      [=] { emit navigation->spanRequested(effects.front().to.lane, effects.front().to.index); });
    if (!causes.empty())
        addMenuAction(menu, Navigation::tr("Go to what la&unched it"), "goToLauncher",
                      [=] { emit navigation->spanRequested(causes.front().from.lane, causes.front().from.index); });
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

Navigation::Navigation(Scene& scene, TimelineCanvas& canvas, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
{}

void Navigation::setCursor(Cursors::Which which, std::optional<std::int64_t> time)
{
    if (m_scene.cursors.at(which) == time)
        return;
    m_scene.cursors.at(which) = time;
    reportMeasurement();
    emit frameRequested(false);
}

void Navigation::clearCursors()
{
    if (m_scene.cursors.isEmpty())
        return;
    m_scene.cursors.a.reset();
    m_scene.cursors.b.reset();
    reportMeasurement();
    emit frameRequested(false);
}

void Navigation::setRail(std::optional<std::size_t> channel)
{
    m_scene.cursors.rail = channel;
    reportMeasurement();
    emit frameRequested(false);
}

QString Navigation::measurement() const
{
    const Cursors& cursors = m_scene.cursors;
    if (!cursors.a || !cursors.b)
        return {};
    return differenceText(difference(m_scene.view, *cursors.a, *cursors.b, cursors.rail));
}

void Navigation::reportMeasurement()
{
    const QString text = measurement();
    if (text != std::exchange(m_reported, text))
        emit measured(text);
}

SnapSources Navigation::sourcesAt(QPointF position) const
{
    SnapSources sources;
    const auto add = [&](std::size_t row) {
        const Track& track = *m_scene.rows.all()[row].track;
        if (track.lane() != kNoIndex)
            sources.lanes.push_back(track.lane());
        std::vector<std::size_t> channels = track.channels();
        channels.resize(std::min(channels.size(), kChannelsOfARow));
        sources.channels.insert(sources.channels.end(), channels.begin(), channels.end());
    };
    if (const std::size_t row = m_canvas.rowAt(position); row != kNoIndex) {
        add(row);
        return sources;
    }
    std::size_t added = 0;
    for (std::size_t row = 0; row < m_scene.rows.all().size() && added < kSourcesInRuler; ++row) {
        // Only spans: samples are so dense that a cursor would always snap to one.
        if (m_scene.rows.all()[row].track->lane() == kNoIndex || !m_canvas.rowRect(row).intersects(m_canvas.dataArea()))
            continue;
        add(row);
        ++added;
    }
    return sources;
}

void Navigation::placeCursor(Cursors::Which which, QPointF position, bool exactly)
{
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    const double x = std::clamp(position.x() - data.left(), 0.0, static_cast<double>(data.width()));
    std::int64_t time = timeAt(x, viewport);
    if (!exactly) {
        const double perPixel = static_cast<double>(viewport.range.duration()) / std::max(1.0, viewport.width);
        time = snap(m_scene.view, sourcesAt(position), time, std::llround(perPixel * kSnapReach)).time;
    }
    setCursor(which, time);
}

void Navigation::setHighlighted(std::shared_ptr<const SpanIndex> instances)
{
    if (instances == m_scene.highlighted)
        return;
    m_scene.highlighted = std::move(instances);
    emit frameRequested(true);
}

void Navigation::setBookmarks(const Bookmarks& bookmarks)
{
    if (bookmarks == m_scene.bookmarks)
        return;
    m_scene.bookmarks = bookmarks;
    emit frameRequested(false);
}

trace::TimeRange Navigation::placeOfInterest() const
{
    if (const auto selection = m_scene.axis->selection())
        return *selection;
    const trace::TimeRange range = m_scene.axis->range();
    const std::int64_t time = m_scene.axis->cursor().value_or(range.begin + range.duration() / 2);
    return {time, time};
}

void Navigation::updateLinks()
{
    const SpanPlace place = m_scene.selected;
    std::vector<LinkedSpans> links;
    if (!place.isNone()) {
        links = causesOf(m_scene.view, place, kLinksShown);
        const auto effects = effectsOf(m_scene.view, place, kLinksShown);
        links.insert(links.end(), effects.begin(), effects.end());
    }
    if (links == m_scene.links)
        return;
    m_scene.links = std::move(links);
    emit frameRequested(false);
}

void Navigation::refresh()
{
    reportMeasurement();
    updateLinks();
}

void Navigation::clear()
{
    m_scene.highlighted.reset();
    m_scene.links.clear();
    m_scene.band.reset();
    m_scene.cursors = {};
    m_scene.bookmarks.clear();
    reportMeasurement();
    emit frameRequested(true);
}

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
        addMenuAction(menu, tr("&Zoom to step %1").arg(step.index), "zoomToStep", [this, step] {
            m_scene.axis->zoomTo({step.start, step.end});
        });
        menu->addSeparator();
    }
    if (const auto selection = m_scene.axis->selection())
        addMenuAction(menu, tr("Zoom to the &selection"), "zoomToSelection",
                      [this, selection] { m_scene.axis->zoomTo(*selection); });
    addMenuAction(menu, tr("Show &all"), "showAll", [this] { m_scene.axis->showAll(); });
    addMenuAction(menu, tr("Bac&k"), "back", [this] { m_scene.axis->back(); })->setEnabled(m_scene.axis->canGoBack());
    menu->addSeparator();
    addMenuAction(menu, tr("Cursor &A here\tQ"), "cursorA",
                  [this, position] { placeCursor(Cursors::A, position, false); });
    addMenuAction(menu, tr("Cursor &B here\tE"), "cursorB",
                  [this, position] { placeCursor(Cursors::B, position, false); });
    if (!m_scene.cursors.isEmpty())
        addMenuAction(menu, tr("&Remove the cursors"), "clearCursors", [this] { clearCursors(); });
    addRails(menu, this, view, m_scene.cursors.rail);
    menu->addSeparator();
    const trace::TimeRange place = placeOfInterest();
    addMenuAction(menu, tr("Book&mark\tM"), "bookmark", [this, place] { emit bookmarkRequested(place); });
    if (parent && !parent->actions().isEmpty()) {
        menu->addSeparator();
        menu->addActions(parent->actions());
    }
    return menu;
}

QString menuText(QString text, qsizetype most)
{
    if (text.size() > most)
        text = text.left(most) + QChar(0x2026);
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QAction* addMenuAction(QMenu* menu, const QString& text, const char* name, const std::function<void()>& slot)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, menu, slot);
    return action;
}

} // namespace stepscope::widgets
