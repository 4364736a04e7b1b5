#pragma once

#include "analysis/query/querytables.h"

#include <string>
#include <string_view>

namespace stepscope::analysis {

/// A failed statement in one line of plain words.
struct QueryFailure
{
    std::string_view message; ///< SQLite's
    int offset = -1;          ///< bytes of the statement before the fault; -1 = not known
    std::string_view statement;
};

/// `tables`: for the names that were probably meant.
[[nodiscard]] std::string queryErrorText(const QueryFailure& failure, const QueryTables& tables);

/// The most similar name, if one is similar enough for a typing error; else empty.
[[nodiscard]] std::string similarName(std::string_view name, const std::vector<std::string_view>& names);

} // namespace stepscope::analysis
