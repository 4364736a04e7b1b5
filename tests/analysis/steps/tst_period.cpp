#include "analysis/report/report.h"
#include "analysis/statistics/autocorrelation.h"
#include "analysis/steps/detection/period.h"
#include "analysis/steps/detection/periodnoise.h"
#include "analysis/steps/detection/periodplaces.h"
#include "analysis/steps/detection/periodregimes.h"
#include "analysis/steps/detection/periodscales.h"
#include "tests/support/periodscenario.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/stoprequested.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

/// Samples of `value` every 10 ms, with noise.
template <typename Value>
PeriodChannel sampled(double seconds, Value value, double noise = 0.05)
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> late(0, 0.001);
    PeriodChannel channel{.name = "GPU"};
    for (double time = 0; time < seconds; time += 0.01) {
        channel.times.push_back(time + late(random));
        channel.values.push_back(value(channel.times.back()) + noise * normal(random));
    }
    return channel;
}

double phaseOf(double time, double period)
{
    return time / period - std::floor(time / period);
}

/// A step of three ops.
double threeOps(double phase)
{
    return phase < 0.3 ? 1 : phase < 0.45 ? 0.2 : phase < 0.8 ? 0.7 : 0;
}

/// `count` steps of equal length from 0 on.
StepPath evenSteps(double period, std::size_t count)
{
    StepPath steps{.runs = {{}}};
    for (std::size_t k = 0; k <= count; ++k)
        steps.runs.front().boundaries.push_back(static_cast<double>(k) * period);
    return steps;
}

PeriodFinding findIn(const PeriodChannel& channel)
{
    return findPeriod({&channel, 1});
}

} // namespace

class TestPeriod : public QObject
{
    Q_OBJECT

private slots:
    void autocorrelationIsTheSum()
    {
        const std::vector<double> values{1, -2, 3, 0.5, -1};
        const auto found = autocorrelation(values);
        QCOMPARE(found.size(), values.size());
        double all = 0;
        for (const double value : values)
            all += value * value;
        for (std::size_t lag = 0; lag < values.size(); ++lag) {
            double sum = 0;
            for (std::size_t i = 0; i + lag < values.size(); ++i)
                sum += values[i] * values[i + lag];
            QVERIFY(std::abs(found[lag] - sum / all) < 1e-12);
        }
        QVERIFY(autocorrelation({}).empty());
        QCOMPARE(autocorrelation(std::vector<double>(3, 0.0)), std::vector<double>(3, 0.0));
    }

    void fastLengths()
    {
        QCOMPARE(fastLength(1), std::size_t{1});
        QCOMPARE(fastLength(7), std::size_t{8});
        QCOMPARE(fastLength(1'999'999), std::size_t{2'000'000});
    }

    void findsSteps()
    {
        const auto found = findIn(sampled(60, [](double t) { return threeOps(phaseOf(t, 0.3137)); }));
        QVERIFY2(found.verdict == PeriodVerdict::Periodic, found.reason.english().c_str());
        QVERIFY(std::abs(found.seconds / 0.3137 - 1) < 1e-3);
        QVERIFY(found.confidence >= 0.99 && found.confidence <= 1);
        QVERIFY(std::abs(found.steps - 60 / 0.3137) < 1);
        QVERIFY(found.explained > 0.8);
        QVERIFY(found.reason.empty());
        // Consecutive boundaries are one period apart.
        const auto& boundaries = found.path.runs.at(0).boundaries;
        for (std::size_t k = 1; k < boundaries.size(); ++k)
            QVERIFY(std::abs(boundaries[k] - boundaries[k - 1] - 0.3137) < 0.02);
    }

