#include "tests/truth/truth_periodscore.h"

#include <QtTest>

using namespace stepscope::truth;

/// Recordings of simulated trainings on which the detection once failed; truth_period has the whole table.
class TestTruthPeriod : public QObject
{
    Q_OBJECT

private slots:
    /// In all of the recording two steps look like one, in one of its halves they do not.
    void stepsThatAHalfContradictsAreNotStated()
    {
        const PeriodAnswer answer = answerFor(makePeriodicRecording(1'130'560));
        QVERIFY(!answer.isClaimed || !answer.isWrongMultiple);
    }

    /// Micro-steps of four samples, which neither half shows.
    void stepsThatNoHalfShowsAreNotStated()
    {
        const PeriodAnswer answer = answerFor(makePeriodicRecording(1'130'536));
        QVERIFY(!answer.isClaimed || !answer.isWrongMultiple);
    }

    /// Half and seven times the steps in all of the recording, the steps in both halves.
    void stepsThatBothHalvesShowAreStated()
    {
        for (const unsigned seed : {1'131'555U, 1'131'255U}) {
            const PeriodAnswer answer = answerFor(makePeriodicRecording(seed));
            QVERIFY2(answer.isClaimed, answer.reason.c_str());
            QVERIFY(!answer.isWrongMultiple && !answer.isOff);
        }
    }

    /// One step in ten is longer; the others count, also those between two of these.
    void stalledStepsDoNotCount()
    {
        const PeriodAnswer answer = answerFor(makePeriodicRecording(1'130'514));
        QVERIFY2(answer.isClaimed, answer.reason.c_str());
        QVERIFY2(!answer.isOff, qPrintable(QString::number(answer.off)));
    }
};

QTEST_GUILESS_MAIN(TestTruthPeriod)

#include "tst_truthperiod.moc"
