#include "analysis/statistics/trend.h"

#include "analysis/statistics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxExact = 8; ///< 40,320 permutations

/// Kendall's S: rising pairs minus falling pairs.
int score(std::span<const double> values)
{
    int sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t k = i + 1; k < values.size(); ++k)
            sum += values[k] > values[i] ? 1 : values[k] < values[i] ? -1 : 0;
    }
    return sum;
}

Trend byPermutations(std::span<const double> values)
{
    const int observed = score(values);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> drawn(values.size());
    double asHigh = 0;
    double asLow = 0;
    double all = 0;
    do {
        for (std::size_t i = 0; i < order.size(); ++i)
            drawn[i] = values[order[i]];
        const int permuted = score(drawn);
        asHigh += permuted >= observed ? 1 : 0;
        asLow += permuted <= observed ? 1 : 0;
        all += 1;
    } while (std::next_permutation(order.begin(), order.end()));
    return {asHigh / all, asLow / all, true, values.size()};
}

/// Normal approximation with the corrections for ties (Kendall 1975) and for continuity.
Trend byNormal(std::span<const double> values)
{
    std::map<double, double> ties;
    for (const double value : values)
        ties[value] += 1;
    const auto part = [](double n) { return n * (n - 1) * (2 * n + 5) / 18; };
    double variance = part(static_cast<double>(values.size()));
    for (const auto& [value, count] : ties)
        variance -= part(count);
    if (variance <= 0)
        return {1, 1, false, values.size()};
    const double observed = score(values);
    const double deviation = std::sqrt(variance);
    return {normalTail((observed - 1) / deviation), normalTail((-observed - 1) / deviation), false, values.size()};
}

} // namespace

Trend mannKendall(std::span<const double> values)
{
    if (values.size() < 2)
        return {1, 1, true, values.size()};
    return values.size() <= kMaxExact ? byPermutations(values) : byNormal(values);
}

} // namespace stepscope::analysis
