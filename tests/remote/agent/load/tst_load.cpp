#include "tests/support/agentcommand.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <QString>
#include <QTest>

using namespace stepscope;

/// Compares the phases that `load` reports with its processor time.
class TestLoad : public QObject
{
    Q_OBJECT

private slots:
    void reportedPhasesAreBusy()
    {
        const testing::TemporaryFolder folder;
        const QString spool = "--spool=" + QString::fromStdString(folder.path());
        const auto started = testing::askAgent(
            {"start", spool, "--ops", "none", "--", STEPSCOPE_AGENT_FILE, "load", "--seconds", "4", "--seed", "7"});
        QCOMPARE(started.status, 0);
        const auto bytes = testing::askAgent({"attach", spool, started.object()["run"].toString()});
        const auto recording = testing::decodeBytes(bytes.output.toStdString());
        QVERIFY(recording.errors.empty());
        QVERIFY(recording.spanCount() >= 3);
        QCOMPARE(recording.lanes.size(), 1U);
        QCOMPARE(recording.lanes.front().name, "load");
        double busySeconds = 0;
        std::int64_t last = 0;
        for (const auto& block : recording.spans) {
            for (std::size_t i = 0; i < block.starts.size(); ++i) {
                QVERIFY(block.starts[i] > last);
                last = block.starts[i] + block.durations[i];
                busySeconds += static_cast<double>(block.durations[i]) / 1e9;
                QVERIFY(block.durations[i] <= 800'000'000 + 200'000'000);
            }
        }
        // The CPU time includes the reported phases; other programs may add to it.
        const auto cpu = recording.series("cpu0");
        double cpuSeconds = 0;
        for (std::size_t i = 1; i < cpu.values.size(); ++i)
            cpuSeconds +=
                static_cast<double>(cpu.values[i]) * 1e-4 * static_cast<double>(cpu.times[i] - cpu.times[i - 1]) / 1e9;
        QVERIFY2(cpuSeconds > 0.7 * busySeconds, qPrintable(QString("%1 of %2").arg(cpuSeconds).arg(busySeconds)));
    }

    void runsWithoutAnAgent() { QCOMPARE(testing::askAgent({"load", "--seconds", "1"}).status, 0); }

    void rejectsWrongNumbers()
    {
        QCOMPARE(testing::askAgent({"load", "--seconds", "0"}).status, 2);
        QCOMPARE(testing::askAgent({"load", "--seconds", "1x"}).status, 2);
        QCOMPARE(testing::askAgent({"load", "--seed", "-1"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(TestLoad)
#include "tst_load.moc"
