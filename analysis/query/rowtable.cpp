#include "analysis/query/rowtable.h"

#include "analysis/trace/recordlist.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

class RowCursor : public QueryCursor
{
public:
    RowCursor(const RowTable& table, std::size_t first, std::size_t last)
        : m_table(table)
        , m_row(first)
        , m_last(last)
    {}
    [[nodiscard]] bool atEnd() const override { return m_row >= m_last; }
    void next() override { ++m_row; }
    [[nodiscard]] std::int64_t number() const override { return static_cast<std::int64_t>(m_row); }
    void write(std::size_t column, CellWriter cell) const override { m_table.write(m_row, column, cell); }

private:
    const RowTable& m_table;
    std::size_t m_row;
    std::size_t m_last;
};

} // namespace

QueryPlan RowTable::plan(std::span<const QueryCondition> conditions, std::span<const QueryOrder> order) const
{
    QueryPlan plan;
    const std::size_t count = rowCount();
    plan.cost = plan.rows = static_cast<double>(count);
    if (count == 0)
        return plan;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (!sorted(0, conditions[i].column))
            continue;
        plan.used.push_back(i);
        plan.conditions.push_back(conditions[i]);
        constexpr double kShareOfHalfRange = 0.25;
        const bool isEqual = conditions[i].comparison == QueryCondition::Comparison::Equal;
        plan.rows = isEqual ? std::min(plan.rows, 1.0) : plan.rows * kShareOfHalfRange;
        plan.cost = plan.rows + 1;
    }
    if (order.size() == 1 && !order[0].descending && sorted(0, order[0].column))
        plan.order.assign(order.begin(), order.end());
    return plan;
}

std::unique_ptr<QueryCursor> RowTable::open(const QueryPlan& plan, std::span<const QueryValue> values,
                                            const QueryStop& /*stop*/) const
{
    std::size_t first = 0;
    std::size_t last = rowCount();
    for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
        IntegerRange range;
        range.apply(plan.conditions[i].comparison, values[i]);
        const std::size_t column = plan.conditions[i].column;
        const auto from = trace::partitionPoint(
            rowCount(), [&](std::size_t row) { return sorted(row, column).value_or(0) < range.lowest(); });
        const auto to = trace::partitionPoint(
            rowCount(), [&](std::size_t row) { return sorted(row, column).value_or(0) <= range.highest(); });
        first = std::max(first, from);
        last = std::min(last, to);
    }
    return std::make_unique<RowCursor>(*this, first, last);
}

} // namespace stepscope::analysis
