#include "widgets/timeline/tooltip.h"

#include "analysis/metrics/lossshare.h"
#include "widgets/marks/cursors.h"
#include "widgets/tracks/curve.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostChildrenVisited = 20'000; ///< spans: less than a millisecond
constexpr std::size_t kMostChannels = 8;

QString shortened(std::string_view utf8)
{
    constexpr std::size_t kLongest = 160;
    QString shortened = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min(utf8.size(), kLongest)));
    return utf8.size() > kLongest ? shortened + QChar(0x2026) : shortened;
}

QString line(const QString& what, const QString& value)
{
    return what + QLatin1Char('\t') + value;
}

struct TooltipWords
{
    Q_DECLARE_TR_FUNCTIONS(Tooltip)

public:
    static QString energy(const trace::TraceView& view, trace::TimeRange range, std::optional<std::size_t> rail)
    {
        if (!rail || *rail >= view.channels().size())
            rail = inputRail(view);
        const auto energy = rail ? energyOf(view, *rail, range) : std::nullopt;
        if (!energy)
            return {};
        // An op is often shorter than the averaging window of the sensor, so this is no measurement of the op alone.
        QString text = QStringLiteral("%1, %2").arg(valueText(energy->joules, "J"), valueText(energy->meanWatts, "W"));
        if (energy->isPartial())
            text += tr(" (of %1 of the time)").arg(valueText(energy->covered, "1"));
        return line(tr("at the mean power of %1").arg(railName(view, *rail)), text);
    }

    static void addStep(const trace::TraceView& view, const trace::SpanRecord& span, TooltipText& tooltip)
    {
        const std::size_t i = view.stepLowerBound(span.start);
        if (i >= view.stepCount() || view.step(i).start > span.start)
            return;
        const format::Step step = view.step(i);
        const trace::TimeRange inside = trace::TimeRange{step.start, step.end}.intersected({span.start, span.end()});
        QString value = QString::number(step.index);
        if (step.end > step.start && !inside.isEmpty())
            value += tr(", %1 of it")
                         .arg(valueText(inside.seconds() / trace::TimeRange{step.start, step.end}.seconds(), "1"));
        tooltip.lines << line(tr("step"), value);
    }

    static TooltipText ofSpan(const trace::TraceView& view, const Box& box, std::int64_t start,
                              std::optional<std::size_t> rail)
    {
        const trace::LaneView& lane = view.lanes()[box.lane];
        const trace::SpanRecord span = lane.span(box.index);
        TooltipText tooltip{shortened(view.opName(span.op)), {}};
        if (const auto shapes = view.opShapes(span.op); !shapes.empty())
            tooltip.lines << shortened(shapes);
        if (const auto module = view.opModule(span.op); !module.empty())
            tooltip.lines << line(tr("module"), shortened(module));
        tooltip.lines << line(tr("duration"), durationText(span.duration));
        const auto self = selfTimeOf(lane, box.index);
        if (self && *self != span.duration)
            tooltip.lines << line(tr("self time"), durationText(*self));
        if (const QString taken = energy(view, {span.start, span.end()}, rail); !taken.isEmpty())
            tooltip.lines << taken;
        addStep(view, span, tooltip);
        if (const auto parent = parentOf(lane, box.index))
            tooltip.lines << line(tr("within"), shortened(view.opName(lane.span(*parent).op)));
        tooltip.lines << line(tr("starts at"), timeText(span.start - start, 1000));
        if (box.count > 1)
            tooltip.lines << tr("the longest of %1 spans here").arg(box.count);
        return tooltip;
    }

    static TooltipText ofStep(const trace::TraceView& view, const Box& box, std::int64_t start,
                              std::optional<std::size_t> rail)
    {
        const format::Step step = view.step(box.index);
        if (box.count > 1)
            return {tr("%1 steps from %2 on").arg(box.count).arg(step.index), {tr("zoom in to see each of them")}};
        TooltipText tooltip{tr("Step %1").arg(step.index), {}};
        tooltip.lines << line(tr("duration"), durationText(step.end - step.start));
        tooltip.lines << line(tr("starts at"), timeText(step.start - start, 1000));
        if (step.samples > 0)
            tooltip.lines << line(tr("samples"), QString::number(step.samples));
        if (const QString taken = energy(view, {step.start, step.end}, rail); !taken.isEmpty())
            tooltip.lines << taken;
        if (step.flags & format::Step::kTraced)
            tooltip.lines << tr("ops were recorded");
        return tooltip;
    }

    static TooltipText ofLoss(const trace::TraceView& view, const Box& box)
    {
        const trace::Loss& loss = view.losses()[box.index];
        TooltipText tooltip{tr("Lost: %1").arg(shortened(loss.what)), {shortened(loss.reason)}};
        tooltip.lines << line(tr("count"), QString::number(loss.count));
        if (const double share = analysis::lostShare(view, loss); share < 1)
            tooltip.lines << line(tr("of the data in this time"), valueText(share, "1"));
        tooltip.lines << line(tr("duration"), durationText(std::max<std::int64_t>(0, loss.range.duration())));
        return tooltip;
    }

