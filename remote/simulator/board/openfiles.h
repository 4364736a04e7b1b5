#pragma once

#include "remote/simulator/board/treenodes.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace stepscope::simulator {

/// An open file. Reads at an offset above 0 continue the bytes of the last read at offset 0.
struct Handle
{
    std::mutex mutex;
    std::string bytes;
};

/// The state of the FUSE callbacks. It owns the open files, since the kernel does not close those that are open when
/// the tree is unmounted.
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
