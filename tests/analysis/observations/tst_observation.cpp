#include "analysis/observations/observation.h"
#include "analysis/observations/observationtests.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

using namespace stepscope::analysis;

namespace {

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
constexpr StudyModel kStudy[] = {
    {"squeezenet", 0.714, 0.845, 24, 66, 1.2, 7, 1.2e9, 4.5e9, 5e6, 4, 1.5},
    {"resnet50", 0.856, 0.956, 9, 55, 3, 9, 1.3e9, 4.6e9, 98e6, 5, 1.6},
    {"densenet40", 0.80, 0.90, 20, 34, 1.6, 16.8, 2.2e9, 5.9e9, 4e6, 5, 1.5},
    {"char_cnn", 0.40, 0.50, 60, 400, 0.5, 1.1, 0.8e9, 1.4e9, 4e6, 1.2, 1.9},
    {"dqn", 0.40, 0.70, 889, 13'618, 0.03, 0.066, 0.9e9, 1.2e9, 7e6, 2, 1.2},
};

double between(double at4, double at64, std::uint64_t batch)
{
    return at4 * std::pow(at64 / at4, (std::log2(static_cast<double>(batch)) - 2) / 4);
}

/// Repeats within 1 %, without a trend.
double wobble(int i)
{
    return 1 + 0.01 * std::sin(i * 2.4);
}

/// Deterministic number in -1..1 for the change of a core.
double change(int core, std::uint64_t batch, const std::string& model)
{
    double seed = core * 12.9898 + static_cast<double>(batch) * 78.233;
    for (const char letter : model)
        seed = seed * 1.1 + letter;
    const double value = std::sin(seed) * 43758.5453;
    return 2 * (value - std::floor(value)) - 1;
}

/// Six cores of a TX2; cpu1 and cpu2 are the Denver cores.
std::vector<CoreSummary> coresAt(const StudyModel& model, std::uint64_t batch, int part)
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

void addRepetitions(RunFacts& run)
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
    run.detectedPeriod = "without marks a period of 100.00 ms was found";
}

/// A training for which the paper's claims hold.
RunFacts training(const StudyModel& model, std::uint64_t batch)
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
    run.correlationSource = "by the kernels of traced steps";
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

std::vector<RunFacts> trainings()
{
    std::vector<RunFacts> runs;
    for (const StudyModel& model : kStudy) {
        for (const std::uint64_t batch : {4U, 8U, 16U, 32U, 64U})
            runs.push_back(training(model, batch));
    }
    return runs;
}

Observation observed(const std::vector<RunFacts>& runs, int number)
{
    const auto all = observe(runs);
    return all.at(static_cast<std::size_t>(number - 1));
}

bool says(const Observation& observation, Verdict verdict)
{
    const bool hasAdvice = observation.advice.empty() == (observation.verdict == Verdict::Undecided);
    return observation.verdict == verdict && !observation.title.empty() && !observation.study.empty() &&
           !observation.evidence.empty() && hasAdvice;
}

/// A change of one training, and the verdict over all trainings that follows.
struct Case
{
    const char* name;
    int number;
    Verdict verdict;
    void (*change)(RunFacts& run);
};

void setGroups(RunFacts& run, double StepFigures::*field, double value)
{
    for (std::size_t i = 0; i < run.groups.size(); ++i)
        run.groups[i].*field = value * wobble(static_cast<int>(i));
}

/// As many steps as the intervals need, but so different that these contain every bound.
void makeNoisy(RunFacts& run)
{
    for (std::size_t i = 0; i < run.groups.size(); ++i) {
        const double noise =
            std::exp(1.6 * std::sin(static_cast<double>(i * i) * 2.4 + static_cast<double>(run.batch)));
        const auto batch = static_cast<double>(run.batch);
        run.stepSeconds[i] = std::pow(batch, 0.95) * noise;
        run.stepPeaks[i] *= noise;
        run.groups[i].joules = batch * 0.9 * noise;
        run.groups[i].gpu = 0.3 * noise;
        run.groups[i].cpu = 0.25 * noise;
        run.gpuCpuCorrelations[i] = i % 2 == 0 ? 0.5 : -0.5;
        run.stretches[i].memoryWatts = run.stretches[i].gpuWatts * (i % 2 == 0 ? 1.4 : 0.6);
        run.stretches[i].cpuWatts = run.stretches[i].gpuWatts * (i % 2 == 0 ? 0.5 : 1.5);
        for (CoreSummary& core : run.stretches[i].cores) {
            core.idleRatio = core.cluster == "Denver2" ? 0.17 * noise : 0.3;
            core.utilization *= noise;
        }
        run.accuracies[i].share = 0.6 + 0.1 * std::sin(static_cast<double>(i * i) * 2.4);
    }
    run.repeatedSteps = 9;
    for (RunFacts::Repetition& channel : run.repetitions)
        channel.share = 0.25;
}

// In each case the claim is wrong in one way that the paper's claim excludes.
const Case kCases[] = {
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
    {"12: the training does not print it", 12, Verdict::Undecided, [](RunFacts& run) { run.accuracies.clear(); }},
    {"12: three values", 12, Verdict::Undecided, [](RunFacts& run) { run.accuracies.resize(3); }},
};

} // namespace

