#include "analysis/metrics/lossshare.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

namespace {

/// Events and losses. The row appears with the first of them.
class EventsTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(EventsTrack)

public:
    Caption caption(const trace::TraceView& view) const override
    {
        const std::size_t losses = view.losses().size();
        return {tr("events"), losses == 0 ? QString() : losses == 1 ? tr("1 loss") : tr("%1 losses").arg(losses)};
    }
    int height(const trace::TraceView&) const override { return 24; }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        for (std::size_t i = 0; i < view.losses().size(); ++i) {
            const trace::Loss& loss = view.losses()[i];
            add(geometry, viewport, Box::Of::Loss, i, 2, loss.range.begin, std::max(loss.range.end, loss.range.begin),
                isSparse(view, viewport, loss));
        }
        for (std::size_t i = 0; i < view.eventCount(); ++i) {
            const trace::EventRecord& event = view.event(i);
            add(geometry, viewport, Box::Of::Event, i, static_cast<std::uint32_t>(event.severity), event.time,
                event.time);
        }
        return geometry;
    }

private:
    /// Most of the data in the time of the loss are there. Of narrow marks that is not asked for, because it takes a
    /// search in each channel.
    static bool isSparse(const trace::TraceView& view, const Viewport& viewport, const trace::Loss& loss)
    {
        constexpr double kNarrow = 12; // px
        constexpr double kMost = 0.5;
        return pixelOf(loss.range.end, viewport) - pixelOf(loss.range.begin, viewport) > kNarrow &&
               analysis::lostShare(view, loss) < kMost;
    }
    /// Adds a mark of at least 4 px. Marks of the same kind in the same column share one box, which counts them.
    static void add(Geometry& geometry, const Viewport& viewport, Box::Of of, std::size_t index, std::uint32_t severity,
                    std::int64_t begin, std::int64_t end, bool isThin = false)
    {
        if (end < viewport.range.begin || begin >= viewport.range.end)
            return;
        Box box;
        box.of = of;
        box.index = index;
        box.color = {ColorRole::Kind::Severity, severity};
        box.x0 = std::max(pixelOf(begin, viewport), 0.0) - 2;
        box.x1 = std::max(std::min(pixelOf(end, viewport), viewport.width), box.x0 + 2) + 2;
        box.y0 = isThin ? viewport.height / 2 - 2 : 4;
        box.y1 = viewport.height - box.y0;
        if (!geometry.boxes.empty()) {
            Box& before = geometry.boxes.back();
            if (before.of == of && before.color == box.color && before.y0 == box.y0 &&
                std::abs(before.x0 - box.x0) < 1 && box.x1 - before.x1 < 1) {
                ++before.count;
                return;
            }
        }
        geometry.boxes.push_back(box);
    }
};

} // namespace

std::vector<std::size_t> keysOfEvents(const trace::TraceView& view)
{
    const bool any = view.eventCount() > 0 || !view.losses().empty();
    return any ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

std::unique_ptr<Track> makeEventsTrack(const trace::TraceView&, std::size_t)
{
    return std::make_unique<EventsTrack>();
}

namespace {

/// Steps as boxes; traced steps have another colour. Steps narrower than a column share one box.
class StepsTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(StepsTrack)

public:
    Caption caption(const trace::TraceView&) const override { return {tr("steps"), {}}; }
    int height(const trace::TraceView&) const override { return 24; }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        const double columnWidth = viewport.columnWidth();
        std::size_t i = view.stepLowerBound(viewport.range.begin);
        while (i < view.stepCount()) {
            const format::Step step = view.step(i);
            if (step.start >= viewport.range.end)
                break;
            Box box = boxOf(step, i, viewport);
            box.x0 = std::max(pixelOf(step.start, viewport), 0.0);
            box.x1 = std::min(pixelOf(step.end, viewport), viewport.width);
            if (box.x1 - box.x0 < columnWidth) {
                const int column = std::max(0, columnOf(step.start, viewport));
                const std::size_t next = std::max(i + 1, view.stepLowerBound(columnRange(column, viewport).end));
                const format::Step last = view.step(next - 1);
                box = boxOf(last.flags & format::Step::kTraced ? last : step, i, viewport);
                box.count = next - i;
                box.x0 = column * columnWidth;
                box.x1 = box.x0 + columnWidth;
            }
            geometry.boxes.push_back(box);
            i += box.count;
        }
        numberSteps(view, geometry, viewport.width);
        return geometry;
    }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        if (!time.moment())
            return {};
        const std::size_t i = view.stepLowerBound(*time.moment());
        if (i >= view.stepCount() || view.step(i).start > *time.moment())
            return {};
        const format::Step step = view.step(i);
        return {{{}, {}, tr("step %1").arg(step.index)}, {{}, {}, durationText(step.end - step.start)}};
    }

