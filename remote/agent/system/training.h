#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace stepscope::agent {

/// The training's processes and their processor time, shared by the sources. One thread calls start(), one publishes
/// the processes; any thread may read.
class Training
{
public:
    static constexpr std::size_t kMaxProcesses = 256;

    Training() = default;
    ~Training();
    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;

    /// Starts counting. Call it directly after the launch: processes forked before are not counted.
    void start(int process);
    /// 0 before start().
    [[nodiscard]] int process() const { return m_process.load(std::memory_order_acquire); }

    /// Processor time until now of all threads and processes, including ended ones. nullopt before start(), and where
    /// the kernel forbids the counter.
    [[nodiscard]] std::optional<std::int64_t> processorTimeNs() const;
    /// Tries to open a processor-time counter; returns an errno, 0 on success.
    [[nodiscard]] static int counterError();

    void publishProcesses(std::span<const int> ids);
    /// Changes with each call of publishProcesses().
    [[nodiscard]] std::uint32_t publication() const { return m_publication.load(std::memory_order_acquire); }
    /// The processes published last, at least the first process once started. A part of `memory`.
    std::span<const int> processes(std::span<int, kMaxProcesses> memory) const;

private:
    std::atomic<int> m_process{0};
    std::atomic<int> m_counter{-1};
    std::atomic<std::uint32_t> m_publication{0};
    std::atomic<std::size_t> m_count{0};
    std::array<std::atomic<int>, kMaxProcesses> m_ids{};
};

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
