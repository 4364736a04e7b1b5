#include "analysis/folding/fold.h"
#include "analysis/folding/folddeconvolution.h"
#include "analysis/steps/stepphases.h"
#include "tests/support/foldscenario.h"
#include "tests/support/stoprequested.h"

#include <QString>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

FoldedWaveform folded(const FoldScenario& scenario, const FoldPlan& plan)
{
    return foldSamples(scenario.samples, scenario.stepSeconds, {.samplingPeriod = plan.period});
}

std::string text(double value)
{
    return std::to_string(value);
}

} // namespace

/// Waveforms finer than the sampling period, compared with known power.
class TestFold : public QObject
{
    Q_OBJECT

private slots:
    void halfMillisecondPulsesAreResolved()
    {
        const FoldPlan plan;
        const FoldScenario scenario = makeFoldScenario(7, plan);
        const FoldedWaveform fold = folded(scenario, plan);
        QCOMPARE(fold.reason.english(), std::string());
        const FoldErrors errors = errorsOf(scenario, fold);
        QVERIFY2(errors.rms < 0.03, text(errors.rms).c_str());
        QVERIFY2(errors.pulseWorst < 0.03, text(errors.pulseWorst).c_str());
        QVERIFY2(errors.covered >= 0.9 && errors.covered <= 0.99, text(errors.covered).c_str());
        QVERIFY2(fold.resolutionSeconds < 0.0003, text(fold.resolutionSeconds).c_str());
    }

    void bandContainsTheTruth_data()
    {
        QTest::addColumn<double>("window");
        QTest::addColumn<int>("steps");
        QTest::newRow("window as long as the period") << 0.01 << 2000;
        QTest::newRow("few steps") << 0.001 << 60;
        QTest::newRow("few steps, long window") << 0.01 << 60;
        QTest::newRow("window of several ops") << 0.03 << 500;
    }
    void bandContainsTheTruth()
    {
        QFETCH(double, window);
        QFETCH(int, steps);
        const FoldPlan plan{.steps = steps, .window = window};
        double covered = 0;
        constexpr int kSeeds = 3;
        for (unsigned seed = 1; seed <= kSeeds; ++seed) {
            const FoldScenario scenario = makeFoldScenario(seed, plan);
            const FoldedWaveform fold = folded(scenario, plan);
            covered += errorsOf(scenario, fold).covered / kSeeds;
            QVERIFY(fold.resolutionSeconds > 0 && fold.resolutionSeconds < window + 0.002);
        }
        QVERIFY2(covered >= 0.9 && covered <= 0.99, text(covered).c_str());
    }

    void longerWindowsAndFewerStepsResolveLess()
    {
        const auto resolution = [](double window, int steps) {
            const FoldPlan plan{.steps = steps, .window = window};
            return folded(makeFoldScenario(3, plan), plan).resolutionSeconds;
        };
        QVERIFY(resolution(0.001, 1000) < resolution(0.01, 1000));
        QVERIFY(resolution(0.01, 1000) < resolution(0.01, 100));
    }

    /// Noise that is correlated within steps (as from a warm board) averages more slowly than independent noise.
    void correlatedNoiseWidensTheBand()
    {
        const FoldPlan plan{.steps = 400};
        FoldScenario scenario = makeFoldScenario(5, plan);
        const FoldedWaveform before = folded(scenario, plan);
        for (FoldSample& sample : scenario.samples)
            sample.value += 0.5 * std::sin(sample.step / 30.0);
        const FoldedWaveform after = folded(scenario, plan);
        const auto mean = [](const FoldedWaveform& fold) {
            return std::accumulate(fold.high.begin(), fold.high.end(), 0.0) -
                   std::accumulate(fold.low.begin(), fold.low.end(), 0.0);
        };
        QVERIFY(mean(after) > 1.3 * mean(before));
        const double covered = errorsOf(scenario, after).covered;
        QVERIFY2(covered >= 0.9, text(covered).c_str());
    }

    void synchronousSamplingIsReported_data()
    {
        QTest::addColumn<double>("period");
        QTest::addColumn<bool>("isCommensurate");
        QTest::newRow("20 phases") << 0.01 << true;
        QTest::newRow("2 phases") << 0.1 << true;
        QTest::newRow("one phase") << 0.2 << true;
        QTest::newRow("all phases") << 0.0098 << false;
    }
    void synchronousSamplingIsReported()
    {
        QFETCH(double, period);
        QFETCH(bool, isCommensurate);
        const FoldPlan plan{.steps = 1000, .period = period, .jitter = 0};
        const FoldScenario scenario = makeFoldScenario(2, plan);
        const FoldedWaveform fold = folded(scenario, plan);
        QCOMPARE(fold.reason.english(), std::string());
        QCOMPARE(fold.phases.isCommensurate, isCommensurate);
        if (!isCommensurate)
            return;
        QCOMPARE(fold.phases.distinctPhases, static_cast<std::size_t>(std::lround(0.2 / period)));
        QVERIFY(fold.resolutionSeconds >= 0.99 * std::min(period, 0.2));
        // The proposed period covers all phases.
        const FoldPlan better{.steps = 1000, .period = fold.phases.betterPeriod, .jitter = 0};
        const FoldedWaveform again = folded(makeFoldScenario(2, better), better);
        QVERIFY(!again.phases.isCommensurate);
        QVERIFY(again.resolutionSeconds < 0.002);
    }

