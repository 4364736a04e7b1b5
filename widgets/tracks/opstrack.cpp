#include "widgets/tracks/spanboxes.h"
#include "widgets/tracks/tracktable.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostDepths = 10; ///< drawn; the caption says how many more there are

/// The spans of one thread or GPU stream, nested by depth.
class OpsTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(OpsTrack)

public:
    explicit OpsTrack(std::size_t lane)
        : m_lane(lane)
    {}

    Caption caption(const trace::TraceView& view) const override
    {
        const format::Lane& lane = view.lanes()[m_lane].info();
        QString name = QString::fromStdString(lane.name);
        if (name.isEmpty()) {
            name = lane.kind == format::Lane::Kind::GpuStream ? tr("stream %1").arg(lane.thread)
                   : lane.kind == format::Lane::Kind::Phases  ? tr("phases")
                                                              : tr("thread %1").arg(lane.thread);
        }
        const std::size_t depths = std::size_t{view.lanes()[m_lane].maxDepth()} + 1;
        if (depths > kMostDepths)
            return {name, tr("%1 deeper").arg(depths - kMostDepths)};
        return {name, lane.kind == format::Lane::Kind::GpuStream ? tr("GPU")
                      : lane.kind == format::Lane::Kind::Phases  ? QString()
                                                                 : tr("ops")};
    }

    int height(const trace::TraceView& view) const override
    {
        const auto depths = static_cast<int>(std::min(kMostDepths, std::size_t{view.lanes()[m_lane].maxDepth()} + 1));
        const int least = view.lanes()[m_lane].info().kind == format::Lane::Kind::Phases ? 24 : 32;
        return (std::max(least, depths * kDepthHeight + 2 * kLanePadding) + 7) / 8 * 8;
    }

    void update(const trace::TraceView& view) override
    {
        // One hash of the name per op instead of one per box.
        while (m_colors.size() <= view.opCount())
            m_colors.push_back(opColor(view.opName(static_cast<std::uint32_t>(m_colors.size()))));
    }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        const trace::LaneView& lane = view.lanes()[m_lane];
        for (std::size_t depth = 0; depth < kMostDepths; ++depth) {
            const std::size_t first = geometry.boxes.size();
            addSpanBoxes(lane, depth, viewport, geometry.boxes);
            for (std::size_t i = first; i < geometry.boxes.size(); ++i) {
                Box& box = geometry.boxes[i];
                box.lane = m_lane;
                box.label = view.opName(box.op);
                box.color = box.op < m_colors.size() ? m_colors[box.op] : opColor(box.label);
                box.y0 = kLanePadding + static_cast<double>(depth) * kDepthHeight;
                box.y1 = box.y0 + kDepthHeight - 1;
            }
        }
        return geometry;
    }

    std::size_t lane() const override { return m_lane; }

private:
    std::size_t m_lane;
    std::vector<ColorRole> m_colors; ///< by op
};

std::vector<std::size_t> lanesOf(const trace::TraceView& view, bool phases)
{
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < view.lanes().size(); ++i) {
        const bool isPhases = view.lanes()[i].info().kind == format::Lane::Kind::Phases;
        if (view.lanes()[i].size() > 0 && isPhases == phases)
            keys.push_back(i);
    }
    return keys;
}

} // namespace

std::vector<std::size_t> keysOfPhases(const trace::TraceView& view)
{
    return lanesOf(view, true);
}

std::vector<std::size_t> keysOfLanes(const trace::TraceView& view)
{
    return lanesOf(view, false);
}

std::unique_ptr<Track> makeOpsTrack(const trace::TraceView&, std::size_t key)
{
    return std::make_unique<OpsTrack>(key);
}

} // namespace stepscope::widgets
