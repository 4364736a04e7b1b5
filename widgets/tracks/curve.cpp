#include "widgets/tracks/curve.h"

#include "analysis/trace/columngrid.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr std::int64_t kPausePeriods = 20;
constexpr std::int64_t kUsualPeriod = 10'000'000; ///< ns, of channels without a stated period
constexpr std::size_t kFewSamples = 3;            ///< in a column: their mean is computed directly
constexpr std::size_t kManySamples = 8;           ///< in a column: single samples beside it do not matter
constexpr std::size_t kGroupColumns = 4;          ///< columns that share one mean
constexpr std::size_t kEvery = trace::ChannelView::kIntegralEvery;
constexpr std::size_t kSummed = kEvery;     ///< as many samples are averaged by stored sums
constexpr std::size_t kMany = 8 * kEvery;   ///< as many samples are averaged up to the nearest stored sum
constexpr std::size_t kColumnsPerPoint = 5; ///< with fewer samples, lines are drawn instead of columns

double mixed(double a, double b, double share)
{
    return a + (b - a) * share;
}

/// Cuts a line at both edges of the viewport; clears a line that lies outside.
void cutToSight(std::vector<Point>& line, double width)
{
    if (line.empty() || line.back().x < 0 || line.front().x > width) {
        line.clear();
        return;
    }
    const auto cut = [](Point outside, Point inside, double x) {
        return Point{x, mixed(outside.value, inside.value, (x - outside.x) / (inside.x - outside.x))};
    };
    std::size_t first = 0;
    while (first + 1 < line.size() && line[first + 1].x <= 0)
        ++first;
    if (line[first].x < 0 && first + 1 < line.size())
        line[first] = cut(line[first], line[first + 1], 0);
    line.erase(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(first));
    while (line.size() > 1 && line[line.size() - 2].x >= width)
        line.pop_back();
    if (line.back().x > width)
        line.back() = cut(line.back(), line[line.size() - 2], width);
}

} // namespace

Curve::Curve(const trace::ChannelView& channel)
    : m_channel(channel)
    , m_period(std::clamp<std::int64_t>(channel.info().periodNs.value_or(kUsualPeriod), 1, 1'000'000'000'000))
    , m_longestPause(m_period * kPausePeriods)
    , m_holds(channel.info().covers == trace::Channel::Covers::Interval)
    , m_knowsPauses(channel.info().periodNs == m_period)
{}

bool Curve::missing(std::size_t i) const
{
    return std::isnan(m_channel.value(i));
}

bool Curve::joined(std::size_t i) const
{
    // Written so that it cannot overflow for times at both ends of int64.
    if (i == 0 || i >= m_channel.size() || missing(i))
        return false;
    const std::int64_t before = m_channel.time(i - 1);
    if (m_channel.time(i) > before &&
        static_cast<std::uint64_t>(m_channel.time(i)) - static_cast<std::uint64_t>(before) >
            static_cast<std::uint64_t>(m_longestPause))
        return false;
    return m_holds || !missing(i - 1);
}

std::int64_t Curve::heldFrom(std::size_t i) const
{
    if (joined(i))
        return m_channel.time(i - 1);
    const std::int64_t time = m_channel.time(i);
    return time < INT64_MIN + m_period ? time : time - m_period;
}

/// Whether the curve before a sample continues before a time at which a column begins. The value of a joined sample of
/// an interval applies back to the sample before it, and that of another one for a period.
bool Curve::continues(std::size_t i, std::int64_t begin) const
{
    return joined(i) || (m_holds && !missing(i) && heldFrom(i) < begin);
}

void Curve::trace(const Viewport& viewport, Series& series) const
{
    const std::size_t first = m_channel.lowerBound(viewport.range.begin);
    const std::size_t last = m_channel.lowerBound(viewport.range.end);
    if ((last - first) * kColumnsPerPoint <= static_cast<std::size_t>(viewport.columns))
        traceLines(viewport, series.lines);
    else
        traceColumns(viewport, series.columns);
    series.isCrowded = last - first > static_cast<std::size_t>(viewport.columns);
}

