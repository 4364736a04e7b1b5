#include "analysis/folding/outliersteps.h"

#include "analysis/folding/foldchannel.h"
#include "analysis/folding/steptemplate.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/parallel.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinComparedSteps = 8;
constexpr std::size_t kMinComparedSamples = 4; ///< of a step, for a comparison
constexpr double kDurationDeviations = 3.5;    ///< Iglewicz and Hoaglin 1993
constexpr double kMinDurationShare = 0.05;
constexpr double kMinDetectedShare = 0.1; ///< the same for detected steps
constexpr double kSampleDeviations = 5;
constexpr double kMinSampleRatio = 1.5;
constexpr double kMinSpread = 0.15; ///< standard deviation of the root mean square of about 20 independent samples

struct Candidate
{
    std::size_t step = 0; ///< StepEntry::number
    trace::TimeRange range;
    std::uint64_t index = 0;
    bool isTraced = false;
    double usual = 0;
    double distance = 0;
    bool isFar = false;
    bool isComplete = true; ///< else it may be a part of a step
    std::string feature{};
};

/// Compares the durations of the traced or the untraced steps. Returns their robust standard deviation.
double measureDurations(std::vector<Candidate>& steps, bool isTraced)
{
    std::vector<double> seconds;
    for (const Candidate& step : steps) {
        if (step.isTraced == isTraced)
            seconds.push_back(step.range.seconds());
    }
    if (seconds.empty())
        return 0;
    const double middle = median(seconds);
    const double spread = std::max(robustDeviation(seconds, middle), 1e-3 * middle);
    for (Candidate& step : steps) {
        if (step.isTraced != isTraced)
            continue;
        step.usual = middle;
        const double off = std::abs(step.range.seconds() - middle);
        step.distance = off / spread;
        step.feature = "duration";
        step.isFar = seconds.size() >= kMinComparedSteps && step.distance > kDurationDeviations &&
                     off > kMinDurationShare * middle;
    }
    return spread;
}

/// The boundaries between detected steps are uncertain: a step is an outlier only if it is one together with its
/// neighbours, too. The first and the last step may be incomplete and are ignored.
void checkDetected(std::vector<Candidate>& steps, double spread)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i].isComplete = i > 0 && i + 1 < steps.size();
        if (!steps[i].isComplete) {
            steps[i].isFar = false;
            continue;
        }
        const auto excess = [&](std::size_t k) { return steps[k].range.seconds() - steps[k].usual; };
        const double before = steps[i - 1].range.end == steps[i].range.begin ? excess(i - 1) : 0;
        const double after = steps[i].range.end == steps[i + 1].range.begin ? excess(i + 1) : 0;
        const double sign = excess(i) < 0 ? -1 : 1;
        const double smallest =
            sign * excess(i) + std::min({0.0, sign * before, sign * after, sign * (before + after)});
        steps[i].isFar =
            steps[i].isFar && smallest > std::max(kDurationDeviations * spread, kMinDetectedShare * steps[i].usual);
    }
}

/// How far the samples of one channel are from its mean step, by step.
struct Deviations
{
    std::vector<double> squares; ///< sum of the squared deviations
    std::vector<double> counts;  ///< of samples
};

/// Compares each step's distance from the mean step with the usual distance.
void compareDistances(Deviations deviations, const StepTemplate& usual, bool withTraced, std::vector<Candidate>& steps)
{
    auto& [squares, counts] = deviations;
    std::vector<double> distances;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool isComparable =
            counts[i] >= kMinComparedSamples && steps[i].isComplete && (withTraced || !steps[i].isTraced);
        squares[i] = isComparable ? std::sqrt(squares[i] / counts[i]) : -1;
        if (squares[i] >= 0)
            distances.push_back(squares[i]);
    }
    if (distances.size() < kMinComparedSteps)
        return;
    const double middle = median(distances);
    const double spread = std::max(robustDeviation(distances, middle), kMinSpread);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double distance = (squares[i] - middle) / spread;
        const bool isFar = distance > kSampleDeviations && squares[i] > kMinSampleRatio * std::max(middle, 1.0);
        // An unusual duration has precedence, since it causes unusual samples.
        if (!isFar || (steps[i].isFar && (steps[i].feature == "duration" || steps[i].distance >= distance)))
            continue;
        steps[i].isFar = true;
        steps[i].distance = distance;
        steps[i].feature = usual.name();
    }
}

