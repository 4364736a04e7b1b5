#include "analysis/observations/observation.h"
#include "analysis/observations/observationtests.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

/// Observations of single recordings. Of several recordings each is tested.
namespace stepscope::analysis {
namespace {

using ObservationVerdict = Observation::Verdict;

/// The claim tested on one recording.
struct Finding
{
    ObservationVerdict verdict = ObservationVerdict::Undecided;
    Message evidence{};
};

/// As verdictName(), to be translated.
Message verdictText(ObservationVerdict verdict)
{
    const std::array texts{translatable("Observations", "holds"), translatable("Observations", "does not hold"),
                           translatable("Observations", "undecided")};
    return texts.at(static_cast<std::size_t>(verdict));
}

/// The findings of all runs; `combine` is the verdict over them.
ObservationVerdict overRuns(std::span<const RunFacts> runs, const std::function<Finding(const RunFacts&)>& test,
                            ObservationVerdict (*combine)(std::span<const ObservationVerdict>), Message& evidence)
{
    std::vector<ObservationVerdict> verdicts;
    for (const RunFacts& run : runs) {
        const Finding finding = test(run);
        verdicts.push_back(finding.verdict);
        append(evidence, runs.size() == 1 ? finding.evidence
                                          : translatable("Observations", "%1 (%2): %3")
                                                .arg(runName(run))
                                                .arg(verdictText(finding.verdict))
                                                .arg(finding.evidence));
    }
    if (runs.size() > 1) {
        const auto number = [&](ObservationVerdict verdict) {
            return countText(static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), verdict)));
        };
        evidence = translatable("Observations", "holds for %1, does not hold for %2, undecided for %3 recordings: %4")
                       .arg(number(ObservationVerdict::Holds))
                       .arg(number(ObservationVerdict::DoesNotHold))
                       .arg(number(ObservationVerdict::Undecided))
                       .arg(evidence);
    }
    return combine(verdicts);
}

// 1 -----------------------------------------------------------------------------------------------------------------

/// Utilizations of the GPU and the CPU at the same times.
struct Utilizations
{
    std::vector<double> gpu{}, cpu{};

    void add(double ofGpu, double ofCpu)
    {
        gpu.push_back(ofGpu);
        cpu.push_back(ofCpu);
    }
    [[nodiscard]] std::vector<double> differences() const
    {
        std::vector<double> values(gpu.size());
        std::transform(gpu.begin(), gpu.end(), cpu.begin(), values.begin(), std::minus<>());
        return values;
    }
};

/// In all groups of steps, or without enough of them in all stretches of the run.
Utilizations utilizationsOf(const RunFacts& run)
{
    Utilizations ofGroups;
    for (const StepFigures& group : run.groups) {
        if (std::isfinite(group.gpu) && std::isfinite(group.cpu))
            ofGroups.add(group.gpu, group.cpu);
    }
    if (ofGroups.gpu.size() >= kMinUnits)
        return ofGroups;
    Utilizations ofStretches;
    for (const RunFacts::Stretch& stretch : run.stretches) {
        if (stretch.gpu && stretch.cpu)
            ofStretches.add(*stretch.gpu, *stretch.cpu);
    }
    return ofStretches;
}

Message coreRange(const RunFacts& run)
{
    double least = 1;
    double most = 0;
    for (const CoreSummary& core : run.cores) {
        if (core.coveredSeconds <= 0)
            continue;
        least = std::min(least, core.utilization);
        most = std::max(most, core.utilization);
    }
    if (most < least)
        return {};
    return translatable("Observations", " (single cores %1 to %2)").arg(percentText(least)).arg(percentText(most));
}

Message lowGpuText(const RunFacts& run)
{
    std::string text;
    constexpr std::size_t kListed = 3;
    for (std::size_t i = 0; i < std::min(run.opsAtLowGpu.size(), kListed); ++i)
        text += (i > 0 ? ", " : "") + run.opsAtLowGpu[i].name + " " + percentText(run.opsAtLowGpu[i].share);
    if (text.empty())
        return {};
    return translatable("Observations", "while the GPU is low, the threads spend their time in %1").arg(text);
}

