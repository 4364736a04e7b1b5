#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/coordinates.h"
#include "widgets/render/geometry.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

/// The energy of a rail since its first sample, J: the time integral of its power, from stored sums, so that its
/// precision does not depend on the zoom. It is constant where samples are missing. It does not decrease unless a
/// sample is negative.
class EnergyCurve
{
public:
    explicit EnergyCurve(const trace::ChannelView& watts);

    /// O(columns x log samples).
    void trace(const Viewport& viewport, Series& series) const;
    /// Appends column and value at the end of the column, for each column with data. Columns after the last sample that
    /// begin before `until` get the last value, so that rails of different lengths can be stacked.
    void traceEnds(const Viewport& viewport, std::vector<std::pair<int, double>>& ends,
                   std::int64_t until = std::numeric_limits<std::int64_t>::min()) const;
    /// The energy up to a time; nothing before the first sample and after the last.
    [[nodiscard]] std::optional<double> valueAt(std::int64_t time) const;
    [[nodiscard]] double total() const;

private:
    [[nodiscard]] double upTo(std::int64_t time) const;

    const trace::ChannelView& m_watts;
    trace::TimeRange m_range; ///< from the first sample to the last
    bool m_neverFalls = false;
};

} // namespace stepscope::widgets
