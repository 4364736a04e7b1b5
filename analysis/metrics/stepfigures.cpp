#include "analysis/metrics/stepfigures.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stop_token>
#include <string>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kStepsAtOnce = 256; ///< by one thread, between two polls of the stop token

/// Channels of the rails whose sum is the power of the system.
std::vector<const trace::ChannelView*> systemChannels(const trace::TraceView& view)
{
    const std::vector<RailSummary> rails = railSummaries(view, {0, 0});
    const auto system = systemRails(rails);
    std::vector<const trace::ChannelView*> channels;
    for (const RailSummary& rail : rails) {
        if (!rail.isRepeated && std::find(system.begin(), system.end(), rail.name) != system.end())
            channels.push_back(&view.channels()[rail.channel]);
    }
    return channels;
}

/// Power of the system over a time, and the share of it that each rail's samples cover at least.
struct SystemPower
{
    double watts = 0;
    double coverage = 0;
};

SystemPower systemPower(const std::vector<const trace::ChannelView*>& rails, trace::TimeRange range)
{
    SystemPower power{0, rails.empty() || range.isEmpty() ? 0.0 : 1.0};
    for (const trace::ChannelView* rail : rails) {
        const auto integral = rail->integral(range);
        power.watts += integral.mean();
        power.coverage = std::min(power.coverage, range.isEmpty() ? 0 : integral.coveredSeconds / range.seconds());
    }
    return power;
}

/// Computes the figures of steps; looks up the channels once.
class StepChannels
{
public:
    explicit StepChannels(const trace::TraceView& view)
        : m_tensors(view)
        , m_process(findChannel(view, "memory.process"))
        , m_rails(systemChannels(view))
    {
        for (const trace::ChannelView& channel : view.channels()) {
            const trace::Channel& info = channel.info();
            if (info.quantity == "cpu.utilization")
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
        const SystemPower power = systemPower(m_rails, range);
        if (power.coverage > 0)
            figures.watts = power.watts;
        if (power.coverage >= kFullCoverage)
            figures.joules = power.watts * figures.seconds;
        figures.cpu = meanOf(m_cores, range);
        figures.gpu = meanOf(m_gpu, range);
        const TensorBytes tensors = m_tensors.of(range);
        figures.intermediate = tensors.intermediate;
        figures.memory = std::isnan(tensors.used) && m_process ? peakAround(*m_process, range) : tensors.used;
        return figures;
    }

    /// The time up to which all channels have samples; those that are late by more than `longestDelay` ns do not count.
    [[nodiscard]] std::int64_t sampledUntil(std::int64_t longestDelay) const
    {
        constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
        std::vector<std::int64_t> ends;
        const auto add = [&ends](const trace::ChannelView* channel) {
            ends.push_back(channel->size() > 0 ? channel->time(channel->size() - 1) : kNone);
        };
        for (const auto* channels : {&m_rails, &m_cores, &m_gpu})
            std::for_each(channels->begin(), channels->end(), add);
        if (m_process)
            add(m_process);
        if (ends.empty())
            return std::numeric_limits<std::int64_t>::max();
        const auto [first, last] = std::minmax_element(ends.begin(), ends.end());
        return std::max(*first, *last < kNone + longestDelay ? kNone : *last - longestDelay);
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
    std::vector<const trace::ChannelView*> m_rails;
    std::vector<const trace::ChannelView*> m_cores, m_wholeCpu, m_gpu;
};

/// Among the steps that are traced, or among those that are not.
void markOutliersAmong(std::span<const StepLength> steps, std::size_t skipped, bool traced,
                       std::vector<std::int8_t>& outliers)
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
            outliers[i] = off > 0 ? 1 : -1;
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
    std::vector<StepFigures> figures(steps.size());
    forEachInParallel((steps.size() + kStepsAtOnce - 1) / kStepsAtOnce, [&](std::size_t part) {
        if (stop.stop_requested())
            return;
        for (std::size_t i = part * kStepsAtOnce; i < std::min((part + 1) * kStepsAtOnce, steps.size()); ++i) {
            const format::Step step = view.step(steps[i]);
            figures[i] = channels.of({step.start, step.end});
            figures[i].traced = (step.flags & format::Step::kTraced) != 0;
        }
    });
    if (stop.stop_requested())
        return {};
    return figures;
}

std::size_t settledSteps(const trace::TraceView& view)
{
    constexpr std::int64_t kLongestDelay = 30'000'000'000; // ns
    return view.stepLowerBound(StepChannels(view).sampledUntil(kLongestDelay));
}

namespace {

constexpr std::size_t kStepParts = 20;   ///< places in a step, for steps that are covered in part
constexpr double kMinPartCoverage = 0.1; ///< of a place, relative to the mean of all places
constexpr std::size_t kEnoughSteps = 20; ///< completely covered

/// A step with the pause after it.
struct Cycle
{
    trace::TimeRange range;
    double seconds = 0; ///< without the pause
    std::uint64_t samples = 0;
};

std::vector<Cycle> cyclesIn(const trace::TraceView& view, trace::TimeRange range, std::uint64_t batchSize)
{
    std::vector<Cycle> cycles;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start < range.begin || step.end > range.end || step.end <= step.start)
            continue;
        if (!cycles.empty() && cycles.back().range.end <= step.start)
            cycles.back().range.end = step.start;
        cycles.push_back({{step.start, step.end},
                          trace::TimeRange{step.start, step.end}.seconds(),
                          step.samples > 0 ? step.samples : batchSize});
    }
    return cycles;
}