/// The two parts of the claim, by recording: a difference decides although the GPU's channel is too slow to correlate.
struct GpuAgainstCpu
{
    std::vector<ObservationVerdict> differences{}, correlations{};
};

Finding gpuAgainstCpu(const RunFacts& run, GpuAgainstCpu& parts)
{
    constexpr double kMuch = 0.1;
    if (!run.gpu || !run.cpu)
        return {ObservationVerdict::Undecided,
                !run.gpu ? translatable("Observations", "the utilization of the GPU was not measured")
                         : translatable("Observations", "the utilization of the cores was not measured")};
    const Utilizations tested = utilizationsOf(run);
    Tested difference = testedMean(tested.differences());
    double gpu = *run.gpu;
    double cpu = *run.cpu;
    if (difference.interval) { // of the same steps as the difference
        gpu = testedMean(tested.gpu).value;
        cpu = testedMean(tested.cpu).value;
    } else {
        difference.value = gpu - cpu;
    }
    Tested correlation = testedMean(run.gpuCpuCorrelations);
    if (correlation.interval) // the bootstrap does not know the limits of a correlation
        correlation.interval =
            Interval{std::max(correlation.interval->low, -1.0), std::min(correlation.interval->high, 1.0)};
    Finding finding;
    finding.evidence = translatable("Observations", "GPU %1, CPU %2%3, difference %4%5 against %6")
                           .arg(percentText(gpu))
                           .arg(percentText(cpu))
                           .arg(coreRange(run))
                           .arg(pointsText(difference.value))
                           .arg(intervalText(difference, pointsText))
                           .arg(pointsText(kMuch));
    const auto twoDigits = [](double value) { return fixedText(value, 2); };
    if (correlation.interval)
        append(finding.evidence,
               translatable("Observations", "correlation of GPU and CPU inside %1 steps %2%3 against 0, %4")
                   .arg(countText(run.gpuCpuCorrelations.size()))
                   .arg(twoDigits(correlation.value))
                   .arg(intervalText(correlation, twoDigits))
                   .arg(run.correlationSource));
    else if (run.gpuCpuCorrelations.empty() && !run.correlationSource.empty())
        append(finding.evidence, translatable("Observations", "no correlation of GPU and CPU inside the steps: %1")
                                     .arg(run.correlationSource));
    else
        append(finding.evidence, translatable("Observations", "too few steps to correlate GPU and CPU inside them"));
    append(finding.evidence, lowGpuText(run));
    parts.differences.push_back(within(difference, kMuch, INFINITY));
    parts.correlations.push_back(within(correlation, -INFINITY, 0));
    finding.verdict = allOf(std::array{parts.differences.back(), parts.correlations.back()});
    return finding;
}

/// "5 of 6 recordings that decide it".
Message heldText(std::span<const ObservationVerdict> verdicts)
{
    const auto number = [&](ObservationVerdict verdict) {
        return static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), verdict));
    };
    const std::uint64_t holding = number(ObservationVerdict::Holds);
    return translatable("Observations", "%1 of %2 recordings that decide it")
        .arg(countText(holding))
        .arg(countText(holding + number(ObservationVerdict::DoesNotHold)));
}

// 2 and 7 -----------------------------------------------------------------------------------------------------------

/// Less is not a pattern. Jitter of the steps lowers the share: with 2 % an instantaneous sensor of a virtual board has
/// 25 to 40 %, although all steps do the same work.
constexpr double kPattern = 0.2;

constexpr double kMaxDeviation = 0.1;
constexpr double kMaxDrift = 0.05;

/// Whether a channel varies so little that its mean predicts it: what is left is noise, of which the mean step explains
/// nothing.
bool isSteady(const RunFacts::Repetition& channel)
{
    constexpr double kMostPoints = 0.05;
    const double most = channel.quantity == "rail.power" ? kMaxDeviation * channel.mean : kMostPoints;
    return channel.deviation <= most; // false if it is not known
}

