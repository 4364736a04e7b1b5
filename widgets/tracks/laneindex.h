#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <cstddef>
#include <vector>

namespace stepscope::widgets {

/// A lane's spans as boxes. What they are found by is made by the store while it reads (LaneView::boxes), so there is
/// nothing to be built or kept here.
class LaneIndex
{
public:
    /// Takes note of the lane as it is now; nothing is ever left to do.
    bool extend(const trace::LaneView& lane, std::size_t budget);
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// 1 = flat.
    [[nodiscard]] std::size_t depths() const { return m_depths; }

    /// Boxes of one depth from left to right, x in px. Spans narrower than a column share one: it carries the longest,
    /// how many touch it, and the share of the column in which any span of the depth runs. O(columns x log spans). The
    /// caller fills in the rest.
    void boxes(const trace::LaneView& lane, std::size_t depth, const Viewport& viewport, std::vector<Box>& boxes) const;

private:
    std::size_t m_size = 0;
    std::size_t m_depths = 0;
};

} // namespace stepscope::widgets
