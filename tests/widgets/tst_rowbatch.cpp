#include "widgets/rowbatch.h"
#include "widgets/sharedwork.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <deque>
#include <vector>

using namespace stepscope::widgets;

namespace {

/// So that others are still at their rows when these are added, and could go on too early.
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
    void find() override
    {
        takeTime();
        ++m_found;
    }
    void paint() override
    {
        m_wasFoundFirst = m_found == 1;
        m_wasBehindFirst = m_behindIsDrawn;
        ++m_painted;
    }

    std::atomic<bool> m_behindIsDrawn{false};
    std::atomic<int> m_found{0};
    std::atomic<int> m_painted{0};
    bool m_wasFoundFirst = false;
    bool m_wasBehindFirst = false;
};

/// Draws into the layer of the rows, as they do.
class Behind : public QCPLayerable
{
public:
    Behind(QCustomPlot& plot, std::function<void()> draws)
        : QCPLayerable(&plot, QStringLiteral("main"))
        , m_draws(std::move(draws))
    {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* /*painter*/) const override {}
    void draw(QCPPainter* /*painter*/) override { m_draws(); }

private:
    std::function<void()> m_draws;
};

} // namespace

/// Every row of a frame is found out once and, where it is to be, painted once: after it was found, and after what lies
/// behind it.
class TestRowBatch : public QObject
{
    Q_OBJECT

private slots:
    void foundThenPainted()
    {
        constexpr std::size_t kRows = 24;
        QCustomPlot plot;
        plot.resize(64, 64);
        SharedWork work;
        auto* batch = new RowBatch(plot, work);
        std::deque<CountingRow>* rows = nullptr;
        new Behind(plot, [&] {
            for (CountingRow& row : *rows) {
                if (&row != &rows->front())
                    batch->add(row); // the first is out of sight
            }
            takeTime();
            takeTime();
            for (CountingRow& row : *rows)
                row.m_behindIsDrawn = true;
        });
        for (int frame = 0; frame < 300; ++frame) {
            std::deque<CountingRow> ofFrame(kRows);
            rows = &ofFrame;
            std::vector<RowJob*> begun;
            for (CountingRow& row : ofFrame)
                begun.push_back(&row);
            std::atomic<int> timesFound{0};
            batch->begin(begun, [&] { ++timesFound; });
            plot.replot(QCustomPlot::rpImmediateRefresh);
            QCOMPARE(timesFound.load(), 1);
            for (const CountingRow& row : ofFrame) {
                QCOMPARE(row.m_found.load(), 1);
                QCOMPARE(row.m_painted.load(), &row == &ofFrame.front() ? 0 : 1);
                QVERIFY(row.m_painted == 0 || (row.m_wasFoundFirst && row.m_wasBehindFirst));
            }
        }
    }

    /// Who needs what they show before that, waits for it.
    void foundEarlier()
    {
        QCustomPlot plot;
        SharedWork work;
        auto* batch = new RowBatch(plot, work);
        for (int frame = 0; frame < 300; ++frame) {
            std::deque<CountingRow> rows(24);
            std::vector<RowJob*> begun;
            for (CountingRow& row : rows)
                begun.push_back(&row);
            batch->begin(begun, [] {});
            batch->finishFinding();
            for (const CountingRow& row : rows) {
                QCOMPARE(row.m_found.load(), 1);
                QCOMPARE(row.m_painted.load(), 0);
            }
        }
    }

    /// A frame without rows, and one of a row that was found by who adds it.
    void notBegun()
    {
        QCustomPlot plot;
        plot.resize(64, 64);
        SharedWork work;
        auto* batch = new RowBatch(plot, work);
        bool isFound = false;
        batch->begin({}, [&] { isFound = true; });
        QVERIFY(isFound);
        CountingRow row;
        row.find();
        batch->add(row);
        plot.replot(QCustomPlot::rpImmediateRefresh);
        QCOMPARE(row.m_found.load(), 1);
        QCOMPARE(row.m_painted.load(), 1);
    }
};

QTEST_MAIN(TestRowBatch)
#include "tst_rowbatch.moc"