/// Mean energy of the cycles by the mean power at each place; none where a place has too few samples.
std::optional<double> joulesByPlace(const std::vector<const trace::ChannelView*>& rails,
                                    const std::vector<Cycle>& cycles, double meanSeconds)
{
    double joules = 0;
    for (const trace::ChannelView* rail : rails) {
        std::array<trace::ChannelView::Integral, kStepParts> parts{};
        double covered = 0;
        for (const Cycle& cycle : cycles) {
            const auto boundary = [&](std::size_t part) {
                return cycle.range.begin +
                       cycle.range.duration() * static_cast<std::int64_t>(part) / static_cast<std::int64_t>(kStepParts);
            };
            for (std::size_t part = 0; part < kStepParts; ++part) {
                const auto integral = rail->integral({boundary(part), boundary(part + 1)});
                parts[part].value += integral.value;
                parts[part].coveredSeconds += integral.coveredSeconds;
                covered += integral.coveredSeconds;
            }
        }
        for (const trace::ChannelView::Integral& part : parts) {
            if (part.coveredSeconds <= kMinPartCoverage * covered / kStepParts)
                return std::nullopt;
            joules += part.mean() * meanSeconds / kStepParts;
        }
    }
    return joules;
}

} // namespace

StepEnergy stepEnergy(const trace::TraceView& view, trace::TimeRange range, std::uint64_t batchSize)
{
    StepEnergy energy;
    const std::vector<const trace::ChannelView*> rails = systemChannels(view);
    const std::vector<Cycle> all = cyclesIn(view, range, batchSize);
    if (rails.empty() || all.empty()) {
        energy.reason = rails.empty() ? "no rail was measured" : "no step is marked in the window";
        return energy;
    }
    double joules = 0;
    std::vector<Cycle> complete;
    std::vector<Cycle> touched; // those with any sample
    for (const Cycle& cycle : all) {
        const SystemPower power = systemPower(rails, cycle.range);
        if (power.coverage > 0)
            touched.push_back(cycle);
        if (power.coverage < kFullCoverage)
            continue;
        complete.push_back(cycle);
        joules += power.watts * cycle.range.seconds();
    }
    energy.isByPlace = complete.size() < std::min(kEnoughSteps, (touched.size() + 1) / 2);
    const std::vector<Cycle>& counted = energy.isByPlace ? touched : complete;
    if (counted.empty()) {
        energy.reason = "no step has samples of all rails of the system";
        return energy;
    }
    const auto count = static_cast<double>(counted.size());
    double whole = 0;
    energy.steps = counted.size();
    energy.samples = 0;
    for (const Cycle& cycle : counted) {
        energy.seconds += cycle.seconds / count;
        whole += cycle.range.seconds() / count;
        if (cycle.samples == 0)
            energy.samples.reset();
        else if (energy.samples)
            *energy.samples += static_cast<double>(cycle.samples) / count;
    }
    energy.joules = energy.isByPlace ? joulesByPlace(rails, touched, whole) : std::optional(joules / count);
    if (!energy.joules)
        energy.reason = "samples are missing at the same place of all steps";
    return energy;
}

std::vector<StepLength> stepLengths(const trace::TraceView& view, std::size_t count)
{
    std::vector<StepLength> lengths;
    lengths.reserve(count);
    for (std::size_t i = 0; i < std::min(count, view.stepCount()); ++i) {
        const format::Step step = view.step(i);
        lengths.push_back(
            {trace::TimeRange{step.start, step.end}.seconds(), (step.flags & format::Step::kTraced) != 0});
    }
    return lengths;
}

std::vector<std::int8_t> outlierSteps(std::span<const StepLength> steps, std::size_t skipped)
{
    std::vector<std::int8_t> outliers(steps.size());
    markOutliersAmong(steps, skipped, false, outliers);
    markOutliersAmong(steps, skipped, true, outliers);
    return outliers;
}

} // namespace stepscope::analysis
