#include "analysis/folding/steptemplate.h"

#include "analysis/energy/attributedops.h"
#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinTemplateSamples = 40;
constexpr double kSamplesPerTemplateBin = 20;
constexpr double kMaxTemplateBins = 100; ///< below 256
constexpr double kMinDeviation = 0.05;   ///< of the mean

} // namespace

StepTemplate::StepTemplate(std::string name, std::span<const FoldSample> samples, double stepSeconds)
    : m_name(std::move(name))
    , m_step(stepSeconds)
{
    if (samples.size() < kMinTemplateSamples || !(stepSeconds > 0))
        return;
    const auto bins = static_cast<std::size_t>(
        std::clamp(static_cast<double>(samples.size()) / kSamplesPerTemplateBin, 1.0, kMaxTemplateBins));
    m_mean.assign(bins, 0);
    std::vector<double> counts(bins, 0);
    double all = 0;
    const auto binOf = [&](double seconds) {
        const double share = seconds / m_step - std::floor(seconds / m_step);
        return std::min(static_cast<std::size_t>(share * static_cast<double>(bins)), bins - 1);
    };
    std::vector<std::uint8_t> binOfSample;
    binOfSample.reserve(samples.size());
    for (const FoldSample& sample : samples) {
        const std::size_t bin = binOf((sample.begin + sample.end) / 2);
        binOfSample.push_back(static_cast<std::uint8_t>(bin));
        m_mean[bin] += sample.value;
        counts[bin] += 1;
        all += sample.value / static_cast<double>(samples.size());
    }
    for (std::size_t i = 0; i < bins; ++i)
        m_mean[i] = counts[i] > 0 ? m_mean[i] / counts[i] : all;
    // Bins at steep edges of the waveform have a larger variance.
    m_variances.assign(bins, 0);
    std::vector<double> squares;
    squares.reserve(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const std::size_t bin = binOfSample[i];
        squares.push_back(std::pow(samples[i].value - m_mean[bin], 2));
        m_variances[bin] += squares.back() / counts[bin];
    }
    // The nine tenths nearest to the mean, so that outlier steps do not increase the variance.
    const std::size_t kept = squares.size() * 9 / 10;
    nthSmallest(squares, kept);
    for (std::size_t i = 0; i < kept; ++i)
        m_variance += squares[i] / static_cast<double>(kept);
    m_isUsable = m_variance > 0;
    // A lower bound: in a channel that is nearly constant (a core that is always busy) any change would be an outlier.
    m_variance = std::max(m_variance, std::pow(kMinDeviation * std::abs(all), 2));
    for (double& variance : m_variances)
        variance = std::max(variance, m_variance);
}

double StepTemplate::squaredDeviation(double seconds, double value) const
{
    const auto bins = static_cast<double>(m_mean.size());
    const double share = seconds / m_step - std::floor(seconds / m_step);
    const auto bin = std::min(static_cast<std::size_t>(share * bins), m_mean.size() - 1);
    return (value - m_mean[bin]) * (value - m_mean[bin]) / m_variances[bin];
}

namespace {

constexpr std::size_t kMaxStepGroups = 96;
constexpr std::size_t kSpansToCheck = 100'000; ///< whether ops wait for their kernels

} // namespace

StepSelfTimes stepSelfTimes(const trace::TraceView& view, const StepList& steps, const std::stop_token& stop)
{
    StepSelfTimes selfTimes;
    std::vector<trace::TimeRange> ranges;
    for (const StepEntry& step : steps.steps) {
        const bool isInOrder = ranges.empty() || ranges.back().end <= step.range.begin;
        if (!step.isTraced || !isInOrder)
            continue;
        selfTimes.steps.push_back(step.number);
        ranges.push_back(step.range);
    }
    const bool kernelsAreInOps =
        selfTimeIn(view, evenPart(view, ranges, kSpansToCheck), GroupBy::Op, stop).kernelsAreInOps;
    SelfTimeTrace all;
    all.groups = visitBlocks(
        view, ranges, GroupBy::Op, kernelsAreInOps, [](const SelfTimeTrace&) {}, stop);
    if (stop.stop_requested())
        return {};
    const std::vector<std::uint32_t> newIndex = orderGroups(all, kMaxStepGroups);
    selfTimes.groups = std::move(all.groups);
    selfTimes.seconds.assign(ranges.size() * selfTimes.groups.size(), 0);
    for (const trace::TimeRange& step : ranges)
        selfTimes.between.push_back(step.seconds());
    std::size_t step = 0;
    std::int64_t busyUntil = INT64_MIN;
    const auto add = [&](SelfTimeTrace& block) {
        std::sort(block.intervals.begin(), block.intervals.end(),
                  [](const SelfTimeInterval& a, const SelfTimeInterval& b) { return a.begin < b.begin; });
        for (const SelfTimeInterval& interval : block.intervals) {
            while (step + 1 < ranges.size() && interval.begin >= ranges[step].end)
                ++step;
            const std::int64_t end = std::min(interval.end, ranges[step].end);
            selfTimes.seconds[step * selfTimes.groups.size() + newIndex[interval.group]] +=
                static_cast<double>(end - interval.begin) * 1e-9;
            const std::int64_t begin = std::max(interval.begin, busyUntil);
            if (end > begin)
                selfTimes.between[step] -= static_cast<double>(end - begin) * 1e-9;
            busyUntil = std::max(busyUntil, end);
        }
    };
    visitBlocks(view, ranges, GroupBy::Op, kernelsAreInOps, add, stop);
    return selfTimes;
}

} // namespace stepscope::analysis