/// `usualSeconds`: duration of the mean step.
Deviations deviationsOf(const trace::TraceView& view, const trace::ChannelView& channel, const Sensor& sensor,
                        const StepPhases& phases, const StepTemplate& usual, double usualSeconds)
{
    constexpr std::size_t kStepsAtOnce = 1000; // bounds the memory
    Deviations deviations{std::vector<double>(phases.size()), std::vector<double>(phases.size())};
    const double scale = usualSeconds / phases.stepSeconds();
    std::vector<FoldSample> samples; // kept, since new memory costs more than what is computed
    for (std::size_t first = 0; first < phases.size(); first += kStepsAtOnce) {
        readFoldSamples(view, channel, phases, sensor, first, first + kStepsAtOnce, samples);
        for (const FoldSample& sample : samples) {
            deviations.squares[sample.step] +=
                usual.squaredDeviation((sample.begin + sample.end) / 2 * scale, sample.value);
            deviations.counts[sample.step] += 1;
        }
    }
    return deviations;
}

std::vector<Candidate> candidatesOf(const StepList& list)
{
    std::vector<Candidate> steps;
    for (const StepEntry& step : list.steps) {
        if (!step.range.isEmpty() && (steps.empty() || steps.back().range.end <= step.range.begin))
            steps.push_back({step.number, step.range, step.index, step.isTraced});
    }
    return steps;
}

/// Finds the op of a traced step whose time differs most from its median, in the direction in which the step's duration
/// differs.
void findCause(const StepSelfTimes& selfTimes, std::size_t place, OutlierStep& step)
{
    const auto usualOf = [&](auto secondsOf) {
        std::vector<double> seconds;
        for (std::size_t i = 0; i < selfTimes.steps.size(); ++i)
            seconds.push_back(secondsOf(i));
        return median(std::move(seconds));
    };
    const double direction = step.range.seconds() >= step.usualSeconds ? 1 : -1;
    const double between = selfTimes.between[place] - usualOf([&](std::size_t i) { return selfTimes.between[i]; });
    step.cause = OutlierStep::Cause::BetweenOps;
    step.excessSeconds = between;
    for (std::size_t group = 0; group < selfTimes.groups.size(); ++group) {
        const double excess =
            selfTimes.of(place, group) - usualOf([&](std::size_t i) { return selfTimes.of(i, group); });
        if (excess * direction <= step.excessSeconds * direction)
            continue;
        step.cause = OutlierStep::Cause::Op;
        step.op = selfTimes.groups[group].name;
        step.shapes = selfTimes.groups[group].shapes;
        step.excessSeconds = excess;
    }
}

} // namespace

OutlierSteps outlierSteps(const trace::TraceView& view, const StepList& list, const FoldedSteps& folded,
                          const std::vector<StepTemplate>& templates, const StepSelfTimes& selfTimes,
                          std::span<const NamedSensor> sensors, const std::stop_token& stop)
{
    OutlierSteps outliers;
    std::vector<Candidate> steps = candidatesOf(list);
    if (steps.size() < kMinComparedSteps) {
        outliers.reason =
            list.reason.empty() ? translatable("Fold", "too few steps to determine outliers") : list.reason;
        return outliers;
    }
    const double spread = std::max(measureDurations(steps, true), measureDurations(steps, false));
    if (list.isDetected)
        checkDetected(steps, spread);
    std::vector<trace::TimeRange> ranges;
    for (const Candidate& step : steps)
        ranges.push_back(step.range);
    const StepPhases phases(ranges);
    std::vector<trace::ChannelView> channels;
    for (const trace::ChannelView& channel : view.channels()) {
        if (followsSteps(channel.info()) && channels.size() < templates.size())
            channels.push_back(channel);
    }
    std::vector<Deviations> deviations(channels.size());
    forEachInParallel(channels.size(), [&](std::size_t i) {
        if (templates[i].isUsable() && !stop.stop_requested())
            deviations[i] = deviationsOf(view, channels[i], sensorOf(view, channels[i].info(), sensors), phases,
                                         templates[i], folded.phases.stepSeconds());
    });
    for (std::size_t i = 0; i < channels.size(); ++i) {
        // Traced steps that are excluded from the mean step cannot be compared with it.
        if (deviations[i].counts.size() == steps.size())
            compareDistances(std::move(deviations[i]), templates[i], folded.excludedTraced == 0, steps);
    }
    std::erase_if(steps, [](const Candidate& step) { return !step.isFar; });
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Candidate& a, const Candidate& b) { return a.distance > b.distance; });
    outliers.count = steps.size();
    const StallSearch stalls(view, folded, templates, sensors);
    for (const Candidate& step : steps) {
        if (outliers.steps.size() == kMaxOutliers || stop.stop_requested())
            break;
        OutlierStep outlier{.step = step.step,
                            .index = step.index,
                            .range = step.range,
                            .usualSeconds = step.usual,
                            .distance = step.distance,
                            .feature = step.feature};
        const auto place = std::lower_bound(selfTimes.steps.begin(), selfTimes.steps.end(), step.step);
        if (place != selfTimes.steps.end() && *place == step.step && selfTimes.steps.size() >= kMinComparedSamples)
            findCause(selfTimes, static_cast<std::size_t>(place - selfTimes.steps.begin()), outlier);
        else
            stalls.findCause(outlier);
        outliers.steps.push_back(std::move(outlier));
    }
    return outliers;
}

