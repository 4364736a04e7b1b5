#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace stepscope::agent {

/// A process and its descendants, as far as they fit. Nothing allocates.
class ProcessTree
{
public:
    static constexpr std::size_t kMaxProcesses = 256;

    /// Follows the children of each thread of each known process (/proc/PID/task/TID/children; a kernel without that
    /// file shows the first process only).
    void scan(int root);
    [[nodiscard]] std::span<const int> processes() const { return std::span(m_ids).first(m_size); }
    /// More processes than fit.
    [[nodiscard]] bool isCut() const { return m_cut; }

private:
    void note(int id);
    void noteChildren(int id);
    void noteChildrenOfThread(int id, const char* thread);

    std::array<int, kMaxProcesses> m_ids{};
    std::size_t m_size = 0;
    bool m_cut = false;
};

} // namespace stepscope::agent
