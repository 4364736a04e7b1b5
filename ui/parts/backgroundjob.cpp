#include "ui/parts/backgroundjob.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <exception>
#include <malloc.h>
#include <mutex>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::ui {

namespace {

/// Lowers the priority of the calling thread and of threads that it starts: when all cores compute, a frame of the
/// timeline comes first. Linux applies nice values to single threads.
void lowerPriority()
{
    constexpr int kNice = 10; // a tenth of the processor time of a thread with the usual priority
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kNice); // again for each job: cheap
}

/// Returns freed memory to the system, a second after computations that took long enough, when the window has dropped
/// their former results. glibc keeps what lies between other allocations: up to 90 MB after minutes of analyses of a
/// live run. Jobs whose owner is gone do not count. Call it in the thread of the window.
void returnFreedMemory(std::chrono::nanoseconds computed)
{
    constexpr std::chrono::milliseconds kWorthwhile{100}; // returning takes 0.5 to 4 ms
    constexpr std::chrono::milliseconds kDelay{1000};
    static std::chrono::nanoseconds sinceReturn{0};
    static QPointer<QTimer> timer;
    sinceReturn += computed;
    if (!timer) {
        timer = new QTimer(QCoreApplication::instance());
        timer->setSingleShot(true);
        QObject::connect(timer, &QTimer::timeout, [] {
            jobPool()->start([] { malloc_trim(0); });
            returnFreedMemory({}); // jobs that ended while the timer ran need another return
        });
    }
    if (sinceReturn < kWorthwhile || timer->isActive())
        return;
    sinceReturn = {};
    timer->start(kDelay);
}

} // namespace

/// Where worker threads deliver; the receiver is null once the owner is destroyed.
struct BackgroundJob::Mailbox
{
    std::mutex mutex;
    BackgroundJob* receiver = nullptr;
};

BackgroundJob::BackgroundJob(Policy policy, QThreadPool* pool)
    : m_policy(policy)
    , m_pool(pool)
    , m_mailbox(std::make_shared<Mailbox>())
{
    m_mailbox->receiver = this;
    m_progressTimer.setInterval(kProgressIntervalMs);
    connect(&m_progressTimer, &QTimer::timeout, this, &BackgroundJob::reportProgress);
}

BackgroundJob::~BackgroundJob()
{
    cancel();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->receiver = nullptr;
}

JobPointer BackgroundJob::add(Task task)
{
    JobPointer control = task.control;
    if (m_policy == Policy::NewestWins)
        cancel();
    if (!m_progressTimer.isActive())
        m_progressTimer.start();
    if (m_policy == Policy::NewestWins && !m_running.empty())
        m_waiting.push_back(std::move(task));
    else
        run(std::move(task));
    return control;
}

void BackgroundJob::run(Task task)
{
    auto work = std::exchange(task.work, {});
    const bool computes = m_pool == jobPool();
    m_pool->start([mailbox = m_mailbox, control = task.control, computes, work = std::move(work)]() mutable {
        if (computes)
            lowerPriority();
        const auto begin = std::chrono::steady_clock::now();
        Outcome outcome;
        try {
            outcome.result = work(control);
        } catch (const std::exception& exception) {
            outcome.error = QString::fromUtf8(exception.what());
        }
        work = {}; // before waitForDone() returns: it may refer to members of the owner
        if (computes)
            outcome.computed = std::chrono::steady_clock::now() - begin;
        {
            const std::lock_guard lock(mailbox->mutex);
            if (BackgroundJob* owner = mailbox->receiver) {
                QMetaObject::invokeMethod(
                    owner, [owner, control, outcome] { owner->finish(control, outcome); }, Qt::QueuedConnection);
            }
        }
        control->m_hasEnded.store(true);
        control->m_hasEnded.notify_all();
    });
    m_running.push_back(std::move(task));
}

void BackgroundJob::finish(const JobPointer& control, const Outcome& outcome)
{
    const auto ended =
        std::find_if(m_running.begin(), m_running.end(), [&](const Task& task) { return task.control == control; });
    const Task task = std::move(*ended);
    m_running.erase(ended);
    for (Task& waiting : std::exchange(m_waiting, {}))
        run(std::move(waiting));
    if (m_running.empty())
        m_progressTimer.stop();
    returnFreedMemory(outcome.computed);
    // Last: a callback may start another job, or destroy this object.
    if (!task.done)
        return;
    if (outcome.result)
        return task.done(outcome.result);
    qWarning("A background job failed: %s", qUtf8Printable(outcome.error));
    emit failed(outcome.error);
}

void BackgroundJob::cancel()
{
    m_waiting.clear();
    m_progressTimer.stop();
    for (Task& task : m_running) {
        task.control->requestStop();
        task.done = {};
        task.progress = {};
    }
}

void BackgroundJob::waitForDone()
{
    for (const Task& task : m_running)
        task.control->m_hasEnded.wait(false);
}

bool BackgroundJob::isBusy() const
{
    return !m_waiting.empty() ||
           std::any_of(m_running.begin(), m_running.end(), [](const Task& task) { return task.done != nullptr; });
}

void BackgroundJob::reportProgress()
{
    // Copies: a callback may start or cancel jobs.
    std::vector<std::pair<JobPointer, std::function<void(double)>>> reports;
    for (const auto* tasks : {&m_running, &m_waiting}) {
        for (const Task& task : *tasks) {
            if (task.progress)
                reports.emplace_back(task.control, task.progress);
        }
    }
    for (const auto& [control, report] : reports) {
        if (!control->stopRequested())
            report(control->progress());
    }
}

QThreadPool* jobPool()
{
    static QThreadPool* const pool = [] {
        static QThreadPool jobs;
        // Cancelled jobs may still run when the program ends, and use statics, which are destroyed after the
        // application.
        qAddPostRoutine([] { jobs.waitForDone(); });
        return &jobs;
    }();
    return pool;
}

QThreadPool* blockingJobPool()
{
    constexpr int kMaxThreads = 256; // far more than a window starts; idle threads expire

    static QThreadPool pool;
    pool.setMaxThreadCount(kMaxThreads);
    return &pool;
}

} // namespace stepscope::ui
