#include "remote/simulator/board/powerstate.h"

#include <algorithm>
#include <array>

namespace stepscope::simulator {
namespace {

constexpr std::array kCoreShares = {0.17, 0.4, 0.6, 0.8, 1.0}; ///< frequencies relative to the highest one
constexpr std::int64_t kLowestGpuHz = 114'750'000;
constexpr std::int64_t kGpuStepHz = 102'000'000; ///< of the TX2's GPU; the last step is shorter

/// The frequencies of the clock with a number.
std::vector<std::int64_t> frequenciesOf(const Board& board, int clock)
{
    const auto core =
        std::find_if(board.cores.begin(), board.cores.end(), [&](const CoreRow& row) { return row.clock == clock; });
    return core == board.cores.end() ? std::vector<std::int64_t>{0} : coreFrequencies(*core);
}

bool set(ClockRange& range, const std::vector<std::int64_t>& frequencies, std::optional<std::int64_t> lowest,
         std::optional<std::int64_t> highest)
{
    const ClockRange wanted{lowest.value_or(range.lowest), highest.value_or(range.highest)};
    if (wanted.lowest > wanted.highest || wanted.lowest < frequencies.front() || wanted.highest > frequencies.back())
        return false;
    range = wanted;
    return true;
}

double share(double part, double whole)
{
    return whole > 0 ? part / whole : 1;
}

} // namespace

std::vector<std::int64_t> coreFrequencies(const CoreRow& core)
{
    std::vector<std::int64_t> frequencies;
    for (const double part : kCoreShares)
        frequencies.push_back(static_cast<std::int64_t>(core.maximumKhz * part / 100) * 100);
    return frequencies;
}

std::vector<std::int64_t> gpuFrequencies(const Board& board)
{
    std::vector<std::int64_t> frequencies;
    for (std::int64_t frequency = kLowestGpuHz; frequency < board.gpuMaximumHz; frequency += kGpuStepHz)
        frequencies.push_back(frequency);
    frequencies.push_back(board.gpuMaximumHz);
    return frequencies;
}

PowerState::PowerState(const Board& board)
    : m_board(board)
{
    int clocks = 0;
    for (const CoreRow& core : board.cores)
        clocks = std::max(clocks, core.clock + 1);
    m_cores.resize(static_cast<std::size_t>(clocks));
    applyMode();
}

void PowerState::applyMode()
{
    const PowerModeRow& mode = m_board.powerModes[m_mode];
    for (std::size_t clock = 0; clock < m_cores.size(); ++clock) {
        const auto frequencies = frequenciesOf(m_board, static_cast<int>(clock));
        const bool isFast = clock == 1 && !m_board.machine.fastCores.empty();
        const std::int64_t cap = isFast && mode.fastKhz > 0 ? mode.fastKhz : mode.coreKhz;
        m_cores[clock] = {frequencies.front(), std::clamp(cap, frequencies.front(), frequencies.back())};
    }
    const auto frequencies = gpuFrequencies(m_board);
    m_gpu = {frequencies.front(), std::clamp(mode.gpuHz, frequencies.front(), frequencies.back())};
}

int PowerState::mode() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_mode);
}

bool PowerState::setMode(std::int64_t mode)
{
    const std::lock_guard lock(m_mutex);
    if (mode < 0 || static_cast<std::size_t>(mode) >= m_board.powerModes.size())
        return false;
    m_mode = static_cast<std::size_t>(mode);
    applyMode();
    return true;
}

ClockRange PowerState::core(int clock) const
{
    const std::lock_guard lock(m_mutex);
    return m_cores[static_cast<std::size_t>(clock)];
}

ClockRange PowerState::gpu() const
{
    const std::lock_guard lock(m_mutex);
    return m_gpu;
}

bool PowerState::setCore(int clock, std::optional<std::int64_t> lowest, std::optional<std::int64_t> highest)
{
    const std::lock_guard lock(m_mutex);
    return set(m_cores[static_cast<std::size_t>(clock)], frequenciesOf(m_board, clock), lowest, highest);
}

bool PowerState::setGpu(std::optional<std::int64_t> lowest, std::optional<std::int64_t> highest)
{
    const std::lock_guard lock(m_mutex);
    return set(m_gpu, gpuFrequencies(m_board), lowest, highest);
}

Clocks PowerState::clocks() const
{
    const std::lock_guard lock(m_mutex);
    const PowerModeRow& mode = m_board.powerModes[m_mode];
    const int mainClock = m_board.cores[static_cast<std::size_t>(m_board.machine.mainCore)].clock;
    const auto isLocked = [](const ClockRange& range) { return range.lowest == range.highest; };
    Clocks clocks;
    clocks.gpu = share(static_cast<double>(m_gpu.highest), static_cast<double>(m_board.gpuMaximumHz));
    clocks.core = share(static_cast<double>(m_cores[static_cast<std::size_t>(mainClock)].highest),
                        static_cast<double>(frequenciesOf(m_board, mainClock).back()));
    clocks.memory = mode.emcHz > 0 ? share(static_cast<double>(mode.emcHz), static_cast<double>(m_board.emcHz)) : 1;
    clocks.hasFastCores = mode.fastKhz != 0;
    clocks.isLocked = isLocked(m_gpu) && std::all_of(m_cores.begin(), m_cores.end(), isLocked);
    return clocks;
}

} // namespace stepscope::simulator
