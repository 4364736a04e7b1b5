#pragma once

#include "analysis/query/querytable.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace stepscope::analysis {

/// A table whose rows are numbered 0..rowCount() - 1. Conditions on a sorted column are answered by binary search, and
/// its order costs nothing.
class RowTable : public QueryTable
{
public:
    [[nodiscard]] virtual std::size_t rowCount() const = 0;
    virtual void write(std::size_t row, std::size_t column, CellWriter cell) const = 0;
    /// The value of a column whose values never decrease from row to row; nothing for other columns.
    [[nodiscard]] virtual std::optional<std::int64_t> sorted(std::size_t /*row*/, std::size_t /*column*/) const
    {
        return std::nullopt;
    }

    [[nodiscard]] QueryPlan plan(std::span<const QueryCondition> conditions,
                                 std::span<const QueryOrder> order) const override;
    [[nodiscard]] std::unique_ptr<QueryCursor> open(const QueryPlan& plan, std::span<const QueryValue> values,
                                                    const QueryStop& stop) const override;
};

} // namespace stepscope::analysis
