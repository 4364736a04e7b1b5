#include "widgets/interaction/scalegestures.h"

#include "widgets/interaction/rowarranger.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QFontMetricsF>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kLeastShare = 0.05; ///< of the height of the row, between the number and the other end of the scale

} // namespace

ScaleGestures::ScaleGestures(Scene& scene, TimelineCanvas& canvas, RowArranger& arranger, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
    , m_arranger(arranger)
{
    canvas.installEventFilter(this);
}

bool ScaleGestures::eventFilter(QObject*, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return m_drag && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton && release();
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const auto mark = markAt(mouse->position());
        if (!mark || mouse->button() != Qt::LeftButton)
            return false;
        m_arranger.setScale(m_scene.rows.all()[mark->row].name, {});
        return true;
    }
    default:
        return false;
    }
}

/// As the painters place the numbers: left of the data.
std::optional<ScaleGestures::Mark> ScaleGestures::markAt(QPointF position) const
{
    const std::size_t row = m_canvas.rowAt(position);
    const Geometry* geometry = row == kNoIndex ? nullptr : m_canvas.geometryOf(row);
    if (!geometry)
        return {};
    constexpr double kMargin = 2; // px around a number
    const QRect rect = m_canvas.rowRect(row);
    const QFontMetricsF metrics(m_scene.theme.smallFont());
    for (const PlacedLevel& placed : placedLevels(*geometry, rect.height() - 1)) {
        const double width = metrics.horizontalAdvance(placed.level->text) + kLevelDistance + kMargin;
        const QRectF text(rect.left() - width, rect.top() + placed.top - kMargin, width, kLevelHeight + 2 * kMargin);
        if (text.contains(position)) {
            const double value = placed.level->value;
            const double share = (value - geometry->valueMin) / (geometry->valueMax - geometry->valueMin);
            const double y = rect.top() + yOf(value, *geometry, rect.height() - 1);
            return Mark{row, value, share >= 0.5, geometry->valueMin, geometry->valueMax, position.y() - y};
        }
    }
    return {};
}

bool ScaleGestures::press(const QMouseEvent& event)
{
    if (m_drag)
        return true;
    const auto mark = event.button() == Qt::LeftButton && event.modifiers() == Qt::NoModifier ? markAt(event.position())
                                                                                              : std::nullopt;
    if (!mark)
        return false;
    emit touched();
    m_drag = mark;
    m_name = m_scene.rows.all()[mark->row].name;
    m_before = m_arranger.arrangement();
    return true;
}

bool ScaleGestures::move(const QMouseEvent& event)
{
    if (m_drag) {
        dragTo(event.position().y());
        return true;
    }
    const bool isOver = event.buttons() == Qt::NoButton && markAt(event.position()).has_value();
    if (!isOver)
        return false; // Gestures sets the shape of the pointer
    m_canvas.setCursor(Qt::SizeVerCursor);
    return true;
}

/// Solves (value - min) / (max - min) = share for the end that the drag moves.
void ScaleGestures::dragTo(double y)
{
    const Rows::Row* row = nullptr;
    for (const Rows::Row& other : m_scene.rows.all()) {
        if (other.name == m_name)
            row = &other;
    }
    if (!row)
        return;
    const double top = m_canvas.rowRect(static_cast<std::size_t>(row - m_scene.rows.all().data())).top();
    const double share = scaleShareAt(y - m_drag->grip - top, row->height - 1);
    double low = m_drag->valueMin;
    double high = m_drag->valueMax;
    if (m_drag->isUpper)
        high = low + (m_drag->value - low) / std::max(share, kLeastShare);
    else
        low = high - (high - m_drag->value) / std::max(1 - share, kLeastShare);
    RowArrangement arrangement = m_before;
    const auto chosen = m_before.scales.find(m_name);
    RowScale scale = chosen == m_before.scales.end() ? RowScale{} : chosen->second;
    const auto valueOf = [&](double value) { return scale.isLogarithmic ? std::pow(10.0, value) : value; };
    scale.min = valueOf(low);
    scale.max = valueOf(high);
    const ValueLimits limits = row->track->limits();
    scale.min = std::max(*scale.min, limits.least);
    scale.max = std::min(*scale.max, limits.most);
    if (*scale.min <= limits.least && *scale.max >= limits.most)
        scale = RowScale{{}, {}, scale.isLogarithmic}; // the whole range is the automatic one
    arrangement.setScale(m_name, scale);
    m_arranger.setArrangement(arrangement);
}

/// The whole drag is one change.
bool ScaleGestures::release()
{
    m_drag.reset();
    const RowArrangement after = m_arranger.arrangement();
    if (after != m_before) {
        m_arranger.setArrangement(m_before);
        m_arranger.choose(after);
    }
    return true;
}

bool ScaleGestures::cancel()
{
    if (!m_drag)
        return false;
    m_drag.reset();
    m_arranger.setArrangement(m_before);
    return true;
}

} // namespace stepscope::widgets