bool Curve::isCrowded(const Viewport& viewport) const
{
    return m_channel.lowerBound(viewport.range.end) - m_channel.lowerBound(viewport.range.begin) >
           static_cast<std::size_t>(viewport.columns);
}

/// Neighbouring columns whose samples are averaged together.
struct Curve::Group
{
    std::size_t begin = 0; ///< columns
    std::size_t end = 0;
    double mean = NAN;     ///< NAN: of too few samples, or of none
    bool isSteady = false; ///< many samples in each column, and neither a gap nor a pause between two samples:
    std::size_t from = 0;
    std::size_t to = 0;
};

/// The samples around a group between which there is neither a gap nor a pause.
struct Curve::Steady
{
    std::size_t from = 0;
    std::size_t to = 0;

    Steady(const Group& before, const Group& group, const Group& after)
        : from(before.isSteady && before.to >= group.from ? before.from : group.from)
        , to(after.isSteady && after.from <= group.to ? after.to : group.to)
    {}
    [[nodiscard]] bool knowsJoined(std::size_t i) const { return from < i && i <= to; }
    [[nodiscard]] bool containsAround(std::size_t first, std::size_t last) const
    {
        const std::size_t beside = trace::ChannelView::mostBeside(last - first);
        return first >= from + beside && last + beside <= to;
    }
};

void Curve::traceColumns(const Viewport& viewport, std::vector<Column>& columns) const
{
    columns.reserve(static_cast<std::size_t>(viewport.columns));
    const trace::ColumnGrid grid(viewport.range, viewport.columns);
    thread_local std::vector<std::size_t> ends; // reuses its memory: this runs for each channel of each frame
    m_channel.columnEnds(grid, ends);
    trace::ColumnGrid::Walk walk(grid);
    trace::ColumnSums sums(m_channel, ends);
    const auto groupFrom = [&](std::size_t begin) {
        Group group{.begin = begin, .end = std::min(begin + kGroupColumns, ends.size() - 1)};
        if (group.begin < group.end)
            averageGroup(group, grid, ends, sums);
        group.isSteady = group.isSteady && !viewport.isExact;
        return group;
    };
    Group before;
    Group group = groupFrom(0);
    while (group.begin < group.end) {
        const Group after = groupFrom(group.end);
        const Steady steady(before, group, after);
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const trace::TimeRange range = walk.next();
            // In place: copying a column that was just written makes the processor wait.
            const bool isNext = !columns.empty() && columns.back().column + 1 == static_cast<int>(i);
            Column& column = columns.emplace_back();
            column.column = static_cast<int>(i);
            const bool isDrawn = group.isSteady ? columnOfMany(range, ends[i], ends[i + 1], steady, column)
                                 : m_holds      ? columnOfHeld(range, ends[i], ends[i + 1], column)
                                                : columnOfJoined(range, ends[i], ends[i + 1], column);
            if (!isDrawn) {
                columns.pop_back();
                continue;
            }
            const bool isShared = !viewport.isExact && ends[i + 1] - ends[i] > kFewSamples && !std::isnan(group.mean);
            const double mean =
                isShared ? group.mean : meanOf(range, ends, i, i + 1, mixed(column.min, column.max, 0.5), sums);
            column.mean = std::clamp(mean, column.min, column.max);
            column.joins = column.joins && isNext;
        }
        before = group;
        group = after;
    }
}

