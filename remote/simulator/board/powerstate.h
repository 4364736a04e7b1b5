#pragma once

#include "remote/simulator/board/boards.h"
#include "remote/simulator/training/stepplan.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace stepscope::simulator {

/// The limits of a clock, in its own unit: kHz of cores, Hz of the GPU.
struct ClockRange
{
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
};

/// The power mode of a board and the limits of its clocks, as the agent reads and writes them. Thread-safe.
class PowerState
{
public:
    /// In the first mode of the board. The board must outlive this object.
    explicit PowerState(const Board& board);

    [[nodiscard]] int mode() const;
    /// Sets the mode and its limits, as nvpmodel does. False if there is no such mode.
    bool setMode(std::int64_t mode);

    [[nodiscard]] ClockRange core(int clock) const;
    [[nodiscard]] ClockRange gpu() const;
    /// False for limits out of order or out of the range of the clock, as a driver refuses them.
    bool setCore(int clock, std::optional<std::int64_t> lowest, std::optional<std::int64_t> highest);
    bool setGpu(std::optional<std::int64_t> lowest, std::optional<std::int64_t> highest);

    /// What a training that begins now runs with.
    [[nodiscard]] Clocks clocks() const;

private:
    void applyMode();

    const Board& m_board;
    mutable std::mutex m_mutex;
    std::size_t m_mode = 0;          ///< guarded, as the rest
    std::vector<ClockRange> m_cores; ///< by number of the clock
    ClockRange m_gpu;
};

/// The frequencies of a clock, ascending: those of the cores in kHz, of the GPU in Hz.
std::vector<std::int64_t> coreFrequencies(const CoreRow& core);
std::vector<std::int64_t> gpuFrequencies(const Board& board);

} // namespace stepscope::simulator
