#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

/// What a rail has used since its first sample, J: the time integral of its watts. Each value comes exactly out of the
/// stored sums, however long the recording, and is not added up from pixels. Where samples are missing it stands
/// still: nothing is known to have been used there. It never falls where no sample is negative.
class EnergyCurve
{
public:
    explicit EnergyCurve(const trace::ChannelView& watts);

    /// O(columns x log samples).
    void trace(const Viewport& viewport, Series& series) const;
    /// At the end of each column in which there is any, and of those after them that begin before `until`: what was
    /// used stays used, also when its rail was read for the last time before others.
    void traceEnds(const Viewport& viewport, std::vector<std::pair<int, double>>& ends,
                   std::int64_t until = std::numeric_limits<std::int64_t>::min()) const;
    /// Nothing before the first sample and after the last.
    [[nodiscard]] std::optional<double> valueAt(std::int64_t time) const;
    [[nodiscard]] double total() const;

private:
    [[nodiscard]] double upTo(std::int64_t time) const;

    const trace::ChannelView& m_watts;
    trace::TimeRange m_range; ///< from the first sample to the last
    bool m_neverFalls = false;
};

} // namespace stepscope::widgets