Message steadyText(const RunFacts::Repetition& channel)
{
    const bool isPower = channel.quantity == "rail.power";
    const auto text = [&](double value) { return isPower ? fixedText(value, 2) + " W" : percentText(value); };
    return translatable("Observations", "%1 steady at %2")
        .arg(channel.channel)
        .arg(text(channel.mean) + " +- " + text(channel.deviation));
}

/// The shares of variance of the channels for which `isMeant` is true.
Finding repetitionOf(const RunFacts& run, const std::function<bool(const RunFacts::Repetition&)>& isMeant)
{
    constexpr std::size_t kMinSteps = 8;
    std::vector<ObservationVerdict> verdicts;
    std::string shares;
    Message steady;
    const RunFacts::Repetition* least = nullptr;
    for (const RunFacts::Repetition& channel : run.repetitions) {
        if (!isMeant(channel))
            continue;
        if (run.repeatedSteps >= kMinSteps && isSteady(channel)) {
            verdicts.push_back(ObservationVerdict::Holds);
            append(steady, steadyText(channel), ", ");
            continue;
        }
        if (!channel.share)
            continue;
        const ObservationVerdict verdict = within(testedShare(*channel.share, run.repeatedSteps), kPattern, INFINITY);
        verdicts.push_back(verdict == ObservationVerdict::DoesNotHold && !channel.isResolved
                               ? ObservationVerdict::Undecided
                               : verdict);
        shares += (shares.empty() ? "" : ", ") + channel.channel + " " + percentText(*channel.share);
        least = least == nullptr || *channel.share < *least->share ? &channel : least;
    }
    if (verdicts.empty())
        return {ObservationVerdict::Undecided,
                translatable("Observations",
                             "too few steps or samples: record at least eight steps, longer than two samples")};
    Finding finding{allOf(verdicts), {}};
    if (least != nullptr)
        finding.evidence =
            translatable("Observations",
                         "share of the variance that the mean of %1 steps explains: %2; the least of them%3 against %4")
                .arg(countText(run.repeatedSteps))
                .arg(shares)
                .arg(intervalText(testedShare(*least->share, run.repeatedSteps), percentText))
                .arg(percentText(kPattern));
    append(finding.evidence, steady);
    return finding;
}

/// How much values of steps vary, and how well the first half of them predicts the second.
struct Forecast
{
    Tested deviation; ///< coefficient of variation
    Tested drift;     ///< mean of the second half over that of the first half, minus 1
};
std::optional<Forecast> forecastOf(const std::vector<double>& values)
{
    const std::size_t half = values.size() / 2;
    const double whole = testedMean(values).value;
    const double first = testedMean(std::span(values).first(half)).value;
    if (whole <= 0 || first <= 0)
        return std::nullopt;
    std::vector<double> squares;
    std::vector<double> ofFirst;
    for (const double value : values) {
        squares.push_back(std::pow(value / whole - 1, 2));
        ofFirst.push_back(value / first);
    }
    const std::span<const double> all(ofFirst);
    Forecast forecast{testedMean(squares), testedDifference(all.first(half), all.subspan(half))};
    if (!forecast.deviation.interval || !forecast.drift.interval)
        return std::nullopt;
    const auto root = [](double square) { return std::sqrt(std::max(square, 0.0)); };
    const Interval square = *forecast.deviation.interval;
    forecast.deviation = {root(forecast.deviation.value), Interval{root(square.low), root(square.high)}};
    return forecast;
}

