#include "analysis/observations/observation.h"
#include "analysis/observations/observationtests.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>

/// Observations of one recording alone.
namespace stepscope::analysis {
namespace {

void decide(Observation& observation, bool holds)
{
    observation.verdict = holds ? Observation::Verdict::Holds : Observation::Verdict::Rejected;
}

/// How much step groups vary, and how well the first half of them predicts the second.
struct Forecast
{
    Tested deviation; ///< coefficient of variation of the groups
    Tested error;     ///< mean of the second half over that of the first half, minus 1
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
    if (!forecast.deviation.interval || !forecast.error.interval)
        return std::nullopt;
    const auto root = [](double square) { return std::sqrt(std::max(square, 0.0)); };
    const Interval square = *forecast.deviation.interval;
    forecast.deviation = {root(forecast.deviation.value), Interval{root(square.low), root(square.high)}};
    return forecast;
}

constexpr double kMaxDeviation = 0.1; ///< coefficient of variation of steps that repeat
constexpr double kMaxError = 0.05;    ///< of the prediction of the second half by the first

void decide(Observation& observation, const Forecast& time, const Forecast& use)
{
    observation.verdict =
        allOf(std::array{within(time.deviation, -INFINITY, kMaxDeviation), within(time.error, -kMaxError, kMaxError),
                         within(use.deviation, -INFINITY, kMaxDeviation), within(use.error, -kMaxError, kMaxError)});
}

std::string forecastText(const std::string& what, const Forecast& forecast)
{
    return what + " varies by " + percentText(forecast.deviation.value) +
           intervalText(forecast.deviation, percentText) +
           ", and its mean over the second half differs from that over the first by " +
           percentText(forecast.error.value) + intervalText(forecast.error, percentText);
}

const char* const kForecastTest = " (tested by the bootstrap over them against 10 % and 5 %)";

std::string groupText(const RunFacts& run)
{
    return run.stepsPerGroup > 1
               ? "over groups of " + countText(run.stepsPerGroup) + " steps (" + countText(run.groups.size()) + "), "
               : "over " + countText(run.groups.size()) + " steps, ";
}

const char* const kMoreSteps =
    "too few steps: mark and record at least eight steps with twenty samples each, or more shorter steps";

/// Per stretch of the run: memory's share of the power of the three rails, and its power minus that of the GPU, W.
struct MemoryDraw
{
    std::vector<double> share, overGpu;
};
MemoryDraw memoryDraw(const RunFacts& run)
{
    MemoryDraw draw;
    for (const RunFacts::RailWatts& watts : run.railWatts) {
        const double all = watts.memory + watts.gpu + watts.cpu;
        draw.share.push_back(all > 0 ? watts.memory / all : NAN);
        draw.overGpu.push_back(watts.memory - watts.gpu);
    }
    return draw;
}

} // namespace

Observation observeIdleCores(std::span<const RunFacts> runs)
{
    Observation observation{
        .number = 1, .title = "The cores of the CPU are far from fully used, and some are idle while others work"};
    double least = 1;
    double most = 0;
    double idlest = 0;
    int idlestCore = -1;
    std::size_t cores = 0;
    const RunFacts& run = runs.front();
    for (const CoreSummary& core : run.cores) {
        if (core.coveredSeconds <= 0)
            continue;
        ++cores;
        least = std::min(least, core.utilization);
        most = std::max(most, core.utilization);
        if (core.idleRatio >= idlest) {
            idlest = core.idleRatio;
            idlestCore = core.core;
        }
    }
    if (cores < 2 || !run.cpu)
        return undecided(observation, "fewer than two cores were measured");
    observation.evidence = "mean of " + countText(cores) + " cores " + percentText(*run.cpu) + "; single cores from " +
                           percentText(least) + " to " + percentText(most) + "; cpu" + std::to_string(idlestCore) +
                           " idle for " + percentText(idlest) + " of the time";
    constexpr double kUsed = 0.6;
    constexpr double kMinSpread = 0.1;
    constexpr double kIdle = 0.3;
    const std::vector<double> steps = valuesOf(run, &StepFigures::cpu);
    const bool isBySteps = steps.size() >= kMinUnits;
    const Tested use = testedMean(isBySteps ? steps : run.cpuShares);
    if (!use.interval)
        return undecided(observation,
                         observation.evidence + "; too few steps or samples to test it: record at least four steps");
    observation.evidence += "; mean of the cores in " + countText(isBySteps ? steps.size() : run.cpuShares.size()) +
                            (isBySteps ? " groups of steps" : " stretches of the run") +
                            intervalText(use, percentText) + ", tested by the bootstrap over them against " +
                            percentText(kUsed);
    const auto isLow = within(use, -INFINITY, kUsed);
    const bool isUneven = most - least > kMinSpread || idlest > kIdle;
    if (isLow == Observation::Verdict::Undecided && isUneven)
        return observation;
    decide(observation, isLow == Observation::Verdict::Holds && isUneven);
    observation.advice =
        observation.verdict == Observation::Verdict::Holds
            ? "Use the idle cores: more data loader workers, or preparation of the next batch during the "
              "current step."
            : "The CPU has little spare capacity: moving more work to it will not shorten steps.";
    return observation;
}

Observation observeRepeatingUse(std::span<const RunFacts> runs)
{
    Observation observation{.number = 2,
                            .title = "The use of the hardware repeats step by step: a few steps predict all others"};
    const RunFacts& run = runs.front();
    const auto seconds = forecastOf(run.stepSeconds);
    const auto gpu = forecastOf(valuesOf(run, &StepFigures::gpu));
    const auto use = gpu ? gpu : forecastOf(valuesOf(run, &StepFigures::cpu));
    if (!seconds || !use)
        return undecided(observation, kMoreSteps);
    observation.evidence = forecastText("the step's length", *seconds) + "; " + groupText(run) +
                           forecastText(gpu ? "GPU utilization" : "CPU utilization", *use) + kForecastTest;
    decide(observation, *seconds, *use);
    if (observation.verdict == Observation::Verdict::Undecided)
        return observation;
    observation.advice =
        observation.verdict == Observation::Verdict::Holds
            ? "Profile a few dozen steps; scheduling and tuning by them is valid for the whole training."
            : "Look at the long steps (outliers) first: other programs, waiting for input, or changing "
              "clock frequencies.";
    return observation;
}

Observation observeMemoryPower(std::span<const RunFacts> runs)
{
    Observation observation{.number = 6,
                            .title = "Memory takes a large part of the energy, in places more than the processors"};
    const RunFacts& run = runs.front();
    const RailSummary* const memory = railOf(run, "memory");
    const RailSummary* const gpu = railOf(run, "gpu");
    const RailSummary* const cpu = railOf(run, "cpu");
    if (run.rails.empty())
        return undecided(observation, "this device has no readable power sensor");
    if (memory == nullptr || (gpu == nullptr && cpu == nullptr))
        return undecided(observation,
                         "this board does not measure a rail of the memory, and one of the GPU or the CPU");
    const auto watts = [](const RailSummary* rail) { return rail == nullptr ? 0 : rail->meanWatts; };
    const double parts = watts(memory) + watts(gpu) + watts(cpu);
    const double share = parts > 0 ? watts(memory) / parts : 0;
    observation.evidence = memory->name + " draws " + fixedText(watts(memory), 3) + " W, " + percentText(share) +
                           " of memory, GPU and CPU together";
    for (const RailSummary* rail : {gpu, cpu})
        observation.evidence += rail == nullptr ? "" : "; " + rail->name + " " + fixedText(rail->meanWatts, 3) + " W";
    constexpr double kLarge = 0.25;
    const MemoryDraw draw = memoryDraw(run);
    const Tested part = testedMean(draw.share);
    const auto large = within(part, kLarge, INFINITY);
    const auto over = gpu == nullptr ? Observation::Verdict::Rejected : within(testedMean(draw.overGpu), 0, INFINITY);
    observation.evidence += part.interval
                                ? "; share in " + countText(draw.share.size()) + " stretches of the run" +
                                      intervalText(part, percentText) + ", tested by the bootstrap over them against " +
                                      percentText(kLarge) + ", and the difference to the GPU against 0"
                                : "; too few samples to test it";
    const bool overGpu = over == Observation::Verdict::Holds;
    if (large == Observation::Verdict::Undecided && !overGpu)
        return observation;
    if (over == Observation::Verdict::Undecided && large != Observation::Verdict::Holds)
        return observation;
    decide(observation, large == Observation::Verdict::Holds || overGpu);
    if (observation.verdict == Observation::Verdict::Rejected)
        observation.advice = "Memory is not where the energy goes: look at the rail that draws most.";
    else
        observation.advice =
            overGpu ? memory->name + " draws more than the GPU: memory-bound. Try smaller activations: half precision, "
                                     "operations done in place, or recomputation of cheap operations."
                    : "Fewer bytes moved save energy: half precision, fused operations, operations done in place.";
    return observation;
}

Observation observeRepeatingPower(std::span<const RunFacts> runs)
{
    Observation observation{.number = 7,
                            .title = "Power repeats step by step: a short training predicts the energy of a long one"};
    const RunFacts& run = runs.front();
    if (run.rails.empty())
        return undecided(observation, "this device has no readable power sensor");
    const auto joules = forecastOf(valuesOf(run, &StepFigures::joules));
    const auto watts = forecastOf(valuesOf(run, &StepFigures::watts));
    if (!joules || !watts)
        return undecided(observation, kMoreSteps);
    observation.evidence = groupText(run) + forecastText("the energy of a step", *joules) + "; " +
                           forecastText("mean power", *watts) + kForecastTest;
    decide(observation, *joules, *watts);
    if (observation.verdict == Observation::Verdict::Undecided)
        return observation;
    observation.advice =
        observation.verdict == Observation::Verdict::Holds
            ? "Budget battery and heat by a short run: energy of a step x number of steps."
            : "Watch temperature, clocks and other programs: power changes while steps do the same work.";
    return observation;
}

} // namespace stepscope::analysis
