#include "widgets/render/workerpool.h"

#include <QTest>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

using stepscope::widgets::WorkerPool;

/// Runs each part once; all have returned when run() returns.
class TestWorkerPool : public QObject
{
    Q_OBJECT

private slots:
    void runsEachPartOnce_data()
    {
        QTest::addColumn<std::size_t>("count");
        for (const std::size_t count : {0U, 1U, 2U, 3U, 24U, 10'000U})
            QTest::addRow("%zu parts", count) << count;
    }
    void runsEachPartOnce()
    {
        QFETCH(const std::size_t, count);
        WorkerPool work;
        std::vector<std::atomic<int>> done(count);
        work.run(count, [&](std::size_t i) { ++done[i]; });
        for (const std::atomic<int>& times : done)
            QCOMPARE(times.load(), 1);
    }

    /// The caller reads results of parts without a lock.
    void resultsAreVisibleToTheCaller()
    {
        WorkerPool work;
        std::vector<std::size_t> results(24);
        for (std::size_t frame = 0; frame < 2000; ++frame) {
            work.run(results.size(), [&](std::size_t i) { results[i] = frame + i; });
            QCOMPARE(std::accumulate(results.begin(), results.end(), std::size_t{0}), 24 * frame + 23 * 12);
        }
    }

    /// A slow part delays only its own caller.
    void slowPartsDoNotBlockOtherCallers()
    {
        WorkerPool work;
        std::atomic<int> others{0};
        constexpr int kOthers = 200;
        if (QThread::idealThreadCount() < 2)
            QSKIP("one processor: the test needs two");
        work.run(kOthers + 1, [&](std::size_t i) {
            if (i > 0)
                ++others;
            while (i == 0 && others < kOthers)
                QThread::yieldCurrentThread();
        });
        QCOMPARE(others.load(), kOthers);
    }

    /// While the work of begin() runs, the caller can run() other parts.
    void beginRunsBesideTheCaller()
    {
        if (QThread::idealThreadCount() < 2)
            QSKIP("one processor: the test needs two");
        WorkerPool work;
        std::atomic<bool> isBusy{false};
        std::atomic<bool> mayEnd{false};
        WorkerPool::Help help = work.begin([&] {
            isBusy = true;
            while (!mayEnd)
                QThread::yieldCurrentThread();
        });
        while (!isBusy)
            QThread::yieldCurrentThread();
        std::atomic<int> parts{0};
        work.run(10, [&](std::size_t) { ++parts; });
        QCOMPARE(parts.load(), 10);
        mayEnd = true;
        help.finish();
    }

    /// No thread calls the work after finish(), when its data may be gone.
    void noCallAfterFinish()
    {
        WorkerPool work;
        for (int frame = 0; frame < 2000; ++frame) {
            auto calls = std::make_shared<std::atomic<int>>(0);
            std::atomic<int>* const seen = calls.get();
            WorkerPool::Help help = work.begin([seen] { ++*seen; });
            help.finish();
            const int atFinish = *calls;
            QVERIFY(atFinish < std::max(2, QThread::idealThreadCount()));
            work.run(8, [](std::size_t) {}); // the other threads are idle again
            QCOMPARE(calls->load(), atFinish);
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkerPool)
#include "tst_workerpool.moc"
