#pragma once

#include "remote/simulator/treenodes.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace stepscope::simulator {

/// An open file: the bytes that its last reading from the beginning gave, for those who read on from there.
struct Handle
{
    std::mutex mutex;
    std::string bytes;
};

/// What the callbacks work on. Open files are kept here, since the kernel does not close those that are open when the
/// tree is unmounted.
struct Served
{
    TreeNodes& nodes;
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<Handle>> handles;

    std::uint64_t open()
    {
        auto handle = std::make_unique<Handle>();
        const auto number = reinterpret_cast<std::uint64_t>(handle.get());
        const std::lock_guard lock(mutex);
        handles.emplace(number, std::move(handle));
        return number;
    }
    void close(std::uint64_t number)
    {
        const std::lock_guard lock(mutex);
        handles.erase(number);
    }
};

} // namespace stepscope::simulator
