#include "widgets/tooltip.h"

#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Tooltip)

public:
    static QString line(const QString& what, const QString& value) { return what + QLatin1Char('\t') + value; }
    static QString text(std::string_view utf8)
    {
        constexpr std::size_t kLongest = 160;
        QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min(utf8.size(), kLongest)));
        return utf8.size() > kLongest ? text + QChar(0x2026) : text;
    }

    static TooltipText ofSpan(const trace::TraceView& view, const Box& box, std::int64_t start)
    {
        const trace::SpanRecord span = view.lanes()[box.lane].span(box.index);
        TooltipText tooltip{text(view.opName(span.op)), {}};
        if (const auto shapes = view.opShapes(span.op); !shapes.empty())
            tooltip.lines << text(shapes);
        if (const auto module = view.opModule(span.op); !module.empty())
            tooltip.lines << line(tr("module"), text(module));
        tooltip.lines << line(tr("duration"), durationText(span.duration));
        tooltip.lines << line(tr("starts at"), timeText(span.start - start, 1000));
        const std::size_t i = view.stepLowerBound(span.start);
        if (i < view.stepCount() && view.step(i).start <= span.start)
            tooltip.lines << line(tr("step"), QString::number(view.step(i).index));
        tooltip.lines << line(tr("depth"), QString::number(span.depth));
        if (box.count > 1)
            tooltip.lines << tr("the longest of %1 spans here").arg(box.count);
        return tooltip;
    }

    static TooltipText ofStep(const trace::TraceView& view, const Box& box, std::int64_t start)
    {
        const format::Step step = view.step(box.index);
        if (box.count > 1)
            return {tr("%1 steps from %2 on").arg(box.count).arg(step.index), {tr("zoom in to tell them apart")}};
        TooltipText tooltip{tr("Step %1").arg(step.index), {}};
        tooltip.lines << line(tr("duration"), durationText(step.end - step.start));
        tooltip.lines << line(tr("starts at"), timeText(step.start - start, 1000));
        if (step.samples > 0)
            tooltip.lines << line(tr("samples"), QString::number(step.samples));
        if (step.flags & format::Step::kTraced)
            tooltip.lines << tr("ops were recorded");
        return tooltip;
    }

    static TooltipText ofLoss(const trace::TraceView& view, const Box& box)
    {
        const trace::Loss& loss = view.losses()[box.index];
        TooltipText tooltip{tr("Lost: %1").arg(text(loss.what)), {text(loss.reason)}};
        tooltip.lines << line(tr("how many"), QString::number(loss.count));
        tooltip.lines << line(tr("for"), durationText(std::max<std::int64_t>(0, loss.range.duration())));
        return tooltip;
    }

    static TooltipText ofEvent(const trace::TraceView& view, const Box& box, std::int64_t start)
    {
        const trace::EventRecord& event = view.event(box.index);
        TooltipText tooltip{text(event.text), {line(tr("at"), timeText(event.time - start, 1'000'000))}};
        if (box.count > 1)
            tooltip.lines << tr("and %1 more here").arg(box.count - 1);
        return tooltip;
    }
};

} // namespace

TooltipText tooltipOf(const trace::TraceView& view, const Box& box, std::int64_t start)
{
    switch (box.of) {
    case Box::Of::Span:
        return Words::ofSpan(view, box, start);
    case Box::Of::Step:
        return Words::ofStep(view, box, start);
    case Box::Of::Loss:
        return Words::ofLoss(view, box);
    case Box::Of::Event:
        break;
    }
    return Words::ofEvent(view, box, start);
}

} // namespace stepscope::widgets
