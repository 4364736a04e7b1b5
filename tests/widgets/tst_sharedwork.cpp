#include "widgets/sharedwork.h"

#include <QTest>
#include <QThread>

#include <atomic>
#include <numeric>
#include <vector>

using stepscope::widgets::SharedWork;

/// Each part is done once, and all of them are when run() returns.
class TestSharedWork : public QObject
{
    Q_OBJECT

private slots:
    void everyPartOnce_data()
    {
        QTest::addColumn<std::size_t>("count");
        for (const std::size_t count : {0U, 1U, 2U, 3U, 24U, 10'000U})
            QTest::addRow("%zu parts", count) << count;
    }
    void everyPartOnce()
    {
        QFETCH(const std::size_t, count);
        SharedWork work;
        std::vector<std::atomic<int>> done(count);
        work.run(count, [&](std::size_t i) { ++done[i]; });
        for (const std::atomic<int>& times : done)
            QCOMPARE(times.load(), 1);
    }

    /// What parts leave behind needs no lock of the caller's, however often frames follow each other.
    void resultsAreThere()
    {
        SharedWork work;
        std::vector<std::size_t> results(24);
        for (std::size_t frame = 0; frame < 2000; ++frame) {
            work.run(results.size(), [&](std::size_t i) { results[i] = frame + i; });
            QCOMPARE(std::accumulate(results.begin(), results.end(), std::size_t{0}), 24 * frame + 23 * 12);
        }
    }

    /// A part that takes long holds nobody up but its caller.
    void othersGoOn()
    {
        SharedWork work;
        std::atomic<int> others{0};
        constexpr int kOthers = 200;
        if (QThread::idealThreadCount() < 2)
            QSKIP("one processor: there is nobody to go on");
        work.run(kOthers + 1, [&](std::size_t i) {
            if (i > 0)
                ++others;
            while (i == 0 && others < kOthers)
                QThread::yieldCurrentThread();
        });
        QCOMPARE(others.load(), kOthers);
    }
};

QTEST_GUILESS_MAIN(TestSharedWork)
#include "tst_sharedwork.moc"
