#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace stepscope::agent {

/// The training as the sources see it: its first process, those that came of it, and the processor time of all of them.
/// One thread starts it, one publishes its processes; any may ask.
class Training
{
public:
    static constexpr std::size_t kMaxProcesses = 256;

    Training() = default;
    ~Training();
    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;

    /// From now on; at once after it was launched, since what it forked before is not counted.
    void start(int process);
    /// 0 before it is launched.
    [[nodiscard]] int process() const { return m_process.load(std::memory_order_acquire); }

    /// Up to this very moment, of all its threads and processes, also those that ended; nullopt before it starts, and
    /// where the kernel does not count it.
    [[nodiscard]] std::optional<std::int64_t> processorTimeNs() const;
    /// errno of what a processor-time counter would meet here; 0 = it works.
    [[nodiscard]] static int counterError();

    void publishProcesses(std::span<const int> ids);
    /// Another number after each publishing.
    [[nodiscard]] std::uint32_t publishings() const { return m_publishings.load(std::memory_order_acquire); }
    /// The processes known last, at least the first one while there is one; a part of `memory`.
    std::span<const int> processes(std::span<int, kMaxProcesses> memory) const;

private:
    std::atomic<int> m_process{0};
    std::atomic<int> m_counter{-1};
    std::atomic<std::uint32_t> m_publishings{0};
    std::atomic<std::size_t> m_count{0};
    std::array<std::atomic<int>, kMaxProcesses> m_ids{};
};

} // namespace stepscope::agent
