#pragma once

#include "analysis/algorithms/analysis.h"

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

} // namespace stepscope::analysis
