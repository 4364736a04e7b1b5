#include "analysis/algorithms/predictability.h"

#include "analysis/algorithms/foldchannel.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestSteps = 8;
constexpr std::size_t kFewestSamples = 40;
constexpr std::size_t kParts = 5;
constexpr std::array<std::size_t, 8> kBins{2, 4, 8, 16, 32, 64, 128, 256};

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

/// Readings as sums by part of the steps and bin of the step.
class Sums
{
public:
    Sums(std::span<const FoldSample> samples, double stepSeconds, std::size_t bins, double middle)
        : m_bins(bins)
        , m_sums(kParts * bins)
    {
        for (const FoldSample& sample : samples) {
            const double place = (sample.begin + sample.end) / 2 / stepSeconds;
            const double share = place - std::floor(place);
            const std::size_t bin = std::min(static_cast<std::size_t>(share * static_cast<double>(bins)), bins - 1);
            const double value = sample.value - middle;
            m_sums[sample.step % kParts * bins + bin].add({1, value, value * value});
        }
    }

    struct Error
    {
        double ofMeanStep = 0, ofMean = 0;
    };
    /// Of one part, predicted by all others but one.
    [[nodiscard]] Error error(std::size_t part, std::size_t without) const
    {
        std::vector<Sum> learnt(m_bins);
        Sum all;
        for (std::size_t other = 0; other < kParts; ++other) {
            for (std::size_t bin = 0; other != part && other != without && bin < m_bins; ++bin) {
                learnt[bin].add(at(other, bin));
                all.add(at(other, bin));
            }
        }
        const double mean = all.count > 0 ? all.value / all.count : 0;
        Error error;
        for (std::size_t bin = 0; bin < m_bins; ++bin) {
            const Sum& seen = at(part, bin);
            const double shown = learnt[bin].count > 0 ? learnt[bin].value / learnt[bin].count : mean;
            error.ofMeanStep += seen.square - 2 * shown * seen.value + shown * shown * seen.count;
            error.ofMean += seen.square - 2 * mean * seen.value + mean * mean * seen.count;
        }
        return error;
    }

private:
    [[nodiscard]] const Sum& at(std::size_t part, std::size_t bin) const { return m_sums[part * m_bins + bin]; }

    std::size_t m_bins;
    std::vector<Sum> m_sums;
};

/// A rail's power goes by the rail's name; its voltage and current, say, must not take its place.
std::string nameOf(const trace::Channel& info, const std::vector<ChannelPredictability>& known)
{
    const std::string name = titleOf(info);
    const bool isTaken =
        std::any_of(known.begin(), known.end(), [&](const auto& other) { return other.channel == name; });
    return isTaken ? name + " (" + info.quantity + ")" : name;
}

std::size_t stepsOf(std::span<const FoldSample> samples)
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

std::string whyNot(std::span<const FoldSample> samples)
{
    if (samples.empty())
        return "no reading in the steps";
    if (!varies(samples))
        return "it has one value all the time";
    return "too few steps or readings";
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

std::vector<OpVariation> variationsOf(const StepWork& work)
{
    std::vector<OpVariation> variations;
    if (work.steps.size() < 2)
        return variations;
    for (std::size_t kind = 0; kind < work.kinds.size(); ++kind) {
        if (work.kinds[kind].isRest)
            continue;
        std::vector<double> seconds;
        double sum = 0;
        for (std::size_t step = 0; step < work.steps.size(); ++step) {
            seconds.push_back(work.of(step, kind));
            sum += seconds.back();
        }
        variations.push_back({work.kinds[kind].name, work.kinds[kind].shapes, sum / static_cast<double>(seconds.size()),
                              cvOf(seconds), seconds.size()});
    }
    return variations;
}

} // namespace

std::optional<double> explainedByMeanStep(std::span<const FoldSample> samples, double stepSeconds)
{
    if (samples.size() < kFewestSamples || stepsOf(samples) < kFewestSteps || !varies(samples) || !(stepSeconds > 0))
        return std::nullopt;
    double middle = 0; // so that squares of large values keep their digits
    for (const FoldSample& sample : samples)
        middle += sample.value / static_cast<double>(samples.size());
    std::vector<Sums> sums;
    for (const std::size_t bins : kBins)
        sums.emplace_back(samples, stepSeconds, bins, middle);
    Sums::Error all;
    for (std::size_t part = 0; part < kParts; ++part) {
        std::size_t best = 0;
        double least = INFINITY;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            double inner = 0;
            for (std::size_t other = 0; other < kParts; ++other)
                inner += other != part ? sums[i].error(other, part).ofMeanStep : 0;
            if (inner < least) {
                least = inner;
                best = i;
            }
        }
        const Sums::Error error = sums[best].error(part, part);
        all.ofMeanStep += error.ofMeanStep;
        all.ofMean += error.ofMean;
    }
    return all.ofMean > 0 ? std::optional(std::clamp(1 - all.ofMeanStep / all.ofMean, 0.0, 1.0)) : std::nullopt;
}

Predictability predictabilityOf(const trace::TraceView& view, const StepList& list,
                                std::span<const NamedSensor> sensors, const Cancelled& cancelled)
{
    Predictability found;
    const FoldedSteps steps = stepsToFold(view, list, cancelled);
    found.steps = steps.phases.size();
    found.reason = steps.reason;
    found.isDetected = list.isDetected;
    found.aboutSteps = aboutSteps(list);
    if (found.reason.empty() && found.steps < kFewestSteps)
        found.reason = "too few steps: what repeats shows in " + std::to_string(kFewestSteps) + " or more";
    std::vector<double> seconds;
    for (std::size_t i = 0; i < steps.phases.size(); ++i)
        seconds.push_back(steps.phases.step(i).seconds());
    found.stepCv = cvOf(seconds);
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity.starts_with("agent.") || (cancelled && cancelled()))
            continue;
        const std::vector<FoldSample> samples =
            foldSamplesOf(view, channel, steps.phases, sensorOf(view, info, sensors));
        ChannelPredictability one{nameOf(info, found.channels), {}, samples.size(), {}};
        if (found.reason.empty())
            one.share = explainedByMeanStep(samples, steps.phases.stepSeconds());
        if (!one.share)
            one.reason = found.reason.empty() ? whyNot(samples) : found.reason;
        found.channels.push_back(std::move(one));
    }
    const StepWork work = stepWork(view, list, cancelled);
    found.ops = variationsOf(work);
    found.outliers = outlierSteps(view, list, work, sensors, cancelled);
    return found;
}

} // namespace stepscope::analysis
