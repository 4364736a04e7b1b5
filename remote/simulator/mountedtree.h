#pragma once

#include "remote/format/result.h"
#include "remote/simulator/treenodes.h"

#include <memory>
#include <string>

namespace stepscope::simulator {

/// Shows a tree of nodes as a folder of the file system, by FUSE, so that reads cost what they cost on a board, fail as
/// drivers fail, and are never torn. Reads of different files run side by side: a slow one delays nobody else.
/// Nodes may be added, removed and made failing through nodes() while it is mounted.
class MountedTree
{
public:
    /// `folder` is made if it is not there; what was left mounted there by a process that died is taken away first.
    /// Error: one line, where /dev/fuse or fusermount3 is missing, or something is mounted there already.
    static format::Result<std::unique_ptr<MountedTree>> mount(const std::string& folder,
                                                              std::shared_ptr<TreeNodes> nodes);
    /// Takes the folder's contents away; waits for reads in progress.
    ~MountedTree();
    MountedTree(const MountedTree&) = delete;
    MountedTree& operator=(const MountedTree&) = delete;

    [[nodiscard]] TreeNodes& nodes() { return *m_nodes; }
    [[nodiscard]] const std::string& folder() const { return m_folder; }
    /// Somebody else unmounted it.
    [[nodiscard]] bool ended() const;

    /// Why nothing can be mounted on this computer; empty where it should work.
    static std::string whyNot();

private:
    struct Session;
    MountedTree(std::string folder, std::shared_ptr<TreeNodes> nodes);

    std::string m_folder;
    std::shared_ptr<TreeNodes> m_nodes;
    std::unique_ptr<Session> m_session;
};

} // namespace stepscope::simulator
