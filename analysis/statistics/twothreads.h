#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace stepscope::analysis {

/// Calls work(i) for each i < count, on this thread and on a second one. Calls for different i must not change common
/// data.
template <typename Work>
void forEachOnTwoThreads(std::size_t count, const Work& work)
{
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    const std::jthread second(run);
    run();
}

} // namespace stepscope::analysis