namespace {

constexpr int kPlaces = 100; ///< evaluated positions in the step
constexpr std::size_t kMinReadings = 8;
constexpr double kMaxSquaredDeviation = 16; ///< limits the influence of a single sample
constexpr double kMinProbability = 0.7;     ///< of the op that is reported as the cause

} // namespace

StallSearch::StallSearch(const trace::TraceView& view, const FoldedSteps& steps,
                         const std::vector<StepTemplate>& templates, std::span<const NamedSensor> sensors)
    : m_view(view)
    , m_steps(steps)
    , m_templates(templates)
    , m_sensors(sensors)
{}

std::vector<StallSearch::Reading> StallSearch::readingsOf(const OutlierStep& step) const
{
    std::vector<Reading> readings;
    const std::vector<trace::TimeRange> ranges{step.range};
    const StepPhases phases(ranges);
    std::size_t next = 0;
    for (const trace::ChannelView& channel : m_view.channels()) {
        if (!followsSteps(channel.info()))
            continue;
        if (next == m_templates.size())
            break;
        const StepTemplate& usual = m_templates[next++];
        if (!usual.isUsable())
            continue;
        const Sensor sensor = sensorOf(m_view, channel.info(), m_sensors);
        for (const FoldPoint& point : pointsOfStep(m_view, channel, phases, 0, sensor))
            readings.push_back({point.seconds, point.value, &usual});
    }
    return readings;
}

void StallSearch::findCause(OutlierStep& step) const
{
    step.reason = translatable("Fold", "its ops were not recorded");
    const double excess = step.range.seconds() - step.usualSeconds;
    if (step.feature != "duration" || excess <= 0 || m_steps.phases.size() == 0)
        return;
    const std::vector<Reading> readings = readingsOf(step);
    if (readings.size() < kMinReadings || m_steps.ops.empty())
        return;
    std::vector<double> costs;
    for (int place = 0; place <= kPlaces; ++place) {
        const double stall = step.usualSeconds * place / kPlaces;
        double cost = 0;
        for (const Reading& reading : readings) {
            if (reading.seconds >= stall && reading.seconds < stall + excess) {
                cost += 1; // the expected value: the samples during a stall are unknown
                continue;
            }
            const double seconds = reading.seconds < stall ? reading.seconds : reading.seconds - excess;
            cost += std::min(reading.usual->squaredDeviation(seconds / step.usualSeconds * m_steps.phases.stepSeconds(),
                                                             reading.value),
                             kMaxSquaredDeviation);
        }
        costs.push_back(cost);
    }
    const double best = *std::min_element(costs.begin(), costs.end());
    std::map<std::uint32_t, double> likelihoods; // by op; 0 = between ops
    double all = 0;
    for (std::size_t place = 0; place < costs.size(); ++place) {
        const double likelihood = std::exp((best - costs[place]) / 2);
        likelihoods[opAt(static_cast<double>(place) / kPlaces * m_steps.phases.stepSeconds())] += likelihood;
        all += likelihood;
    }
    const auto likeliest = std::max_element(likelihoods.begin(), likelihoods.end(),
                                            [](const auto& a, const auto& b) { return a.second < b.second; });
    if (likeliest->second < kMinProbability * all) {
        step.reason =
            translatable("Fold", "its ops were not recorded, and its samples do not show the place of the stall");
        return;
    }
    step.excessSeconds = excess;
    step.isGuess = true;
    step.reason.clear();
    step.cause = likeliest->first != 0 ? OutlierStep::Cause::Op : OutlierStep::Cause::BetweenOps;
    if (likeliest->first == 0)
        return;
    step.op = m_view.opName(likeliest->first);
    step.shapes = m_view.opShapes(likeliest->first);
}

std::uint32_t StallSearch::opAt(double seconds) const
{
    const FoldedOp* innermost = nullptr;
    for (const FoldedOp& op : m_steps.ops) {
        const bool isThread = m_view.lanes()[op.lane].info().kind == format::Lane::Kind::Thread;
        if (isThread && op.begin <= seconds && seconds < op.end &&
            (innermost == nullptr || op.depth > innermost->depth))
            innermost = &op;
    }
    return innermost != nullptr ? innermost->op : 0;
}

} // namespace stepscope::analysis