/// Adds the test of `values` to the finding.
void addForecast(const Message& what, const std::vector<double>& values, Finding& finding)
{
    const auto forecast = forecastOf(values);
    if (!forecast) {
        append(finding.evidence, translatable("Observations", "too few steps to test %1").arg(what));
        finding.verdict = allOf(std::array{finding.verdict, ObservationVerdict::Undecided});
        return;
    }
    append(finding.evidence,
           translatable("Observations", "%1 varies by %2%3 and drifts by %4%5, bootstrap over steps against %6 and %7")
               .arg(what)
               .arg(percentText(forecast->deviation.value))
               .arg(intervalText(forecast->deviation, percentText))
               .arg(percentText(forecast->drift.value))
               .arg(intervalText(forecast->drift, percentText))
               .arg(percentText(kMaxDeviation))
               .arg(percentText(kMaxDrift)));
    finding.verdict = allOf(std::array{finding.verdict, within(forecast->deviation, -INFINITY, kMaxDeviation),
                                       within(forecast->drift, -kMaxDrift, kMaxDrift)});
}

Message noPowerSensor()
{
    return translatable("Observations", "this device has no readable power sensor");
}

Finding repeatingUse(const RunFacts& run)
{
    constexpr double kIdle = 0.05; // what such a core does is not the training's work
    Finding finding = repetitionOf(run, [&](const RunFacts::Repetition& channel) {
        const auto core = std::find_if(run.cores.begin(), run.cores.end(),
                                       [&](const CoreSummary& c) { return c.core == channel.core; });
        return channel.quantity == "gpu.utilization" ||
               (channel.quantity == "cpu.utilization" && core != run.cores.end() && core->utilization >= kIdle);
    });
    addForecast(translatable("Observations", "the duration of a step"), run.stepSeconds, finding);
    append(finding.evidence, run.detectedPeriod);
    return finding;
}

Finding repeatingPower(const RunFacts& run)
{
    if (run.rails.empty())
        return {ObservationVerdict::Undecided, noPowerSensor()};
    Finding finding = repetitionOf(run, [&](const RunFacts::Repetition& channel) {
        constexpr std::array kRoles{"system", "gpu", "cpu", "memory"};
        const RailSummary* rail = railOf(run, channel.role);
        return channel.quantity == "rail.power" && rail != nullptr && rail->name == channel.channel &&
               std::find(kRoles.begin(), kRoles.end(), channel.role) != kRoles.end();
    });
    addForecast(run.stepsPerGroup > 1
                    ? translatable("Observations", "the energy of %1 steps").arg(countText(run.stepsPerGroup))
                    : translatable("Observations", "the energy of a step"),
                valuesOf(run, &StepFigures::joules), finding);
    return finding;
}

// 6 -----------------------------------------------------------------------------------------------------------------

/// Of the parts of the run, in W.
Tested memoryOverGpu(const RunFacts& run)
{
    std::vector<double> differences;
    for (const RunFacts::Stretch& stretch : run.stretches)
        differences.push_back(stretch.memoryWatts - stretch.gpuWatts);
    return testedMean(differences);
}

