#include "analysis/algorithms/outliersteps.h"

#include "analysis/algorithms/foldchannel.h"
#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/stallsearch.h"
#include "analysis/algorithms/steptemplate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestSteps = 8;
constexpr std::size_t kFewestReadings = 4; ///< of a step, to compare it
constexpr double kToSigma = 1.4826;        ///< of a normal distribution, from the median absolute deviation
constexpr double kFarDuration = 3.5;       ///< Iglewicz and Hoaglin 1993
constexpr double kLeastDuration = 0.05;    ///< share
constexpr double kLeastDetected = 0.1;     ///< the same of steps that were detected
constexpr double kFarReadings = 5;
constexpr double kLeastReadings = 1.5;
constexpr double kLeastSpread = 0.15; ///< of the mean deviation of some 20 readings that have nothing in common

struct Candidate
{
    std::size_t step = 0; ///< KnownStep::number
    trace::TimeRange range;
    std::uint64_t index = 0;
    bool isTraced = false;
    double usual = 0;
    double distance = 0;
    bool isFar = false;
    bool isWhole = true; ///< else it may be a part of a step
    std::string feature{};
};

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double spreadAround(double middle, std::vector<double> values)
{
    for (double& value : values)
        value = std::abs(value - middle);
    return kToSigma * medianOf(std::move(values));
}

/// Tells the usual deviation.
double measureDurations(std::vector<Candidate>& steps, bool isTraced)
{
    std::vector<double> seconds;
    for (const Candidate& step : steps) {
        if (step.isTraced == isTraced)
            seconds.push_back(step.range.seconds());
    }
    if (seconds.empty())
        return 0;
    const double middle = medianOf(seconds);
    const double spread = std::max(spreadAround(middle, seconds), 1e-3 * middle);
    for (Candidate& step : steps) {
        if (step.isTraced != isTraced)
            continue;
        step.usual = middle;
        const double off = std::abs(step.range.seconds() - middle);
        step.distance = off / spread;
        step.feature = "duration";
        step.isFar = seconds.size() >= kFewestSteps && step.distance > kFarDuration && off > kLeastDuration * middle;
    }
    return spread;
}

/// Of steps that were detected nobody knows exactly where one ends and the next begins: a step is long only if it is so
/// together with its neighbours, too. The first and the last may be parts of steps, and are not judged.
void doubtDetected(std::vector<Candidate>& steps, double spread)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i].isWhole = i > 0 && i + 1 < steps.size();
        if (!steps[i].isWhole) {
            steps[i].isFar = false;
            continue;
        }
        const auto off = [&](std::size_t k) { return steps[k].range.seconds() - steps[k].usual; };
        const double before = steps[i - 1].range.end == steps[i].range.begin ? off(i - 1) : 0;
        const double after = steps[i].range.end == steps[i + 1].range.begin ? off(i + 1) : 0;
        const double sign = off(i) < 0 ? -1 : 1;
        const double least = sign * off(i) + std::min({0.0, sign * before, sign * after, sign * (before + after)});
        steps[i].isFar = steps[i].isFar && least > std::max(kFarDuration * spread, kLeastDetected * steps[i].usual);
    }
}

/// How far each step's readings of one channel are from the template's, against how far they usually are.
void measureReadings(const StepTemplate& usual, const std::vector<FoldSample>& samples, bool withTraced,
                     std::vector<Candidate>& steps)
{
    std::vector<double> squares(steps.size());
    std::vector<double> counts(steps.size());
    for (const FoldSample& sample : samples) {
        squares[sample.step] += usual.off((sample.begin + sample.end) / 2, sample.value);
        counts[sample.step] += 1;
    }
    std::vector<double> known;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool isComparable =
            counts[i] >= kFewestReadings && steps[i].isWhole && (withTraced || !steps[i].isTraced);
        squares[i] = isComparable ? std::sqrt(squares[i] / counts[i]) : -1;
        if (squares[i] >= 0)
            known.push_back(squares[i]);
    }
    if (known.size() < kFewestSteps)
        return;
    const double middle = medianOf(known);
    const double spread = std::max(spreadAround(middle, known), kLeastSpread);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double distance = (squares[i] - middle) / spread;
        const bool isFar = distance > kFarReadings && squares[i] > kLeastReadings * std::max(middle, 1.0);
        // A duration that is far says more than readings that are, too: they are off because of it.
        if (!isFar || (steps[i].isFar && (steps[i].feature == "duration" || steps[i].distance >= distance)))
            continue;
        steps[i].isFar = true;
        steps[i].distance = distance;
        steps[i].feature = usual.name();
    }
}

