#include "analysis/energy/samplewindows.h"
#include "analysis/report/report.h"
#include "tests/bench/figures.h"
#include "tests/truth/truth_energyscore.h"

#include <QString>
#include <QTest>

#include <cmath>
#include <utility>

using namespace stepscope;
using namespace stepscope::truth;

/// Energy of ops of recordings with known energy, analysed as the report does. The whole table: `tests/bench/run
/// truth`.
class TestTruthEnergy : public QObject
{
    Q_OBJECT

private slots:
    void figuresAndIntervalsAreRight_data()
    {
        QTest::addColumn<double>("windowMs");
        QTest::addColumn<double>("lagMs");
        QTest::addColumn<bool>("tracesAll");
        QTest::addColumn<bool>("isUntraced");
        QTest::addColumn<double>("median"); // %
        QTest::newRow("instantaneous") << 0.3 << -0.4 << true << false << 2.0;
        QTest::newRow("window of 5 ms") << 5.0 << 3.2 << true << false << 3.0;
        QTest::newRow("window of 47 ms") << 47.0 << 2.7 << true << false << 3.5;
        QTest::newRow("traced steps of the default") << 0.3 << -0.4 << false << false << 5.0;
        QTest::newRow("untraced steps of the default") << 0.3 << -0.4 << false << true << 6.0;
    }
    void figuresAndIntervalsAreRight()
    {
        QFETCH(double, windowMs);
        QFETCH(double, lagMs);
        QFETCH(bool, tracesAll);
        QFETCH(bool, isUntraced);
        QFETCH(double, median);
        EnergyScore score;
        for (unsigned seed = 1; seed <= 4; ++seed) {
            const SensorPlan sensor{.windowMs = windowMs, .lagMs = lagMs};
            const EnergyRecording recording =
                makeEnergyRecording({.seed = seed, .sensor = sensor, .steps = 120, .tracesAll = tracesAll});
            score.add(recording, analysis::makeReport(recording.view), sensor, isUntraced);
        }
        QVERIFY(score.errors.size() > 10);
        QVERIFY2(bench::median(score.errors) < median, qPrintable(QString::number(bench::median(score.errors))));
        QVERIFY2(score.coverage() > 75, qPrintable(QString::number(score.coverage())));
        QVERIFY2(score.answered() > 70, qPrintable(QString::number(score.answered())));
        QVERIFY2(score.sensorsFound(0.1) > 99, qPrintable(QString::number(score.sensorsFound(0.1))));
        QVERIFY(bench::median(score.errors) < bench::median(score.timingErrors));
    }

    /// The only traced steps are the five of the default, of about a second: windows without a lag of seconds lie in
    /// three of them.
    void theSensorIsFoundInFewLongSteps()
    {
        EnergyScore score;
        const SensorPlan sensor{.windowMs = 0.3, .lagMs = -0.4};
        for (const auto& [seed, durations] : {std::pair(3U, 2.0), {8U, 2.0}, {4U, 2.5}, {1U, 8.0}, {5U, 8.0}}) {
            const EnergyRecording recording = makeEnergyRecording(
                {.seed = seed, .sensor = sensor, .steps = 20, .tracesAll = false, .durations = durations});
            score.add(recording, analysis::makeReport(recording.view), sensor, false);
        }
        QVERIFY2(score.sensorsFound(0.1) > 99, qPrintable(QString::number(score.sensorsFound(0.1))));
        QVERIFY2(bench::median(score.errors) < 6, qPrintable(QString::number(bench::median(score.errors))));
    }

    /// 200 steps are too few for three windows of eight.
    void aWindowOfManyStepsIsFound()
    {
        EnergyScore score;
        const SensorPlan sensor{.windowMs = 721, .lagMs = 17};
        const EnergyRecording recording = makeEnergyRecording({.seed = 1, .sensor = sensor, .steps = 400});
        score.add(recording, analysis::makeReport(recording.view), sensor, false);
        QVERIFY2(score.sensorsFound(0.02) > 99, qPrintable(QString::number(score.windows.front())));
        QVERIFY2(std::abs(score.lags.front() - 17) < 5, qPrintable(QString::number(score.lags.front())));
    }

