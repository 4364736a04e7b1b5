#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::simulator {

inline constexpr std::size_t kMaxCores = 12;

/// The signals of a board. Powers are those of the converters' loads; the power of a rail is a weighted sum of them.
enum Signal : std::size_t {
    GpuWatts,
    CpuWatts,
    SocWatts,
    DdrWatts,
    GpuBusy,   ///< share 0..1
    EmcBusy,   ///< share 0..1
    FirstCore, ///< busy share of core 0, followed by the other cores
    SignalCount = FirstCore + kMaxCores
};

using Signals = std::array<double, SignalCount>;

inline void addTo(Signals& sum, const Signals& more, double factor = 1)
{
    for (std::size_t i = 0; i < SignalCount; ++i)
        sum[i] += factor * more[i];
}

/// Piecewise-constant signals on [begin, end) with prefix sums. Integrals are exact, in unit x ns.
class PiecewiseSignals
{
public:
    struct Load
    {
        std::int64_t from = 0;
        std::int64_t to = 0;
        Signals rates{};
    };
    PiecewiseSignals() = default;
    /// The sum of the loads, clipped to [begin, end).
    PiecewiseSignals(std::int64_t begin, std::int64_t end, const std::vector<Load>& loads);

    [[nodiscard]] std::int64_t begin() const { return m_times.empty() ? 0 : m_times.front(); }
    [[nodiscard]] std::int64_t end() const { return m_end; }
    /// Integral from begin() to `time`, which is clamped to [begin, end]. O(log n).
    [[nodiscard]] Signals integral(std::int64_t time) const;
    [[nodiscard]] Signals rates(std::int64_t time) const;

private:
    [[nodiscard]] std::size_t pieceAt(std::int64_t time) const;

    std::vector<std::int64_t> m_times; ///< begin of each piece
    std::vector<Signals> m_rates;
    std::vector<Signals> m_before; ///< integral up to the begin of each piece
    std::int64_t m_end = 0;
};

/// A load on a board that starts at begin() and adds to the signals of the idle board.
class Activity
{
public:
    virtual ~Activity() = default;
    [[nodiscard]] virtual std::int64_t begin() const = 0;
    /// Integral from begin() to `time`, unit x ns. Thread-safe.
    virtual Signals integral(std::int64_t time) = 0;
    virtual Signals rates(std::int64_t time) = 0;
    /// Memory in use, bytes.
    virtual double memory(std::int64_t time) = 0;
};

/// Deterministic pseudorandom numbers: equal keys give equal numbers on every machine.
std::uint64_t hashKey(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);
/// Uniform in 0..1.
double uniform(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);
/// Approximately normal: mean 0, standard deviation 1, within +-3.5 (a sum of four uniform numbers).
double approximateNormal(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);

} // namespace stepscope::simulator
