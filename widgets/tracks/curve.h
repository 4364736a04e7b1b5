#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

/// A channel as a curve over time: what lies between its samples. Interval channels hold each value back to the sample
/// before; instant ones are joined by straight lines. Missing samples and pauses longer than 20 periods are gaps: no
/// curve.
class Curve
{
public:
    explicit Curve(const trace::ChannelView& channel);

    /// Fills `columns` when there are many samples in sight, `lines` when there are few.
    /// O(columns x log samples), whatever is in sight.
    void trace(const Viewport& viewport, Series& series) const;
    void traceColumns(const Viewport& viewport, std::vector<Column>& columns) const;
    /// Mean value of each column that has any, one after the other: what a stack is made of. Exact, but of a little
    /// more or less time where a column has more than a hundred samples.
    void traceMeans(const Viewport& viewport, std::vector<std::pair<int, double>>& means) const;
    void traceLines(const Viewport& viewport, std::vector<std::vector<Point>>& lines) const;

    /// Of the curve; nothing in gaps.
    [[nodiscard]] std::optional<double> valueAt(std::int64_t time) const;
    /// Smallest and largest of all samples; {0, 0} without any.
    [[nodiscard]] std::pair<double, double> extent() const;

private:
    class Sums;

    [[nodiscard]] bool missing(std::size_t i) const;
    [[nodiscard]] bool joined(std::size_t i) const; ///< no gap between samples i - 1 and i
    [[nodiscard]] std::int64_t heldFrom(std::size_t i) const;
    [[nodiscard]] bool joinedAt(std::size_t i, bool isCrowded) const;
    void fetchSums(const std::vector<std::size_t>& ends, std::size_t column) const;
    [[nodiscard]] double meanOf(trace::TimeRange range, std::size_t first, std::size_t last, double otherwise,
                                Sums& sums) const;
    [[nodiscard]] trace::ChannelView::Integral integralOfFew(trace::TimeRange range, std::size_t first,
                                                             std::size_t last) const;
    [[nodiscard]] std::int64_t beginOf(std::size_t i, std::int64_t before, std::int64_t time, double valueBefore,
                                       double value) const;
    [[nodiscard]] bool columnOfHeld(trace::TimeRange range, std::size_t first, std::size_t last, Column& column) const;
    [[nodiscard]] bool columnOfJoined(trace::TimeRange range, std::size_t first, std::size_t last,
                                      Column& column) const;

    const trace::ChannelView& m_channel;
    std::int64_t m_period = 0;
    std::int64_t m_longestPause = 0;
    bool m_holds = false;
    bool m_tellsPauses = false; ///< the channel's own idea of a pause is that of the curve
};

} // namespace stepscope::widgets
