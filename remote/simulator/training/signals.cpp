#include "remote/simulator/training/signals.h"

#include <cmath>

namespace stepscope::simulator {

PiecewiseSignals::PiecewiseSignals(std::int64_t begin, std::int64_t end, const std::vector<Load>& loads)
    : m_end(end)
{
    struct Change
    {
        std::int64_t time;
        const Signals* rates;
        double sign;
    };
    std::vector<Change> changes;
    changes.reserve(2 * loads.size());
    for (const Load& load : loads) {
        const std::int64_t from = std::clamp(load.from, begin, end);
        const std::int64_t to = std::clamp(load.to, begin, end);
        if (from < to) {
            changes.push_back({from, &load.rates, 1});
            changes.push_back({to, &load.rates, -1});
        }
    }
    // At equal times, ends come before begins, which keeps rounding errors small.
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.time != b.time ? a.time < b.time : a.sign < b.sign; });
    Signals now{};
    Signals sum{};
    std::int64_t at = begin;
    const auto piece = [&](std::int64_t until) {
        if (until <= at)
            return;
        m_times.push_back(at);
        m_rates.push_back(now);
        m_before.push_back(sum);
        addTo(sum, now, static_cast<double>(until - at));
        at = until;
    };
    for (const Change& change : changes) {
        piece(change.time);
        addTo(now, *change.rates, change.sign);
        for (double& rate : now)
            rate = std::abs(rate) < 1e-12 ? 0 : rate;
    }
    piece(end);
}

std::size_t PiecewiseSignals::pieceAt(std::int64_t time) const
{
    const auto after = std::upper_bound(m_times.begin(), m_times.end(), time);
    return after == m_times.begin() ? 0 : static_cast<std::size_t>(after - m_times.begin()) - 1;
}

Signals PiecewiseSignals::integral(std::int64_t time) const
{
    if (m_times.empty())
        return {};
    const std::int64_t until = std::clamp(time, begin(), m_end);
    const std::size_t piece = pieceAt(until);
    Signals sum = m_before[piece];
    addTo(sum, m_rates[piece], static_cast<double>(until - m_times[piece]));
    return sum;
}

Signals PiecewiseSignals::rates(std::int64_t time) const
{
    if (m_times.empty() || time < begin() || time >= m_end)
        return {};
    return m_rates[pieceAt(time)];
}

std::uint64_t hashKey(std::uint64_t a, std::uint64_t b, std::uint64_t c)
{
    // The finalizer of splitmix64 (Steele et al., "Fast splittable pseudorandom number generators", 2014), applied to
    // each word.
    std::uint64_t state = 0;
    for (const std::uint64_t word : {a, b, c}) {
        state += word + 0x9e3779b97f4a7c15U;
        state = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9U;
        state = (state ^ (state >> 27U)) * 0x94d049bb133111ebU;
        state ^= state >> 31U;
    }
    return state;
}

double uniform(std::uint64_t a, std::uint64_t b, std::uint64_t c)
{
    return static_cast<double>(hashKey(a, b, c) >> 11U) * 0x1p-53;
}

double approximateNormal(std::uint64_t a, std::uint64_t b, std::uint64_t c)
{
    constexpr int kTerms = 4; // each with variance 1/12
    const std::uint64_t key = hashKey(a, b, c);
    double sum = 0;
    for (std::uint64_t term = 0; term < kTerms; ++term)
        sum += uniform(key, term) - 0.5;
    return sum * std::sqrt(12.0 / kTerms);
}

} // namespace stepscope::simulator
