#pragma once

class QThreadPool;

namespace stepscope::ui {

/// Threads for whatever takes long. Not Qt's global pool: Qt fills large areas with the threads of that one and waits
/// for them, so the window would stand still while they count.
[[nodiscard]] QThreadPool* jobPool();

} // namespace stepscope::ui
