#pragma once

#include "analysis/query/querydata.h"

#include <string_view>
#include <vector>

struct sqlite3;

namespace stepscope::analysis {

/// A function that SQL has besides SQLite's.
struct SqlFunction
{
    std::string_view signature;
    std::string_view meaning;
};

/// In the order of documentation.
[[nodiscard]] const std::vector<SqlFunction>& sqlFunctions();

/// Adds them to a connection, which must not outlive `data`. False when SQLite has no memory.
[[nodiscard]] bool addSqlFunctions(sqlite3* connection, const QueryData& data);

} // namespace stepscope::analysis