    static TooltipText ofEvent(const trace::TraceView& view, const Box& box, std::int64_t start)
    {
        const trace::EventRecord& event = view.event(box.index);
        TooltipText tooltip{shortened(event.text), {line(tr("at"), timeText(event.time - start, 1'000'000))}};
        if (box.count > 1)
            tooltip.lines << tr("and %1 more here").arg(box.count - 1);
        return tooltip;
    }

    static QString valueAt(const trace::ChannelView& channel, trace::TimeRange pixel)
    {
        const std::string& unit = channel.info().unit;
        const trace::Extremes extremes =
            channel.extremes(channel.lowerBound(pixel.begin), channel.lowerBound(pixel.end));
        if (extremes.samples > 1)
            return tr("%1 to %2 (%3 samples)")
                .arg(valueText(extremes.min, unit), valueText(extremes.max, unit))
                .arg(extremes.samples);
        const auto value = Curve(channel).valueAt(pixel.begin + pixel.duration() / 2);
        return value ? valueText(*value, unit) : tr("not measured here");
    }

    static void addSensor(const trace::Channel& channel, TooltipText& tooltip)
    {
        const auto add = [&](const QString& what, const std::optional<std::int64_t>& ns) {
            if (ns && *ns > 0)
                tooltip.lines << line(what, durationText(*ns));
        };
        add(tr("sampling period"), channel.periodNs);
        add(tr("update interval"), channel.updateNs);
        add(tr("averaging window"), channel.windowNs);
        add(tr("latency"), channel.lagNs);
        if (channel.resolution && *channel.resolution > 0)
            tooltip.lines << line(tr("resolution"), valueText(*channel.resolution, channel.unit));
        if (!channel.source.empty())
            tooltip.lines << line(tr("source"), shortened(channel.source));
    }
};

} // namespace

std::optional<std::size_t> parentOf(const trace::LaneView& lane, std::size_t span)
{
    const trace::SpanRecord child = lane.span(span);
    if (child.depth == 0)
        return std::nullopt;
    std::optional<std::size_t> parent;
    std::size_t visited = 0;
    const std::size_t first = lane.touching({child.start, child.start + 1}).first;
    for (std::size_t i = first; i < span && visited < kMostChildrenVisited;
         i = lane.next(i + 1, span, child.start), ++visited) {
        const trace::SpanRecord candidate = lane.span(i);
        if (candidate.depth + 1 == child.depth && candidate.end() >= child.end())
            parent = i;
    }
    return parent;
}

std::optional<std::int64_t> selfTimeOf(const trace::LaneView& lane, std::size_t span)
{
    const trace::SpanRecord parent = lane.span(span);
    std::int64_t self = parent.duration;
    const std::size_t last = lane.touching({parent.start, std::max(parent.end(), parent.start + 1)}).last;
    if (last > span && last - span > kMostChildrenVisited)
        return std::nullopt;
    for (std::size_t i = span + 1; i < last; ++i) {
        const trace::SpanRecord child = lane.span(i);
        if (child.depth == parent.depth + 1)
            self -= std::max<std::int64_t>(0, std::min(child.end(), parent.end()) - child.start);
    }
    return std::max<std::int64_t>(0, self);
}

TooltipText tooltipOf(const trace::TraceView& view, const Box& box, std::int64_t start, std::optional<std::size_t> rail)
{
    switch (box.of) {
    case Box::Of::Span:
        return TooltipWords::ofSpan(view, box, start, rail);
    case Box::Of::Step:
        return TooltipWords::ofStep(view, box, start, rail);
    case Box::Of::Loss:
        return TooltipWords::ofLoss(view, box);
    case Box::Of::Event:
        break;
    }
    return TooltipWords::ofEvent(view, box, start);
}

TooltipText tooltipOf(const trace::TraceView& view, const std::vector<std::size_t>& channels, trace::TimeRange pixel)
{
    TooltipText tooltip;
    for (std::size_t i = 0; i < std::min(channels.size(), kMostChannels); ++i) {
        const trace::ChannelView& channel = view.channels()[channels[i]];
        const QString name = shortened(channel.info().name);
        if (channels.size() == 1) {
            tooltip.title = name;
            tooltip.lines << line(QString::fromStdString(channel.info().quantity),
                                  TooltipWords::valueAt(channel, pixel));
        } else {
            tooltip.lines << line(name, TooltipWords::valueAt(channel, pixel));
        }
    }
    if (channels.empty())
        return tooltip;
    const trace::Channel& first = view.channels()[channels.front()].info();
    if (channels.size() > 1)
        tooltip.title = shortened(first.quantity);
    if (channels.size() > kMostChannels)
        tooltip.lines << TooltipWords::tr("and %1 more").arg(channels.size() - kMostChannels);
    TooltipWords::addSensor(first, tooltip);
    return tooltip;
}

} // namespace stepscope::widgets
