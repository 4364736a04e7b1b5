#include "analysis/metrics/thermal.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

Throttling stateOf(const trace::ChannelView& channel, trace::TimeRange range)
{
    Throttling throttling;
    throttling.name = channel.info().name;
    // The sample before the range gives the state at its begin.
    const std::size_t lower = channel.lowerBound(range.begin);
    for (std::size_t i = lower > 0 ? lower - 1 : 0; i < channel.size() && channel.time(i) < range.end; ++i) {
        const double value = channel.value(i);
        if (!std::isfinite(value) || value <= 0)
            continue;
        const trace::TimeRange span{std::max(channel.time(i), range.begin),
                                    i + 1 < channel.size() ? std::min(channel.time(i + 1), range.end) : range.end};
        if (span.isEmpty())
            continue;
        throttling.strongest = std::max(throttling.strongest, value);
        if (!throttling.spans.empty() && throttling.spans.back().end == span.begin)
            throttling.spans.back().end = span.end;
        else
            throttling.spans.push_back(span);
    }
    return throttling;
}

Throttling countOf(const trace::ChannelView& channel, trace::TimeRange range)
{
    Throttling throttling;
    throttling.name = channel.info().name;
    double before = NAN;
    const std::size_t lower = channel.lowerBound(range.begin);
    for (std::size_t i = lower > 0 ? lower - 1 : 0; i < channel.size() && channel.time(i) < range.end; ++i) {
        const double value = channel.value(i);
        if (!std::isfinite(value))
            continue;
        if (value > before) // false while `before` is NaN
            throttling.times += static_cast<std::uint64_t>(value - before);
        before = value;
    }
    return throttling;
}

} // namespace

double Throttling::seconds() const
{
    double sum = 0;
    for (const trace::TimeRange& span : spans)
        sum += span.seconds();
    return sum;
}

std::vector<ZoneTemperature> zoneTemperatures(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<ZoneTemperature> zones;
    for (const trace::ChannelView& channel : view.channels()) {
        const std::size_t first = channel.lowerBound(range.begin);
        std::size_t last = channel.lowerBound(range.end);
        last += last < channel.size() && channel.time(last) == range.end
                    ? 1
                    : 0; // the last sample of a recording is at its end
        if (channel.info().quantity != "temperature" || channel.extremes(first, last).samples == 0)
            continue;
        ZoneTemperature zone;
        zone.name = channel.info().name;
        zone.max = channel.extremes(first, last).max;
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t i = first; i < last; ++i) {
            const double value = channel.value(i);
            if (!std::isfinite(value))
                continue;
            zone.first = count == 0 ? value : zone.first;
            zone.last = value;
            sum += value;
            ++count;
        }
        const auto integral = channel.integral(range);
        zone.mean = integral.coveredSeconds > 0 ? integral.mean() : sum / static_cast<double>(count);
        zones.push_back(std::move(zone));
    }
    return zones;
}

std::vector<Throttling> throttlings(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<Throttling> all;
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity == "throttle")
            all.push_back(stateOf(channel, range));
        else if (channel.info().quantity == "throttle.count")
            all.push_back(countOf(channel, range));
    }
    return all;
}

} // namespace stepscope::analysis
