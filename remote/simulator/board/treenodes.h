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

/// A read of a live file.
struct Request
{
    std::int64_t time = 0; ///< CLOCK_MONOTONIC ns, after the file's delay
    int process = 0;       ///< number of the reading process
};

/// The result of reading a live file: its bytes, or an errno.
struct Answer
{
    std::string bytes;
    int error = 0;
};

/// A file whose bytes are computed at each read at offset 0, so that values are consistent. Several threads may call
/// the callbacks at once.
struct LiveFile
{
    std::function<Answer(const Request&)> read;
    /// Gets the bytes of one write; returns an errno or 0. Empty = read-only.
    std::function<int(std::string_view)> write;
    /// Called at each opening and closing with the number of open handles. The end of a process closes its files.
    std::function<void(int openCount)> openCountChanged;
    std::int64_t delayNs = 0; ///< duration of a read
    /// Reads of files on the same bus (or chip) exclude each other, delays included; null = no bus.
    std::shared_ptr<std::mutex> bus;
};

/// A file, folder or link of the tree.
struct Node
{
    enum class Kind { Folder, Text, Link, Live };

    std::uint64_t id = 0; ///< not reused after the node is removed
    Kind kind = Kind::Folder;
    std::string text; ///< content of a file, or target of a link
    LiveFile live;
    std::uint64_t parent = 0;
    std::map<std::string, std::uint64_t, std::less<>> children;
    int error = 0;
    std::int64_t extraDelayNs = 0;
    bool removed = false;
    int openCount = 0;
};

/// Folders, texts, links and live files below one root. Thread-safe. Independent of FUSE.
class TreeNodes
{
public:
    static constexpr std::uint64_t kRoot = 1;

    TreeNodes();

    /// The add functions create the folders above the path and replace an existing node.
    void addFolder(std::string_view path);
    void addText(std::string_view path, std::string text);
    /// `target` is relative to the link's folder or absolute, as in symlink(2).
    void addLink(std::string_view path, std::string target);
    void addLive(std::string_view path, LiveFile file);
    /// Removes a node and all nodes below it, if it exists. Reads of open files then fail with ENODEV, as with a
    /// driver.
    void remove(std::string_view path);
    /// Makes every access fail with this errno (EACCES: opening; others: reading); 0 ends the failure.
    void fail(std::string_view path, int error);
    /// Makes each read take longer, and so those that wait for the same bus.
    void slow(std::string_view path, std::int64_t extraNs);
    [[nodiscard]] bool exists(std::string_view path) const;

    // For the server of the tree. Results are copies, so that no lock is held while a read waits.
    struct Status
    {
        Node::Kind kind = Node::Kind::Folder;
        std::uint64_t size = 0;
        bool writable = false;
        int error = 0;
    };
    [[nodiscard]] std::optional<Status> status(std::uint64_t id) const;
    [[nodiscard]] std::uint64_t child(std::uint64_t folder, std::string_view name) const; ///< 0 = none
    [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> list(std::uint64_t folder) const;
    [[nodiscard]] std::string linkTarget(std::uint64_t id) const;
    /// Waits for the bus and the delay, then computes the bytes.
    [[nodiscard]] Answer read(std::uint64_t id, int process) const;
    [[nodiscard]] int write(std::uint64_t id, std::string_view bytes) const;
    /// Reports that a file was opened (+1) or closed (-1).
    void changeOpenCount(std::uint64_t id, int change);
    /// Number of open handles of all files.
    [[nodiscard]] int openFiles() const;

private:
    using NodePointer = std::shared_ptr<Node>;

    [[nodiscard]] NodePointer find(std::string_view path) const;
    [[nodiscard]] NodePointer node(std::uint64_t id) const;
    Node& add(std::string_view path, Node::Kind kind);
    void removeBelow(std::uint64_t id);

    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::uint64_t, NodePointer> m_nodes; ///< removed nodes stay until they are closed
    std::uint64_t m_nextId = kRoot + 1;
    int m_openFiles = 0;
};

} // namespace stepscope::simulator
