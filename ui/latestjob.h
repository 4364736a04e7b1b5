#pragma once

#include "ui/jobpool.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace stepscope::ui {

/// Work in the job pool, one piece at a time: a newer one cancels the one that runs and takes the place of one that
/// waits, and only the newest's result comes out, in the owner's thread. What is on its way when the owner goes is
/// cancelled and told to nobody.
template <typename Result>
class LatestJob
{
public:
    using Cancelled = std::function<bool()>;
    using Work = std::function<Result(const Cancelled&)>;
    using Done = std::function<void(Result)>;

    LatestJob()
    {
        QObject::connect(&m_watcher, &QFutureWatcher<Result>::finished, &m_watcher, [this] { finish(); });
    }
    ~LatestJob() { cancel(); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    /// `work` keeps what it needs: it may outlive the owner.
    void start(Work work, Done done)
    {
        cancel();
        m_waiting = Job{std::move(work), std::move(done)};
        if (!m_watcher.isRunning())
            startWaiting();
    }
    void cancel()
    {
        m_waiting.reset();
        m_done = {};
        if (m_cancelled)
            m_cancelled->store(true);
    }
    /// A result will come.
    [[nodiscard]] bool isWanted() const { return m_waiting || m_done; }

private:
    struct Job
    {
        Work work;
        Done done;
    };

    void startWaiting()
    {
        Job next = *std::exchange(m_waiting, std::nullopt);
        m_done = std::move(next.done);
        m_cancelled = std::make_shared<std::atomic<bool>>(false);
        auto promise = std::make_shared<QPromise<Result>>();
        promise->start();
        m_watcher.setFuture(promise->future());
        jobPool()->start([promise, work = std::move(next.work), flag = m_cancelled] {
            promise->addResult(work([flag] { return flag->load(std::memory_order_relaxed); }));
            promise->finish();
        });
    }
    void finish()
    {
        if (m_waiting)
            return startWaiting();
        if (const Done done = std::exchange(m_done, {}))
            done(m_watcher.future().takeResult());
    }

    std::optional<Job> m_waiting;
    Done m_done; ///< empty = the result is not wanted any more
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    QFutureWatcher<Result> m_watcher;
};

} // namespace stepscope::ui