    /// Claimed periods of random trainings are correct; tests/truth/truth_period has many more.
    void detectedPeriodsAreCorrect()
    {
        int claims = 0;
        for (unsigned seed = 9000; seed < 9016; ++seed) {
            const PeriodScenario scenario = makePeriodScenario(seed);
            const auto found = findPeriod(scenario.channels);
            if (found.verdict != PeriodVerdict::Periodic && found.verdict != PeriodVerdict::Approximate)
                continue;
            ++claims;
            const double tolerance = std::max(1e-3, 3 * found.error / found.seconds);
            QVERIFY2(std::abs(found.seconds / scenario.period - 1) <= tolerance, qPrintable(QString::number(seed)));
        }
        QVERIFY2(claims >= 8, qPrintable(QString::number(claims)));
    }

    void noPeriodIsClaimedForNoise()
    {
        for (unsigned seed = 9000; seed < 9012; ++seed) {
            const auto found = findPeriod(makeAperiodicScenario(seed).channels);
            QVERIFY2(found.verdict == PeriodVerdict::NotPeriodic || found.verdict == PeriodVerdict::CannotTell,
                     qPrintable(QString::number(seed)));
            QVERIFY(!found.reason.empty());
            QCOMPARE(found.confidence, 0.0);
        }
    }

    /// A step with similar halves is one step; two equal steps are two.
    void octaves()
    {
        const auto halves = [](double contrast) {
            return [contrast](double t) {
                const double phase = phaseOf(t, 0.8);
                return threeOps(phaseOf(phase, 0.5)) + (phase > 0.6 && phase < 0.8 ? contrast : 0);
            };
        };
        QVERIFY(std::abs(findIn(sampled(120, halves(0.25))).seconds / 0.8 - 1) < 1e-3);
        QVERIFY(std::abs(findIn(sampled(120, halves(0))).seconds / 0.4 - 1) < 1e-3);
    }

    /// Thirds that differ in one op of a tenth of a third, in one noisy channel of four: the difference is lost in the
    /// noise of all other samples, but not in its own.
    void thirdsThatDifferInOneShortOpAreOneStep()
    {
        const auto thirds = [](double contrast) {
            return [contrast](double t) {
                const double phase = phaseOf(t, 1.0716);
                return threeOps(phaseOf(phase, 1.0 / 3)) + (phase > 0.7 && phase < 0.74 ? contrast : 0);
            };
        };
        const auto found = [&](double contrast) {
            std::vector<PeriodChannel> channels(4, sampled(150, thirds(0), 0.3));
            channels.front() = sampled(150, thirds(contrast), 0.3);
            return findPeriod(channels);
        };
        QCOMPARE(std::round(100 * found(0.5).seconds / 1.0716), 100.0);
        QCOMPARE(std::round(100 * found(0).seconds / 1.0716), 33.0);
    }

    /// The second half of the recording consists mostly of other steps.
    void stepsThatChangeInTheMiddleAreNotConfused()
    {
        for (const double other : {0.1337, 0.5211}) {
            const auto found =
                findIn(sampled(120, [&](double t) { return threeOps(phaseOf(t, t < 78 ? 0.3137 : other)); }));
            QVERIFY2(found.confidence == 0 || std::abs(found.seconds / 0.3137 - 1) < 1e-3,
                     qPrintable(QString::number(found.seconds)));
            QVERIFY(found.confidence > 0 || !found.reason.empty());
        }
    }

    /// Even and odd halves of 22.5 samples are sampled at phases that have nothing in common.
    void stepsOfAnOddNumberOfSamplesAreNotHalved()
    {
        for (const double seconds : {30.0, 45.0, 90.0}) {
            const auto found = findIn(sampled(seconds, [](double t) { return threeOps(phaseOf(t, 0.45)); }));
            QVERIFY2(std::abs(found.seconds / 0.45 - 1) < 1e-3, found.reason.english().c_str());
            QVERIFY2(found.confidence > 0, found.reason.english().c_str());
        }
        // Equal halves are steps.
        const auto found = findIn(sampled(60, [](double t) { return threeOps(phaseOf(t, 0.225)); }));
        QVERIFY2(found.confidence == 0 || std::abs(found.seconds / 0.225 - 1) < 1e-3, found.reason.english().c_str());
    }