    /// The sensor updates at any phase of the reads, and the samples show the phase to half of a sampling period only.
    void aHeldSensorIsFoundAtAnyPhaseOfItsUpdates()
    {
        for (const unsigned seed : {2U, 3U}) { // updates long before the middle of two reads, and long after it
            const EnergyRecording recording = makeEnergyRecording(
                {.seed = seed, .sensor = {.windowMs = 10, .lagMs = 0, .updateMs = 50}, .steps = 120});
            const auto sensors = analysis::findSensors(recording.view, recording.view.extent());
            QCOMPARE(sensors.size(), std::size_t{1});
            const analysis::Sensor& sensor = sensors[0].sensor;
            QVERIFY2(std::abs(sensor.window - 10'000'000) < 1'000'000 && sensor.explained > 0.95,
                     qPrintable(QString("window %1 ns, lag %2 ns, explained %3")
                                    .arg(sensor.window)
                                    .arg(sensor.lag)
                                    .arg(sensor.explained)));
        }
    }

    /// One column for each type of op would find a window of 198 ms here.
    void aShortWindowIsFoundWhereTheOpsOfATypeDiffer()
    {
        const EnergyRecording recording =
            makeEnergyRecording({.seed = 705, .sensor = {.windowMs = 10, .lagMs = 0, .updateMs = 50}, .steps = 120});
        const auto sensors = analysis::findSensors(recording.view, recording.view.extent());
        QCOMPARE(sensors.size(), std::size_t{1});
        QVERIFY2(std::abs(sensors[0].sensor.window - 10'000'000) < 1'000'000,
                 qPrintable(QString::number(sensors[0].sensor.window)));
    }

    /// Also where the lag is documented, and where the updates meet the jitter of the reads (seed 103).
    void aDocumentedHeldSensorGivesRightFigures()
    {
        EnergyScore score;
        const SensorPlan sensor{.windowMs = 10, .lagMs = 2, .updateMs = 50, .isDocumented = true};
        for (const unsigned seed : {103U, 104U}) {
            const EnergyRecording recording = makeEnergyRecording({.seed = seed, .sensor = sensor, .steps = 120});
            score.add(recording, analysis::makeReport(recording.view), sensor, false);
        }
        QVERIFY2(bench::median(score.errors) < 4, qPrintable(QString::number(bench::median(score.errors))));
        QVERIFY2(score.coverage() > 80, qPrintable(QString::number(score.coverage())));
        QVERIFY2(score.answered() > 80, qPrintable(QString::number(score.answered())));
    }

    /// The samples are of the time before the latest update, half a millisecond earlier in the mean.
    void theLatencyOfACounterOfEnergyIsFound()
    {
        EnergyScore score;
        const SensorPlan sensor{.updateMs = 1, .isCounter = true};
        for (unsigned seed = 1; seed <= 4; ++seed) {
            const EnergyRecording recording = makeEnergyRecording({.seed = seed, .sensor = sensor, .steps = 120});
            score.add(recording, analysis::makeReport(recording.view), sensor, false);
        }
        QVERIFY2(bench::median(score.errors) < 5, qPrintable(QString::number(bench::median(score.errors))));
        QVERIFY2(score.coverage() > 88, qPrintable(QString::number(score.coverage())));
        const double lag = bench::median(score.lags);
        QVERIFY2(lag > 0.2 && lag < 0.9, qPrintable(QString::number(lag)));
    }

    void changedClocksWidenTheIntervalsOrRaiseADoubt()
    {
        EnergyScore score;
        const SensorPlan sensor{.windowMs = 0.3, .lagMs = -0.4};
        const EnergyRecording recording =
            makeEnergyRecording({.seed = 3, .sensor = sensor, .steps = 80, .clockChange = 0.4});
        score.add(recording, analysis::makeReport(recording.view), sensor, false);
        QVERIFY2(score.coverage() > 75, qPrintable(QString::number(score.coverage())));
    }
};

QTEST_GUILESS_MAIN(TestTruthEnergy)
#include "tst_truthenergy.moc"
