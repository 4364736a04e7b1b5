#include "analysis/query/querytable.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

using Comparison = QueryCondition::Comparison;

std::int64_t saturated(double value)
{
    constexpr double kBound = 9.2e18;
    return value <= -kBound ? INT64_MIN : value >= kBound ? INT64_MAX : static_cast<std::int64_t>(value);
}

std::int64_t sumWithin(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? INT64_MIN : INT64_MAX) : sum;
}

} // namespace

void IntegerRange::apply(Comparison comparison, const QueryValue& value, double scale, std::int64_t offset)
{
    std::int64_t below = 0; // the value lies within below..above
    std::int64_t above = 0;
    if (const auto* integer = std::get_if<std::int64_t>(&value); integer && scale == 1) {
        below = above = *integer;
    } else if (integer || std::holds_alternative<double>(value)) {
        const double scaled = (integer ? static_cast<double>(*integer) : std::get<double>(value)) * scale;
        if (std::isnan(scaled))
            return;
        // A double has 53 bits; a time in ns may need 62.
        const double error = scale == 1 ? 0 : 2 + std::abs(scaled) * 1e-15;
        below = sumWithin(saturated(std::floor(scaled - error)), offset);
        above = sumWithin(saturated(std::ceil(scaled + error)), offset);
    } else {
        return;
    }
    if (comparison == Comparison::Equal || comparison == Comparison::Greater || comparison == Comparison::GreaterEqual)
        m_lowest = std::max(m_lowest, below);
    if (comparison == Comparison::Equal || comparison == Comparison::Less || comparison == Comparison::LessEqual)
        m_highest = std::min(m_highest, above);
}

} // namespace stepscope::analysis
