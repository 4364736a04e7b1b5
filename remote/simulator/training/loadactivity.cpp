#include "remote/simulator/training/loadactivity.h"

#include "remote/format/clock.h"

namespace stepscope::simulator {
namespace {

constexpr std::int64_t kShortest = 20 * format::kMillisecond;
constexpr std::int64_t kLongest = 800 * format::kMillisecond;
constexpr double kBytes = 5e7;

} // namespace

LoadActivity::LoadActivity(std::int64_t start, std::int64_t seconds, std::uint64_t seed, const Machine& machine,
                           std::size_t cores)
{
    const std::int64_t last = start + seconds * format::kSecond;
    const auto length = [&](std::uint64_t number) {
        return kShortest + static_cast<std::int64_t>(uniform(seed, number) * static_cast<double>(kLongest - kShortest));
    };
    Signals busy{};
    for (std::size_t core = 0; core < cores; ++core)
        addBusy(busy, machine, static_cast<int>(core), 0.97);
    busy[GpuBusy] = 1;
    busy[GpuWatts] = 3.6 * machine.kernelPowerFactor;
    busy[SocWatts] = 0.5 * machine.kernelPowerFactor;
    busy[DdrWatts] = 1.4 * machine.kernelPowerFactor;
    busy[EmcBusy] = 0.6;
    std::vector<PiecewiseSignals::Load> loads;
    std::uint64_t number = 0;
    for (std::int64_t at = start + length(number++); at < last;) {
        const std::int64_t to = std::min(at + length(number++), last);
        m_phases.emplace_back(at, to);
        loads.push_back({at, to, busy});
        at = to + length(number++);
    }
    m_signals = PiecewiseSignals(start, last, loads);
}

double LoadActivity::memory(std::int64_t time)
{
    return time >= begin() ? kBytes : 0;
}

} // namespace stepscope::simulator
