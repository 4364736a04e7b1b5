#include "analysis/algorithms/stepfigures.h"

#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace stepscope::analysis {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBetweenLooks = 256; ///< steps between two questions whether to go on

/// The channels that a step's figures are made of, looked up once.
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
        figures.memory = std::isnan(tensors.used) && m_process ? mostAt(*m_process, range) : tensors.used;
        return figures;
    }

private:
    /// Short steps lie between two samples: the one before and the one after count.
    static double mostAt(const trace::ChannelView& channel, trace::TimeRange range)
    {
        const std::size_t first = channel.lowerBound(range.begin);
        const std::size_t last = std::min(channel.lowerBound(range.end) + 1, channel.size());
        const auto most = channel.extremes(first > 0 ? first - 1 : 0, last);
        return most.samples > 0 ? most.max : kNotMeasured;
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

double medianOf(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void markAlike(std::vector<StepFigures>& steps, std::size_t skipped, bool traced)
{
    constexpr std::size_t kFewest = 8; // of fewer, none is striking
    constexpr double kDeviations = 3.5;
    constexpr double kToSigma = 1.4826; // of a normal distribution
    constexpr double kLeastShare = 0.05;
    std::vector<double> seconds;
    for (std::size_t i = skipped; i < steps.size(); ++i) {
        if (steps[i].traced == traced)
            seconds.push_back(steps[i].seconds);
    }
    if (seconds.size() < kFewest)
        return;
    const double middle = medianOf(seconds);
    for (double& value : seconds)
        value = std::abs(value - middle);
    const double limit = std::max(kDeviations * kToSigma * medianOf(seconds), kLeastShare * middle);
    for (std::size_t i = skipped; i < steps.size(); ++i) {
        const double off = steps[i].seconds - middle;
        if (steps[i].traced == traced && std::abs(off) > limit)
            steps[i].outlier = off > 0 ? 1 : -1;
    }
}

} // namespace

std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::size_t first, std::size_t last,
                                     const Cancelled& cancelled)
{
    last = std::min(last, view.stepCount());
    std::vector<std::size_t> steps(last - std::min(first, last));
    std::iota(steps.begin(), steps.end(), first);
    return stepFigures(view, steps, cancelled);
}

std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::span<const std::size_t> steps,
                                     const Cancelled& cancelled)
{
    const StepChannels channels(view);
    std::vector<StepFigures> all;
    all.reserve(steps.size());
    for (const std::size_t at : steps) {
        if (all.size() % kBetweenLooks == 0 && cancelled && cancelled())
            return {};
        const format::Step step = view.step(at);
        all.push_back(channels.of({step.start, step.end}));
        all.back().traced = (step.flags & format::Step::kTraced) != 0;
    }
    return all;
}

void markOutliers(std::vector<StepFigures>& steps, std::size_t skipped)
{
    for (StepFigures& step : steps)
        step.outlier = 0;
    markAlike(steps, skipped, false);
    markAlike(steps, skipped, true);
}

} // namespace stepscope::analysis