void Curve::averageGroup(Group& group, const trace::ColumnGrid& grid, const std::vector<std::size_t>& ends,
                         trace::ColumnSums& sums) const
{
    const std::size_t samples = ends[group.end] - ends[group.begin];
    if (samples < kSummed) {
        const trace::TimeRange range{grid.begin(static_cast<int>(group.begin)),
                                     grid.begin(static_cast<int>(group.end))};
        if (samples > kFewSamples)
            group.mean = meanOf(range, ends, group.begin, group.end, NAN, sums);
        return;
    }
    group.from = placeOfSum(ends[group.begin], samples);
    group.to = placeOfSum(ends[group.end], samples);
    const trace::ChannelView::Sum before = sums.upTo(group.from, group.begin);
    const trace::ChannelView::Sum after = sums.upTo(group.to, group.end);
    if (const auto integral = m_channel.between(before, after); integral.coveredSeconds > 0)
        group.mean = integral.mean();
    // A missing sample at the time of another one leaves no time uncovered, and no gap that could be seen.
    const std::uint64_t elapsed =
        static_cast<std::uint64_t>(m_channel.time(group.to)) - static_cast<std::uint64_t>(m_channel.time(group.from));
    group.isSteady =
        hasManySamples(group, ends) && static_cast<std::uint64_t>(after.coveredNs() - before.coveredNs()) == elapsed;
}

/// Many in each column, of a channel whose stored sums leave out pauses.
bool Curve::hasManySamples(const Group& group, const std::vector<std::size_t>& ends) const
{
    for (std::size_t i = group.begin; i < group.end; ++i) {
        if (ends[i + 1] - ends[i] < kManySamples)
            return false;
    }
    return m_knowsPauses;
}

/// Stored sums are read at multiples of kEvery where that moves a limit of the average by little.
std::size_t Curve::placeOfSum(std::size_t i, std::size_t samples) const
{
    const std::size_t latest = m_channel.size() - 1;
    return samples < kMany ? std::min(i, latest) : std::min(i + kEvery / 2, latest) / kEvery * kEvery;
}

void Curve::traceMeans(const Viewport& viewport, std::vector<std::pair<int, double>>& means) const
{
    const trace::ColumnGrid grid(viewport.range, viewport.columns);
    thread_local std::vector<std::size_t> ends; // reuses its memory
    m_channel.columnEnds(grid, ends);
    trace::ColumnSums sums(m_channel, ends);
    const std::size_t columns = ends.size() - 1;
    for (std::size_t begin = 0; begin < columns; begin += kGroupColumns) {
        Group group{.begin = begin, .end = std::min(begin + kGroupColumns, columns)};
        if (!viewport.isExact && hasManySamples(group, ends))
            averageGroup(group, grid, ends, sums);
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const int column = static_cast<int>(i);
            const double mean = group.isSteady ? group.mean : meanOf(grid.rangeOf(column), ends, i, i + 1, NAN, sums);
            if (!std::isnan(mean))
                means.emplace_back(column, mean);
        }
    }
}

/// Time-weighted mean in the range, of the samples [ends[begin], ends[end]) and of samples before and after them that
/// extend into the range. `otherwise`: the result if no time is covered.
double Curve::meanOf(trace::TimeRange range, const std::vector<std::size_t>& ends, std::size_t begin, std::size_t end,
                     double otherwise, trace::ColumnSums& sums) const
{
    const std::size_t first = ends[begin];
    const std::size_t last = ends[end];
    trace::ChannelView::Integral integral;
    if (last - first < kSummed) {
        integral = integralOfFew(range, first, last);
    } else {
        const trace::ChannelView::Sum from = sums.upTo(placeOfSum(first, last - first), begin);
        integral = m_channel.between(from, sums.upTo(placeOfSum(last, last - first), end));
    }
    return integral.coveredSeconds > 0 ? integral.mean() : otherwise;
}

