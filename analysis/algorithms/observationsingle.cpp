#include "analysis/algorithms/observation.h"
#include "analysis/algorithms/observationtests.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <array>
#include <cmath>

/// What one recording tells by itself.
namespace stepscope::analysis {
namespace {

Observation unknown(Observation observation, std::string why)
{
    observation.verdict = Observation::Verdict::CannotTell;
    observation.evidence = std::move(why);
    return observation;
}

void decide(Observation& observation, bool holds)
{
    observation.verdict = holds ? Observation::Verdict::Holds : Observation::Verdict::DoesNot;
}

/// How much groups differ, and whether the first half of them told what the second would be.
struct Forecast
{
    Tested deviation; ///< of the groups, of their mean
    Tested error;     ///< second half over first half, less 1
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

constexpr double kAlike = 0.1; ///< coefficient of variation of what repeats
constexpr double kTold = 0.05; ///< error of what the first half says of the second
void decide(Observation& observation, const Forecast& one, const Forecast& other)
{
    observation.verdict =
        allOf(std::array{within(one.deviation, -INFINITY, kAlike), within(one.error, -kTold, kTold),
                         within(other.deviation, -INFINITY, kAlike), within(other.error, -kTold, kTold)});
}

std::string forecastText(const std::string& what, const Forecast& forecast)
{
    return what + " varies by " + percentText(forecast.deviation.value) +
           intervalText(forecast.deviation, percentText) +
           ", and its mean over the second half is off that over the first by " + percentText(forecast.error.value) +
           intervalText(forecast.error, percentText);
}

const char* const kForecastTest = " (tested by the bootstrap over them against 10 % and 5 %)";

std::string groupText(const RunFacts& run)
{
    return run.stepsAGroup > 1
               ? "over groups of " + countText(run.stepsAGroup) + " steps (" + countText(run.groups.size()) + "), "
               : "over " + countText(run.groups.size()) + " steps, ";
}

const char* const kMoreSteps =
    "too few steps: mark and record at least eight (with twenty samples each, or more of them)";

/// Memory's share of the three rails in each stretch, and by how much it draws more than the GPU, W.
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
    Observation found{.number = 1,
                      .title = "The cores of the CPU are far from fully used, and some rest while others work"};
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
        return unknown(found, "fewer than two cores were measured");
    found.evidence = "mean of " + countText(cores) + " cores " + percentText(*run.cpu) + "; single cores from " +
                     percentText(least) + " to " + percentText(most) + "; cpu" + std::to_string(idlestCore) +
                     " idle for " + percentText(idlest) + " of the time";
    constexpr double kUsed = 0.6;
    constexpr double kApart = 0.1;
    constexpr double kIdle = 0.3;
    const std::vector<double> steps = valuesOf(run, &StepFigures::cpu);
    const bool isBySteps = steps.size() >= kFewestUnits;
    const Tested use = testedMean(isBySteps ? steps : run.cpuShares);
    if (!use.interval)
        return unknown(found, found.evidence + "; too few steps or samples to test it: record at least four steps");
    found.evidence += "; mean of the cores in " + countText(isBySteps ? steps.size() : run.cpuShares.size()) +
                      (isBySteps ? " groups of steps" : " stretches of the run") + intervalText(use, percentText) +
                      ", tested by the bootstrap over them against " + percentText(kUsed);
    const auto isLow = within(use, -INFINITY, kUsed);
    const bool isUneven = most - least > kApart || idlest > kIdle;
    if (isLow == Observation::Verdict::CannotTell && isUneven)
        return found;
    decide(found, isLow == Observation::Verdict::Holds && isUneven);
    found.advice = found.verdict == Observation::Verdict::Holds
                       ? "Give idle cores work: more workers that load data, or preparation of the next batch while "
                         "this one trains."
                       : "The CPU has little to spare: moving more work to it will not make steps shorter.";
    return found;
}

Observation observeRepeatingUse(std::span<const RunFacts> runs)
{
    Observation found{.number = 2,
                      .title = "The use of the hardware repeats step by step: a few steps tell all others"};
    const RunFacts& run = runs.front();
    const auto seconds = forecastOf(run.stepSeconds);
    const auto gpu = forecastOf(valuesOf(run, &StepFigures::gpu));
    const auto use = gpu ? gpu : forecastOf(valuesOf(run, &StepFigures::cpu));
    if (!seconds || !use)
        return unknown(found, kMoreSteps);
    found.evidence = forecastText("the step's length", *seconds) + "; " + groupText(run) +
                     forecastText(gpu ? "GPU utilization" : "CPU utilization", *use) + kForecastTest;
    decide(found, *seconds, *use);
    if (found.verdict == Observation::Verdict::CannotTell)
        return found;
    found.advice = found.verdict == Observation::Verdict::Holds
                       ? "Profile a few dozen steps; what is scheduled or tuned by them is good for the whole training."
                       : "Look at the long steps (outliers) first: other programs, input that is waited for, or a "
                         "clock that changes.";
    return found;
}

Observation observeMemoryPower(std::span<const RunFacts> runs)
{
    Observation found{.number = 6,
                      .title = "Memory takes a large part of the energy, in places more than the processors"};
    const RunFacts& run = runs.front();
    const RailSummary* const memory = railOf(run, "memory");
    const RailSummary* const gpu = railOf(run, "gpu");
    const RailSummary* const cpu = railOf(run, "cpu");
    if (run.rails.empty())
        return unknown(found, "this device has no power sensor that could be read");
    if (memory == nullptr || (gpu == nullptr && cpu == nullptr))
        return unknown(found, "no rail of the memory, or none of GPU or CPU beside it, was measured on this board");
    const auto watts = [](const RailSummary* rail) { return rail == nullptr ? 0 : rail->meanWatts; };
    const double parts = watts(memory) + watts(gpu) + watts(cpu);
    const double share = parts > 0 ? watts(memory) / parts : 0;
    found.evidence = memory->name + " draws " + fixedText(watts(memory), 3) + " W, " + percentText(share) +
                     " of memory, GPU and CPU together";
    for (const RailSummary* rail : {gpu, cpu})
        found.evidence += rail == nullptr ? "" : "; " + rail->name + " " + fixedText(rail->meanWatts, 3) + " W";
    constexpr double kLarge = 0.25;
    const MemoryDraw draw = memoryDraw(run);
    const Tested part = testedMean(draw.share);
    const auto large = within(part, kLarge, INFINITY);
    const auto over = gpu == nullptr ? Observation::Verdict::DoesNot : within(testedMean(draw.overGpu), 0, INFINITY);
    found.evidence += part.interval
                          ? "; share in " + countText(draw.share.size()) + " stretches of the run" +
                                intervalText(part, percentText) + ", tested by the bootstrap over them against " +
                                percentText(kLarge) + ", and the difference to the GPU against 0"
                          : "; too few samples to test it";
    const bool overGpu = over == Observation::Verdict::Holds;
    if (large == Observation::Verdict::CannotTell && !overGpu)
        return found;
    if (over == Observation::Verdict::CannotTell && large != Observation::Verdict::Holds)
        return found;
    decide(found, large == Observation::Verdict::Holds || overGpu);
    if (found.verdict == Observation::Verdict::DoesNot)
        found.advice = "Memory is not where the energy goes: look at the rail that draws most.";
    else
        found.advice =
            overGpu ? memory->name + " draws more than the GPU: memory-bound. Try smaller activations: half precision, "
                                     "operations done in place, or recomputing what is cheap."
                    : "Fewer bytes moved save energy: half precision, fused operations, operations done in place.";
    return found;
}

Observation observeRepeatingPower(std::span<const RunFacts> runs)
{
    Observation found{.number = 7,
                      .title = "Power repeats step by step: energy of a long training can be told from a short one"};
    const RunFacts& run = runs.front();
    if (run.rails.empty())
        return unknown(found, "this device has no power sensor that could be read");
    const auto joules = forecastOf(valuesOf(run, &StepFigures::joules));
    const auto watts = forecastOf(valuesOf(run, &StepFigures::watts));
    if (!joules || !watts)
        return unknown(found, kMoreSteps);
    found.evidence = groupText(run) + forecastText("the energy of a step", *joules) + "; " +
                     forecastText("mean power", *watts) + kForecastTest;
    decide(found, *joules, *watts);
    if (found.verdict == Observation::Verdict::CannotTell)
        return found;
    found.advice = found.verdict == Observation::Verdict::Holds
                       ? "Budget battery and heat by a short run: energy of a step times the number of steps."
                       : "Watch temperature, clocks and other programs: power changes while steps do the same work.";
    return found;
}

} // namespace stepscope::analysis