/// Which of the rails of the GPU, the memory and the CPU draws most. The paper's claim: the GPU for computer vision,
/// the memory for recurrent models; for other models either of both.
Finding powerRanks(const RunFacts& run)
{
    if (run.rails.empty())
        return {ObservationVerdict::Undecided, noPowerSensor()};
    const RailSummary* const memory = railOf(run, "memory");
    const RailSummary* const gpu = railOf(run, "gpu");
    const RailSummary* const cpu = railOf(run, "cpu");
    if (memory == nullptr || gpu == nullptr || cpu == nullptr)
        return {
            ObservationVerdict::Undecided,
            translatable("Observations", "this board does not measure a rail each of the GPU, the memory and the CPU")};
    std::vector<double> gpuOverCpu;
    std::vector<double> memoryOverCpu;
    for (const RunFacts::Stretch& stretch : run.stretches) {
        gpuOverCpu.push_back(stretch.gpuWatts - stretch.cpuWatts);
        memoryOverCpu.push_back(stretch.memoryWatts - stretch.cpuWatts);
    }
    const Tested memoryMore = memoryOverGpu(run);
    const ObservationVerdict overCpu = memory->meanWatts > gpu->meanWatts
                                           ? within(testedMean(memoryOverCpu), 0, INFINITY)
                                           : within(testedMean(gpuOverCpu), 0, INFINITY);
    const auto watts = [](double value) { return fixedText(value, 2) + " W"; };
    Finding finding;
    for (const RailSummary* rail : {gpu, memory, cpu})
        append(finding.evidence, rail->name + " " + watts(rail->meanWatts), ", ");
    append(finding.evidence, translatable("Observations", "memory minus GPU in %1 parts of the run %2%3 against 0")
                                 .arg(countText(run.stretches.size()))
                                 .arg(watts(memoryMore.value))
                                 .arg(intervalText(memoryMore, watts)));
    if (isRecurrent(run.model))
        finding.verdict = allOf(std::array{within(memoryMore, 0, INFINITY), overCpu});
    else if (domainOf(run.model) == Domain::ComputerVision)
        finding.verdict = allOf(std::array{within(memoryMore, -INFINITY, 0), overCpu});
    else
        finding.verdict = overCpu;
    append(finding.evidence, isRecurrent(run.model)
                                 ? translatable("Observations", "expected of a recurrent model: the memory")
                             : domainOf(run.model) == Domain::ComputerVision
                                 ? translatable("Observations", "expected of computer vision: the GPU")
                                 : translatable("Observations", "expected: the GPU or the memory"));
    return finding;
}

// 12 ----------------------------------------------------------------------------------------------------------------

/// The accuracies of one model and batch size, from all its recordings in order of time.
Finding accuracyTrend(const std::vector<RunFacts::Accuracy>& values)
{
    std::vector<double> days;
    std::vector<double> shares;
    for (const RunFacts::Accuracy& value : values) {
        days.push_back(value.day - values.front().day);
        shares.push_back(value.share);
    }
    const double length = days.back();
    Tested slope = length > 0 ? testedTrend(days, shares) : Tested{};
    const bool isConstant = std::all_of(shares.begin(), shares.end(), [&](double share) { return share == shares[0]; });
    if (slope.interval && isConstant)
        slope = {0, Interval{0, 0}}; // without the rounding of the line's sums
    const auto percent = [](double share) { return fixedText(100 * share, 2) + " %"; };
    Message finding = translatable("Observations", "%1 to %2 in %3")
                          .arg(percent(shares.front()))
                          .arg(percent(shares.back()))
                          .arg(length >= 1 ? translatable("Observations", "%1 days").arg(fixedText(length, 1))
                                           : durationText(length * 24 * 3600));
    if (!slope.interval) {
        append(finding, translatable("Observations", "too few values to test: four are needed"));
        return {ObservationVerdict::Undecided, finding};
    }
    // Per day for days of training, else over the recording: a slope per day would extrapolate minutes.
    const bool isDays = length >= 1;
    const double over = isDays ? 1 : length;
    slope = {slope.value * over, Interval{slope.interval->low * over, slope.interval->high * over}};
    const auto points = [](double share) {
        return translatable("Observations", "%1 points").arg((share >= 0 ? "+" : "") + fixedText(100 * share, 3));
    };
    append(finding,
           (isDays ? translatable("Observations", "%1 a day%2 by the least-squares line through %3 values, against 0")
                   : translatable("Observations",
                                  "%1 in this time%2 by the least-squares line through %3 values, against 0"))
               .arg(points(slope.value))
               .arg(intervalText(slope, points))
               .arg(countText(values.size())),
           ", ");
    return {within(slope, 0, INFINITY), finding};
}

} // namespace

