#include "widgets/tracks/spanboxes.h"
#include "widgets/tracks/tracktable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstdint>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostDepths = 10; ///< drawn; the caption says how many more there are

/// Colours of ops; remembers those used lately, since most boxes of a row have one of few ops.
class OpColors
{
public:
    explicit OpColors(const trace::TraceView& view)
        : m_view(view)
    {
        m_ops.fill(UINT32_MAX);
    }
    ColorRole of(std::uint32_t op)
    {
        const std::size_t slot = op % kSlots;
        if (m_ops[slot] != op) {
            m_ops[slot] = op;
            m_colors[slot] = opColor(m_view.opName(op));
        }
        return m_colors[slot];
    }

private:
    static constexpr std::size_t kSlots = 128;

    const trace::TraceView& m_view;
    std::array<std::uint32_t, kSlots> m_ops{};
    std::array<ColorRole, kSlots> m_colors{};
};

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

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        OpColors colors(view);
        const trace::LaneView& lane = view.lanes()[m_lane];
        for (std::size_t depth = 0; depth < kMostDepths; ++depth) {
            const std::size_t first = geometry.boxes.size();
            addSpanBoxes(lane, depth, viewport, geometry.boxes);
            for (std::size_t i = first; i < geometry.boxes.size(); ++i) {
                Box& box = geometry.boxes[i];
                box.lane = m_lane;
                box.label = view.opName(box.op);
                box.color = colors.of(box.op);
                box.y0 = kLanePadding + static_cast<double>(depth) * kDepthHeight;
                box.y1 = box.y0 + kDepthHeight - 1;
            }
        }
        return geometry;
    }

    std::size_t lane() const override { return m_lane; }

private:
    std::size_t m_lane;
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
