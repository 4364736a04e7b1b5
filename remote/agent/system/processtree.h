#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace stepscope::agent {

/// A process and its descendants. Does not allocate.
class ProcessTree
{
public:
    static constexpr std::size_t kMaxProcesses = 256;

    /// Collects the descendants of `root` by /proc/PID/task/TID/children. Kernels without that file yield only `root`.
    void scan(int root);
    [[nodiscard]] std::span<const int> processes() const { return std::span(m_ids).first(m_size); }
    /// True if there are more than kMaxProcesses.
    [[nodiscard]] bool isCut() const { return m_cut; }

private:
    void add(int id);
    void addChildren(int id);
    void addChildrenOfThread(int id, const char* thread);

    std::array<int, kMaxProcesses> m_ids{};
    std::size_t m_size = 0;
    bool m_cut = false;
};

} // namespace stepscope::agent
