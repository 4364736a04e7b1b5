#include "widgets/sharedwork.h"

#include <QSemaphore>
#include <QThread>

#include <algorithm>
#include <atomic>

namespace stepscope::widgets {

namespace {

constexpr int kMostThreads = 4; // the caller among them: a frame has few dozens of parts

} // namespace

SharedWork::SharedWork()
{
    m_threads.setMaxThreadCount(std::clamp(QThread::idealThreadCount(), 1, kMostThreads) - 1);
    m_threads.setExpiryTimeout(-1);
}

void SharedWork::run(std::size_t count, const std::function<void(std::size_t)>& part)
{
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            part(i);
    };
    const int others = std::min(m_threads.maxThreadCount(), static_cast<int>(count) - 1);
    QSemaphore done;
    for (int i = 0; i < others; ++i) {
        m_threads.start([&] {
            work();
            done.release();
        });
    }
    work();
    done.acquire(std::max(others, 0));
}

} // namespace stepscope::widgets