/// Integrates sample by sample; reads each sample once.
trace::ChannelView::Integral Curve::integralOfFew(trace::TimeRange range, std::size_t first, std::size_t last) const
{
    trace::ChannelView::Integral integral;
    const std::size_t end = std::min(last + 1, m_channel.size());
    std::int64_t before = first > 0 && first < end ? m_channel.time(first - 1) : 0;
    double valueBefore = first > 0 && first < end ? m_channel.value(first - 1) : NAN;
    for (std::size_t i = first; i < end; ++i) {
        const std::int64_t time = m_channel.time(i);
        const double value = m_channel.value(i);
        const std::int64_t begin = beginOf(i, before, time, valueBefore, value);
        const trace::TimeRange part = trace::TimeRange{begin, time}.intersected(range);
        if (!part.isEmpty()) {
            double mean = value;
            if (!m_holds) {
                const double middle =
                    static_cast<double>(part.begin - begin) / 2 + static_cast<double>(part.end - begin) / 2;
                mean = mixed(valueBefore, value, middle / static_cast<double>(time - begin));
            }
            integral.value += mean * part.seconds();
            integral.coveredSeconds += part.seconds();
        }
        before = time;
        valueBefore = value;
    }
    return integral;
}

/// The beginning of the part of the curve that ends with a sample; the time of the sample if there is a gap before it.
std::int64_t Curve::beginOf(std::size_t i, std::int64_t before, std::int64_t time, double valueBefore,
                            double value) const
{
    if (std::isnan(value))
        return time;
    // Written so that it cannot overflow for times at both ends of int64.
    const bool isPause = time > before && static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(before) >
                                              static_cast<std::uint64_t>(m_longestPause);
    if (i > 0 && !isPause && (m_holds || !std::isnan(valueBefore)))
        return before;
    if (!m_holds)
        return time;
    return time < INT64_MIN + m_period ? time : time - m_period;
}

/// A column without gaps. Its extremes may include some samples beside it (boundsAround()), but none beyond a gap or a
/// pause. The lines to the columns beside it are not longer than the distance of their extremes, which the painter
/// draws.
bool Curve::columnOfMany(trace::TimeRange range, std::size_t first, std::size_t last, const Steady& steady,
                         Column& column) const
{
    const trace::ChannelView::Bounds extremes =
        steady.containsAround(first, last) ? m_channel.boundsAround(first, last) : m_channel.bounds(first, last);
    column.min = extremes.min;
    column.max = extremes.max;
    column.joins = steady.knowsJoined(first) || continues(first, range.begin);
    return extremes.any;
}

bool Curve::columnOfHeld(trace::TimeRange range, std::size_t first, std::size_t last, Column& column) const
{
    trace::ChannelView::Bounds extremes = m_channel.bounds(first, last);
    // The value of the sample after the column may apply in the column, too.
    if (last < m_channel.size() && !missing(last) && heldFrom(last) < range.end) {
        const double value = m_channel.value(last);
        extremes = {extremes.any ? std::min(extremes.min, value) : value,
                    extremes.any ? std::max(extremes.max, value) : value, true};
    }
    if (!extremes.any)
        return false;
    column.min = extremes.min;
    column.max = extremes.max;
    column.joins = first < m_channel.size() && continues(first, range.begin);
    return true;
}

bool Curve::columnOfJoined(trace::TimeRange range, std::size_t first, std::size_t last, Column& column) const
{
    const trace::ChannelView::Bounds extremes = m_channel.bounds(first, last);
    const bool fromLeft = joined(first);
    if (!extremes.any && !fromLeft)
        return false;
    column.min = extremes.any ? extremes.min : INFINITY;
    column.max = extremes.any ? extremes.max : -INFINITY;
    column.joins = fromLeft;
    const auto reach = [&](std::size_t i, std::int64_t time) {
        const std::int64_t begin = m_channel.time(i - 1);
        const std::int64_t duration = m_channel.time(i) - begin;
        const double share = duration > 0 ? static_cast<double>(time - begin) / static_cast<double>(duration) : 1;
        const double value = mixed(m_channel.value(i - 1), m_channel.value(i), std::clamp(share, 0.0, 1.0));
        column.min = std::min(column.min, value);
        column.max = std::max(column.max, value);
    };
    if (fromLeft)
        reach(first, range.begin);
    if (last == first)
        reach(first, range.end);
    else if (joined(last))
        reach(last, range.end);
    return true;
}

