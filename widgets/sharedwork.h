#pragma once

#include <QThreadPool>

#include <cstddef>
#include <functional>

namespace stepscope::widgets {

/// Work of many like parts, done by the caller and by threads that wait for it: none is begun for a frame.
class SharedWork
{
public:
    SharedWork();

    /// Calls `part(i)` for each i < count, in any order and from several threads; returns when all are done.
    void run(std::size_t count, const std::function<void(std::size_t)>& part);

private:
    QThreadPool m_threads; ///< its own: others' long jobs would hold up a frame
};

} // namespace stepscope::widgets
