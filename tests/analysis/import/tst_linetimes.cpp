#include "analysis/import/linetimes.h"

#include <QTest>

using namespace stepscope;
using analysis::LineTimes;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMillisecond = 1'000'000;

/// Times of lines with these printed seconds; -1 = no time.
std::vector<std::int64_t> timesOf(const std::vector<int>& seconds, LineTimes& times)
{
    for (const int second : seconds)
        times.add(second < 0 ? std::nullopt : std::optional(tegrastats::WallTime{1'700'000'000 + second, 0}));
    times.plan(kSecond);
    std::vector<std::int64_t> result;
    for (std::size_t i = 0; i < seconds.size(); ++i)
        result.push_back(times.next() / kMillisecond);
    return result;
}

std::vector<std::int64_t> timesOf(const std::vector<int>& seconds)
{
    LineTimes times;
    return timesOf(seconds, times);
}

using Times = std::vector<std::int64_t>;

} // namespace

class TestLineTimes : public QObject
{
    Q_OBJECT

private slots:
    void linesOfOneSecondAreSpreadOverIt()
    {
        QCOMPARE(timesOf({0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}),
                 (Times{0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750}));
    }

    void firstAndLastSecondAreSeenInPart()
    {
        QCOMPARE(timesOf({0, 1, 1, 1, 1, 2, 2}), (Times{750, 1000, 1250, 1500, 1750, 2000, 2250}));
    }

    void oneLineASecondOrLess()
    {
        QCOMPARE(timesOf({0, 1, 2}), (Times{0, 1000, 2000}));
        QCOMPARE(timesOf({0, 5, 10}), (Times{0, 5000, 10000}));
        LineTimes slow;
        timesOf({0, 5, 10, 15}, slow);
        QCOMPARE(slow.period(), 5 * kSecond);
    }

    void pausesDoNotCountAsPeriod()
    {
        LineTimes times;
        QCOMPARE(timesOf({0, 0, 1, 1, 2, 2, 100, 100, 101, 101}, times).at(6), 100'000);
        QCOMPARE(times.period(), kSecond / 2);
    }

    void clockThatGoesBack()
    {
        LineTimes times;
        QCOMPARE(timesOf({10, 11, 5, 6}, times), (Times{0, 1000, 2000, 3000}));
        QCOMPARE(times.stepsBack(), 1U);
        QCOMPARE(times.firstClock(), (1'700'000'010) * kSecond);
    }

    void withoutClock()
    {
        LineTimes times;
        QCOMPARE(timesOf({-1, -1, -1}, times), (Times{0, 1000, 2000}));
        QVERIFY(!times.hasClock());
    }

    void someLinesWithoutClock() { QCOMPARE(timesOf({-1, 0, -1, 1, 1, 1}), (Times{0, 333, 666, 1000, 1333, 1666})); }

    void oneLine()
    {
        LineTimes times;
        QCOMPARE(timesOf({3}, times), (Times{0}));
        QCOMPARE(times.period(), kSecond);
        QCOMPARE(times.next(), 0);
    }

    void neverDecreasing()
    {
        std::vector<int> seconds;
        for (int i = 0; i < 3000; ++i)
            seconds.push_back((i * 7919) % 13 + i / 40);
        const auto times = timesOf(seconds);
        QVERIFY(std::is_sorted(times.begin(), times.end()));
    }
};

QTEST_GUILESS_MAIN(TestLineTimes)
#include "tst_linetimes.moc"
