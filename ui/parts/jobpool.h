#pragma once

class QThreadPool;

namespace stepscope::ui {

/// The worker pool for computations, one thread a core. It is not QThreadPool::globalInstance(): Qt fills large areas
/// with the threads of that pool and blocks until they are free, so a long analysis there would block the window.
[[nodiscard]] QThreadPool* jobPool();

/// The worker pool for jobs that block on the network or the disk. It has a thread for each of them, so that they delay
/// neither each other nor a computation. Do not use it for computations.
[[nodiscard]] QThreadPool* blockingJobPool();

} // namespace stepscope::ui
