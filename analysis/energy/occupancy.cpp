#include "analysis/energy/occupancy.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace stepscope::analysis {

void OccupancyRows::beginRow(double value, std::uint32_t step, double phase, double weight, bool isFollowing)
{
    values.push_back(value);
    steps.push_back(step);
    phases.push_back(static_cast<float>(phase));
    weights.push_back(static_cast<float>(weight));
    idleShares.push_back(1);
    follows.push_back(isFollowing);
}

void OccupancyRows::add(std::uint32_t column, double share)
{
    // All instances of a column in one window share an entry.
    for (std::size_t i = rowBegin.back(); i < columns.size(); ++i) {
        if (columns[i] == column) {
            shares[i] += static_cast<float>(share);
            return;
        }
    }
    columns.push_back(column);
    shares.push_back(static_cast<float>(share));
}

double OccupancyRows::unknownShare() const
{
    double unknown = 0;
    double all = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        all += weights[i];
        for (std::size_t k = rowBegin[i]; k < rowBegin[i + 1]; ++k) {
            if (columns[k] + 1 + rampCount == columnCount)
                unknown += static_cast<double>(shares[k]) * weights[i];
        }
    }
    return all > 0 ? unknown / all : 0;
}

void OccupancyRows::append(std::size_t column, double share)
{
    columns.push_back(static_cast<std::uint32_t>(column));
    shares.push_back(static_cast<float>(share));
}

double rampIn(const SelfTimeInterval& interval, const SampleWindow& window)
{
    const auto length = static_cast<double>(interval.end - interval.begin);
    const double from = static_cast<double>(std::max(window.begin - interval.begin, std::int64_t{0})) / length;
    const double to = std::min(static_cast<double>(window.end - interval.begin) / length, 1.0);
    return length * (to * (to - 1) - from * (from - 1));
}

OccupancyRows emptyRows(std::size_t columnCount, bool hasUnknown, std::span<const std::uint32_t> ramps)
{
    OccupancyRows rows;
    rows.rampCount = ramps.empty() ? 0 : *std::max_element(ramps.begin(), ramps.end()) + std::size_t{1};
    rows.columnCount = columnCount + (hasUnknown ? 1 : 0) + rows.rampCount;
    return rows;
}

WindowSpacing::WindowSpacing(std::span<const SampleWindow> windows)
{
    std::vector<std::int64_t> between;
    for (std::size_t i = 1; i < windows.size(); ++i)
        between.push_back(windows[i].end - windows[i - 1].end);
    m_longestBetween = between.empty() ? 0 : 2 * median(std::move(between));
    for (const SampleWindow& window : windows)
        m_mean += static_cast<double>(window.end - window.begin) / static_cast<double>(windows.size());
}

void WindowSpacing::beginRow(OccupancyRows& rows, std::span<const SampleWindow> windows, std::size_t i) const
{
    const SampleWindow& window = windows[i];
    // The weight is the window's length: a counter's increase over a short time is imprecise, and the sums have to add
    // up over time.
    rows.beginRow(window.value, window.step, window.phase, static_cast<double>(window.end - window.begin) / m_mean,
                  i > 0 && window.end - windows[i - 1].end <= m_longestBetween);
    rows.windows.push_back({window.begin, window.end});
}

std::vector<std::uint32_t> rampsOf(std::span<const ColumnKind> kinds)
{
    std::map<std::uint32_t, std::uint32_t> types;
    std::vector<std::uint32_t> ramps;
    for (const ColumnKind& kind : kinds)
        ramps.push_back(types.try_emplace(kind.type, static_cast<std::uint32_t>(types.size())).first->second);
    return ramps;
}