private:
    static constexpr double kDigitWidth = 7;     ///< px
    static constexpr double kNumberDistance = 8; ///< px

    static std::uint64_t firstOf(const trace::TraceView& view, const Box& box) { return view.step(box.index).index; }
    static std::uint64_t lastOf(const trace::TraceView& view, const Box& box)
    {
        return view.step(box.index + box.count - 1).index;
    }

    /// Each step has its number if there is room. Otherwise the first and the last, and every 5th, 10th, 50th, ...
    static void numberSteps(const trace::TraceView& view, Geometry& geometry, double rowWidth)
    {
        const std::vector<Box>& boxes = geometry.boxes;
        if (boxes.empty())
            return;
        const std::uint64_t last = lastOf(view, boxes.back());
        const std::uint64_t first = firstOf(view, boxes.front());
        const double width = kDigitWidth * static_cast<double>(QString::number(std::max(first, last)).size());
        const double steps = std::max(1.0, static_cast<double>(last) - static_cast<double>(first) + 1);
        const double perStep = (boxes.back().x1 - boxes.front().x0) / steps;
        if (perStep < width + 2 * kLabelPadding + 2)
            return numberSome(view, geometry, width, perStep, rowWidth);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const format::Step step = view.step(boxes[i].index);
            const bool isTraced = (step.flags & format::Step::kTraced) != 0;
            if (boxes[i].count == 1)
                geometry.texts.push_back(
                    {i, isTraced ? tr("%1 traced").arg(step.index) : QString::number(step.index), 0});
        }
    }

    static void numberSome(const trace::TraceView& view, Geometry& geometry, double width, double perStep,
                           double rowWidth)
    {
        const std::vector<Box>& boxes = geometry.boxes;
        constexpr std::uint64_t kMost = 1'000'000'000'000'000; // numbers in files may be arbitrary
        std::uint64_t every = 5;
        for (bool isFive = true; static_cast<double>(every) * perStep < width + kNumberDistance && every < kMost;
             isFive = !isFive)
            every *= isFive ? 2 : 5;
        const auto middle = [](const Box& box) { return (box.x0 + box.x1) / 2; };
        const double begin = std::max(middle(boxes.front()), width / 2) + width + kNumberDistance;
        // The numbers at both ends are drawn inside of the row.
        const double end = std::min(middle(boxes.back()), rowWidth - width / 2) - width - kNumberDistance;
        for (const Box& box : boxes) {
            const std::uint64_t to = lastOf(view, box);
            const std::uint64_t multiple = to / every * every;
            const bool isFirst = &box == &boxes.front();
            const bool isLast = &box == &boxes.back() && middle(box) >= begin;
            const bool isNth = multiple >= firstOf(view, box) && middle(box) >= begin && middle(box) <= end;
            if (!isFirst && !isLast && !isNth)
                continue;
            geometry.texts.push_back({static_cast<std::size_t>(&box - boxes.data()),
                                      QString::number(isFirst  ? firstOf(view, box)
                                                      : isLast ? to
                                                               : multiple),
                                      width + 4});
        }
    }

    static Box boxOf(const format::Step& step, std::size_t i, const Viewport& viewport)
    {
        Box box;
        box.of = Box::Of::Step;
        box.index = i;
        box.y0 = 3;
        box.y1 = viewport.height - 3;
        const bool traced = (step.flags & format::Step::kTraced) != 0;
        box.color = {ColorRole::Kind::Step, static_cast<std::uint32_t>(step.index % 2) + (traced ? 2U : 0U)};
        return box;
    }
};

} // namespace

std::vector<std::size_t> keysOfSteps(const trace::TraceView& view)
{
    return view.stepCount() > 0 ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

std::unique_ptr<Track> makeStepsTrack(const trace::TraceView&, std::size_t)
{
    return std::make_unique<StepsTrack>();
}

} // namespace stepscope::widgets