std::vector<Candidate> candidatesOf(const StepList& list)
{
    std::vector<Candidate> steps;
    for (const KnownStep& step : list.steps) {
        if (steps.empty() || steps.back().range.end <= step.range.begin)
            steps.push_back({step.number, step.range, step.index, step.isTraced});
    }
    return steps;
}

/// Whose time in a traced step is off, by the most seconds (in the direction in which the step is).
void blameOp(const StepWork& work, std::size_t place, OutlierStep& step)
{
    const auto usualOf = [&](auto secondsOf) {
        std::vector<double> seconds;
        for (std::size_t i = 0; i < work.steps.size(); ++i)
            seconds.push_back(secondsOf(i));
        return medianOf(std::move(seconds));
    };
    const double longer = step.range.seconds() >= step.usualSeconds ? 1 : -1;
    const double between = work.between[place] - usualOf([&](std::size_t i) { return work.between[i]; });
    step.cause = OutlierStep::Cause::BetweenOps;
    step.excessSeconds = between;
    for (std::size_t kind = 0; kind < work.kinds.size(); ++kind) {
        const double excess = work.of(place, kind) - usualOf([&](std::size_t i) { return work.of(i, kind); });
        if (excess * longer <= step.excessSeconds * longer)
            continue;
        step.cause = OutlierStep::Cause::Op;
        step.op = work.kinds[kind].name;
        step.shapes = work.kinds[kind].shapes;
        step.excessSeconds = excess;
    }
}

} // namespace

OutlierSteps outlierSteps(const trace::TraceView& view, const StepList& list, const StepWork& work,
                          std::span<const NamedSensor> sensors, const Cancelled& cancelled)
{
    OutlierSteps found;
    std::vector<Candidate> steps = candidatesOf(list);
    if (steps.size() < kFewestSteps) {
        found.reason = list.reason.empty() ? "too few steps to say which are unusual" : list.reason;
        return found;
    }
    const double spread = std::max(measureDurations(steps, true), measureDurations(steps, false));
    if (list.isDetected)
        doubtDetected(steps, spread);
    std::vector<trace::TimeRange> ranges;
    for (const Candidate& step : steps)
        ranges.push_back(step.range);
    const StepPhases every(ranges);
    const FoldedSteps alike = stepsToFold(view, list, cancelled);
    std::vector<StepTemplate> templates;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (!followsSteps(info) || (cancelled && cancelled()))
            continue;
        const std::string& name = titleOf(info);
        const Sensor sensor = sensorOf(view, info, sensors);
        templates.emplace_back(name, foldSamplesOf(view, channel, alike.phases, sensor), alike.phases.stepSeconds());
        if (!templates.back().isUsable())
            continue;
        std::vector<FoldSample> samples = foldSamplesOf(view, channel, every, sensor);
        const double scale = alike.phases.stepSeconds() / every.stepSeconds();
        for (FoldSample& sample : samples) {
            sample.begin *= scale;
            sample.end *= scale;
        }
        // Where recording slows steps, the mean step is that of the others.
        measureReadings(templates.back(), samples, alike.slowed == 0, steps);
    }
    std::erase_if(steps, [](const Candidate& step) { return !step.isFar; });
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Candidate& a, const Candidate& b) { return a.distance > b.distance; });
    found.count = steps.size();
    const StallSearch stalls(view, alike, templates, sensors);
    for (const Candidate& step : steps) {
        if (found.steps.size() == kMostOutliers || (cancelled && cancelled()))
            break;
        OutlierStep outlier{.step = step.step,
                            .index = step.index,
                            .range = step.range,
                            .usualSeconds = step.usual,
                            .distance = step.distance,
                            .feature = step.feature};
        const auto place = std::lower_bound(work.steps.begin(), work.steps.end(), step.step);
        if (place != work.steps.end() && *place == step.step && work.steps.size() >= kFewestReadings)
            blameOp(work, static_cast<std::size_t>(place - work.steps.begin()), outlier);
        else
            stalls.blame(outlier);
        found.steps.push_back(std::move(outlier));
    }
    return found;
}

} // namespace stepscope::analysis