    void placesAreComparedSampleBySample()
    {
        const auto compared = [&](double period, double contrast) {
            const auto channel = sampled(60, [&](double t) {
                const bool isOdd = phaseOf(t, 2 * period) >= 0.5;
                const double phase = phaseOf(t, period);
                return threeOps(phase) + (isOdd && phase > 0.5 && phase < 0.65 ? contrast : 0);
            });
            const auto series = preparedSeries({&channel, 1});
            const auto count = static_cast<std::size_t>(60 / period);
            std::vector<std::size_t> placeOf(count);
            for (std::size_t k = 0; k < count; ++k)
                placeOf[k] = k % 2;
            return placeDifference(series, evenSteps(period, count), placeOf, 2);
        };
        const PlaceDifference differs = compared(0.3137, 0.3);
        QVERIFY2(differs.isSharp(0), qPrintable(QString::number(differs.lasting)));
        QVERIFY(!differs.isAbsent());
        const PlaceDifference equal = compared(0.3137, 0);
        QVERIFY(equal.isAbsent() && !equal.isSharp(0));
        // Sampled at other phases, cycles at different places cannot be compared: neither sharp nor absent.
        const PlaceDifference apart = compared(0.225, 0);
        QVERIFY2(!apart.isSharp(0) && !apart.isAbsent(), qPrintable(QString::number(apart.tested)));
        // More slips need a clearer difference.
        QVERIFY(!differs.isSharp(1000));
    }

    /// A short pause in every eighth cycle can be a part of a step of eight; a rarer one is a wait between epochs.
    void rareShortPausesArePauses()
    {
        const auto cycles = [](std::size_t every, std::size_t runs = 20) {
            StepPath path;
            for (std::size_t run = 0; run < runs; ++run) {
                const double begin = static_cast<double>(run) * (static_cast<double>(every) + 0.4);
                path.runs.emplace_back();
                for (std::size_t k = 0; k <= every; ++k)
                    path.runs.back().boundaries.push_back(begin + static_cast<double>(k));
            }
            return cyclesOf(path);
        };
        const auto frequent = cycles(8);
        QCOMPARE(std::count_if(frequent.begin(), frequent.end(), [](const StepCycle& c) { return c.afterPause; }), 1);
        QVERIFY(std::abs(frequent[7].duration - 1.4) < 1e-9);
        const auto few = cycles(8, 3); // with only two pauses between three steps
        QCOMPARE(std::count_if(few.begin(), few.end(), [](const StepCycle& c) { return c.afterPause; }), 1);
        const auto rare = cycles(10);
        QCOMPARE(std::count_if(rare.begin(), rare.end(), [](const StepCycle& c) { return c.afterPause; }), 20);
        QVERIFY(std::all_of(rare.begin(), rare.end(), [](const StepCycle& c) { return c.duration < 1.1; }));
    }

    /// Each 28th step begins with a wait for data, or each seventh one. Only the latter makes seven steps one.
    void aDifferenceOfFewCyclesIsNoneOfTheirPlace()
    {
        constexpr double kStep = 0.3137;
        constexpr std::size_t kSteps = 400;
        constexpr std::size_t kPlaces = 7;
        const auto compared = [&](std::size_t every) {
            const auto channel = sampled(kSteps * kStep, [=](double t) {
                const auto step = static_cast<std::size_t>(t / kStep);
                const double phase = phaseOf(t, kStep);
                return step % every == 0 && phase < 0.2 ? 0 : threeOps(phase);
            });
            std::vector<std::size_t> placeOf(kSteps);
            for (std::size_t k = 0; k < kSteps; ++k)
                placeOf[k] = k % kPlaces;
            return placeDifference(preparedSeries({&channel, 1}), evenSteps(kStep, kSteps), placeOf, kPlaces);
        };
        QVERIFY(compared(7).isSharp(0));
        const PlaceDifference few = compared(28);
        QVERIFY(few.lasting > 7 && few.share > 0.2); // significant, and as large
        QVERIFY(!few.isSharp(0));
    }

