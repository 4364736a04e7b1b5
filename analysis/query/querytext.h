#pragma once

#include "analysis/query/query.h"
#include "analysis/query/querytable.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Results as text.
namespace stepscope::analysis {

/// Aligned columns. Numbers have at most six significant digits unless they are integers, NULL is "-", and texts are
/// cut at 60 characters; CSV and JSON have everything.
[[nodiscard]] std::string toText(const QueryResult& result);

/// A line of CSV without its end. NULL is empty.
[[nodiscard]] std::string queryCsvHeader(const std::vector<std::string>& columns);
[[nodiscard]] std::string queryCsvRow(std::span<const QueryValue> row);

/// A JSON array. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string queryJsonHeader(const std::vector<std::string>& columns);
[[nodiscard]] std::string queryJsonRow(std::span<const QueryValue> row);

/// The tables with their columns, the functions, and the examples, for a terminal.
[[nodiscard]] std::string queryReferenceText(const RecordingQuery& query);

} // namespace stepscope::analysis
