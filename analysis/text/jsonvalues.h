#pragma once

#include "analysis/statistics/bootstrap.h"
#include "analysis/text/message.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>

namespace stepscope::analysis {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// null without a value or for NaN, which JSON does not have.
inline Json orNull(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

/// null for a value that means "not known" by being 0 or empty.
template <typename Number>
Json orNullIfZero(Number value)
{
    return value != Number{} ? Json(value) : Json(nullptr);
}

/// In English; null for an empty message.
inline Json orNullIfEmpty(const Message& message)
{
    return message.empty() ? Json(nullptr) : Json(message.english());
}

/// An estimate with its interval; nulls if it is not separable.
inline Json estimateJson(const std::optional<Estimate>& estimate)
{
    if (!estimate)
        return {{"value", nullptr}, {"low", nullptr}, {"high", nullptr}, {"separable", false}};
    return {{"value", estimate->value}, {"low", estimate->low}, {"high", estimate->high}, {"separable", true}};
}

} // namespace stepscope::analysis
