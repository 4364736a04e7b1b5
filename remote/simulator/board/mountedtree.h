#pragma once

#include "remote/format/result.h"
#include "remote/simulator/board/treenodes.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace stepscope::simulator {

/// Mounts a tree of nodes as a folder with FUSE. Reads take as long as on a board, fail like those of drivers, and
/// return consistent values. Reads of different files run in parallel, so a slow file delays no other file, except on
/// the same bus. Nodes may be added, removed and set to fail through nodes() while the tree is mounted.
class MountedTree
{
public:
    /// Creates `folder` if it does not exist, and removes a mount left by a process that died. Error, in one line, if
    /// /dev/fuse or fusermount3 is missing, or the folder is a mount point.
    static format::Result<std::unique_ptr<MountedTree>> mount(const std::string& folder,
                                                              std::shared_ptr<TreeNodes> nodes);
    /// Unmounts the tree; waits for reads in progress.
    ~MountedTree();
    MountedTree(const MountedTree&) = delete;
    MountedTree& operator=(const MountedTree&) = delete;

    [[nodiscard]] TreeNodes& nodes() { return *m_nodes; }
    [[nodiscard]] const std::string& folder() const { return m_folder; }
    /// True once another process has unmounted the tree.
    [[nodiscard]] bool ended() const;

    /// The reason why this computer cannot mount trees; empty if it can.
    static std::string unavailableReason();

private:
    struct Session;
    MountedTree(std::string folder, std::shared_ptr<TreeNodes> nodes);

    std::string m_folder;
    std::shared_ptr<TreeNodes> m_nodes;
    std::unique_ptr<Session> m_session;
};

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
