#pragma once

#include <QThreadPool>

#include <cstddef>
#include <functional>
#include <memory>

namespace stepscope::widgets {

/// Work of many like parts, done by the caller and by threads that wait for it: none is begun for a frame.
class SharedWork
{
    struct Calls;

public:
    SharedWork();

    /// Of the other threads, until finish() or its end.
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

        /// Returns when nobody is at it any more. Those that did not come to it yet will not: they may have other work.
        void finish();

    private:
        std::shared_ptr<Calls> m_calls;
    };
    /// Has each of the other threads call `work` once as soon as it can, beside what the caller does until it is
    /// finished.
    [[nodiscard]] Help begin(std::function<void()> work);
    /// Calls `part(i)` for each i < count, in any order and from several threads; returns when all are done. Within
    /// what others are busy with, the caller does them alone.
    void run(std::size_t count, const std::function<void(std::size_t)>& part);

private:
    QThreadPool m_threads; ///< its own: others' long jobs would hold up a frame
};

} // namespace stepscope::widgets