void observeGpuAgainstCpu(std::span<const RunFacts> runs, Observation& observation)
{
    GpuAgainstCpu parts;
    overRuns(
        runs, [&](const RunFacts& run) { return gpuAgainstCpu(run, parts); }, mostDecided, observation.evidence);
    observation.verdict = allOf(std::array{mostDecided(parts.differences), mostDecided(parts.correlations)});
    if (runs.size() > 1)
        observation.evidence = translatable("Observations", "the GPU is much higher in %1, and the utilization of CPU "
                                                            "and GPU correlates negatively in %2; both: %3")
                                   .arg(heldText(parts.differences))
                                   .arg(heldText(parts.correlations))
                                   .arg(observation.evidence);
    decide(observation, observation.verdict,
           translatable("Observations", "Balance the work: prepare the next batch during the current step (data loader "
                                        "workers), and give ops to the cores while the GPU is busy."),
           translatable("Observations", "The utilization of CPU and GPU does not alternate here: look at the ops with "
                                        "the longest self time instead."));
}

void observeRepeatingUse(std::span<const RunFacts> runs, Observation& observation)
{
    observation.verdict = overRuns(runs, repeatingUse, allDecided, observation.evidence);
    decide(
        observation, observation.verdict,
        translatable("Observations",
                     "Profile a few dozen steps; scheduling and tuning by them is valid for the whole training."),
        translatable(
            "Observations",
            "Look at the channels with a low share: other programs, waiting for input, or threads that change cores."));
}

void observePowerRanks(std::span<const RunFacts> runs, Observation& observation)
{
    observation.verdict = overRuns(runs, powerRanks, allDecided, observation.evidence);
    const auto isAnyBetween = [runs](double low, double high) {
        return std::any_of(runs.begin(), runs.end(), [=](const RunFacts& run) {
            return railOf(run, "memory") != nullptr && railOf(run, "gpu") != nullptr &&
                   within(memoryOverGpu(run), low, high) == ObservationVerdict::Holds;
        });
    };
    decide(observation, observation.verdict,
           isAnyBetween(0, INFINITY)
               ? translatable("Observations", "The memory draws more than the GPU: move fewer bytes by half precision, "
                                              "fused operations, or recomputation of cheap operations.")
           : isAnyBetween(-INFINITY, 0)
               ? translatable("Observations",
                              "The GPU takes the most energy: use half precision, or lower its clock where it waits.")
               : translatable("Observations", "Neither the GPU nor the memory is known to draw more: use half "
                                              "precision, which takes less of both."),
           translatable("Observations",
                        "Look at the rail that draws most: it is not the one that the study expects of this model."));
}

void observeRepeatingPower(std::span<const RunFacts> runs, Observation& observation)
{
    observation.verdict = overRuns(runs, repeatingPower, allDecided, observation.evidence);
    decide(observation, observation.verdict,
           translatable("Observations", "Budget battery and heat by a short run: energy of a step x number of steps."),
           translatable("Observations",
                        "Watch temperature, clocks and other programs: power changes while steps do the same work."));
}

void observeAccuracy(std::span<const RunFacts> runs, Observation& observation)
{
    std::map<std::string, std::pair<Message, std::vector<RunFacts::Accuracy>>> series;
    for (const RunFacts& run : runs) {
        auto& [name, values] = series[runName(run).english()];
        name = runName(run);
        values.insert(values.end(), run.accuracies.begin(), run.accuracies.end());
    }
    std::vector<ObservationVerdict> verdicts;
    for (auto& [key, named] : series) {
        auto& [name, values] = named;
        if (values.empty())
            continue;
        std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.day < b.day; });
        const Finding finding = accuracyTrend(values);
        verdicts.push_back(finding.verdict);
        append(observation.evidence, name);
        append(observation.evidence, finding.evidence, ": ");
    }
    if (verdicts.empty())
        observation.evidence = translatable(
            "Observations", "the training does not print its accuracy (\"accuracy: 0.61\" or \"accuracy 61.3 %\")");
    observation.verdict = allDecided(verdicts);
    decide(observation, observation.verdict,
           translatable("Observations",
                        "Continue to train as new samples arrive, while the gain is worth the energy of a day."),
           translatable("Observations",
                        "Stop, or change the learning rate: this training costs energy without a gain in accuracy."));
}

} // namespace stepscope::analysis
