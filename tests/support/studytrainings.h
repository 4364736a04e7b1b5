#pragma once

#include "analysis/observations/observation.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Trainings for which all observations of the paper hold, and changes with which one does not.
namespace stepscope::testing {

using namespace analysis;
using Verdict = Observation::Verdict;

/// Figures at the batch sizes 4 and 64. Those of the paper are marked with a star in README.md of the room.
struct StudyModel
{
    const char* name;
    double gpu4, gpu64;
    double rate4, rate64;                 ///< samples/s
    double joules4, joules64;             ///< of a step
    double intermediate4, intermediate64; ///< bytes
    double parameters;                    ///< bytes
    double gpuWatts, memoryWatts;
};
inline constexpr StudyModel kStudy[] = {
    {"squeezenet", 0.714, 0.845, 24, 66, 1.2, 7, 1.2e9, 4.5e9, 5e6, 4, 1.5},
    {"resnet50", 0.856, 0.956, 9, 55, 3, 9, 1.3e9, 4.6e9, 98e6, 5, 1.6},
    {"densenet40", 0.80, 0.90, 20, 34, 1.6, 16.8, 2.2e9, 5.9e9, 4e6, 5, 1.5},
    {"char_cnn", 0.40, 0.50, 60, 400, 0.5, 1.1, 0.8e9, 1.4e9, 4e6, 1.2, 1.9},
    {"dqn", 0.40, 0.70, 889, 13'618, 0.03, 0.066, 0.9e9, 1.2e9, 7e6, 2, 1.2},
};

inline double between(double at4, double at64, std::uint64_t batch)
{
    return at4 * std::pow(at64 / at4, (std::log2(static_cast<double>(batch)) - 2) / 4);
}

/// Repeats within 1 %, without a trend.
inline double wobble(int i)
{
    return 1 + 0.01 * std::sin(i * 2.4);
}

/// Deterministic number in -1..1 for the change of a core.
inline double change(int core, std::uint64_t batch, const std::string& model)
{
    double seed = core * 12.9898 + static_cast<double>(batch) * 78.233;
    for (const char letter : model)
        seed = seed * 1.1 + letter;
    const double value = std::sin(seed) * 43758.5453;
    return 2 * (value - std::floor(value)) - 1;
}

/// Six cores of a TX2; cpu1 and cpu2 are the Denver cores.
inline std::vector<CoreSummary> coresAt(const StudyModel& model, std::uint64_t batch, int part)
{
    std::vector<CoreSummary> cores;
    for (int core = 0; core < 6; ++core) {
        const bool isDenver = core == 1 || core == 2;
        const double share = 0.25 + 0.015 * core + 0.04 * change(core, batch, model.name);
        cores.push_back({core, isDenver ? "Denver2" : "A57", share * wobble(part + core),
                         (isDenver ? 0.62 : 0.3) * wobble(part + core), 1});
    }
    return cores;
}

inline void addRepetitions(RunFacts& run)
{
    for (const char* rail : {"VDD_IN", "VDD_SYS_GPU", "VDD_SYS_CPU", "VDD_SYS_DDR"}) {
        const std::string name = rail;
        run.repetitions.push_back({name, "rail.power",
                                   name == "VDD_IN"        ? "system"
                                   : name == "VDD_SYS_GPU" ? "gpu"
                                   : name == "VDD_SYS_CPU" ? "cpu"
                                                           : "memory",
                                   -1, 0.9});
    }
    run.repetitions.push_back({"GPU", "gpu.utilization", "", -1, 0.95});
    for (int core = 0; core < 6; ++core)
        run.repetitions.push_back({"cpu" + std::to_string(core), "cpu.utilization", "", core, 0.8});
    run.repeatedSteps = 40;
    run.detectedPeriod = std::string("without marks a period of 100.00 ms was found");
}

/// A training for which the paper's claims hold.
inline RunFacts training(const StudyModel& model, std::uint64_t batch)
{
    RunFacts run;
    run.model = model.name;
    run.batch = batch;
    run.gpu = between(model.gpu4, model.gpu64, batch);
    run.cpu = 0.25;
    run.samplesPerSecond = between(model.rate4, model.rate64, batch);
    run.joulesPerStep = between(model.joules4, model.joules64, batch);
    run.parameterBytes = model.parameters;
    run.gradientBytes = model.parameters;
    run.inputBytes = 12'288.0 * static_cast<double>(batch);
    run.intermediateBytes = between(model.intermediate4, model.intermediate64, batch);
    run.peakBytes = 1e9 + 2 * model.parameters + *run.intermediateBytes;
    run.totalBytes = 8.2e9;
    run.cores = coresAt(model, batch, 0);
    const double cpuWatts = 0.8;
    run.rails = {{"VDD_IN", "", "system", 60, 9, 10},
                 {"VDD_SYS_GPU", "VDD_IN", "gpu", 15, model.gpuWatts, 10},
                 {"VDD_SYS_CPU", "VDD_IN", "cpu", 8, cpuWatts, 10},
                 {"VDD_SYS_DDR", "VDD_IN", "memory", 17, model.memoryWatts, 10}};
    addRepetitions(run);
    run.correlationSource = std::string("by the kernels of traced steps");
    run.opsAtLowGpu = {{"DecodeJpeg", 0.6}, {"IteratorGetNext", 0.3}};
    const double seconds = static_cast<double>(batch) / *run.samplesPerSecond;
    for (int i = 0; i < 20; ++i) {
        const double off = wobble(i);
        run.stepSeconds.push_back(seconds * off);
        run.stepPeaks.push_back(*run.peakBytes * (1 - 0.001 * (i % 3)));
        run.stretches.push_back({coresAt(model, batch, i), *run.gpu * off, 0.25 * off, model.memoryWatts * off,
                                 model.gpuWatts * off, cpuWatts * off});
        run.groups.push_back({.seconds = seconds * off,
                              .joules = *run.joulesPerStep * off,
                              .watts = 9 * off,
                              .cpu = 0.25 * off,
                              .gpu = *run.gpu * off});
        run.gpuCpuCorrelations.push_back(-0.5 * off);
        run.accuracies.push_back({18'000.0 + i, 0.6065 + 0.0004 * i + 0.0001 * std::sin(i * 2.4)});
    }
    return run;
}

inline std::vector<RunFacts> trainings()
{
    std::vector<RunFacts> runs;
    for (const StudyModel& model : kStudy) {
        for (const std::uint64_t batch : {4U, 8U, 16U, 32U, 64U})
            runs.push_back(training(model, batch));
    }
    return runs;
}

/// A change of one training, and the verdict over all trainings that follows.
struct Case
{
    const char* name;
    int number;
    Verdict verdict;
    void (*change)(RunFacts& run);
};

inline void setGroups(RunFacts& run, double StepFigures::*field, double value)
{
    for (std::size_t i = 0; i < run.groups.size(); ++i)
        run.groups[i].*field = value * wobble(static_cast<int>(i));
}

inline void setSteady(RunFacts::Repetition& channel, double mean, double deviation)
{
    channel.share = 0;
    channel.mean = mean;
    channel.deviation = deviation;
}

/// Samples per second that rise to three times that of batch 4 at batch 16, and reach `at32` and `at64` times it later.
inline void setPeakingRate(RunFacts& run, double at32, double at64)
{
    const double rate = run.batch == 4 ? 1 : run.batch == 8 ? 1.8 : run.batch == 16 ? 3 : run.batch == 32 ? at32 : at64;
    for (std::size_t i = 0; i < run.stepSeconds.size(); ++i)
        run.stepSeconds[i] = 0.1 * static_cast<double>(run.batch) / rate * wobble(static_cast<int>(i));
}

// In each case the claim is wrong in one way that the paper's claim excludes.
inline const Case kCases[] = {
    {"1: the cores are as busy as the GPU", 1, Verdict::DoesNotHold,
     [](RunFacts& run) {
         run.cpu = run.gpu;
         for (StepFigures& group : run.groups)
             group.cpu = group.gpu;
     }},
    {"1: the cores are busy while the GPU is", 1, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (double& correlation : run.gpuCpuCorrelations)
             correlation = -correlation;
     }},
    {"1: steps shorter than the resolution", 1, Verdict::Undecided,
     [](RunFacts& run) { run.gpuCpuCorrelations.clear(); }},
    {"1: no GPU", 1, Verdict::Undecided, [](RunFacts& run) { run.gpu.reset(); }},
    {"2: one core does not repeat", 2, Verdict::DoesNotHold,
     [](RunFacts& run) { run.repetitions.back().share = 0.02; }},
    {"2: the GPU does not repeat", 2, Verdict::DoesNotHold, [](RunFacts& run) { run.repetitions[4].share = 0.02; }},
    {"2: an idle core counts for nothing", 2, Verdict::Holds,
     [](RunFacts& run) {
         run.repetitions.back().share = 0.02;
         run.cores.back().utilization = 0.01;
     }},
    {"2: the GPU is always busy", 2, Verdict::Holds, [](RunFacts& run) { setSteady(run.repetitions[4], 0.97, 0.02); }},
    {"2: the GPU varies without a pattern", 2, Verdict::DoesNotHold,
     [](RunFacts& run) { setSteady(run.repetitions[4], 0.6, 0.3); }},
    {"2: the GPU is always busy, in few steps", 2, Verdict::Undecided,
     [](RunFacts& run) {
         setSteady(run.repetitions[4], 0.97, 0.02);
         run.repeatedSteps = 7;
     }},
    {"2: too coarse for the steps", 2, Verdict::Undecided,
     [](RunFacts& run) {
         run.repetitions.back().share = 0.02;
         run.repetitions.back().isResolved = false;
     }},
    {"2: a share at about the bound", 2, Verdict::Undecided,
     [](RunFacts& run) { run.repetitions.back().share = 0.25; }},
    {"2: steps get longer", 2, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (std::size_t i = 10; i < run.stepSeconds.size(); ++i)
             run.stepSeconds[i] *= 1.3;
     }},
    {"2: too few steps", 2, Verdict::Undecided, [](RunFacts& run) { run.repeatedSteps = 7; }},
    {"2: no shares", 2, Verdict::Undecided, [](RunFacts& run) { run.repetitions.clear(); }},
    {"3: the GPU stays", 3, Verdict::DoesNotHold, [](RunFacts& run) { setGroups(run, &StepFigures::gpu, 0.8); }},
    {"3: the CPU follows the batch size", 3, Verdict::DoesNotHold,
     [](RunFacts& run) { setGroups(run, &StepFigures::cpu, 0.1 + 0.05 * std::log2(static_cast<double>(run.batch))); }},
    {"4: Denver cores are busiest", 4, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (RunFacts::Stretch& stretch : run.stretches) {
             for (CoreSummary& core : stretch.cores)
                 core.idleRatio = core.cluster == "Denver2" ? 0.1 : 0.3;
         }
         for (CoreSummary& core : run.cores)
             core.idleRatio = core.cluster == "Denver2" ? 0.1 : 0.3;
     }},
    {"4: steps too short to see a core idle, of one model", 4, Verdict::Holds,
     [](RunFacts& run) {
         for (CoreSummary& core : run.cores)
             core.idleRatio = run.model == "dqn" ? 0 : core.idleRatio;
         for (RunFacts::Stretch& stretch : run.stretches) {
             for (CoreSummary& core : stretch.cores)
                 core.idleRatio = run.model == "dqn" ? 0 : core.idleRatio;
         }
     }},
    {"4: no core is seen idle", 4, Verdict::Undecided,
     [](RunFacts& run) {
         for (CoreSummary& core : run.cores)
             core.idleRatio = 0;
     }},
    {"4: all cores change together", 4, Verdict::DoesNotHold,
     [](RunFacts& run) {
         const double share = 0.2 + 0.05 * change(0, run.batch, run.model);
         for (CoreSummary& core : run.cores)
             core.utilization = share * (1 + 0.1 * core.core);
         for (RunFacts::Stretch& stretch : run.stretches) {
             for (CoreSummary& core : stretch.cores)
                 core.utilization = share * (1 + 0.1 * core.core);
         }
     }},
    {"4: cores of one kind", 4, Verdict::Undecided,
     [](RunFacts& run) {
         for (CoreSummary& core : run.cores)
             core.cluster = "A57";
     }},
    {"5: all domains alike", 5, Verdict::DoesNotHold,
     [](RunFacts& run) {
         run.gpu = 0.8;
         setGroups(run, &StepFigures::gpu, 0.8);
     }},
    {"5: unknown domains", 5, Verdict::Undecided, [](RunFacts& run) { run.model = "train.py"; }},
    {"6: the CPU draws most", 6, Verdict::DoesNotHold,
     [](RunFacts& run) {
         run.rails[2].meanWatts = 9;
         for (RunFacts::Stretch& stretch : run.stretches)
             stretch.cpuWatts = 9 * stretch.gpuWatts;
     }},
    {"6: the GPU draws most, also for the LSTM", 6, Verdict::DoesNotHold,
     [](RunFacts& run) {
         run.rails[1].meanWatts = 5;
         for (RunFacts::Stretch& stretch : run.stretches)
             stretch.gpuWatts = 3 * stretch.memoryWatts;
     }},
    {"6: the memory draws most, also for vision", 6, Verdict::DoesNotHold,
     [](RunFacts& run) {
         run.rails[3].meanWatts = 9;
         for (RunFacts::Stretch& stretch : run.stretches)
             stretch.memoryWatts = 2 * stretch.gpuWatts;
     }},
    {"6: no rail of the memory", 6, Verdict::Undecided, [](RunFacts& run) { run.rails.pop_back(); }},
    {"7: the power of the memory does not repeat", 7, Verdict::DoesNotHold,
     [](RunFacts& run) { run.repetitions[3].share = 0.02; }},
    {"7: the power of the memory is steady", 7, Verdict::Holds,
     [](RunFacts& run) { setSteady(run.repetitions[3], 1.5, 0.06); }},
    {"7: the power of the memory varies without a pattern", 7, Verdict::DoesNotHold,
     [](RunFacts& run) { setSteady(run.repetitions[3], 1.5, 0.3); }},
    {"7: the energy of a step drifts", 7, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (std::size_t i = 10; i < run.groups.size(); ++i)
             run.groups[i].joules *= 1.3;
     }},
    {"7: the energy varies by about the bound", 7, Verdict::Undecided,
     [](RunFacts& run) {
         for (std::size_t i = 0; i < run.groups.size(); ++i)
             run.groups[i].joules = 1 + 0.14 * std::sin(static_cast<double>(i) * 2.4);
     }},
    {"7: no sensor", 7, Verdict::Undecided, [](RunFacts& run) { run.rails.clear(); }},
    {"8: in proportion", 8, Verdict::DoesNotHold,
     [](RunFacts& run) { setGroups(run, &StepFigures::joules, static_cast<double>(run.batch)); }},
    {"8: the energy of a step stays", 8, Verdict::DoesNotHold,
     [](RunFacts& run) { setGroups(run, &StepFigures::joules, 10 / static_cast<double>(run.batch)); }},
    {"8: the energy of a step is the same", 8, Verdict::DoesNotHold,
     [](RunFacts& run) { setGroups(run, &StepFigures::joules, 10); }},
    {"8: the energy of a step falls in between", 8, Verdict::DoesNotHold,
     [](RunFacts& run) {
         if (run.batch == 32)
             setGroups(run, &StepFigures::joules, 0.5 * between(1.2, 7, 16));
     }},
    {"8: models need the same energy", 8, Verdict::DoesNotHold,
     [](RunFacts& run) {
         run.joulesPerStep = std::sqrt(static_cast<double>(run.batch));
         setGroups(run, &StepFigures::joules, *run.joulesPerStep);
     }},
    {"8: no energy", 8, Verdict::Undecided, [](RunFacts& run) { run.joulesPerStep.reset(); }},
    {"9: memory stays", 9, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (std::size_t i = 0; i < run.stepPeaks.size(); ++i)
             run.stepPeaks[i] = 4e9 * wobble(static_cast<int>(i));
     }},
    {"9: the gradients grow as much", 9, Verdict::DoesNotHold,
     [](RunFacts& run) { run.gradientBytes = 5e7 * static_cast<double>(run.batch); }},
    {"9: parts are not reported", 9, Verdict::Undecided,
     [](RunFacts& run) { run.parameterBytes = run.gradientBytes = run.inputBytes = std::nullopt; }},
    {"9: intermediate data are not reported", 9, Verdict::Holds, [](RunFacts& run) { run.intermediateBytes.reset(); }},
    {"10: the rate stays", 10, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (std::size_t i = 0; i < run.stepSeconds.size(); ++i)
             run.stepSeconds[i] = 0.01 * std::pow(static_cast<double>(run.batch), 1.05) * wobble(static_cast<int>(i));
     }},
    {"10: the rate is the same", 10, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (std::size_t i = 0; i < run.stepSeconds.size(); ++i)
             run.stepSeconds[i] = 0.01 * static_cast<double>(run.batch) * wobble(static_cast<int>(i));
     }},
    {"10: rises, then falls to little more than at first", 10, Verdict::DoesNotHold,
     [](RunFacts& run) { setPeakingRate(run, 2, 1.15); }},
    {"10: rises, then stays", 10, Verdict::Holds, [](RunFacts& run) { setPeakingRate(run, 3.02, 3.0); }},
    {"11: models gain equally", 11, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (std::size_t i = 0; i < run.stepSeconds.size(); ++i)
             run.stepSeconds[i] = std::sqrt(static_cast<double>(run.batch)) * wobble(static_cast<int>(i));
     }},
    {"12: the accuracy falls", 12, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (RunFacts::Accuracy& accuracy : run.accuracies)
             accuracy.share = 1.2 - accuracy.share;
     }},
    {"12: the accuracy stays", 12, Verdict::DoesNotHold,
     [](RunFacts& run) {
         for (RunFacts::Accuracy& accuracy : run.accuracies)
             accuracy.share = 0.61;
     }},
    {"12: the training does not print it", 12, Verdict::Undecided, [](RunFacts& run) { run.accuracies.clear(); }},
    {"12: three values", 12, Verdict::Undecided, [](RunFacts& run) { run.accuracies.resize(3); }},
};

} // namespace stepscope::testing
