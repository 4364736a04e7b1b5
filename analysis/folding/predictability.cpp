#include "analysis/folding/predictability.h"

#include "analysis/folding/foldchannel.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinPredictedSteps = 8;
constexpr std::size_t kMinPredictedSamples = 40;
constexpr std::size_t kCrossValidationParts = 5;
/// Bins of the mean step are halved from kFinestBins to kCoarsestBins: the sums of each division follow from the finer
/// one.
constexpr std::size_t kFinestBins = 256;
constexpr std::size_t kCoarsestBins = 2;
/// Of a channel. A share is then accurate to about 0.003; the steps they are taken from are distributed over the whole
/// recording.
constexpr std::size_t kMaxPredictedSamples = 100'000;

struct Sum
{
    double count = 0, value = 0, square = 0;
    void add(const Sum& other)
    {
        count += other.count;
        value += other.value;
        square += other.square;
    }
};

/// Sums of the samples by part (every kCrossValidationParts-th step) and bin of the step.
class PartSums
{
public:
    PartSums(std::span<const FoldSample> samples, double stepSeconds, double middle)
        : m_bins(kFinestBins)
        , m_sums(kCrossValidationParts * kFinestBins)
    {
        for (const FoldSample& sample : samples) {
            const double place = (sample.begin + sample.end) / 2 / stepSeconds;
            const double share = place - std::floor(place);
            const auto bin = static_cast<std::size_t>(share * static_cast<double>(kFinestBins));
            const double value = sample.value - middle;
            m_sums[sample.step % kCrossValidationParts * kFinestBins + std::min(bin, kFinestBins - 1)].add(
                {1, value, value * value});
        }
    }
    /// The same samples in bins of twice the length.
    [[nodiscard]] PartSums halved() const
    {
        PartSums coarser(m_bins / 2);
        for (std::size_t i = 0; i < m_sums.size(); ++i)
            coarser.m_sums[i / 2].add(m_sums[i]);
        return coarser;
    }
    [[nodiscard]] std::size_t bins() const { return m_bins; }

    struct Error
    {
        double ofMeanStep = 0, ofMean = 0;
    };
    /// Squared error of one part, predicted from all other parts except `without`.
    [[nodiscard]] Error error(std::size_t part, std::size_t without) const
    {
        std::vector<Sum> training(m_bins);
        Sum all;
        for (std::size_t other = 0; other < kCrossValidationParts; ++other) {
            for (std::size_t bin = 0; other != part && other != without && bin < m_bins; ++bin) {
                training[bin].add(at(other, bin));
                all.add(at(other, bin));
            }
        }
        const double mean = all.count > 0 ? all.value / all.count : 0;
        Error error;
        for (std::size_t bin = 0; bin < m_bins; ++bin) {
            const Sum& test = at(part, bin);
            const double predicted = training[bin].count > 0 ? training[bin].value / training[bin].count : mean;
            error.ofMeanStep += test.square - 2 * predicted * test.value + predicted * predicted * test.count;
            error.ofMean += test.square - 2 * mean * test.value + mean * mean * test.count;
        }
        return error;
    }

private:
    explicit PartSums(std::size_t bins)
        : m_bins(bins)
        , m_sums(kCrossValidationParts * bins)
    {}
    [[nodiscard]] const Sum& at(std::size_t part, std::size_t bin) const { return m_sums[part * m_bins + bin]; }

    std::size_t m_bins;
    std::vector<Sum> m_sums;
};

/// The channel's title; with the quantity appended when another channel has the same title.
std::string uniqueTitle(const trace::Channel& info, const std::vector<ChannelPredictability>& channels)
{
    const std::string name = titleOf(info);
    const bool isTaken =
        std::any_of(channels.begin(), channels.end(), [&](const auto& other) { return other.channel == name; });
    return isTaken ? name + " (" + info.quantity + ")" : name;
}

std::size_t distinctSteps(std::span<const FoldSample> samples)
{
    std::size_t steps = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        steps += i == 0 || samples[i].step != samples[i - 1].step ? 1 : 0;
    return steps;
}

bool varies(std::span<const FoldSample> samples)
{
    return std::any_of(samples.begin(), samples.end(),
                       [&](const FoldSample& sample) { return sample.value != samples.front().value; });
}

void addMoments(std::span<const FoldSample> samples, ChannelPredictability& predictability)
{
    const auto count = static_cast<double>(samples.size());
    for (const FoldSample& sample : samples)
        predictability.mean += sample.value / count;
    double squares = 0;
    for (const FoldSample& sample : samples)
        squares += (sample.value - predictability.mean) * (sample.value - predictability.mean);
    predictability.deviation = samples.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
}

Message reasonForNoShare(std::span<const FoldSample> samples)
{
    if (samples.empty())
        return translatable("Fold", "no samples in the steps");
    if (!varies(samples))
        return translatable("Fold", "its value is constant");
    return translatable("Fold", "too few steps or samples");
}

double cvOf(const std::vector<double>& values)
{
    double mean = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return values.size() > 1 && mean > 0 ? std::sqrt(squares / static_cast<double>(values.size() - 1)) / mean : 0;
}

