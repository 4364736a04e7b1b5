#include "widgets/sharedwork.h"

#include <QTest>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <memory>
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

    /// What was begun goes on beside the caller, who gets other parts done without waiting for it.
    void goesOnBesideTheCaller()
    {
        if (QThread::idealThreadCount() < 2)
            QSKIP("one processor: there is nobody else");
        SharedWork work;
        std::atomic<bool> isBusy{false};
        std::atomic<bool> mayEnd{false};
        SharedWork::Help help = work.begin([&] {
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

    /// Nobody comes to it later, when what it is about may be gone.
    void nobodyIsLate()
    {
        SharedWork work;
        for (int frame = 0; frame < 2000; ++frame) {
            auto calls = std::make_shared<std::atomic<int>>(0);
            std::atomic<int>* const seen = calls.get();
            SharedWork::Help help = work.begin([seen] { ++*seen; });
            help.finish();
            const int atFinish = *calls;
            QVERIFY(atFinish < std::max(2, QThread::idealThreadCount()));
            work.run(8, [](std::size_t) {}); // the others have come and gone
            QCOMPARE(calls->load(), atFinish);
        }
    }
};

QTEST_GUILESS_MAIN(TestSharedWork)
#include "tst_sharedwork.moc"
