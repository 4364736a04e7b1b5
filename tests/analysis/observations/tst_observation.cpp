#include "analysis/observations/observation.h"
#include "analysis/observations/observationtests.h"
#include "analysis/report/observationfacts.h"
#include "analysis/statistics/trend.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

using Verdict = Observation::Verdict;

/// A training on a TX2. All twelve observations hold for those of `trainings()`.
RunFacts training(const std::string& model, std::uint64_t batch, double gpu, double rate, double joules, double bytes)
{
    RunFacts run;
    run.model = model;
    run.batch = batch;
    run.gpu = gpu;
    run.cpu = 0.25;
    run.samplesPerSecond = rate;
    run.joulesPerStep = joules;
    run.peakBytes = bytes;
    run.parameterBytes = 100'000'000;
    run.cores = {{0, "A57", 0.5, 0.1, 10}, {1, "Denver2", 0.05, 0.65, 10}};
    run.rails = {{"VDD_IN", "", "system", 60, 6, 10},
                 {"VDD_SYS_GPU", "VDD_IN", "gpu", 15, 1.5, 10},
                 {"VDD_SYS_CPU", "VDD_IN", "cpu", 8, 0.8, 10},
                 {"VDD_SYS_DDR", "VDD_IN", "memory", 17, 1.7, 10}};
    for (int i = 0; i < 20; ++i) {
        const double off = 1 + 0.01 * std::sin(i * 2.4);
        const double seconds = static_cast<double>(batch) / rate;
        run.stepSeconds.push_back(seconds * off);
        run.stepPeaks.push_back(bytes * (1 - 0.001 * (i % 3)));
        run.railWatts.push_back({1.7 * off, 1.5 * off, 0.8 * off});
        run.cpuShares.push_back(0.25 * off);
        run.groups.push_back(
            {.seconds = seconds * off, .joules = joules * off, .watts = 6 * off, .cpu = 0.25 * off, .gpu = gpu * off});
    }
    return run;
}