std::vector<OpVariation> variationsOf(const StepSelfTimes& selfTimes)
{
    std::vector<OpVariation> variations;
    if (selfTimes.steps.size() < 2)
        return variations;
    for (std::size_t group = 0; group < selfTimes.groups.size(); ++group) {
        if (selfTimes.groups[group].isRest)
            continue;
        std::vector<double> seconds;
        double sum = 0;
        for (std::size_t step = 0; step < selfTimes.steps.size(); ++step) {
            seconds.push_back(selfTimes.of(step, group));
            sum += seconds.back();
        }
        variations.push_back({selfTimes.groups[group].name, selfTimes.groups[group].shapes,
                              sum / static_cast<double>(seconds.size()), cvOf(seconds), seconds.size()});
    }
    return variations;
}

} // namespace

std::optional<double> explainedByMeanStep(std::span<const FoldSample> samples, double stepSeconds)
{
    if (samples.size() < kMinPredictedSamples || distinctSteps(samples) < kMinPredictedSteps || !varies(samples) ||
        !(stepSeconds > 0))
        return std::nullopt;
    double middle = 0; // subtracted to limit the rounding of squares of large values
    for (const FoldSample& sample : samples)
        middle += sample.value / static_cast<double>(samples.size());
    std::vector<PartSums> sums{PartSums(samples, stepSeconds, middle)};
    while (sums.back().bins() > kCoarsestBins)
        sums.push_back(sums.back().halved());
    std::reverse(sums.begin(), sums.end()); // of equal errors the coarser division counts
    PartSums::Error all;
    for (std::size_t part = 0; part < kCrossValidationParts; ++part) {
        std::size_t best = 0;
        double smallest = INFINITY;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            double inner = 0;
            for (std::size_t other = 0; other < kCrossValidationParts; ++other)
                inner += other != part ? sums[i].error(other, part).ofMeanStep : 0;
            if (inner < smallest) {
                smallest = inner;
                best = i;
            }
        }
        const PartSums::Error error = sums[best].error(part, part);
        all.ofMeanStep += error.ofMeanStep;
        all.ofMean += error.ofMean;
    }
    return all.ofMean > 0 ? std::optional(std::clamp(1 - all.ofMeanStep / all.ofMean, 0.0, 1.0)) : std::nullopt;
}

namespace {

/// The steps whose samples determine the mean step: all, or as many as kMaxPredictedSamples allows.
StepPhases predictedSteps(const trace::TraceView& view, const StepPhases& steps)
{
    std::int64_t period = 0;
    for (const trace::ChannelView& channel : view.channels()) {
        const std::int64_t own = samplingPeriod(view, channel.info());
        period = own > 0 && (period == 0 || own < period) ? own : period;
    }
    const double samplesOfStep = period > 0 ? steps.stepSeconds() / (static_cast<double>(period) * 1e-9) : 1;
    const double most = kMaxPredictedSamples / std::max(samplesOfStep, 1.0);
    return steps.selection(std::max(static_cast<std::size_t>(most), kMinPredictedSteps));
}

} // namespace

Predictability predictabilityOf(const trace::TraceView& view, const StepList& list,
                                std::span<const NamedSensor> sensors, const std::stop_token& stop)
{
    Predictability result;
    const FoldedSteps steps = stepsToFold(view, list, stop);
    result.steps = steps.phases.size();
    result.reason = steps.reason;
    result.isDetected = list.isDetected;
    result.stepsDescription = describeSteps(list);
    if (result.reason.empty() && result.steps < kMinPredictedSteps)
        result.reason = translatable("Fold", "too few steps: predictability needs at least %1")
                            .arg(std::to_string(kMinPredictedSteps));
    std::vector<double> seconds;
    for (std::size_t i = 0; i < steps.phases.size(); ++i)
        seconds.push_back(steps.phases.step(i).seconds());
    result.stepCv = cvOf(seconds);
    const StepPhases sampled = predictedSteps(view, steps.phases);
    result.sampledSteps = sampled.size();
    std::vector<trace::ChannelView> channels;
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity.starts_with("agent."))
            continue;
        channels.push_back(channel);
        result.channels.push_back({uniqueTitle(channel.info(), result.channels), {}, 0, 0, 0, {}});
    }
    std::vector<std::optional<StepTemplate>> templates(channels.size());
    forEachInParallel(channels.size(), [&](std::size_t i) {
        const trace::Channel& info = channels[i].info();
        if (stop.stop_requested())
            return;
        const std::vector<FoldSample> samples =
            foldSamplesOf(view, channels[i], sampled, sensorOf(view, info, sensors));
        if (followsSteps(info))
            templates[i].emplace(titleOf(info), samples, steps.phases.stepSeconds());
        ChannelPredictability& predictability = result.channels[i];
        predictability.samples = samples.size();
        addMoments(samples, predictability);
        if (result.reason.empty())
            predictability.share = explainedByMeanStep(samples, steps.phases.stepSeconds());
        if (!predictability.share)
            predictability.reason = result.reason.empty() ? reasonForNoShare(samples) : result.reason;
    });
    const StepSelfTimes selfTimes = stepSelfTimes(view, list, stop);
    result.ops = variationsOf(selfTimes);
    if (stop.stop_requested())
        return result;
    std::vector<StepTemplate> usual;
    for (std::optional<StepTemplate>& channel : templates) {
        if (channel)
            usual.push_back(std::move(*channel));
    }
    result.outliers = outlierSteps(view, list, steps, usual, selfTimes, sensors, stop);
    return result;
}

} // namespace stepscope::analysis