void Curve::traceLines(const Viewport& viewport, std::vector<std::vector<Point>>& lines) const
{
    std::size_t first = m_channel.lowerBound(viewport.range.begin);
    first = first > 0 ? first - 1 : 0;
    const std::size_t last = std::min(m_channel.size(), m_channel.lowerBound(viewport.range.end) + 1);
    bool open = false;
    for (std::size_t i = first; i < last; ++i) {
        if (missing(i)) {
            open = false;
            continue;
        }
        const double value = m_channel.value(i);
        if (!open || !joined(i))
            lines.emplace_back();
        if (m_holds)
            lines.back().push_back({pixelOf(heldFrom(i), viewport), value});
        lines.back().push_back({pixelOf(m_channel.time(i), viewport), value});
        open = true;
    }
    for (std::vector<Point>& line : lines)
        cutToSight(line, viewport.width);
    std::erase_if(lines, [](const std::vector<Point>& line) { return line.empty(); });
}

std::optional<double> Curve::valueAt(std::int64_t time) const
{
    const std::size_t i = m_channel.lowerBound(time);
    if (i >= m_channel.size() || missing(i))
        return {};
    const double value = m_channel.value(i);
    if (m_channel.time(i) == time)
        return value;
    if (m_holds)
        return heldFrom(i) < time ? std::optional(value) : std::nullopt;
    if (!joined(i))
        return {};
    const std::int64_t before = m_channel.time(i - 1);
    return mixed(m_channel.value(i - 1), value,
                 static_cast<double>(time - before) / static_cast<double>(m_channel.time(i) - before));
}

std::pair<double, double> Curve::extent() const
{
    const trace::Extremes all = m_channel.extremes(0, m_channel.size());
    return all.samples == 0 ? std::pair(0.0, 0.0) : std::pair(all.min, all.max);
}

EnergyCurve::EnergyCurve(const trace::ChannelView& watts)
    : m_watts(watts)
{
    const std::size_t samples = watts.size();
    if (samples < 2)
        return;
    m_range = {watts.time(0), watts.time(samples - 1)};
    const auto bounds = watts.bounds(0, samples);
    m_neverFalls = bounds.any && bounds.min >= 0;
}

double EnergyCurve::upTo(std::int64_t time) const
{
    return m_watts.integral({m_range.begin, std::min(time, m_range.end)}).value;
}

double EnergyCurve::total() const
{
    return upTo(m_range.end);
}

std::optional<double> EnergyCurve::valueAt(std::int64_t time) const
{
    if (m_range.isEmpty() || time < m_range.begin || time > m_range.end)
        return {};
    return upTo(time);
}

void EnergyCurve::traceEnds(const Viewport& viewport, std::vector<std::pair<int, double>>& ends,
                            std::int64_t until) const
{
    if (m_range.isEmpty())
        return;
    const trace::TimeRange drawn{m_range.begin, std::max(m_range.end, until)};
    double before = 0;
    for (int column = 0; column < viewport.columns; ++column) {
        const trace::TimeRange time = columnRange(column, viewport);
        if (time.intersected(drawn).isEmpty())
            continue;
        double value = upTo(time.end);
        // Remove decreases that come from rounding.
        if (m_neverFalls)
            value = std::max(value, before);
        before = value;
        ends.emplace_back(column, value);
    }
}

void EnergyCurve::trace(const Viewport& viewport, Series& series) const
{
    std::vector<std::pair<int, double>> ends;
    ends.reserve(static_cast<std::size_t>(viewport.columns));
    traceEnds(viewport, ends);
    double before = ends.empty() ? 0 : upTo(std::max(m_range.begin, columnRange(ends.front().first, viewport).begin));
    for (const auto& [column, value] : ends) {
        series.columns.push_back({column, std::min(before, value), std::max(before, value), (before + value) / 2,
                                  column != ends.front().first});
        before = value;
    }
}

} // namespace stepscope::widgets
