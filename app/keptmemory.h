#pragma once

#include <malloc.h>

namespace stepscope::app {

/// Analyses free arrays of many megabytes. glibc would keep them, for each thread: its limit for returning memory to
/// the system rises to 32 MiB as large arrays are freed. A given limit does not rise. Called at the start of the
/// program.
inline void limitKeptMemory()
{
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

} // namespace stepscope::app
