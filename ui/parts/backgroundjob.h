#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

class QThreadPool;

namespace stepscope::ui {

/// The worker pool for computations, one thread a core, with a low priority. It is not QThreadPool::globalInstance():
/// Qt fills large areas with the threads of that pool and blocks until they are free, so a long analysis there would
/// block the window.
[[nodiscard]] QThreadPool* jobPool();

/// The worker pool for jobs that block on the network or the disk. It has a thread for each of them, so that they delay
/// neither each other nor a computation. Do not use it for computations.
[[nodiscard]] QThreadPool* blockingJobPool();

/// State of one started job, shared by the thread that runs it and the thread that started it. Thread-safe.
class JobControl
{
public:
    /// Asks the work to end early. What it returns then is still delivered; see BackgroundJob::cancel() to drop it.
    void requestStop() { m_stop.request_stop(); }
    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }
    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }

    /// `share` is 0..1. Costs one atomic store, so work may call it in an inner loop.
    void setProgress(double share) { m_progress.store(share, std::memory_order_relaxed); }
    /// -1 until the first setProgress().
    [[nodiscard]] double progress() const { return m_progress.load(std::memory_order_relaxed); }

private:
    friend class BackgroundJob;

    std::stop_source m_stop;
    std::atomic<double> m_progress{-1};
    std::atomic<bool> m_hasEnded{false};
};

using JobPointer = std::shared_ptr<JobControl>;

/// Runs functions on worker threads and delivers progress, results and errors in the thread of this object, which needs
/// an event loop.
///
/// The destructor cancels all jobs and does not wait for them: a job must own, or share, the data it uses. Call
/// waitForDone() first where a job refers to something that is destroyed with the owner. No callback runs after the
/// destruction.
class BackgroundJob : public QObject
{
    Q_OBJECT

public:
    enum class Policy {
        NewestWins, ///< One job at a time. A new one cancels the running one and replaces the waiting one.
        Parallel,   ///< All jobs run at the same time, as far as the pool has threads.
    };
    /// Least time between two progress reports. A shorter job reports no progress.
    static constexpr int kProgressIntervalMs = 200;

    explicit BackgroundJob(Policy policy = Policy::NewestWins, QThreadPool* pool = jobPool());
    ~BackgroundJob() override;

    /// Calls `work` on a worker thread, then `done` with its result. `work` takes a `const std::stop_token&` or, to
    /// report progress, a `const JobPointer&`. `progress` is called with 0..1, or -1 while the share is not known, from
    /// the start until the result arrives. Expected failures are part of the result (format::Result); an exception of
    /// `work` emits failed() instead of calling `done`.
    template <typename Work, typename Done>
    JobPointer start(Work work, Done done, std::function<void(double)> progress = {})
    {
        constexpr bool kTakesToken = std::is_invocable_v<Work&, const std::stop_token&>;
        const auto call = [](Work& function, const JobPointer& control) {
            if constexpr (kTakesToken)
                return function(control->stopToken());
            else
                return function(control);
        };
        using Result = decltype(call(work, JobPointer()));
        Task task;
        task.control = std::make_shared<JobControl>();
        task.work = [call, work = std::move(work)](const JobPointer& control) mutable -> std::shared_ptr<void> {
            return std::make_shared<Result>(call(work, control));
        };
        task.done = [done = std::move(done)](const std::shared_ptr<void>& result) mutable {
            done(std::move(*static_cast<Result*>(result.get())));
        };
        task.progress = std::move(progress);
        return add(std::move(task));
    }

    /// Asks all jobs to stop and drops their results.
    void cancel();
    /// Blocks until no started job runs any more. Cancel first, unless their work is wanted.
    void waitForDone();
    /// A result is still to be delivered.
    [[nodiscard]] bool isBusy() const;

signals:
    /// A job has thrown an exception with this text, for example because memory is exhausted. It is also logged.
    void failed(const QString& text);

private:
    struct Task
    {
        JobPointer control;
        std::function<std::shared_ptr<void>(const JobPointer&)> work; ///< moved to the worker thread
        std::function<void(const std::shared_ptr<void>&)> done;       ///< empty if the result is dropped
        std::function<void(double)> progress;
    };
    struct Outcome
    {
        std::shared_ptr<void> result; ///< null if an exception was thrown
        QString error;
        std::chrono::nanoseconds computed{0}; ///< in jobPool()
    };
    struct Mailbox;

    JobPointer add(Task task);
    void run(Task task);
    void finish(const JobPointer& control, const Outcome& outcome);
    void reportProgress();

    Policy m_policy;
    QThreadPool* m_pool;
    std::shared_ptr<Mailbox> m_mailbox;
    std::vector<Task> m_running; ///< with those that were cancelled and have not ended yet
    std::vector<Task> m_waiting; ///< at most one, with Policy::NewestWins
    QTimer m_progressTimer;
};

} // namespace stepscope::ui
