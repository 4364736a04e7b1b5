#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::simulator {

inline constexpr std::size_t kMaxCores = 12;

/// What is true of a board at an instant. Powers are in front of the board's converters: a rail is a weighted sum.
enum Signal : std::size_t {
    GpuWatts,
    CpuWatts,
    SocWatts,
    DdrWatts,
    GpuBusy,   ///< share 0..1
    EmcBusy,   ///< share 0..1
    FirstCore, ///< busy share of core 0; the others follow
    SignalCount = FirstCore + kMaxCores
};

using Signals = std::array<double, SignalCount>;

inline void addTo(Signals& sum, const Signals& more, double factor = 1)
{
    for (std::size_t i = 0; i < SignalCount; ++i)
        sum[i] += factor * more[i];
}

/// Piecewise-constant signals on [begin, end) with prefix sums. Rates and times are exact; integrals are in unit x ns.
class Pieces
{
public:
    struct Load
    {
        std::int64_t from = 0;
        std::int64_t to = 0;
        Signals rates{};
    };
    Pieces() = default;
    /// The sum of loads, cut to [begin, end).
    Pieces(std::int64_t begin, std::int64_t end, const std::vector<Load>& loads);

    [[nodiscard]] std::int64_t begin() const { return m_times.empty() ? 0 : m_times.front(); }
    [[nodiscard]] std::int64_t end() const { return m_end; }
    /// From begin() to `time`, which is limited to [begin, end]. O(log n).
    [[nodiscard]] Signals integral(std::int64_t time) const;
    [[nodiscard]] Signals rates(std::int64_t time) const;

private:
    [[nodiscard]] std::size_t pieceAt(std::int64_t time) const;

    std::vector<std::int64_t> m_times; ///< beginnings of the pieces
    std::vector<Signals> m_rates;
    std::vector<Signals> m_before; ///< integral up to the piece
    std::int64_t m_end = 0;
};

/// Something that happens on a board from a moment on, added to what it does when idle.
class Activity
{
public:
    virtual ~Activity() = default;
    [[nodiscard]] virtual std::int64_t begin() const = 0;
    /// From begin() to `time`; unit x ns. Callable by several threads.
    virtual Signals integral(std::int64_t time) = 0;
    virtual Signals rates(std::int64_t time) = 0;
    /// Memory that it holds, bytes.
    virtual double memory(std::int64_t time) = 0;
};

/// Deterministic numbers: the same for the same key, on every machine.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);
/// 0..1
double uniform(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);
/// Mean 0, standard deviation 1, within +-3.5 (sum of uniforms).
double bell(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);

} // namespace stepscope::simulator