std::vector<RunFacts> trainings()
{
    return {training("resnet50", 4, 0.75, 9, 4, 2e9), training("resnet50", 64, 0.95, 55, 20, 6e9),
            training("deeprl", 4, 0.30, 889, 0.5, 1e9), training("deeprl", 64, 0.55, 13'618, 1.5, 2e9)};
}

Observation observed(const std::vector<RunFacts>& runs, int number)
{
    const auto all = observe(runs);
    return all.at(static_cast<std::size_t>(number - 1));
}

bool says(const Observation& observation, Verdict verdict)
{
    const bool hasAdvice = observation.advice.empty() == (observation.verdict == Verdict::Undecided);
    return observation.verdict == verdict && !observation.title.empty() && !observation.evidence.empty() && hasAdvice;
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
            QVERIFY2(says(all[i], Verdict::Holds), (std::to_string(i + 1) + " " + all[i].evidence).c_str());
        }
    }

    void eachCanBeRejected_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 1; number <= 12; ++number)
            QTest::addRow("%d", number) << number;
    }
    void eachCanBeRejected()
    {
        QFETCH(int, number);
        auto runs = trainings();
        for (RunFacts& run : runs) {
            const bool isLarge = run.batch == 64;
            run.cpu = isLarge ? 0.9 : 0.7;
            run.gpu = 0.8;
            run.cores = {{0, "A57", 0.85, 0, 10}, {1, "Denver2", 0.85, 0, 10}};
            run.rails[3].meanWatts = 0.2;
            run.samplesPerSecond = 100;
            run.joulesPerStep = static_cast<double>(run.batch);
            run.peakBytes = 2e9;
            for (std::size_t i = 0; i < run.groups.size(); ++i) {
                const double trend = i >= 10 && (number == 2 || number == 7) ? 1.5 : 1;
                const double off = 1 + 0.01 * std::sin(static_cast<double>(i) * 2.4);
                run.stepSeconds[i] = static_cast<double>(run.batch) / 100 * off * trend;
                run.stepPeaks[i] = 2e9 * off;
                run.railWatts[i] = {0.2 * off, 1.5 * off, 0.8 * off};
                run.groups[i].joules = *run.joulesPerStep * off * trend;
                run.groups[i].watts *= trend;
                run.groups[i].cpu = *run.cpu;
                run.groups[i].gpu = 0.8 * off * trend / (trend > 1 ? 1.25 : 1);
            }
        }
        const Observation observation = observed(runs, number);
        QVERIFY2(says(observation, Verdict::Rejected), observation.evidence.c_str());
    }

    /// Steps whose variation is close to the bound.
    void undecidedNearTheBound_data()
    {
        QTest::addColumn<int>("number");
        for (const int number : {2, 7})
            QTest::addRow("%d", number) << number;
    }
    void undecidedNearTheBound()
    {
        QFETCH(int, number);
        auto runs = trainings();
        for (RunFacts& run : runs) {
            for (std::size_t i = 0; i < run.groups.size(); ++i) {
                const double off = 1 + 0.14 * std::sin(static_cast<double>(i) * 2.4);
                run.stepSeconds[i] = off;
                run.groups[i].joules = off;
                run.groups[i].watts = off;
                run.groups[i].gpu = 0.4 * off;
            }
        }
        const Observation observation = observed(runs, number);
        QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.c_str());
        QVERIFY2(observation.evidence.find("95 % interval") != std::string::npos, observation.evidence.c_str());
    }

    /// A claim is undecided if the intervals of its figures contain the bound.
    void undecidedWithNoisyEvidence_data()
    {
        QTest::addColumn<int>("number");
        for (const int number : {1, 3, 4, 5, 6, 8, 9, 10, 11, 12})
            QTest::addRow("%d", number) << number;
    }
    void undecidedWithNoisyEvidence()
    {
        QFETCH(int, number);
        auto runs = trainings();
        for (RunFacts& run : runs) {
            const auto batch = static_cast<double>(run.batch);
            for (std::size_t i = 0; i < run.groups.size(); ++i) {
                // Steps differ by factors of up to five in either direction, without order.
                const double noise = std::exp(1.6 * std::sin(static_cast<double>(i * i) * 2.4 + batch));
                run.stepSeconds[i] = std::pow(batch, 0.9) * noise;
                run.stepPeaks[i] = (1e9 + 3e6 * batch) * noise;
                run.railWatts[i] = {0.5 * noise, 0.75, 0.75};
                run.groups[i].joules = batch * 0.9 * noise;
                run.groups[i].gpu = (run.model == "deeprl" ? 0.30 : 0.45) * noise;
                run.groups[i].cpu = 0.45 * noise;
            }
            run.gpu = run.model == "deeprl" ? 0.30 : 0.45;
        }
        const Observation observation = observed(runs, number);
        QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.c_str());
        QVERIFY2(observation.evidence.find("95 % interval") != std::string::npos, observation.evidence.c_str());
        QVERIFY2(observation.evidence.find("bootstrap") != std::string::npos, observation.evidence.c_str());
    }

    void undecidedWithFewSteps()
    {
        auto runs = trainings();
        for (RunFacts& run : runs) {
            run.stepSeconds.resize(3);
            run.stepPeaks.resize(3);
            run.railWatts.resize(3);
            run.cpuShares.resize(3);
            run.groups.resize(1);
        }
        for (const int number : {1, 3, 4, 5, 6, 8, 9, 10, 11, 12}) {
            const Observation observation = observed(runs, number);
            QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.c_str());
            QVERIFY2(observation.evidence.find("too few") != std::string::npos, observation.evidence.c_str());
        }
    }

    /// Without marked steps, stretches of the run show the utilization of the cores.
    void withoutStepsStretchesOfTheRunAreTested()
    {
        RunFacts run = trainings()[0];
        run.groups.clear();
        const Observation low = observed({run}, 1);
        QVERIFY2(says(low, Verdict::Holds) && low.evidence.find("20 stretches of the run") != std::string::npos,
                 low.evidence.c_str());
        for (double& share : run.cpuShares)
            share *= 3;
        QVERIFY2(says(observed({run}, 1), Verdict::Rejected), observed({run}, 1).evidence.c_str());
    }

    /// With too few steps, the trend over the batch sizes is tested.
    void trendOverBatchSizes()
    {
        std::vector<RunFacts> runs;
        double joules = 4;
        for (const std::uint64_t batch : {4U, 8U, 16U, 32U, 64U}) {
            RunFacts run =
                training("resnet50", batch, 0.05 * joules, static_cast<double>(batch) / joules, joules, 1e9 * joules);
            run.groups.clear();
            run.stepSeconds.clear();
            run.stepPeaks.clear();
            runs.push_back(run);
            joules *= 1.5;
        }
        for (const int number : {3, 8, 9, 10, 12}) {
            const Observation observation = observed(runs, number);
            QVERIFY2(says(observation, Verdict::Holds), observation.evidence.c_str());
            QVERIFY2(observation.evidence.find("p = 0.008 (Mann-Kendall, exact)") != std::string::npos,
                     observation.evidence.c_str()); // 1 / 5!
        }
        // A trend cannot show that a figure is constant.
        QVERIFY2(says(observed(runs, 4), Verdict::Undecided), observed(runs, 4).evidence.c_str());
        // Without order: neither rises nor falls.
        std::swap(runs[0].joulesPerStep, runs[3].joulesPerStep);
        std::swap(runs[1].joulesPerStep, runs[4].joulesPerStep);
        QVERIFY2(says(observed(runs, 8), Verdict::Undecided), observed(runs, 8).evidence.c_str());
        // Falls instead of rising.
        for (std::size_t i = 0; i < runs.size(); ++i)
            runs[i].samplesPerSecond = 100.0 / static_cast<double>(i + 1);
        QVERIFY2(says(observed(runs, 9), Verdict::Rejected), observed(runs, 9).evidence.c_str());
    }

    void trends()
    {
        QCOMPARE(mannKendall(std::vector<double>{1, 2, 3, 4}).rises, 1.0 / 24);
        QCOMPARE(mannKendall(std::vector<double>{1, 2, 3, 4}).falls, 1.0);
        QCOMPARE(mannKendall(std::vector<double>{3, 2, 1}).falls, 1.0 / 6);
        // Ties: one of the three orders of {1, 1, 2} rises as much.
        QVERIFY(std::abs(mannKendall(std::vector<double>{1, 1, 2}).rises - 1.0 / 3) < 1e-12);
        QCOMPARE(mannKendall(std::vector<double>{5}).rises, 1.0);
        QCOMPARE(mannKendall(std::vector<double>{}).falls, 1.0);
        QCOMPARE(mannKendall(std::vector<double>(20, 7.0)).rises, 1.0);
        const Trend many = mannKendall(std::vector<double>{1, 2, 3, 4, 5, 7, 6, 10, 8, 9, 11, 12});
        QVERIFY(!many.isExact && many.rises < 1e-4 && many.falls > 0.999);
    }

    void comparisonsAreUndecidedForOneRecording()
    {
        const auto all = observe(std::vector<RunFacts>{trainings()[1]});
        for (const Observation& observation : all) {
            const bool compares = observation.number != 1 && observation.number != 2 && observation.number != 6 &&
                                  observation.number != 7;
            QVERIFY2(says(observation, compares ? Verdict::Undecided : Verdict::Holds), observation.evidence.c_str());
            if (compares)
                QVERIFY(observation.evidence.find("give recordings of several") != std::string::npos);
        }
    }

    void undecidedWithoutMeasurements()
    {
        const std::vector<RunFacts> nothing(3);
        for (const Observation& observation : observe(nothing))
            QVERIFY2(says(observation, Verdict::Undecided), observation.evidence.c_str());
        QVERIFY(observe({}).empty());
        auto runs = trainings();
        for (RunFacts& run : runs)
            run.rails.clear();
        QVERIFY(observed(runs, 6).evidence.find("no readable power sensor") != std::string::npos);
        QVERIFY(says(observed(runs, 7), Verdict::Undecided));
        for (RunFacts& run : runs)
            run.groups.resize(3);
        QVERIFY(says(observed(runs, 2), Verdict::Undecided));
    }

    void advisesIfMemoryDrawsMoreThanTheGpu()
    {
        const Observation observation = observed(trainings(), 6);
        QVERIFY(observation.evidence.find("1.700 W") != std::string::npos);
        QVERIFY(observation.advice.find("VDD_SYS_DDR draws more than the GPU") != std::string::npos);
    }

    void intervals()
    {
        const auto tested = testedMean(std::vector<double>{1, 2, 3, 4, std::nan("")});
        QCOMPARE(tested.value, 2.5);
        QVERIFY(tested.interval && tested.interval->low < 2 && tested.interval->high > 3);
        QVERIFY(!testedMean(std::vector<double>{1, 2, 3}).interval);
    }

    /// Facts of recordings: model and batch, and steps without the traced ones.
    void factsOfRecordings()
    {
        TrainingOptions options;
        options.steps = 60;
        options.batchSize = 8;
        const trace::TraceView small = viewOf(makeTrainingRecording(options));
        options.batchSize = 64;
        options.stepNs = 800'000'000;
        const trace::TraceView large = viewOf(makeTrainingRecording(options));
        const Report first = makeReport(small);
        const Report second = makeReport(large);
        QCOMPARE(first.observations.size(), std::size_t{12});
        const std::vector<RunFacts> facts{runFacts(small, first), runFacts(large, second)};
        QCOMPARE(facts[0].batch, std::uint64_t{8});
        QVERIFY(!facts[0].model.empty());
        QCOMPARE(facts[0].stepSeconds.size(), std::size_t{60 - 3 - 5}); // skipped and traced
        QVERIFY(facts[0].cpuShares.size() >= 4 && facts[0].cpuShares[0] > 0 && facts[0].cpuShares[0] < 1);
        QVERIFY(facts[0].joulesPerStep && facts[0].groups.size() >= 8);
        const auto together = observe(facts);
        QVERIFY(says(together[8], Verdict::Holds)); // x8 batch in x4 time
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(toJson({first, second}, together))).object();
        QCOMPARE(json["recordings"].toArray().size(), 2);
        QCOMPARE(json["observations"][8]["verdict"].toString(), QStringLiteral("holds"));
        const QString text = QString::fromStdString(toText({first, second}, {"a", "b"}, together));
        QVERIFY(text.contains("9 holds"));
        for (const QString& line : text.mid(text.indexOf("All together")).split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }
};

QTEST_APPLESS_MAIN(TestObservation)
#include "tst_observation.moc"
