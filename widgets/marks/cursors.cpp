#include "widgets/marks/cursors.h"

#include "analysis/metrics/metrics.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

/// Limits the time of a search: with more spans than this in reach, edges are closer than a pixel.
constexpr std::size_t kMostSpansVisited = 2048;

struct CursorWords
{
    Q_DECLARE_TR_FUNCTIONS(Cursors)
};

/// Keeps the nearest edge that is offered.
class Nearest
{
public:
    Nearest(std::int64_t time, std::int64_t reach)
        : m_time(time)
        , m_least(static_cast<double>(reach))
        , m_nearest{time, Snapped::To::Nothing}
    {}

    void offer(std::int64_t edge, Snapped::To to)
    {
        const double distance = std::abs(static_cast<double>(edge) - static_cast<double>(m_time));
        const bool first = m_nearest.to == Snapped::To::Nothing;
        if (first ? distance > m_least : distance >= m_least)
            return;
        m_least = distance;
        m_nearest = {edge, to};
    }
    [[nodiscard]] const Snapped& result() const { return m_nearest; }

private:
    std::int64_t m_time;
    double m_least;
    Snapped m_nearest;
};

void offerSteps(const trace::TraceView& view, std::int64_t time, Nearest& nearest)
{
    const std::size_t at = view.stepLowerBound(time);
    for (std::size_t i = at - std::min<std::size_t>(at, 1); i < std::min(at + 2, view.stepCount()); ++i) {
        nearest.offer(view.step(i).start, Snapped::To::Step);
        nearest.offer(view.step(i).end, Snapped::To::Step);
    }
}

void offerSpans(const trace::LaneView& lane, std::int64_t time, std::int64_t reach, Nearest& nearest)
{
    const trace::TimeRange around{time - reach - 1, time + reach + 1}; // includes spans that end at its beginning
    const auto [first, last] = lane.touching(around);
    // The nearest beginnings: the spans before and after the time.
    const std::size_t next = lane.touching({time, time + 1}).last;
    for (std::size_t i = next - std::min<std::size_t>(next, 1); i < std::min(next + 1, lane.size()); ++i)
        nearest.offer(lane.span(i).start, Snapped::To::SpanStart);
    std::size_t visited = 0;
    for (std::size_t i = first; i < last && visited < kMostSpansVisited;
         i = lane.next(i + 1, last, around.begin), ++visited)
        nearest.offer(lane.span(i).end(), Snapped::To::SpanEnd);
    // Too many: offer the ends of the spans that begin last before the time.
    if (visited == kMostSpansVisited) {
        for (std::size_t i = next - std::min(next, kMostSpansVisited); i < next; ++i)
            nearest.offer(lane.span(i).end(), Snapped::To::SpanEnd);
    }
}

void offerSamples(const trace::ChannelView& channel, std::int64_t time, Nearest& nearest)
{
    const std::size_t at = channel.lowerBound(time);
    for (std::size_t i = at - std::min<std::size_t>(at, 1); i < std::min(at + 1, channel.size()); ++i)
        nearest.offer(channel.time(i), Snapped::To::Sample);
}

} // namespace

Cursors::Which Cursors::next(std::int64_t time) const
{
    if (!a)
        return A;
    if (!b)
        return B;
    const auto away = [time](std::int64_t cursor) {
        return std::abs(static_cast<double>(cursor) - static_cast<double>(time));
    };
    return away(*a) < away(*b) ? A : B;
}

Snapped snap(const trace::TraceView& view, const SnapSources& sources, std::int64_t time, std::int64_t reach)
{
    constexpr std::int64_t kLimit = (std::int64_t{1} << 62) - 1;
    time = std::clamp(time, -kLimit, kLimit);
    reach = std::clamp<std::int64_t>(reach, 0, kLimit / 2);
    Nearest nearest(time, reach);
    if (sources.steps)
        offerSteps(view, time, nearest);
    for (const std::size_t lane : sources.lanes) {
        if (lane < view.lanes().size())
            offerSpans(view.lanes()[lane], time, reach, nearest);
    }
    for (const std::size_t channel : sources.channels) {
        if (channel < view.channels().size())
            offerSamples(view.channels()[channel], time, nearest);
    }
    return nearest.result();
}

std::vector<std::size_t> powerRails(const trace::TraceView& view)
{
    std::vector<std::size_t> rails;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        if (view.channels()[i].info().quantity == "rail.power")
            rails.push_back(i);
    }
    return rails;
}

QString railName(const trace::TraceView& view, std::size_t channel)
{
    const trace::Channel& info = view.channels()[channel].info();
    return QString::fromStdString(info.rail.empty() ? info.name : info.rail);
}

std::optional<std::size_t> inputRail(const trace::TraceView& view)
{
    const std::vector<std::size_t> rails = powerRails(view);
    const auto infoOf = [&](std::size_t rail) -> const trace::Channel& { return view.channels()[rail].info(); };
    const auto isRoot = [&](std::size_t rail) {
        return std::none_of(rails.begin(), rails.end(), [&](std::size_t other) {
            return other != rail && !infoOf(rail).parent.empty() && infoOf(other).rail == infoOf(rail).parent;
        });
    };
    const auto system = std::find_if(rails.begin(), rails.end(),
                                     [&](std::size_t rail) { return isRoot(rail) && infoOf(rail).role == "system"; });
    const auto root = system != rails.end() ? system : std::find_if(rails.begin(), rails.end(), isRoot);
    return root == rails.end() ? std::nullopt : std::optional(*root);
}

bool RailEnergy::isPartial() const
{
    return covered < analysis::kFullCoverage;
}

std::optional<RailEnergy> energyOf(const trace::TraceView& view, std::size_t channel, trace::TimeRange range)
{
    if (channel >= view.channels().size() || range.isEmpty())
        return std::nullopt;
    const auto integral = view.channels()[channel].integral(range);
    if (!(integral.coveredSeconds > 0))
        return std::nullopt;
    return RailEnergy{integral.value, integral.mean(), std::min(1.0, integral.coveredSeconds / range.seconds())};
}

Difference difference(const trace::TraceView& view, std::int64_t a, std::int64_t b, std::optional<std::size_t> rail)
{
    const trace::TimeRange range{std::min(a, b), std::max(a, b)};
    Difference result;
    result.duration = b - a;
    std::size_t first = view.stepLowerBound(range.begin);
    if (first < view.stepCount() && view.step(first).start < range.begin)
        ++first;
    const std::size_t last = view.stepLowerBound(range.end);
    result.steps = last > first ? last - first : 0;
    if (!rail || *rail >= view.channels().size())
        rail = inputRail(view);
    if (rail) {
        result.rail = railName(view, *rail);
        result.energy = energyOf(view, *rail, range);
    }
    return result;
}

QString differenceText(const Difference& difference)
{
    QStringList parts{durationText(difference.duration)};
    if (const auto& energy = difference.energy) {
        QString text = QStringLiteral("%1, %2 %3")
                           .arg(valueText(energy->joules, "J"), valueText(energy->meanWatts, "W"), difference.rail);
        if (energy->isPartial())
            text += CursorWords::tr(" (of %1 of the time)").arg(valueText(energy->covered, "1"));
        parts << text;
    } else if (!difference.rail.isEmpty()) {
        parts << CursorWords::tr("%1 not measured here").arg(difference.rail);
    }
    if (difference.steps > 0)
        parts << (difference.steps == 1 ? CursorWords::tr("1 step")
                                        : CursorWords::tr("%1 steps").arg(difference.steps));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace stepscope::widgets
