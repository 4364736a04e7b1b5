#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stepscope::agent {

/// A process and its descendants, as far as they fit. After it was made nothing allocates.
/// Always this machine's processes: a described board runs none.
class ProcessTree
{
public:
    static constexpr std::size_t kMaxProcesses = 256;

    ProcessTree() = default;
    ~ProcessTree();
    ProcessTree(const ProcessTree&) = delete;
    ProcessTree& operator=(const ProcessTree&) = delete;

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
    };
    void note(int id);
    void noteChildren(int id);
    void noteChildrenOfThread(int id, const char* thread);

    std::array<Process, kMaxProcesses> m_processes;
    std::size_t m_size = 0;
    bool m_cut = false;
};

} // namespace stepscope::agent
