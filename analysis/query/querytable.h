#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

/// Tables of a recording for SQL, without SQLite: virtualtable.h adapts them to it.
///
/// To add a table:
///   1. Write a class that implements QueryTable. A table whose rows have numbers derives from RowTable (rowtable.h)
///   and
///      implements columns(), rowCount() and write() only.
///   2. Declare a function that creates it in querytables.h and add it to the list in querytables.cpp.
///   3. Describe it in README.md, and compare its rows with values of another origin in
///      tests/analysis/query/tst_querytables.cpp.
namespace stepscope::analysis {

/// NULL, or a value. Texts are views: of the caller's where they are arguments, of the recording's where they are
/// cells.
using QueryValue = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// Asked from time to time during long work; true = give up. May be empty.
using QueryStop = std::function<bool()>;

struct QueryColumn
{
    enum class Type { Integer, Real, Text, Any };

    std::string_view name;
    Type type = Type::Integer;
    std::string_view meaning{}; ///< a few words, with the unit
};

/// A condition `column COMPARISON value` on a table.
struct QueryCondition
{
    enum class Comparison { Equal, Less, LessEqual, Greater, GreaterEqual };

    std::size_t column = 0;
    Comparison comparison = Comparison::Equal;
};

/// A term of ORDER BY, or of GROUP BY.
struct QueryOrder
{
    std::size_t column = 0;
    bool descending = false;
};

/// How a table will be read. SQLite checks every condition again, so a table may yield more rows than match.
struct QueryPlan
{
    std::vector<std::size_t> used{}; ///< the conditions whose values open() gets: indices into those that were asked
    std::vector<QueryCondition> conditions{}; ///< the same conditions
    std::vector<QueryOrder> order{};          ///< the order in which rows will come; empty = any
    std::uint64_t columns = ~0ULL;            ///< bit i: column i is read; bit 63 counts for all columns from 63 on
    double cost = 0;                          ///< rows visited
    double rows = 0;                          ///< rows yielded, estimated
};

/// Writes one cell of a row. Implemented by virtualtable.cpp.
class CellWriter
{
public:
    explicit CellWriter(void* context)
        : m_context(context)
    {}
    void integer(std::int64_t value);
    void real(double value); ///< NaN becomes NULL
    /// The text must not change or move until the database is closed.
    void text(std::string_view value);
    void null() {} ///< what a cell is that was not written

private:
    void* m_context;
};

/// A position in the rows of a table.
class QueryCursor
{
public:
    virtual ~QueryCursor() = default;
    [[nodiscard]] virtual bool atEnd() const = 0;
    virtual void next() = 0;
    /// Identifies the row in the table, whatever the plan: SQLite joins the rows of the alternatives of an OR by it.
    [[nodiscard]] virtual std::int64_t number() const = 0;
    virtual void write(std::size_t column, CellWriter cell) const = 0;
};

class QueryTable
{
public:
    virtual ~QueryTable() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::string_view meaning() const = 0; ///< one line: what a row is
    [[nodiscard]] virtual std::span<const QueryColumn> columns() const = 0;
    /// Chooses among the conditions those that save work, and takes the order if rows can come in it.
    [[nodiscard]] virtual QueryPlan plan(std::span<const QueryCondition> conditions,
                                         std::span<const QueryOrder> order) const = 0;
    /// Reads by an earlier plan. `values`: one per used condition. Returns nullptr when `stop` returned true.
    [[nodiscard]] virtual std::unique_ptr<QueryCursor> open(const QueryPlan& plan, std::span<const QueryValue> values,
                                                            const QueryStop& stop) const = 0;
};

/// The integers that satisfy conditions on one column. Values that are no numbers leave it as it is.
class IntegerRange
{
public:
    /// `scale` and `offset`: the condition is on (integer - offset) / scale; the range is then slightly too wide.
    void apply(QueryCondition::Comparison comparison, const QueryValue& value, double scale = 1,
               std::int64_t offset = 0);
    [[nodiscard]] std::int64_t lowest() const { return m_lowest; }
    [[nodiscard]] std::int64_t highest() const { return m_highest; }
    [[nodiscard]] bool isEmpty() const { return m_lowest > m_highest; }
    [[nodiscard]] bool contains(std::int64_t value) const { return m_lowest <= value && value <= m_highest; }

private:
    std::int64_t m_lowest = INT64_MIN;
    std::int64_t m_highest = INT64_MAX;
};

} // namespace stepscope::analysis
