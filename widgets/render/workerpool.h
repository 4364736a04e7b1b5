#pragma once

#include <QThreadPool>

#include <cstddef>
#include <functional>
#include <memory>

namespace stepscope::widgets {

/// Runs many similar pieces of work on the calling thread and on up to three waiting threads. The threads are its own,
/// so that long jobs elsewhere do not delay a frame.
class WorkerPool
{
    struct Calls;

public:
    WorkerPool();

    /// The running work of begin(); finishes it on destruction.
    class Help
    {
    public:
        Help() = default;
        explicit Help(std::shared_ptr<Calls> calls)
            : m_calls(std::move(calls))
        {}
        Help(Help&& other) noexcept = default;
        Help& operator=(Help&& other) noexcept;
        ~Help() { finish(); }

        /// Returns when no thread runs the work. Threads that have not started it do not start it any more.
        void finish();

    private:
        std::shared_ptr<Calls> m_calls;
    };
    /// Calls `work` once on each of the other threads, as soon as they are free, and returns immediately.
    [[nodiscard]] Help begin(std::function<void()> work);
    /// Calls `part(i)` for each i < count, in any order and from several threads; returns when all calls have returned.
    /// While the other threads are busy, the caller makes all calls.
    void run(std::size_t count, const std::function<void(std::size_t)>& part);

private:
    QThreadPool m_threads;
};

} // namespace stepscope::widgets