OccupancyRows occupancyRows(std::span<const SelfTimeInterval> intervals, std::span<const SampleWindow> windows,
                            std::size_t columnCount, double weight, std::span<const double> unknown,
                            std::span<const std::uint32_t> ramps)
{
    OccupancyRows rows = emptyRows(columnCount, !unknown.empty(), ramps);
    const std::size_t firstRamp = rows.columnCount - rows.rampCount;
    const WindowSpacing spacing(windows);
    std::vector<SelfTimeInterval> running; // those that may overlap this window or a later one
    std::vector<double> occupied(columnCount, 0);
    std::vector<std::uint32_t> entries;
    std::vector<double> ramped(rows.rampCount, 0);
    std::size_t next = 0;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const SampleWindow& window = windows[i];
        for (; next < intervals.size() && intervals[next].begin < window.end; ++next) {
            if (intervals[next].end > window.begin)
                running.push_back(intervals[next]);
        }
        std::erase_if(running, [&window](const SelfTimeInterval& interval) { return interval.end <= window.begin; });
        const double length = static_cast<double>(window.end - window.begin);
        spacing.beginRow(rows, windows, i);
        for (const SelfTimeInterval& interval : running) {
            const std::int64_t inside = std::min(interval.end, window.end) - std::max(interval.begin, window.begin);
            if (inside <= 0)
                continue;
            if (occupied[interval.column] == 0)
                entries.push_back(interval.column);
            occupied[interval.column] += weight * static_cast<double>(inside) / length;
            if (!ramps.empty())
                ramped[ramps[interval.column]] += weight * rampIn(interval, window) / length;
        }
        for (const std::uint32_t column : entries)
            rows.append(column, std::exchange(occupied[column], 0));
        entries.clear();
        if (i < unknown.size() && unknown[i] > 0)
            rows.add(static_cast<std::uint32_t>(columnCount), unknown[i]);
        for (std::size_t ramp = 0; ramp < ramped.size(); ++ramp) {
            if (ramped[ramp] != 0)
                rows.append(firstRamp + ramp, std::exchange(ramped[ramp], 0));
        }
        rows.endRow();
    }
    return rows;
}

namespace {

/// Half of an interval of a useful figure, as a share of the figure.
constexpr double kMaxHalfWidth = 0.5;

double quadratic(std::span<const ColumnShare> shares, const std::vector<double>& matrix, std::size_t columns)
{
    double sum = 0;
    for (const ColumnShare& a : shares) {
        for (const ColumnShare& b : shares)
            sum += a.weight * b.weight * matrix[a.column * columns + b.column];
    }
    return std::max(sum, 0.0);
}

} // namespace

Estimate OccupancyFit::sum(std::span<const ColumnShare> shares) const
{
    double value = 0;
    for (const ColumnShare& share : shares)
        value += share.weight * (share.column < powers.size() ? powers[share.column] : idlePower);
    const std::size_t columns = powers.size() + 1;
    const double half = std::max(halfWidths * std::sqrt(quadratic(shares, covariance, columns)),
                                 clusteredHalfWidths * std::sqrt(quadratic(shares, clusteredCovariance, columns)));
    return {value, std::max(value - half, 0.0), value + half};
}

Estimate OccupancyFit::power(std::uint32_t column) const
{
    const ColumnShare share{column, 1};
    return sum({&share, 1});
}

Estimate OccupancyFit::idle(double weight) const
{
    const ColumnShare share{static_cast<std::uint32_t>(powers.size()), weight};
    return sum({&share, 1});
}

bool OccupancyFit::isPrecise(const Estimate& estimate)
{
    return estimate.high - estimate.value <= kMaxHalfWidth * estimate.value;
}

void OccupancyFit::addQuantization(double resolution)
{
    if (resolution <= 0)
        return;
    // At least half of the noise beyond that of rounding is taken to be the sensor's own, which dithers the steps.
    const double dither = std::max(noise * noise / (resolution * resolution) - 1.0 / 12, 0.0) / 2;
    const double amplitude =
        resolution / std::numbers::pi * std::exp(-2 * std::numbers::pi * std::numbers::pi * dither);
    const std::size_t columns = powers.size() + 1;
    for (std::size_t i = 0; i < columns; ++i) {
        covariance[i * columns + i] += amplitude * amplitude / 2;
        clusteredCovariance[i * columns + i] += amplitude * amplitude / 2;
    }
}

void OccupancyFit::addUncertainty(std::span<const double> deviation)
{
    const std::size_t columns = powers.size() + 1;
    for (std::size_t i = 0; i < columns && i < deviation.size(); ++i) {
        for (std::size_t j = 0; j < columns && j < deviation.size(); ++j) {
            covariance[i * columns + j] += deviation[i] * deviation[j];
            clusteredCovariance[i * columns + j] += deviation[i] * deviation[j];
        }
    }
}

} // namespace stepscope::analysis