    /// A sensor that is updated every 80 ms sees every other step of 200 ms at the same times: its values alternate,
    /// although the steps are equal.
    void updatesOfASlowSensorDoNotDoubleTheStep()
    {
        const auto steps = [](double t) { return threeOps(phaseOf(t, 0.2)); };
        const PeriodChannel fast = sampled(60, steps);
        PeriodChannel slow = sampled(60, [&](double t) { return steps(0.08 * std::floor(t / 0.08)); });
        for (std::size_t i = 1; i < slow.times.size(); ++i) {
            if (std::floor(slow.times[i] / 0.08) == std::floor(slow.times[i - 1] / 0.08))
                slow.values[i] = slow.values[i - 1];
        }
        const std::vector<PeriodChannel> channels{fast, slow};
        const auto series = preparedSeries(channels);
        QVERIFY(!series[0].isHeld && series[1].isHeld);
        QCOMPARE(withoutHeld(series).size(), std::size_t{1});
        QCOMPARE(withoutHeld({&series[1], 1}).size(), std::size_t{1});
        const auto found = findPeriod(channels);
        QVERIFY2(std::abs(found.seconds / 0.2 - 1) < 1e-3, qPrintable(QString::number(found.seconds)));
    }

    /// Memory changes a few times a step. It is no sensor whose updates beat with the steps.
    void memoryThatChangesRarelyIsNoSlowSensor()
    {
        PeriodChannel memory = sampled(
            60, [](double t) { return threeOps(phaseOf(t, 0.3)); }, 0);
        QVERIFY(!preparedSeries({&memory, 1}).front().isHeld);
    }

    /// The first step of each epoch waits for its data. This does not make a part of an epoch one step.
    void theWaitsOfEpochsAreNoPlacesOfCycles_data()
    {
        QTest::addColumn<int>("steps");
        QTest::newRow("28 steps, four times seven") << 28;
        QTest::newRow("40 steps, five times eight") << 40;
    }
    void theWaitsOfEpochsAreNoPlacesOfCycles()
    {
        QFETCH(int, steps);
        constexpr double kStep = 0.0665;
        constexpr double kWait = 0.11;
        const auto found = findIn(sampled(60, [steps](double t) {
            const double inEpoch = std::fmod(t, steps * kStep + kWait);
            return inEpoch < kWait ? 0 : threeOps(phaseOf(inEpoch - kWait, kStep));
        }));
        QVERIFY2(found.confidence > 0, found.reason.english().c_str());
        QVERIFY2(std::abs(found.seconds / kStep - 1) < 0.02, qPrintable(QString::number(found.seconds / kStep)));
    }

    /// Series in which the best path has half and three times the period.
    void otherScalesAreNotClaimed_data()
    {
        QTest::addColumn<unsigned>("seed");
        QTest::newRow("half") << 31994U;
        QTest::newRow("three times") << 31933U;
    }
    void otherScalesAreNotClaimed()
    {
        QFETCH(unsigned, seed);
        const PeriodScenario scenario = makePeriodScenario(seed);
        const auto found = findPeriod(scenario.channels);
        QVERIFY2(found.verdict == PeriodVerdict::CannotTell || std::abs(found.seconds / scenario.period - 1) < 1e-3,
                 qPrintable(QString::number(found.seconds / scenario.period)));
    }

    void stepsThatDriftAreFollowed()
    {
        // From 0.4 s to 0.42 s: the phase is the integral of the frequency.
        const auto found = findIn(sampled(100, [](double t) {
            const double steps = 100 / 0.02 * std::log(1 + 0.02 * t / 100 / 0.4);
            return threeOps(steps - std::floor(steps));
        }));
        const double mean = 100 / (100 / 0.02 * std::log(1 + 0.02 / 0.4));
        QVERIFY2(found.verdict == PeriodVerdict::Periodic, found.reason.english().c_str());
        QVERIFY(std::abs(found.seconds / mean - 1) < 1e-3);
        QVERIFY(found.drift > 0.03 && found.drift < 0.06);
    }

