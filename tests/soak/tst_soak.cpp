// The activities of bench_soak for a short time: nothing is lost.

#include "tests/soak/liveboards.h"
#include "tests/soak/longrun.h"
#include "tests/soak/usedwindow.h"

#include <QApplication>
#include <QTest>

using namespace stepscope::soak;

class SoakTest : public QObject
{
    Q_OBJECT

private slots:
    void devicesInVirtualTime_data()
    {
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("periodMs");
        QTest::newRow("one, every 1 ms") << 1 << 1;
        QTest::newRow("three, every 10 ms") << 3 << 10;
    }
    void devicesInVirtualTime()
    {
        QFETCH(int, devices);
        QFETCH(int, periodMs);
        constexpr double kHours = 0.05;
        const LongRunResult result = recordInVirtualTime(devices, kHours, std::int64_t{periodMs} * 1'000'000);
        QVERIFY2(result.failure.empty(), result.failure.c_str());
        QCOMPARE(result.lost, 0.0);
        QVERIFY(result.hours >= kHours);
        // Seven channels at least have this period.
        QVERIFY(static_cast<double>(result.samples) > devices * 7 * kHours * 3'600'000 / periodMs);
    }

    void severalLiveBoards()
    {
        const LiveBoardsResult result = recordBoards(3, 4);
        if (result.failure.find("no virtual boards") != std::string::npos)
            QSKIP(result.failure.c_str());
        QVERIFY2(result.failure.empty(), result.failure.c_str());
        QCOMPARE(result.lost, 0.0);
        QVERIFY(result.leastSteps > 0);
    }

    void aWindowThatIsUsed()
    {
        const WindowResult result = useWindow(4);
        QVERIFY2(result.failure.empty(), result.failure.c_str());
        QCOMPARE(result.lost, 0.0);
        QVERIFY(result.spans > 200'000);
    }
};

QTEST_MAIN(SoakTest)
#include "tst_soak.moc"
