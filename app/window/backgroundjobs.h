#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace stepscope::app {

/// Work off the GUI thread whose results come back to it. Everything in progress is cancelled and waited for at the
/// end.
class BackgroundJobs
{
public:
    using CancelFlag = std::shared_ptr<std::atomic<bool>>;

    /// `owner` lives on the GUI thread; results for a dead owner are dropped.
    explicit BackgroundJobs(QObject* owner)
        : m_owner(owner)
    {}
    ~BackgroundJobs()
    {
        cancelAll();
        m_pool.waitForDone();
    }
    BackgroundJobs(const BackgroundJobs&) = delete;
    BackgroundJobs& operator=(const BackgroundJobs&) = delete;

    /// `work(cancelled)` runs on a thread of its own; `done(result)` on the GUI thread. Work that posts something to
    /// the GUI thread meanwhile can take the flag itself instead of its value, to drop it there.
    template <typename Work, typename Done>
    CancelFlag start(Work work, Done done)
    {
        auto cancelled = std::make_shared<std::atomic<bool>>(false);
        std::erase_if(m_flags, [](const std::weak_ptr<std::atomic<bool>>& flag) { return flag.expired(); });
        m_flags.push_back(cancelled);
        m_pool.setMaxThreadCount(std::max(m_pool.maxThreadCount(), m_pool.activeThreadCount() + 1));
        m_pool.start([owner = m_owner, cancelled, work = std::move(work), done = std::move(done)]() mutable {
            const auto run = [&] {
                if constexpr (std::is_invocable_v<Work&, const CancelFlag&>)
                    return work(cancelled);
                else
                    return work(*cancelled);
            };
            auto result = std::make_shared<decltype(run())>(run());
            QMetaObject::invokeMethod(
                owner, [result, done = std::move(done)]() mutable { done(std::move(*result)); }, Qt::QueuedConnection);
        });
        return cancelled;
    }

    void cancelAll()
    {
        for (const auto& flag : m_flags) {
            if (const auto alive = flag.lock())
                alive->store(true);
        }
    }

private:
    QObject* m_owner;
    QThreadPool m_pool;
    std::vector<std::weak_ptr<std::atomic<bool>>> m_flags;
};

} // namespace stepscope::app
