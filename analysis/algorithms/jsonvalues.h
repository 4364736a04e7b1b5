#pragma once

#include "analysis/algorithms/analysis.h"
#include "analysis/algorithms/occupancy.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>

namespace stepscope::analysis {

/// null where there is no value: JSON has no NaN.
inline Json orNull(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

/// null for what says "not known" by 0 or by being empty.
template <typename Number>
Json orNullIfZero(Number value)
{
    return value != Number{} ? Json(value) : Json(nullptr);
}

/// A figure with its interval; nulls where the data cannot tell.
inline Json estimateJson(const std::optional<Estimate>& estimate)
{
    if (!estimate)
        return {{"value", nullptr}, {"low", nullptr}, {"high", nullptr}, {"separable", false}};
    return {{"value", estimate->value}, {"low", estimate->low}, {"high", estimate->high}, {"separable", true}};
}

} // namespace stepscope::analysis
