#include "analysis/metrics/stepfigures.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stop_token>
#include <string>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kStepsPerPoll = 256; ///< steps between two polls of the stop token

/// Computes the figures of steps; looks up the channels once.
class StepChannels
{
public:
    explicit StepChannels(const trace::TraceView& view)
        : m_tensors(view)
        , m_process(findChannel(view, "memory.process"))
    {
        const auto rails = systemRails(railSummaries(view, {0, 0}));
        for (const trace::ChannelView& channel : view.channels()) {
            const trace::Channel& info = channel.info();
            if (info.quantity == "rail.power" && std::find(rails.begin(), rails.end(), titleOf(info)) != rails.end())
                m_rails.push_back(&channel);
            else if (info.quantity == "cpu.utilization")
                (info.core < 0 ? m_wholeCpu : m_cores).push_back(&channel);
            else if (info.quantity == "gpu.utilization" && m_gpu.empty())
                m_gpu.push_back(&channel);
        }
        if (m_cores.empty())
            m_cores = m_wholeCpu;
    }

    [[nodiscard]] StepFigures of(trace::TimeRange range) const
    {
        StepFigures figures;
        figures.seconds = range.seconds();
        figures.joules = figures.watts = kNotMeasured;
        for (const trace::ChannelView* rail : m_rails) {
            const auto integral = rail->integral(range);
            if (integral.coveredSeconds <= 0)
                continue;
            figures.joules = (std::isnan(figures.joules) ? 0 : figures.joules) + integral.value;
            figures.watts = (std::isnan(figures.watts) ? 0 : figures.watts) + integral.mean();
        }
        figures.cpu = meanOf(m_cores, range);
        figures.gpu = meanOf(m_gpu, range);
        const TensorBytes tensors = m_tensors.of(range);
        figures.intermediate = tensors.intermediate;
        figures.memory = std::isnan(tensors.used) && m_process ? peakAround(*m_process, range) : tensors.used;
        return figures;
    }

private:
    /// Includes the samples just before and after the range, since a short step may lie between two samples.
    static double peakAround(const trace::ChannelView& channel, trace::TimeRange range)
    {
        const std::size_t first = channel.lowerBound(range.begin);
        const std::size_t last = std::min(channel.lowerBound(range.end) + 1, channel.size());
        const auto extremes = channel.extremes(first > 0 ? first - 1 : 0, last);
        return extremes.samples > 0 ? extremes.max : kNotMeasured;
    }
    static double meanOf(const std::vector<const trace::ChannelView*>& channels, trace::TimeRange range)
    {
        double sum = 0;
        int present = 0;
        for (const trace::ChannelView* channel : channels) {
            const auto integral = channel->integral(range);
            if (integral.coveredSeconds <= 0)
                continue;
            sum += integral.mean();
            ++present;
        }
        return present > 0 ? sum / present : kNotMeasured;
    }

    TensorMemory m_tensors;
    const trace::ChannelView* m_process; ///< null without one
    std::vector<const trace::ChannelView*> m_rails, m_cores, m_wholeCpu, m_gpu;
};

/// Among the steps that are traced, or among those that are not.
void markOutliersAmong(std::vector<StepFigures>& steps, std::size_t skipped, bool traced)
{
    constexpr std::size_t kMinSteps = 8;
    constexpr double kDeviations = 3.5;
    constexpr double kMinShare = 0.05;
    std::vector<double> seconds;
    for (std::size_t i = skipped; i < steps.size(); ++i) {
        if (steps[i].traced == traced)
            seconds.push_back(steps[i].seconds);
    }
    if (seconds.size() < kMinSteps)
        return;
    const double middle = median(seconds);
    const double limit = std::max(kDeviations * robustDeviation(std::move(seconds), middle), kMinShare * middle);
    for (std::size_t i = skipped; i < steps.size(); ++i) {
        const double off = steps[i].seconds - middle;
        if (steps[i].traced == traced && std::abs(off) > limit)
            steps[i].outlier = off > 0 ? 1 : -1;
    }
}

} // namespace

std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::size_t first, std::size_t last,
                                     const std::stop_token& stop)
{
    last = std::min(last, view.stepCount());
    std::vector<std::size_t> steps(last - std::min(first, last));
    std::iota(steps.begin(), steps.end(), first);
    return stepFigures(view, steps, stop);
}

std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::span<const std::size_t> steps,
                                     const std::stop_token& stop)
{
    const StepChannels channels(view);
    std::vector<StepFigures> figures;
    figures.reserve(steps.size());
    for (const std::size_t index : steps) {
        if (figures.size() % kStepsPerPoll == 0 && stop.stop_requested())
            return {};
        const format::Step step = view.step(index);
        figures.push_back(channels.of({step.start, step.end}));
        figures.back().traced = (step.flags & format::Step::kTraced) != 0;
    }
    return figures;
}

void markOutliers(std::vector<StepFigures>& steps, std::size_t skipped)
{
    for (StepFigures& step : steps)
        step.outlier = 0;
    markOutliersAmong(steps, skipped, false);
    markOutliersAmong(steps, skipped, true);
}

} // namespace stepscope::analysis
