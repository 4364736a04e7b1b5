#include "analysis/steps/detection/periodhalves.h"

#include <QTest>

using namespace stepscope::analysis;

class TestPeriodHalves : public QObject
{
    Q_OBJECT

private:
    static PeriodFinding states(double seconds)
    {
        return {.verdict = PeriodVerdict::Periodic, .seconds = seconds, .confidence = 1};
    }
    /// Steps for display that are not stated.
    static PeriodFinding doubts(double seconds) { return {.seconds = seconds}; }

private slots:
    void halvesThatStateTheSameStepsHaveThemInCommon()
    {
        QCOMPARE((PeriodHalves{states(0.98), states(1.02)}.common()), 1.0);
        QCOMPARE((PeriodHalves{states(1), states(2)}.common()), 0.0);
        QCOMPARE((PeriodHalves{states(1), doubts(1)}.common()), 0.0);
        QCOMPARE((PeriodHalves{doubts(1), states(1)}.common()), 0.0);
    }

    void aHalfConfirmsOrContradictsWhatItStates()
    {
        const PeriodHalves one{doubts(2), states(1)};
        QVERIFY(one.state(1) && !one.state(2));
        QVERIFY(!one.contradict(1) && one.contradict(2));
        const PeriodHalves none{doubts(1), doubts(2)};
        QVERIFY(!none.state(1) && !none.contradict(1) && !none.contradict(3));
    }

    void shortRecordingsAreComparedWhole()
    {
        const PeriodFinding whole{.seconds = 0.5, .span = {10, 70}};
        const HalfSpans halves = halvesOf(whole, 0.01);
        QCOMPARE(halves.first.begin, 10.0);
        QCOMPARE(halves.first.end, halves.second.begin);
        // The end is excluded, and the last sample lies there.
        QVERIFY(halves.second.end > 70 && halves.second.end < 70.001);
    }

    void longOnesInTheMiddleOfEachHalf()
    {
        const PeriodFinding whole{.seconds = 0.5, .span = {0, 28'800}};
        const HalfSpans halves = halvesOf(whole, 0.01);
        QVERIFY(halves.first.seconds() < 200 && halves.second.seconds() < 200);
        QVERIFY(halves.first.begin < 7'200 && halves.first.end > 7'200);
        QVERIFY(halves.second.begin < 21'600 && halves.second.end > 21'600);
        // Long steps need more time.
        const HalfSpans longer = halvesOf({.seconds = 10, .span = {0, 28'800}}, 0.01);
        QVERIFY(longer.first.seconds() >= 1'000);
    }
};

QTEST_GUILESS_MAIN(TestPeriodHalves)

#include "tst_periodhalves.moc"
