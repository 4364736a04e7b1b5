#include "ui/parts/jobpool.h"

#include <QThreadPool>

namespace stepscope::ui {

QThreadPool* jobPool()
{
    static QThreadPool pool;
    return &pool;
}

QThreadPool* blockingJobPool()
{
    constexpr int kMaxThreads = 256; // far more than a window starts; idle threads expire

    static QThreadPool pool;
    pool.setMaxThreadCount(kMaxThreads);
    return &pool;
}

} // namespace stepscope::ui
