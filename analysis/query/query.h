#pragma once

#include "analysis/query/querytable.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepscope::analysis {

/// A value in a result: NULL, integer, real or text (any bytes; binary values as a note of their size).
using QueryCell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The rows of a statement.
struct QueryResult
{
    std::vector<std::string> columns;
    std::vector<std::vector<QueryCell>> rows;
    bool isCut = false; ///< there are more rows than the limit
    double seconds = 0; ///< elapsed time
};

struct QueryOptions
{
    std::uint64_t limit = 0; ///< most rows; 0 = all
    QueryStop isCancelled{}; ///< called during the work, on the same thread
};

/// A recording that answers SELECT statements of SQL (SQLite's dialect). README.md lists the tables and functions. A
/// statement cannot change anything, read or write files, or take more than kMemoryLimit bytes for sorting; it reads
/// the view without a copy. Totals of ops are computed by the first statement that reads them and kept.
///
/// Used by one thread at a time.
class RecordingQuery
{
public:
    static constexpr std::int64_t kMemoryLimit = std::int64_t{1} << 30U; ///< of each recording's query
    /// Of all queries and imports of the program together, for everything but sorting and grouping (values of median(),
    /// texts, caches): SQLite has one such limit for the process.
    static constexpr std::int64_t kProcessMemoryLimit = std::int64_t{1} << 30U;
    static constexpr std::size_t kLongestStatement = 100'000; ///< bytes

    explicit RecordingQuery(const trace::TraceView& view);
    ~RecordingQuery();
    RecordingQuery(const RecordingQuery&) = delete;
    RecordingQuery& operator=(const RecordingQuery&) = delete;

    [[nodiscard]] const trace::TraceView& view() const;
    [[nodiscard]] const std::vector<std::unique_ptr<QueryTable>>& tables() const;

    /// What run() passes on.
    struct Receiver
    {
        std::function<void(const std::vector<std::string>& columns)> begin;
        std::function<void(std::span<const QueryValue> row)> row; ///< the values are valid during the call
    };
    struct Outcome
    {
        std::uint64_t rows = 0;
        bool isCut = false;
        double seconds = 0;
    };
    /// Passes the rows on as they are found. Errors are one line; the statement's position is counted in characters.
    /// Error Cancelled: isCancelled() returned true.
    format::Result<Outcome> run(std::string_view statement, const QueryOptions& options, const Receiver& receiver);
    /// The rows as a whole.
    format::Result<QueryResult> collect(std::string_view statement, const QueryOptions& options = {});

private:
    class Connection;
    std::unique_ptr<Connection> m_connection;
};

} // namespace stepscope::analysis
