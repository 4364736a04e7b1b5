#include "remote/format/result.h"
#include "ui/parts/backgroundjob.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// Blocks until the job is asked to stop.
int waitForStop(const std::stop_token& stop)
{
    while (!stop.stop_requested())
        QThread::msleep(1);
    return -1;
}

} // namespace

class TestBackgroundJob : public QObject
{
    Q_OBJECT

private slots:
    void aResultArrivesInTheThreadOfTheOwner()
    {
        BackgroundJob jobs;
        QThread* worker = nullptr;
        QThread* receiver = nullptr;
        QVERIFY(!jobs.isBusy());
        jobs.start([](const std::stop_token&) { return QThread::currentThread(); },
                   [&](QThread* thread) {
                       worker = thread;
                       receiver = QThread::currentThread();
                   });
        QVERIFY(jobs.isBusy());
        QTRY_VERIFY(worker != nullptr);
        QVERIFY(worker != QThread::currentThread());
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(!jobs.isBusy());
    }

    void aResultNeedsNoCopy()
    {
        BackgroundJob jobs;
        std::unique_ptr<int> taken;
        jobs.start([](const std::stop_token&) { return std::make_unique<int>(7); },
                   [&](std::unique_ptr<int> result) { taken = std::move(result); });
        QTRY_VERIFY(taken);
        QCOMPARE(*taken, 7);
    }

    void aNewerJobCancelsTheRunningOneAndReplacesTheWaitingOne()
    {
        BackgroundJob jobs;
        std::vector<int> results;
        std::atomic<int> calls{0};
        const auto done = [&](int result) { results.push_back(result); };
        jobs.start(
            [&](const std::stop_token& stop) {
                ++calls;
                return waitForStop(stop);
            },
            done);
        QTRY_COMPARE(calls.load(), 1);
        // The event loop delivers the end of the first job, so job 2 waits until job 3 replaces it.
        for (const int number : {2, 3}) {
            jobs.start(
                [&calls, number](const std::stop_token&) {
                    ++calls;
                    return number;
                },
                done);
        }
        QTRY_COMPARE(results, (std::vector<int>{3}));
        QCOMPARE(calls.load(), 2);
    }