    /// Steps of different durations but equal shape, as on a computer with other load.
    void stepsOfVaryingDurationAreFound()
    {
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        std::vector<double> boundaries{0};
        double busy = 0;
        while (boundaries.back() < 40) {
            busy = 0.9 * busy + 0.03 * normal(random);
            boundaries.push_back(boundaries.back() + 0.14 * (1 + busy + 0.07 * normal(random)));
        }
        const auto found = findIn(sampled(boundaries.back(), [&](double t) {
            const auto end = std::upper_bound(boundaries.begin(), boundaries.end() - 1, t);
            return threeOps((t - *(end - 1)) / (*end - *(end - 1)));
        }));
        const double mean = boundaries.back() / static_cast<double>(boundaries.size() - 1);
        QVERIFY2(found.verdict == PeriodVerdict::Periodic || found.verdict == PeriodVerdict::Approximate,
                 found.reason.english().c_str());
        QVERIFY(found.jitter > 0.075);
        QVERIFY2(std::abs(found.seconds / mean - 1) < 5e-3, qPrintable(QString::number(found.seconds / mean)));
    }

    void badInput()
    {
        QVERIFY(findPeriod({}).verdict == PeriodVerdict::CannotTell);
        QVERIFY(findIn({}).verdict == PeriodVerdict::CannotTell);
        const auto same = findIn(sampled(
            10, [](double) { return 3; }, 0));
        QVERIFY(same.verdict == PeriodVerdict::CannotTell && !same.reason.empty());
        const auto oneStep = findIn(sampled(0.6, [](double t) { return threeOps(phaseOf(t, 0.5)); }));
        QVERIFY(oneStep.verdict != PeriodVerdict::Periodic && !oneStep.reason.empty());
        PeriodChannel missing{.name = "all missing"};
        for (int i = 0; i < 100; ++i) {
            missing.times.push_back(i);
            missing.values.push_back(std::nan(""));
        }
        QVERIFY(findIn(missing).verdict == PeriodVerdict::CannotTell);
        missing.times.resize(40); // fewer values than times
        QVERIFY(findIn(missing).verdict == PeriodVerdict::CannotTell);
        PeriodChannel endless = sampled(20, [](double t) { return threeOps(phaseOf(t, 0.5)); });
        endless.values[100] = std::numeric_limits<double>::infinity();
        endless.values[200] = 1e300;
        QVERIFY(findIn(endless).verdict != PeriodVerdict::NotPeriodic);
        QVERIFY(!findPeriod({&endless, 1}, testing::stopRequested()).reason.empty());
    }

    void gapsAndAClockThatGoesBack()
    {
        PeriodChannel channel = sampled(90, [](double t) { return threeOps(phaseOf(t, 0.45)); });
        for (std::size_t i = 3000; i < 3100; ++i)
            channel.values[i] = std::nan("");
        for (std::size_t i = 5000; i < 5060; ++i)
            channel.times[i] -= 20;
        const auto found = findIn(channel);
        QVERIFY2(found.verdict == PeriodVerdict::Periodic, found.reason.english().c_str());
        QVERIFY(std::abs(found.seconds / 0.45 - 1) < 1e-3);
    }

    /// Detectable only with irregular sampling times; regular short steps have an alias.
    void tooShortStepsAreReported()
    {
        for (const double period : {0.0131, 0.0087}) {
            const auto found = findIn(sampled(40, [period](double t) { return threeOps(phaseOf(t, period)); }));
            QVERIFY2(found.verdict == PeriodVerdict::CannotTell || found.verdict == PeriodVerdict::NotPeriodic,
                     qPrintable(QString::number(period)));
            QVERIFY(!found.reason.empty());
        }
    }

