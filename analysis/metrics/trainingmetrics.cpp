#include "analysis/metrics/trainingmetrics.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace stepscope::analysis {

std::vector<TrainingMetric> trainingMetrics(const trace::TraceView& view)
{
    std::vector<TrainingMetric> metrics;
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity != "metric")
            continue;
        const auto extremes = channel.extremes(0, channel.size());
        TrainingMetric metric{.name = channel.info().name,
                              .values = extremes.samples,
                              .notFinite = channel.size() - extremes.samples,
                              .min = extremes.min,
                              .max = extremes.max};
        std::size_t first = 0;
        while (first < channel.size() && !std::isfinite(channel.value(first)))
            ++first;
        if (first == channel.size())
            continue;
        std::size_t last = channel.size() - 1;
        while (!std::isfinite(channel.value(last)))
            --last;
        metric.first = channel.value(first);
        metric.last = channel.value(last);
        metrics.push_back(std::move(metric));
    }
    return metrics;
}

Json metricsJson(const std::vector<TrainingMetric>& metrics)
{
    Json list = Json::array();
    for (const TrainingMetric& metric : metrics)
        list.push_back({{"name", metric.name},
                        {"values", metric.values},
                        {"not_finite", metric.notFinite},
                        {"first", metric.first},
                        {"last", metric.last},
                        {"min", metric.min},
                        {"max", metric.max}});
    return list;
}

} // namespace stepscope::analysis
