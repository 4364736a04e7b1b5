#include "widgets/render/rowbatch.h"
#include "widgets/render/workerpool.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <deque>
#include <vector>

using namespace stepscope::widgets;

namespace {

/// Gives the workers time to run ahead, if they can.
void takeTime()
{
    QElapsedTimer timer;
    timer.start();
    while (timer.nsecsElapsed() < 20'000)
        continue;
}

class CountingRow : public RowJob
{
public:
    void computeGeometry() override
    {
        takeTime();
        ++m_computed;
    }
    void paint() override
    {
        m_hadGeometry = m_computed == 1;
        m_hadBackdrop = m_backdropIsDrawn;
        ++m_painted;
    }

    std::atomic<bool> m_backdropIsDrawn{false};
    std::atomic<int> m_computed{0};
    std::atomic<int> m_painted{0};
    bool m_hadGeometry = false;
    bool m_hadBackdrop = false;
};

std::vector<RowJob*> pointersTo(std::deque<CountingRow>& rows)
{
    std::vector<RowJob*> pointers;
    for (CountingRow& row : rows)
        pointers.push_back(&row);
    return pointers;
}

} // namespace

/// A frame computes each row's geometry once. It paints each queued row once, after its geometry is complete and after
/// the layers behind the rows are drawn.
class TestRowBatch : public QObject
{
    Q_OBJECT

private slots:
    void rowsArePaintedAfterTheirGeometry()
    {
        WorkerPool workers;
        RowBatch batch(workers);
        for (int frame = 0; frame < 300; ++frame) {
            std::deque<CountingRow> rows(24);
            std::atomic<int> completions{0};
            batch.beginGeometry(pointersTo(rows), [&] { ++completions; });
            for (CountingRow& row : rows) {
                if (&row != &rows.front())
                    batch.addPaint(row); // the first row is not visible
            }
            takeTime();
            takeTime();
            for (CountingRow& row : rows)
                row.m_backdropIsDrawn = true;
            batch.paintRows();
            QCOMPARE(completions.load(), 1);
            for (const CountingRow& row : rows) {
                QCOMPARE(row.m_computed.load(), 1);
                QCOMPARE(row.m_painted.load(), &row == &rows.front() ? 0 : 1);
                QVERIFY(row.m_painted == 0 || (row.m_hadGeometry && row.m_hadBackdrop));
            }
        }
    }

    void finishGeometryWaitsForAllRows()
    {
        WorkerPool workers;
        RowBatch batch(workers);
        for (int frame = 0; frame < 300; ++frame) {
            std::deque<CountingRow> rows(24);
            batch.beginGeometry(pointersTo(rows), [] {});
            batch.finishGeometry();
            for (const CountingRow& row : rows) {
                QCOMPARE(row.m_computed.load(), 1);
                QCOMPARE(row.m_painted.load(), 0);
            }
        }
    }

    void emptyFramesAndLateRows()
    {
        WorkerPool workers;
        RowBatch batch(workers);
        bool isComplete = false;
        batch.beginGeometry({}, [&] { isComplete = true; });
        QVERIFY(isComplete);
        CountingRow row; // not passed to beginGeometry()
        row.computeGeometry();
        batch.addPaint(row);
        batch.paintRows();
        QCOMPARE(row.m_computed.load(), 1);
        QCOMPARE(row.m_painted.load(), 1);
    }
};

QTEST_MAIN(TestRowBatch)
#include "tst_rowbatch.moc"
