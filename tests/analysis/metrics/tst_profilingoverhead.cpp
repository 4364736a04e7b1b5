#include "analysis/metrics/profilingoverhead.h"
#include "tests/support/recordingbuilder.h"

#include <QString>
#include <QTest>

#include <random>

using namespace stepscope;

namespace {

constexpr std::int64_t kBlock = 500'000'000;
constexpr std::int64_t kStart = 1'000'000'000'000;

/// Steps of 10 ms +- 3 % on a machine that becomes slower by a fifth; sampling slows them down by `slowdown`.
trace::TraceView training(double slowdown, int blocks, std::int64_t length = 10'000'000, bool pauses = true)
{
    testing::RecordingBuilder builder;
    if (pauses)
        builder.describe().pauses = {kStart, kBlock};
    const format::PauseBlocks truth{kStart, kBlock};
    std::mt19937 random(5);
    std::normal_distribution<double> jitter(1, 0.03);
    std::vector<format::Step> steps;
    const std::int64_t end = kStart + blocks * kBlock;
    for (std::int64_t time = kStart; time < end;) {
        const double drift = 1 + 0.2 * static_cast<double>(time - kStart) / static_cast<double>(end - kStart);
        const double factor = truth.isPaused(time) ? 1 : 1 + slowdown;
        const auto took = static_cast<std::int64_t>(static_cast<double>(length) * jitter(random) * drift * factor);
        steps.push_back({steps.size(), time, time + took, 1, 0, 1});
        time += took;
    }
    builder.steps(steps).footer();
    return testing::viewOf(builder.bytes());
}

} // namespace

class TestProfilingOverhead : public QObject
{
    Q_OBJECT

private slots:
    void blocksAreABBA()
    {
        const format::PauseBlocks pauses{100, 10};
        QString order;
        for (std::int64_t time = 105; time < 185; time += 10)
            order += pauses.isPaused(time) ? 'B' : 'A';
        QCOMPARE(order, "ABBAABBA");
        QCOMPARE(pauses.awakeFrom(115), 130);
        QCOMPARE(pauses.awakeFrom(105), 105);
        QVERIFY(!(format::PauseBlocks{0, 0}.isPaused(5)));
    }

    void intervalContainsTheSlowdown_data()
    {
        QTest::addColumn<double>("slowdown");
        QTest::newRow("none") << 0.0;
        QTest::newRow("1 %") << 0.01;
        QTest::newRow("10 %") << 0.1;
    }
    void intervalContainsTheSlowdown()
    {
        QFETCH(double, slowdown);
        const auto found = analysis::measureOverhead(training(slowdown, 120));
        QVERIFY2(found.reason.empty(), found.reason.c_str());
        QVERIFY2(found.slowdownLow <= slowdown && slowdown <= found.slowdownHigh,
                 qPrintable(QString("%1 %2 %3").arg(found.slowdownLow).arg(found.slowdown).arg(found.slowdownHigh)));
        QVERIFY(found.slowdownHigh - found.slowdownLow < 0.005);
        QVERIFY(found.sampledSteps > 2000 && found.pausedSteps > 2000);
    }

    void missingSlowdownHasAReason()
    {
        const auto reason = [](const trace::TraceView& view) {
            return QString::fromStdString(analysis::measureOverhead(view).reason);
        };
        QVERIFY(reason(training(0.1, 40, 10'000'000, false)).contains("never paused"));
        QVERIFY(reason(training(0.1, 40, 900'000'000)).contains("longer than the steps"));
        QVERIFY(reason(training(0.1, 3)).contains("too few"));
        QVERIFY(reason(training(0.1, 0)).contains("no steps"));
        QVERIFY(reason(trace::TraceView()).contains("never paused"));
    }
};

QTEST_GUILESS_MAIN(TestProfilingOverhead)
#include "tst_profilingoverhead.moc"
