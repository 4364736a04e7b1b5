#include "analysis/observations/observation.h"
#include "analysis/observations/observationrepeats.h"
#include "analysis/observations/observationtests.h"
#include "tests/support/studytrainings.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <random>

using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

using Verdict = Observation::Verdict;

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
            QVERIFY2(says(all[i], Verdict::Holds), (std::to_string(i + 1) + " " + all[i].evidence.english()).c_str());
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
            QVERIFY2(all[i].title.english().find(kWords.at(i)) != std::string::npos, all[i].title.english().c_str());
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
        QVERIFY2(says(observation, tested.verdict), observation.evidence.english().c_str());
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
                     (std::to_string(observation.number) + " " + observation.evidence.english()).c_str());
            QVERIFY2(observation.evidence.english().find("95 % interval") != std::string::npos,
                     observation.evidence.english().c_str());
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
            QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.english().c_str());
            QVERIFY2(observation.evidence.english().find("too few") != std::string::npos,
                     observation.evidence.english().c_str());
        }
    }

    /// One recording decides the claims about one training.
    void comparisonsAreUndecidedForOneRecording()
    {
        const auto all = observe(std::vector<RunFacts>{training(kStudy[1], 16)});
        for (const Observation& observation : all) {
            const bool isSingle = observation.number == 1 || observation.number == 2 || observation.number == 6 ||
                                  observation.number == 7 || observation.number == 12;
            QVERIFY2(says(observation, isSingle ? Verdict::Holds : Verdict::Undecided),
                     observation.evidence.english().c_str());
            QCOMPARE(observation.needsOthers, !isSingle && observation.number != 4); // 4 has figures of one
            if (!isSingle)
                QVERIFY(observation.evidence.english().find("give recordings of several") != std::string::npos);
        }
        QVERIFY(all[3].evidence.english().find("Denver cores idle for up to") != std::string::npos);
    }

    /// Steps of one recording are similar, but recordings differ by 10 % from each other: then a gain of 10 % is no
    /// gain.
    void repeatsShowHowMuchRecordingsDiffer()
    {
        constexpr StudyModel kModel{"densenet40", 0.8, 0.9, 20, 22, 1.6, 16.8, 2.2e9, 5.9e9, 4e6, 5, 1.5};
        const auto runsWith = [&](double scatter) {
            std::vector<RunFacts> runs;
            for (const std::uint64_t batch : {4U, 64U}) {
                for (const double off : {0.0, 1.0, -1.0}) {
                    RunFacts run = training(kModel, batch);
                    *run.samplesPerSecond *= 1 + off * scatter;
                    for (double& seconds : run.stepSeconds)
                        seconds /= 1 + off * scatter;
                    runs.push_back(run);
                }
            }
            return runs;
        };
        const auto far = runsWith(0.1);
        QVERIFY(says(observed({far[0], far[3]}, 10), Verdict::Holds));
        QVERIFY2(says(observed(far, 10), Verdict::Undecided), observed(far, 10).evidence.english().c_str());
        QVERIFY(observed(far, 10).evidence.english().find("scatter of the repeats") != std::string::npos);
        QVERIFY2(says(observed(runsWith(0.005), 10), Verdict::Holds),
                 observed(runsWith(0.005), 10).evidence.english().c_str());
    }

    /// Repeats decide where the steps of one recording are too few for an interval.
    void repeatsOfShortRecordingsDecide()
    {
        std::vector<RunFacts> runs;
        for (const std::uint64_t batch : {4U, 64U}) {
            for (int repeat = 0; repeat < 3; ++repeat) {
                RunFacts run = training(kStudy[0], batch);
                run.stepSeconds.resize(1);
                *run.samplesPerSecond *= wobble(repeat);
                runs.push_back(run);
            }
        }
        QVERIFY2(says(observed(runs, 10), Verdict::Holds), observed(runs, 10).evidence.english().c_str());
    }

    void pooledRepeatsHaveAllStepsAndTheMeans()
    {
        RunFacts a = training(kStudy[0], 4);
        RunFacts b = a;
        b.gpu = *a.gpu + 0.1;
        b.cores[0].utilization = a.cores[0].utilization + 0.2;
        b.peakBytes.reset();
        const RunFacts pooled = pooledRepeats(std::array<const RunFacts*, 2>{&a, &b});
        QCOMPARE(pooled.stepSeconds.size(), 2 * a.stepSeconds.size());
        QCOMPARE(pooled.groups.size(), 2 * a.groups.size());
        QVERIFY(std::abs(*pooled.gpu - *a.gpu - 0.05) < 1e-12);
        QVERIFY(std::abs(pooled.cores[0].utilization - a.cores[0].utilization - 0.1) < 1e-12);
        QCOMPARE(pooled.peakBytes, a.peakBytes);
    }

    /// The interval of a difference of two sizes, by repeats at five of them, contains the true one in 95 % of the
    /// cases.
    void intervalsByRepeatsCoverTheTruth()
    {
        std::mt19937 random(20'261'124);
        std::normal_distribution<double> scatter(0, 0.3);
        constexpr int kCasesTried = 2000;
        int covered = 0;
        for (int i = 0; i < kCasesTried; ++i) {
            std::vector<std::vector<double>> groups(5);
            for (std::size_t size = 0; size < groups.size(); ++size) {
                for (int repeat = 0; repeat < 2; ++repeat)
                    groups[size].push_back(static_cast<double>(size) + scatter(random));
            }
            const std::array<double, 5> weights{-1, 0, 0, 0, 1};
            const auto half = repeatHalfWidth(groups, weights);
            QVERIFY(half);
            const double found = (groups[4][0] + groups[4][1] - groups[0][0] - groups[0][1]) / 2;
            covered += std::abs(found - 4) <= *half ? 1 : 0;
        }
        QVERIFY2(covered > 0.94 * kCasesTried && covered < 0.96 * kCasesTried, qPrintable(QString::number(covered)));
        const std::vector<std::vector<double>> single{{1}, {2}};
        QVERIFY(!repeatHalfWidth(single, std::array{-1.0, 1.0}));
    }

    /// The claims "generally" and "always" over several recordings, of which some do not have the data.
    void severalRecordings()
    {
        auto runs = trainings();
        runs[0].rails.clear(); // undecided
        QVERIFY2(says(observed(runs, 6), Verdict::Holds), observed(runs, 6).evidence.english().c_str());
        QVERIFY(observed(runs, 6).evidence.english().find("undecided for 1 recordings") != std::string::npos);
        for (double& correlation : runs[1].gpuCpuCorrelations)
            correlation = 0.9;
        QVERIFY2(says(observed(runs, 1), Verdict::Holds), observed(runs, 1).evidence.english().c_str());
        runs[1].repetitions.back().share = 0.02;
        QVERIFY2(says(observed(runs, 2), Verdict::DoesNotHold), observed(runs, 2).evidence.english().c_str());
    }

    /// A sweep records no kernels, so that few recordings correlate; all show the difference.
    void eachPartOfAClaimIsDecidedByTheRecordingsThatCan()
    {
        auto runs = trainings();
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (i >= 3)
                runs[i].gpuCpuCorrelations.clear();
            if (runs[i].model == "char_cnn") {
                for (StepFigures& group : runs[i].groups)
                    group.cpu = group.gpu;
            }
        }
        const Observation generally = observed(runs, 1);
        QVERIFY2(says(generally, Verdict::Holds), generally.evidence.english().c_str());
        QVERIFY2(generally.evidence.english().starts_with(
                     "the GPU is much higher in 20 of 25 recordings that decide it, and the "
                     "utilization of CPU and GPU correlates negatively in 3 of 3 recordings "
                     "that decide it; both: holds for 3,"),
                 generally.evidence.english().c_str());
    }

    /// The utilizations are those of the steps whose difference is tested, also where tracing changes other steps.
    void theDifferenceIsThatOfTheUtilizationsBesideIt()
    {
        RunFacts run = training(kStudy[0], 4);
        run.gpu = *run.gpu - 0.1;
        const std::string evidence = observed({run}, 1).evidence.english();
        const QRegularExpression figures("GPU ([\\d.]+) %, CPU ([\\d.]+) %.*difference \\+([\\d.]+) points");
        const auto match = figures.match(QString::fromStdString(evidence));
        QVERIFY2(match.hasMatch(), evidence.c_str());
        const double difference = match.captured(1).toDouble() - match.captured(2).toDouble();
        QVERIFY2(std::abs(difference - match.captured(3).toDouble()) < 0.2, evidence.c_str());
    }

    /// Without marked steps, stretches of the run show the utilization.
    void withoutStepsStretchesOfTheRunAreTested()
    {
        RunFacts run = training(kStudy[1], 16);
        run.groups.clear();
        QVERIFY2(says(observed({run}, 1), Verdict::Holds), observed({run}, 1).evidence.english().c_str());
        for (RunFacts::Stretch& stretch : run.stretches)
            stretch.cpu = *stretch.gpu;
        QVERIFY2(says(observed({run}, 1), Verdict::DoesNotHold), observed({run}, 1).evidence.english().c_str());
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
            QVERIFY2(says(observed(runs, number), Verdict::Holds), observed(runs, number).evidence.english().c_str());
        for (const int number : {8, 10})
            QVERIFY(observed(runs, number).evidence.english().find("p = 0.008 (Mann-Kendall, exact)") !=
                    std::string::npos); // 1 / 5!
        // Without order: neither rises nor falls.
        std::swap(runs[0].joulesPerStep, runs[3].joulesPerStep);
        std::swap(runs[1].joulesPerStep, runs[4].joulesPerStep);
        QVERIFY2(says(observed(runs, 8), Verdict::Undecided), observed(runs, 8).evidence.english().c_str());
        // Falls instead of rising.
        for (std::size_t i = 0; i < runs.size(); ++i)
            runs[i].samplesPerSecond = 100.0 / static_cast<double>(i + 1);
        QVERIFY2(says(observed(runs, 10), Verdict::DoesNotHold), observed(runs, 10).evidence.english().c_str());
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
        QVERIFY2(observation.evidence.english().find(
                     "the largest batch that fits into 8.20 GB is 113 (95 % interval 1") != std::string::npos,
                 observation.evidence.english().c_str());
    }

    void ranksModelsByEnergy()
    {
        const std::string evidence = observed(trainings(), 8).evidence.english();
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
            QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.english().c_str());
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