    void parallelJobsRunAtTheSameTime()
    {
        BackgroundJob jobs(BackgroundJob::Policy::Parallel, blockingJobPool());
        constexpr int kJobs = 12; // more than this machine may have cores
        QSemaphore started;
        QSemaphore gate;
        int sum = 0;
        for (int i = 1; i <= kJobs; ++i) {
            jobs.start(
                [&, i](const std::stop_token&) {
                    started.release();
                    gate.acquire();
                    return i;
                },
                [&](int result) { sum += result; });
        }
        QVERIFY(started.tryAcquire(kJobs, 10'000));
        QVERIFY(jobs.isBusy());
        gate.release(kJobs);
        QTRY_COMPARE(sum, kJobs * (kJobs + 1) / 2);
        QVERIFY(!jobs.isBusy());
    }

    void aStopRequestEndsOneJobAndStillDeliversItsResult()
    {
        BackgroundJob jobs(BackgroundJob::Policy::Parallel);
        QSemaphore gate;
        std::vector<int> results;
        const auto done = [&](int result) { results.push_back(result); };
        const JobPointer first = jobs.start([](const std::stop_token& stop) { return waitForStop(stop); }, done);
        first->requestStop();
        QVERIFY(first->stopRequested());
        QTRY_COMPARE(results, (std::vector<int>{-1}));
    }

    void cancelDropsResultsAndWaitForDoneBlocksUntilTheWorkHasEnded()
    {
        for (const auto policy : {BackgroundJob::Policy::NewestWins, BackgroundJob::Policy::Parallel}) {
            BackgroundJob jobs(policy, blockingJobPool());
            std::atomic<int> ended{0};
            bool isDelivered = false;
            jobs.start(
                [&](const std::stop_token& stop) {
                    waitForStop(stop);
                    QThread::msleep(20);
                    return ++ended;
                },
                [&](int) { isDelivered = true; });
            jobs.cancel();
            QVERIFY(!jobs.isBusy());
            jobs.waitForDone();
            QCOMPARE(ended.load(), 1);
            QTest::qWait(20);
            QVERIFY(!isDelivered);
        }
    }

    void noCallbackRunsAfterTheOwnerIsDestroyed()
    {
        QSemaphore gate;
        const auto hasEnded = std::make_shared<std::atomic<bool>>(false);
        bool isDelivered = false;
        auto jobs = std::make_unique<BackgroundJob>();
        const JobPointer control = jobs->start(
            [&gate, hasEnded](const std::stop_token&) {
                gate.acquire();
                hasEnded->store(true);
                return 0;
            },
            [&](int) { isDelivered = true; }, [&](double) { isDelivered = true; });
        jobs.reset();
        QVERIFY(control->stopRequested());
        gate.release();
        QTRY_VERIFY(hasEnded->load());
        QTest::qWait(BackgroundJob::kProgressIntervalMs + 50);
        QVERIFY(!isDelivered);
    }

    void aCallbackMayDestroyTheOwner()
    {
        auto jobs = std::make_unique<BackgroundJob>();
        jobs->start([](const std::stop_token&) { return 0; }, [&](int) { jobs.reset(); });
        QTRY_VERIFY(!jobs);
    }

    void aCallbackMayStartTheNextJob()
    {
        BackgroundJob jobs;
        int count = 0;
        std::function<void(int)> next = [&](int result) {
            count = result;
            if (count < 5)
                jobs.start([count](const std::stop_token&) { return count + 1; }, next);
        };
        next(0);
        QTRY_COMPARE(count, 5);
        QVERIFY(!jobs.isBusy());
    }

    void progressArrivesAtABoundedRate()
    {
        BackgroundJob jobs;
        std::vector<double> shares;
        bool hasResult = false;
        QElapsedTimer clock;
        clock.start();
        jobs.start(
            [](const JobPointer& job) {
                for (int i = 0; i < 100'000; ++i)
                    job->setProgress(0.25);
                QThread::msleep(3 * BackgroundJob::kProgressIntervalMs + 100);
                return 0;
            },
            [&](int) { hasResult = true; }, [&](double share) { shares.push_back(share); });
        QTRY_VERIFY(hasResult);
        QVERIFY(!shares.empty());
        QVERIFY(static_cast<qint64>(shares.size()) <= clock.elapsed() / BackgroundJob::kProgressIntervalMs);
        QCOMPARE(shares.back(), 0.25);
        const std::size_t reports = shares.size();
        QTest::qWait(2 * BackgroundJob::kProgressIntervalMs);
        QCOMPARE(shares.size(), reports);
    }

    void progressOfAJobThatWaitsForAThreadIsUnknown()
    {
        QThreadPool pool;
        pool.setMaxThreadCount(1);
        QSemaphore gate;
        pool.start([&] { gate.acquire(); });
        const auto open = qScopeGuard([&] { gate.release(); });
        BackgroundJob jobs(BackgroundJob::Policy::NewestWins, &pool);
        std::vector<double> shares;
        jobs.start([](const std::stop_token&) { return 0; }, [](int) {},
                   [&](double share) { shares.push_back(share); });
        QTRY_VERIFY(!shares.empty());
        QCOMPARE(shares.front(), -1.0);
    }

    void anErrorIsPartOfTheResult()
    {
        BackgroundJob jobs;
        QString text;
        jobs.start(
            [](const std::stop_token&) -> format::Result<int> {
                return format::Error{format::Error::Code::NotFound, "no such file"};
            },
            [&](const format::Result<int>& result) {
                text = result.ok() ? QString() : QString::fromStdString(result.error().text);
            });
        QTRY_COMPARE(text, QStringLiteral("no such file"));
    }

    void anExceptionIsReportedAndDeliversNoResult()
    {
        BackgroundJob jobs;
        const QSignalSpy failed(&jobs, &BackgroundJob::failed);
        bool isDelivered = false;
        jobs.start([](const std::stop_token&) -> int { throw std::runtime_error("out of memory"); },
                   [&](int) { isDelivered = true; });
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(failed.first().first().toString(), QStringLiteral("out of memory"));
        QVERIFY(!isDelivered);
        QVERIFY(!jobs.isBusy());
    }
};

QTEST_GUILESS_MAIN(TestBackgroundJob)
#include "tst_backgroundjob.moc"
