#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

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
            if (box.x1 - box.x0 >= kNumberWidth)
                box.text =
                    step.flags & format::Step::kTraced ? tr("%1 traced").arg(step.index) : QString::number(step.index);
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
        return geometry;
    }

    std::vector<Readout> readouts(const trace::TraceView& view, std::optional<std::int64_t> time) const override
    {
        if (!time)
            return {};
        const std::size_t i = view.stepLowerBound(*time);
        if (i >= view.stepCount() || view.step(i).start > *time)
            return {};
        const format::Step step = view.step(i);
        return {{{}, {}, tr("step %1").arg(step.index)}, {{}, {}, durationText(step.end - step.start)}};
    }

private:
    static constexpr double kNumberWidth = 12; ///< px: least width of a box with a number

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
