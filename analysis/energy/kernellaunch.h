#pragma once

#include "analysis/trace/traceview.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::analysis {

/// Which ops launched the kernels of a stream, by the recorded links. A kernel of one name takes different power with
/// the shapes that its op gives it.
class KernelLaunches
{
public:
    static constexpr std::uint32_t kUnknown = 0;

    explicit KernelLaunches(const trace::TraceView& view)
        : m_view(view)
    {}
    /// For the kernels of a lane that begin in a range of time. O(all blocks of links), so that a range is to contain
    /// many steps.
    void load(std::size_t lane, trace::TimeRange starts) { m_links = m_view.linksTo(lane, starts, SIZE_MAX); }
    /// The op that launched the kernel that begins at a time of the range; kUnknown if no link says so.
    [[nodiscard]] std::uint32_t opOf(std::int64_t kernel) const
    {
        const auto link = std::lower_bound(m_links.begin(), m_links.end(), kernel,
                                           [](const trace::SpanLink& a, std::int64_t time) { return a.to < time; });
        return link != m_links.end() && link->to == kernel ? launcher(*link) : kUnknown;
    }

private:
    /// The cause itself, or its innermost caller with shapes: links come from calls of the driver, which have none.
    [[nodiscard]] std::uint32_t launcher(const trace::SpanLink& link) const
    {
        constexpr std::size_t kMostVisited =
            256; // spans before the cause, for those that are not nested in its callers
        const trace::LaneView& lane = m_view.lanes()[link.fromLane];
        std::size_t first = 0;
        std::size_t last = lane.size();
        while (first < last) {
            const std::size_t middle = first + (last - first) / 2;
            if (lane.start(middle) <= link.from)
                first = middle + 1;
            else
                last = middle;
        }
        if (first == 0 || lane.start(first - 1) != link.from)
            return kUnknown;
        std::size_t i = first - 1;
        const std::uint32_t cause = lane.op(i);
        std::uint8_t depth = lane.depth(i);
        for (std::size_t visited = 0; visited < kMostVisited; ++visited) {
            if (!m_view.opShapes(lane.op(i)).empty())
                return lane.op(i);
            while (i > 0 && lane.depth(i - 1) >= depth && visited < kMostVisited) {
                --i;
                ++visited;
            }
            if (i == 0 || depth == 0)
                break;
            --i;
            depth = lane.depth(i);
        }
        return cause;
    }

    const trace::TraceView& m_view;
    std::vector<trace::SpanLink> m_links; ///< by time of the kernel
};

} // namespace stepscope::analysis