    /// A step of 13.1 ms, sampled every 10 ms, looks like one of 42 ms. The lateness of the samples shows that it makes
    /// one turn more between two samples; a true step of 42 ms does not.
    void lateSamplesTellAliasesApart()
    {
        for (const double period : {0.0131, 0.0423}) {
            const auto series =
                preparedSeries(std::vector{sampled(40, [period](double t) { return threeOps(phaseOf(t, period)); })});
            StepPath path{.runs = {{}}};
            for (double t = 0; t < 40; t += period == 0.0131 ? 1 / (1 / 0.01 - 1 / 0.0131) : period)
                path.runs[0].boundaries.push_back(t);
            const AliasEvidence alias = aliasEvidence(series, path, 0.01);
            QVERIFY2(alias.error < 0.2, qPrintable(QString::number(alias.error)));
            QVERIFY2(period == 0.0131 ? std::abs(alias.turns) > 0.5 : std::abs(alias.turns) < 0.2,
                     qPrintable(QString::number(alias.turns)));
        }
    }

    /// Memory grows much during the start; the small changes of the steps after it still count.
    void aRampBeforeTheStepsDoesNotHideThem()
    {
        const auto found =
            findIn(sampled(60, [](double t) { return t < 2 ? 100 * t : 200 + threeOps(phaseOf(t, 0.32)); }));
        QVERIFY2(found.verdict == PeriodVerdict::Periodic, found.reason.english().c_str());
        QVERIFY(std::abs(found.seconds / 0.32 - 1) < 1e-3);
    }

    /// With perfectly regular samples nothing tells a wave from its aliases.
    void regularSamplesTellNoAlias()
    {
        PeriodChannel channel{.name = "GPU"};
        for (int i = 0; i < 2400; ++i) {
            channel.times.push_back(0.01 * i);
            channel.values.push_back(threeOps(phaseOf(0.01 * i, 0.0423)));
        }
        StepPath path{.runs = {{}}};
        for (double t = 0; t < 24; t += 0.0423)
            path.runs[0].boundaries.push_back(t);
        QVERIFY(aliasEvidence(preparedSeries({&channel, 1}), path, 0.01).error > 1);
    }

    /// Four equal micro-steps and an update of the weights: both scales are named.
    void stepsOfAnAccumulationAreOneStep()
    {
        constexpr double kMicro = 0.1;
        constexpr double kStep = 4.25 * kMicro;
        const auto found = findIn(sampled(60, [](double t) {
            const double inStep = kStep * phaseOf(t, kStep);
            return inStep < 4 * kMicro ? threeOps(phaseOf(inStep, kMicro)) : 0.5;
        }));
        QVERIFY2(std::abs(found.seconds / kStep - 1) < 1e-3, found.reason.english().c_str());
        QCOMPARE(found.cycles, 4U);
        QVERIFY(std::abs(found.cycleSeconds / kMicro - 1) < 0.07);
    }

    /// Parts of a step count as its cycles only if they resemble each other.
    void aSquareWaveHasNoCycles()
    {
        for (const double duty : {0.15, 0.2, 0.3, 0.5}) {
            const auto found = findIn(sampled(60, [duty](double t) { return phaseOf(t, 0.2011) < duty ? 1.0 : 0.0; }));
            QVERIFY2(std::abs(found.seconds / 0.2011 - 1) < 5e-3, found.reason.english().c_str());
            QCOMPARE(found.cycles, 1U);
        }
    }

    /// Each third cycle is a little higher, nowhere by much: in few of the longer steps that may be by chance.
    void aSlightDifferenceNeedsManySteps()
    {
        constexpr double kCycle = 0.503;
        const auto find = [&](double seconds) {
            std::mt19937 random(5);
            std::normal_distribution<double> noise(0, 0.1);
            return findIn(sampled(seconds, [&](double t) {
                const bool isThird = static_cast<int>(t / kCycle) % 3 == 2;
                return threeOps(phaseOf(t, kCycle)) + (isThird ? 0.12 : 0) + noise(random);
            }));
        };
        const auto many = find(60);
        QVERIFY2(std::abs(many.seconds / (3 * kCycle) - 1) < 2e-3, many.reason.english().c_str());
        const auto few = find(16);
        QCOMPARE(few.verdict, PeriodVerdict::CannotTell);
        QVERIFY2(few.reason.english().find("too few cycles") != std::string::npos, few.reason.english().c_str());
    }

