#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace stepscope::agent {

/// A process and its descendants, as far as they fit. After it was made nothing allocates.
/// This machine's processes, but where a described board has files of one of them (a played training), those count.
class ProcessTree
{
public:
    static constexpr std::size_t kMaxProcesses = 256;

    ProcessTree() = default;
    ~ProcessTree();
    ProcessTree(const ProcessTree&) = delete;
    ProcessTree& operator=(const ProcessTree&) = delete;

    /// The folder before /proc of a described board; before the first scan.
    void describeBy(std::string root) { m_root = std::move(root); }
    /// Follows the children of each thread of each known process (/proc/PID/task/TID/children; a kernel without that
    /// file shows the first process only). Processes that ended are dropped.
    void scan(int root);
    /// Resident pages of all, shared ones counted for each; -1 when none could be read.
    std::int64_t residentPages();
    [[nodiscard]] bool contains(int id) const;
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// More processes than fit.
    [[nodiscard]] bool isCut() const { return m_cut; }

private:
    struct Process
    {
        int id = 0;
        int statm = -1;
        bool seen = false;
        bool described = false;
    };
    [[nodiscard]] int openDescribed(int id) const;
    void note(int id);
    void noteChildren(int id);
    void noteChildrenOfThread(int id, const char* thread);

    std::string m_root;
    std::array<Process, kMaxProcesses> m_processes;
    std::size_t m_size = 0;
    bool m_cut = false;
};

} // namespace stepscope::agent
