#include "widgets/render/workerpool.h"

#include <QThread>

#include <algorithm>
#include <atomic>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kMostThreads = 4; // including the caller: a frame has a few dozen parts

} // namespace

/// Shared with the threads: a thread that starts after finish() does not call `work`, which may be gone.
struct WorkerPool::Calls
{
    std::function<void()> work;
    std::size_t count = 0;
    std::atomic<std::size_t> begun{0};
    std::atomic<std::size_t> ended{0};

    void call()
    {
        if (begun++ >= count)
            return;
        work();
        ++ended;
        ended.notify_all();
    }
};

WorkerPool::Help& WorkerPool::Help::operator=(Help&& other) noexcept
{
    if (this != &other) {
        finish();
        m_calls = std::move(other.m_calls);
    }
    return *this;
}

void WorkerPool::Help::finish()
{
    const std::shared_ptr<Calls> calls = std::exchange(m_calls, nullptr);
    if (!calls)
        return;
    const std::size_t begun = std::min(calls->begun.exchange(calls->count), calls->count);
    for (std::size_t ended = calls->ended; ended < begun; ended = calls->ended)
        calls->ended.wait(ended);
}

WorkerPool::WorkerPool()
{
    m_threads.setMaxThreadCount(std::clamp(QThread::idealThreadCount(), 1, kMostThreads) - 1);
    m_threads.setExpiryTimeout(-1);
}

WorkerPool::Help WorkerPool::begin(std::function<void()> work)
{
    const auto calls = std::make_shared<Calls>();
    calls->work = std::move(work);
    calls->count = static_cast<std::size_t>(m_threads.maxThreadCount());
    for (std::size_t i = 0; i < calls->count; ++i)
        m_threads.start([calls] { calls->call(); });
    return Help(calls);
}

void WorkerPool::run(std::size_t count, const std::function<void(std::size_t)>& part)
{
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            part(i);
    };
    Help help;
    if (count > 1)
        help = begin(work);
    work();
    help.finish();
}

} // namespace stepscope::widgets