    /// A tenth of the steps wait for their data: the mean is that of the others.
    void stallsDoNotLengthenTheMean()
    {
        constexpr double kStep = 0.4;
        std::mt19937 random(3);
        std::vector<double> begins;
        for (double time = 0; time < 80; time += kStep) {
            time += random() % 10 == 0 ? kStep * (0.1 + 0.001 * static_cast<double>(random() % 500)) : 0;
            begins.push_back(time);
        }
        const auto found = findIn(sampled(79, [&begins](double t) {
            const auto after = std::upper_bound(begins.begin(), begins.end(), t);
            const double phase = after == begins.begin() ? 2 : (t - after[-1]) / kStep;
            return phase < 1 ? 0.3 + threeOps(phase) : 0;
        }));
        QVERIFY2(found.seconds > 0 && std::abs(found.seconds / kStep - 1) < 2e-3,
                 qPrintable(QString("%1 %2").arg(found.seconds).arg(found.reason.english().c_str())));
    }

    /// Two passes that differ in one op, as the discriminator's on real and on generated images.
    void stepsWithSimilarPartsAreNotDivided()
    {
        const auto found = findIn(sampled(60, [](double t) {
            const double phase = phaseOf(t, 0.62);
            const double half = phaseOf(2 * phase, 1);
            return phase > 0.5 && half > 0.8 ? 0.35 : threeOps(half);
        }));
        QVERIFY2(std::abs(found.seconds / 0.62 - 1) < 1e-3, found.reason.english().c_str());
    }

    /// A core that is always busy, and a profiler that wakes up ten times a second.
    void profilingOverheadIsNoStep()
    {
        PeriodChannel core = sampled(
            30, [](double t) { return phaseOf(t, 0.1003) < 0.1 ? 1.013 : 0.995; }, 0.001);
        QVERIFY(findIn(core).seconds > 0);
        core.floor = 0.05;
        const auto faint = findIn(core);
        QVERIFY(faint.verdict == PeriodVerdict::CannotTell);
        QVERIFY2(faint.reason.english().find("profiling overhead") != std::string::npos,
                 faint.reason.english().c_str());
        QCOMPARE(faint.seconds, 0.0);
        // It does not affect a clearly periodic channel.
        const PeriodChannel gpu = sampled(30, [](double t) { return threeOps(phaseOf(t, 0.37)); });
        const auto found = findPeriod(std::vector{core, gpu});
        QVERIFY2(found.verdict == PeriodVerdict::Periodic || found.verdict == PeriodVerdict::Approximate,
                 found.reason.english().c_str());
        QVERIFY(std::abs(found.seconds / 0.37 - 1) < 1e-3);
    }

    void regimesAreNamed()
    {
        // Three epochs of 40 steps of 0.5 s, each followed by a pause of 3 s.
        const PeriodChannel channel = sampled(69, [](double t) {
            const double inEpoch = t - 23 * std::floor(t / 23);
            return inEpoch < 20 ? 1 + threeOps(phaseOf(inEpoch, 0.5)) : 0;
        });
        const auto found = findIn(channel);
        QVERIFY(std::abs(found.seconds / 0.5 - 1) < 5e-3);
        const auto regimes = nameRegimes(found, {&channel, 1}, 0);
        QCOMPARE(regimes.size(), std::size_t{3});
        QCOMPARE(regimes[0].name, std::string("pause"));
        QVERIFY(std::abs(regimes[0].range.seconds() - 3) < 0.5);
        QCOMPARE(regimes[2].name, std::string("end"));
        QVERIFY(!regimes[0].what.empty());
    }

    void withoutSamplesItIsNull()
    {
        RecordingBuilder builder;
        builder.footer();
        const Report report = makeReport(viewOf(builder.bytes()));
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QVERIFY(json["period"]["seconds"].isNull());
        QCOMPARE(json["period"]["confidence"].toDouble(-1), 0.0);
        QCOMPARE(json["period"]["verdict"].toString(), QStringLiteral("undecided"));
        QVERIFY(!json["period"]["reason"].toString().isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestPeriod)
#include "tst_period.moc"
