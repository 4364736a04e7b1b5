#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/geometry.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

/// A channel as a curve over time. The value of an interval channel applies back to the sample before; samples of an
/// instant channel are joined by straight lines. Missing samples and pauses longer than 20 periods are gaps in the
/// curve.
class Curve
{
public:
    explicit Curve(const trace::ChannelView& channel);

    /// Fills `columns` if there are many samples in the viewport, `lines` if there are few. O(columns x log samples).
    void trace(const Viewport& viewport, Series& series) const;
    /// A column contains all of its samples. Four columns with at least eight samples each share a mean. With at least
    /// 64 samples, the extremes may include samples up to a quarter of a column beside it, but none beyond a gap or a
    /// pause. With Viewport::isExact, each column has its own mean and extremes.
    void traceColumns(const Viewport& viewport, std::vector<Column>& columns) const;
    /// Appends column and mean for each column with data, shared as above. With at least 128 samples, the limits of a
    /// mean are rounded to samples with stored sums.
    void traceMeans(const Viewport& viewport, std::vector<std::pair<int, double>>& means) const;
    /// Several samples in a column of the viewport.
    [[nodiscard]] bool isCrowded(const Viewport& viewport) const;
    void traceLines(const Viewport& viewport, std::vector<std::vector<Point>>& lines) const;

    /// The value at a time; nothing in gaps.
    [[nodiscard]] std::optional<double> valueAt(std::int64_t time) const;
    /// Minimum and maximum of all samples; {0, 0} without samples.
    [[nodiscard]] std::pair<double, double> extent() const;

private:
    [[nodiscard]] bool missing(std::size_t i) const;
    [[nodiscard]] bool joined(std::size_t i) const; ///< no gap between samples i - 1 and i
    [[nodiscard]] std::int64_t heldFrom(std::size_t i) const;
    [[nodiscard]] bool continues(std::size_t i, std::int64_t begin) const;
    struct Group;
    struct Steady;
    void averageGroup(Group& group, const trace::ColumnGrid& grid, const std::vector<std::size_t>& ends,
                      trace::ColumnSums& sums) const;
    [[nodiscard]] bool hasManySamples(const Group& group, const std::vector<std::size_t>& ends) const;
    [[nodiscard]] std::size_t placeOfSum(std::size_t i, std::size_t samples) const;
    [[nodiscard]] bool columnOfMany(trace::TimeRange range, std::size_t first, std::size_t last, const Steady& steady,
                                    Column& column) const;
    [[nodiscard]] double meanOf(trace::TimeRange range, const std::vector<std::size_t>& ends, std::size_t begin,
                                std::size_t end, double otherwise, trace::ColumnSums& sums) const;
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
    bool m_knowsPauses = false; ///< the stored sums use the same period
};

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