class TestObservation : public QObject
{
    Q_OBJECT

private slots:
    void allHoldForTheTrainingsOfTheStudy()
    {
        const auto all = observe(trainings());
        QCOMPARE(all.size(), std::size_t{12});
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].number, static_cast<int>(i) + 1);
            QVERIFY2(says(all[i], Verdict::Holds), (std::to_string(i + 1) + " " + all[i].evidence).c_str());
        }
    }

    /// The number that the paper gives each claim, by a word that only this claim contains.
    void numbersAreThoseOfThePaper()
    {
        constexpr std::array kWords{
            "much higher than CPU", "each core is predictable", "sensitive to the batch size", "Denver 2",
            "application domains",  "draws the most power",     "Power is predictable",        "energy of a step rises",
            "can be trained",       "Throughput rises",         "from model to model",         "accuracy"};
        const auto all = observe(trainings());
        for (std::size_t i = 0; i < all.size(); ++i)
            QVERIFY2(all[i].title.find(kWords.at(i)) != std::string::npos, all[i].title.c_str());
    }

    void eachCase_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < std::size(kCases); ++i)
            QTest::addRow("%s", kCases[i].name) << i;
    }
    void eachCase()
    {
        QFETCH(std::size_t, index);
        const Case& tested = kCases[index];
        auto runs = trainings();
        for (RunFacts& run : runs)
            tested.change(run);
        const Observation observation = observed(runs, tested.number);
        QVERIFY2(says(observation, tested.verdict), observation.evidence.c_str());
    }

    void eachHasACaseInWhichItDoesNotHold()
    {
        for (int number = 1; number <= 12; ++number)
            QVERIFY(std::any_of(std::begin(kCases), std::end(kCases), [&](const Case& tested) {
                return tested.number == number && tested.verdict == Verdict::DoesNotHold;
            }));
    }

    /// A claim is undecided if the intervals of its figures contain the bound.
    void undecidedWithNoisyEvidence()
    {
        auto runs = trainings();
        for (RunFacts& run : runs)
            makeNoisy(run);
        for (const Observation& observation : observe(runs)) {
            if (observation.number == 2 || observation.number == 7)
                continue; // such noise in steps contradicts the claim
            QVERIFY2(says(observation, Verdict::Undecided),
                     (std::to_string(observation.number) + " " + observation.evidence).c_str());
            QVERIFY2(observation.evidence.find("95 % interval") != std::string::npos, observation.evidence.c_str());
        }
    }

    void undecidedWithFewSteps()
    {
        std::vector<RunFacts> runs;
        for (const StudyModel& model : kStudy) {
            for (const std::uint64_t batch : {4U, 64U})
                runs.push_back(training(model, batch));
        }
        for (RunFacts& run : runs) {
            run.stepSeconds.resize(3);
            run.stepPeaks.resize(3);
            run.stretches.resize(3);
            run.groups.resize(1);
            run.gpuCpuCorrelations.resize(2);
            run.accuracies.resize(2);
            run.repeatedSteps = 3;
        }
        for (const Observation& observation : observe(runs)) {
            QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.c_str());
            QVERIFY2(observation.evidence.find("too few") != std::string::npos, observation.evidence.c_str());
        }
    }

    /// One recording decides the claims about one training.
    void comparisonsAreUndecidedForOneRecording()
    {
        const auto all = observe(std::vector<RunFacts>{training(kStudy[1], 16)});
        for (const Observation& observation : all) {
            const bool isSingle = observation.number == 1 || observation.number == 2 || observation.number == 6 ||
                                  observation.number == 7 || observation.number == 12;
            QVERIFY2(says(observation, isSingle ? Verdict::Holds : Verdict::Undecided), observation.evidence.c_str());
            if (!isSingle)
                QVERIFY(observation.evidence.find("give recordings of several") != std::string::npos);
        }
        QVERIFY(all[3].evidence.find("Denver cores idle for up to") != std::string::npos);
    }

    /// The claims "generally" and "always" over several recordings, of which some do not have the data.
    void severalRecordings()
    {
        auto runs = trainings();
        runs[0].rails.clear(); // undecided
        QVERIFY2(says(observed(runs, 6), Verdict::Holds), observed(runs, 6).evidence.c_str());
        QVERIFY(observed(runs, 6).evidence.find("undecided for 1 recordings") != std::string::npos);
        for (double& correlation : runs[1].gpuCpuCorrelations)
            correlation = 0.9;
        QVERIFY2(says(observed(runs, 1), Verdict::Holds), observed(runs, 1).evidence.c_str());
        runs[1].repetitions.back().share = 0.02;
        QVERIFY2(says(observed(runs, 2), Verdict::DoesNotHold), observed(runs, 2).evidence.c_str());
    }

    /// Without marked steps, stretches of the run show the utilization.
    void withoutStepsStretchesOfTheRunAreTested()
    {
        RunFacts run = training(kStudy[1], 16);
        run.groups.clear();
        QVERIFY2(says(observed({run}, 1), Verdict::Holds), observed({run}, 1).evidence.c_str());
        for (RunFacts::Stretch& stretch : run.stretches)
            stretch.cpu = *stretch.gpu;
        QVERIFY2(says(observed({run}, 1), Verdict::DoesNotHold), observed({run}, 1).evidence.c_str());
    }

    /// With too few steps, the trend over the batch sizes is tested.
    void trendOverBatchSizes()
    {
        std::vector<RunFacts> runs;
        for (const std::uint64_t batch : {4U, 8U, 16U, 32U, 64U}) {
            RunFacts run = training(kStudy[1], batch);
            run.groups.clear();
            run.stepSeconds.clear();
            runs.push_back(run);
        }
        for (const int number : {3, 8, 10})
            QVERIFY2(says(observed(runs, number), Verdict::Holds), observed(runs, number).evidence.c_str());
        for (const int number : {8, 10})
            QVERIFY(observed(runs, number).evidence.find("p = 0.008 (Mann-Kendall, exact)") !=
                    std::string::npos); // 1 / 5!
        // Without order: neither rises nor falls.
        std::swap(runs[0].joulesPerStep, runs[3].joulesPerStep);
        std::swap(runs[1].joulesPerStep, runs[4].joulesPerStep);
        QVERIFY2(says(observed(runs, 8), Verdict::Undecided), observed(runs, 8).evidence.c_str());
        // Falls instead of rising.
        for (std::size_t i = 0; i < runs.size(); ++i)
            runs[i].samplesPerSecond = 100.0 / static_cast<double>(i + 1);
        QVERIFY2(says(observed(runs, 10), Verdict::DoesNotHold), observed(runs, 10).evidence.c_str());
    }

    void domains()
    {
        for (const char* model : {"densenet40", "ResNet50", "squeezenet", "vgg16", "xception", "inception_v1",
                                  "alexnet", "smallcnn", "train_resnet.py"})
            QCOMPARE(domainOf(model), Domain::ComputerVision);
        for (const char* model : {"char_cnn", "lstm.py", "bert", "seq2seq"})
            QCOMPARE(domainOf(model), Domain::LanguageProcessing);
        QCOMPARE(domainOf("dcgan"), Domain::ImageGeneration);
        QCOMPARE(domainOf("dqn"), Domain::RoboticsControl);
        QCOMPARE(domainOf("train.py"), Domain::Unknown);
        QVERIFY(isRecurrent("char_cnn") && !isRecurrent("bert") && !isRecurrent("resnet50"));
    }

    /// The largest batch that fits follows from the growth of the peaks: 1.2 to 4.5 GB for 60 samples.
    void predictsTheLargestBatch()
    {
        const Observation observation = observed({training(kStudy[0], 4), training(kStudy[0], 64)}, 9);
        // 4 + (8.2 - 2.21) / (3.3 / 60) GB = 113
        QVERIFY2(observation.evidence.find("the largest batch that fits into 8.20 GB is 113 (95 % interval 1") !=
                     std::string::npos,
                 observation.evidence.c_str());
    }

    void ranksModelsByEnergy()
    {
        const std::string evidence = observed(trainings(), 8).evidence;
        QVERIFY2(evidence.find("energy of 1000 samples: densenet40, batch 64 262.5 J, resnet50") != std::string::npos,
                 evidence.c_str());
    }

    void statistics()
    {
        const std::vector<double> x{1, 2, 3, 4};
        QCOMPARE(correlationOf(x, std::vector<double>{2, 4, 6, 8}).value(), 1.0);
        QCOMPARE(correlationOf(x, std::vector<double>{8, 6, 4, 2}).value(), -1.0);
        QVERIFY(!correlationOf(x, std::vector<double>{5, 5, 5, 5}));
        const Tested line = testedTrend(x, std::vector<double>{1, 3, 5, 7.4});
        QVERIFY(std::abs(line.value - 2.12) < 1e-12);
        // Residuals 0.08, -0.04, -0.16, 0.12: standard error sqrt(0.048 / 2 / 5); t(2) = 4.3027.
        QVERIFY(line.interval && std::abs(line.interval->low - 1.8219) < 1e-3);
        QVERIFY(!testedTrend(std::vector<double>{1, 2, 3}, std::vector<double>{1, 2, 3}).interval);
        const Tested share = testedShare(0.81, 28);
        // atanh(0.9) = 1.4722, +- 1.96 / 5
        QVERIFY(std::abs(share.interval->low - std::pow(std::tanh(1.4722 - 0.392), 2)) < 1e-3);
        QVERIFY(!testedShare(0.81, 7).interval);
        const Tested same = testedCorrelation({{1, 2, 3, 5, 4}, {2, 4, 6, 10, 8}, {1, 2, 3, 5, 4}});
        QVERIFY(std::abs(same.value - 1) < 1e-12 && same.interval && same.interval->low > 0.9);
        QVERIFY(!testedCorrelation({{1, 2, 3}, {1, 3, 2}}).interval);
    }

    void undecidedWithoutMeasurements()
    {
        const std::vector<RunFacts> nothing(3);
        for (const Observation& observation : observe(nothing))
            QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.c_str());
        QVERIFY(observe({}).empty());
    }

    void intervals()
    {
        const auto tested = testedMean(std::vector<double>{1, 2, 3, 4, std::nan("")});
        QCOMPARE(tested.value, 2.5);
        QVERIFY(tested.interval && tested.interval->low < 2 && tested.interval->high > 3);
        QVERIFY(!testedMean(std::vector<double>{1, 2, 3}).interval);
    }
};

QTEST_APPLESS_MAIN(TestObservation)
#include "tst_observation.moc"
