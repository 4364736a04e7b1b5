#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope::simulator {

/// Who reads, and when: CLOCK_MONOTONIC ns, after the file's delay.
struct Request
{
    std::int64_t time = 0;
    int process = 0;
};

/// What reading a live file gives: its bytes, or an errno.
struct Answer
{
    std::string bytes;
    int error = 0;
};

/// A file whose bytes are made when it is read: once for each read at offset 0, so a value is never torn.
/// The callbacks may be called by several threads at once.
struct LiveFile
{
    std::function<Answer(const Request&)> read;
    /// Gets what was written, whole writes only; returns an errno or 0. Empty = read-only.
    std::function<int(std::string_view)> write;
    /// How often the file is open now, told at each opening and closing; also the death of a process closes its files.
    std::function<void(int handles)> held;
    std::int64_t delayNs = 0; ///< what a read costs in wall time
    /// Files on the same bus (or chip) wait for each other, delays included; null = for nobody.
    std::shared_ptr<std::mutex> bus;
};

/// One place in the tree.
struct Node
{
    enum class Kind { Folder, Text, Link, Live };

    std::uint64_t id = 0; ///< never used again after the node is gone
    Kind kind = Kind::Folder;
    std::string text; ///< of a file, or where a link goes
    LiveFile live;
    std::uint64_t parent = 0;
    std::map<std::string, std::uint64_t, std::less<>> children;
    int error = 0;
    std::int64_t extraDelayNs = 0;
    bool removed = false;
    int handles = 0;
};

/// Folders, texts, links and live files below one root; changeable while others read. Knows nothing of mounting.
class TreeNodes
{
public:
    static constexpr std::uint64_t kRoot = 1;

    TreeNodes();

    /// Folders above a path are made. What is at the path already is replaced.
    void addFolder(std::string_view path);
    void addText(std::string_view path, std::string text);
    /// target: as in symlink(2), relative to the link's folder or absolute.
    void addLink(std::string_view path, std::string target);
    void addLive(std::string_view path, LiveFile file);
    /// With all below it. Who has it open reads ENODEV from now on, as from a driver's file. Nothing there: no change.
    void remove(std::string_view path);
    /// Every access from now on fails with this errno (EACCES: opening it; others: reading it); 0 = works again.
    void fail(std::string_view path, int error);
    /// Each read takes this much longer, and so do those that wait for the same bus.
    void slow(std::string_view path, std::int64_t extraNs);
    [[nodiscard]] bool exists(std::string_view path) const;

    // For whoever serves the tree. Copies, so that nothing is locked while a read waits.
    struct Status
    {
        Node::Kind kind = Node::Kind::Folder;
        std::uint64_t size = 0;
        bool writable = false;
        int error = 0;
    };
    [[nodiscard]] std::optional<Status> status(std::uint64_t id) const;
    [[nodiscard]] std::uint64_t child(std::uint64_t folder, std::string_view name) const; ///< 0 = not there
    [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> list(std::uint64_t folder) const;
    [[nodiscard]] std::string linkTarget(std::uint64_t id) const;
    /// Waits for the bus and the delay, then makes the bytes.
    [[nodiscard]] Answer read(std::uint64_t id, int process) const;
    [[nodiscard]] int write(std::uint64_t id, std::string_view bytes) const;
    /// A file was opened (+1) or closed (-1).
    void hold(std::uint64_t id, int change);
    /// Files that are open now.
    [[nodiscard]] int openFiles() const;

private:
    using NodePointer = std::shared_ptr<Node>;

    [[nodiscard]] NodePointer find(std::string_view path) const;
    [[nodiscard]] NodePointer node(std::uint64_t id) const;
    Node& add(std::string_view path, Node::Kind kind);
    void removeBelow(std::uint64_t id);

    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::uint64_t, NodePointer> m_nodes; ///< removed ones stay: somebody may have them open
    std::uint64_t m_nextId = kRoot + 1;
    int m_openFiles = 0;
};

} // namespace stepscope::simulator
