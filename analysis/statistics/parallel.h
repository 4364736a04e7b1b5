#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace stepscope::analysis {

/// Calls work(i) for each i < count, on this thread and up to three others. Calls for different i must not change
/// common data.
template <typename Work>
void forEachInParallel(std::size_t count, const Work& work)
{
    constexpr std::size_t kMostThreads = 4; // bounds the memory of calls that run at the same time
    const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(cores, count); ++i)
        others.emplace_back(run);
    run();
}

} // namespace stepscope::analysis