    /// The weights of a sample are the shares of its window in the bins, also across the step's end.
    void samplesAreDistributedToBins()
    {
        FoldMoments::Row row;
        FoldMoments::rowOf({.begin = -0.15, .end = 0.05}, 1, 10, row);
        QCOMPARE(row.first, std::size_t{8});
        QCOMPARE(row.weights.size(), std::size_t{3});
        QVERIFY(std::abs(row.weights[0] - 0.25) < 1e-9 && std::abs(row.weights[1] - 0.5) < 1e-9);
        FoldMoments::rowOf({.begin = 0.32, .end = 0.32}, 1, 10, row);
        QCOMPARE(row.first, std::size_t{3});
        QVERIFY(std::abs(row.weights[0] - 1) < 1e-9);
        // A window longer than the step covers all bins once, and some twice.
        FoldMoments::rowOf({.begin = 0, .end = 1.5}, 1, 10, row);
        QCOMPARE(row.weights.size(), std::size_t{10});
        QVERIFY(std::abs(row.weights[0] - 2.0 / 15) < 1e-9 && std::abs(row.weights[9] - 1.0 / 15) < 1e-9);
    }

    void missingWaveformHasAReason()
    {
        const auto reason = [](const std::vector<FoldSample>& samples, double step) {
            const FoldedWaveform fold = foldSamples(samples, step);
            return fold.value.empty() ? QString::fromStdString(fold.reason.english()) : QString();
        };
        FoldScenario scenario = makeFoldScenario(1, {.steps = 30});
        QVERIFY(reason({}, 0.2).contains("no samples"));
        QVERIFY(reason(scenario.samples, 0).contains("no steps"));
        QVERIFY(reason({scenario.samples.begin(), scenario.samples.begin() + 30}, 0.2).contains("too few steps"));
        std::vector<FoldSample> sparse;
        for (std::size_t i = 0; i < scenario.samples.size(); i += 20)
            sparse.push_back(scenario.samples[i]);
        QVERIFY(reason(sparse, 0.2).contains("too few samples"));
        for (FoldSample& sample : scenario.samples)
            sample.value = 3;
        QVERIFY(reason(scenario.samples, 0.2).contains("same value"));
        QVERIFY(
            !foldSamples(makeFoldScenario(1, {.steps = 30}).samples, 0.2, {}, testing::stopRequested()).reason.empty());
    }

    void momentsOfStepsArePlaced()
    {
        const std::vector<trace::TimeRange> steps{{0, 100}, {100, 300}, {400, 500}};
        StepPhases phases(steps);
        QVERIFY(std::abs(phases.stepSeconds() - 400e-9 / 3) < 1e-15);
        QVERIFY(std::abs(phases.place(150)->seconds - phases.stepSeconds() / 4) < 1e-15);
        QCOMPARE(phases.place(150)->step, std::size_t{1});
        QVERIFY(!phases.place(350));
        QVERIFY(!phases.place(-1) && !phases.place(501));
        // Extends into the previous step if that is adjacent.
        QVERIFY(std::abs(phases.stretch(50, 150)->begin + phases.stepSeconds() / 2) < 1e-15);
        QVERIFY(!phases.stretch(290, 410));
        QVERIFY(!phases.stretch(-10, 10));
        const std::vector<PhaseKnot> knots{{200, phases.stepSeconds() * 0.9}};
        phases.setKnots(1, knots);
        QVERIFY(std::abs(phases.place(150)->seconds - phases.stepSeconds() * 0.45) < 1e-15);
        QCOMPARE(phases.timeAt(1, phases.stepSeconds() * 0.95), std::int64_t{250});
    }

    void knotsOfTheOtherStepsAreFreed()
    {
        const std::vector<trace::TimeRange> steps{{0, 100}, {100, 200}};
        StepPhases phases(steps);
        for (const std::size_t step : {0, 1})
            phases.setKnots(step, std::vector<PhaseKnot>{{phases.step(step).begin + 50, phases.stepSeconds() * 0.9}});
        phases.keepKnots(std::vector<std::size_t>{1});
        QVERIFY(std::abs(phases.secondsAt(0, 50) - phases.stepSeconds() * 0.5) < 1e-15);
        QVERIFY(std::abs(phases.secondsAt(1, 150) - phases.stepSeconds() * 0.9) < 1e-15);
    }

    void stepsOfAClockThatWentBackAreIgnored()
    {
        const std::vector<trace::TimeRange> steps{{0, 100}, {50, 150}, {100, 90}, {100, 100}, {100, 200}};
        const StepPhases phases(steps);
        QCOMPARE(phases.size(), std::size_t{2});
        QVERIFY(StepPhases().size() == 0 && !StepPhases().place(0));
    }

    void stepsOfDifferentDurationAreExcluded()
    {
        std::vector<trace::TimeRange> steps;
        for (std::int64_t i = 0; i < 20; ++i)
            steps.push_back({i * 1000, i * 1000 + (i == 7 ? 900 : 200 + i % 3)});
        const auto similar = similarSteps(steps);
        QCOMPARE(similar.size(), std::size_t{19});
        QVERIFY(std::find(similar.begin(), similar.end(), std::size_t{7}) == similar.end());
    }
};

QTEST_GUILESS_MAIN(TestFold)
#include "tst_fold.moc"
