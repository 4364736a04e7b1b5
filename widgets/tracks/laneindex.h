#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::widgets {

/// What a lane's picture needs beyond its spans: by depth, which spans there are, the longest of any run of them and
/// how long they take together. Grows with the lane and is never rebuilt; about 9 bytes a span.
class LaneIndex
{
public:
    /// Takes up at most `budget` spans that came since; true when it has them all.
    bool extend(const trace::LaneView& lane, std::size_t budget);
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// 1 = flat.
    [[nodiscard]] std::size_t depths() const { return m_depths.size(); }

    /// Boxes of one depth from left to right, x in px. Spans narrower than a column share one: it carries the longest,
    /// how many there are, and the share of the column that they take. O(columns x log spans). The caller fills in the
    /// rest.
    void boxes(const trace::LaneView& lane, std::size_t depth, const Viewport& viewport, std::vector<Box>& boxes) const;

private:
    static constexpr std::size_t kBlock = 16;

    struct Depth
    {
        std::vector<std::uint32_t> spans;               ///< indices into the lane
        std::vector<std::uint32_t> lengths;             ///< ns; kLong = look into the lane
        std::vector<std::vector<std::uint32_t>> levels; ///< [l][i]: place of the longest of the i-th 16^(l+1) spans
        std::vector<std::int64_t> busyBefore;           ///< ns of all spans before each block
        std::vector<std::int64_t> endBefore;            ///< latest end of all spans before each block
        std::int64_t busy = 0;
        std::int64_t end = INT64_MIN;
    };

    static constexpr std::uint32_t kLong = UINT32_MAX;

    static std::int64_t lengthAt(const trace::LaneView& lane, const Depth& depth, std::size_t place);
    static void append(const trace::LaneView& lane, Depth& depth, std::uint32_t span);
    static std::size_t longest(const trace::LaneView& lane, const Depth& depth, std::size_t first, std::size_t last);
    static std::int64_t busy(const trace::LaneView& lane, const Depth& depth, std::size_t first, std::size_t last);
    static std::size_t firstTouching(const trace::LaneView& lane, const Depth& depth, std::int64_t time);
    static std::size_t startingAt(const trace::LaneView& lane, const Depth& depth, std::size_t from, std::int64_t time);

    std::size_t m_size = 0;
    std::vector<Depth> m_depths;
};

} // namespace stepscope::widgets
