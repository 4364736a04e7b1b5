#include "analysis/query/querydata.h"
#include "analysis/query/querytables.h"
#include "analysis/query/rowtable.h"
#include "analysis/trace/recordlist.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::analysis {
namespace {

using OpText = QueryData::OpText;
using Type = QueryColumn::Type;

constexpr std::array kOpColumns = {
    QueryColumn{"op_id", Type::Integer, "NULL if its definition was lost"},
    QueryColumn{"op", Type::Text, "name"},
    QueryColumn{"shapes", Type::Text, "of its inputs"},
    QueryColumn{"module", Type::Text, "layer that calls it"},
    QueryColumn{"count", Type::Integer, "instances"},
    QueryColumn{"total_ns", Type::Integer, "sum of the durations"},
    QueryColumn{"self_ns", Type::Integer, "without the ops that it calls"},
    QueryColumn{"max_ns", Type::Integer, "longest instance"},
    QueryColumn{"flops", Type::Integer, "floating-point operations of one instance"},
    QueryColumn{"bytes", Type::Integer, "moved in memory by one instance, at least"},
};
struct OpColumn
{
    enum Name : std::size_t { OpId, OpName, OpShapes, OpModule, Count, Total, Self, Longest, Flops, Bytes };
};

class OpSumTable : public RowTable
{
public:
    explicit OpSumTable(const QueryData& data)
        : m_data(data)
    {}

    [[nodiscard]] std::string_view name() const override { return "ops"; }
    [[nodiscard]] std::string_view meaning() const override { return "totals of each op, kept after the first query"; }
    [[nodiscard]] std::span<const QueryColumn> columns() const override { return kOpColumns; }
    [[nodiscard]] std::size_t rowCount() const override { return m_rows ? m_rows->size() : 0; }
    [[nodiscard]] std::optional<std::int64_t> sorted(std::size_t row, std::size_t column) const override
    {
        return column == OpColumn::OpId && m_rows ? std::optional<std::int64_t>((*m_rows)[row].op) : std::nullopt;
    }
    void write(std::size_t row, std::size_t column, CellWriter cell) const override;

    [[nodiscard]] QueryPlan plan(std::span<const QueryCondition> conditions,
                                 std::span<const QueryOrder> order) const override
    {
        // The totals are not computed for a plan: an op has one row at most.
        QueryPlan plan;
        plan.rows = plan.cost = static_cast<double>(m_data.view().opCount()) + 1;
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            if (conditions[i].column != OpColumn::OpId)
                continue;
            plan.used.push_back(i);
            plan.conditions.push_back(conditions[i]);
            plan.rows = conditions[i].comparison == QueryCondition::Comparison::Equal ? 1 : plan.rows / 4;
            plan.cost = plan.rows + 1;
        }
        if (order.size() == 1 && order[0].column == OpColumn::OpId && !order[0].descending)
            plan.order.assign(order.begin(), order.end());
        return plan;
    }
    [[nodiscard]] std::unique_ptr<QueryCursor> open(const QueryPlan& plan, std::span<const QueryValue> values,
                                                    const QueryStop& stop) const override
    {
        m_rows = m_data.opTotals(stop);
        return m_rows ? RowTable::open(plan, values, stop) : nullptr;
    }

private:
    const QueryData& m_data;
    mutable const std::vector<QueryOpTotals>* m_rows = nullptr;
};

void writePositive(CellWriter cell, std::uint64_t value)
{
    if (value > 0)
        cell.integer(static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX)));
}

void OpSumTable::write(std::size_t row, std::size_t column, CellWriter cell) const
{
    const QueryOpTotals& sums = (*m_rows)[row];
    switch (static_cast<OpColumn::Name>(column)) {
    case OpColumn::OpId:
        return writePositive(cell, sums.op);
    case OpColumn::OpName:
    case OpColumn::OpShapes:
    case OpColumn::OpModule:
        if (const auto text = m_data.text(sums.op, static_cast<OpText>(column - OpColumn::OpName)))
            cell.text(*text);
        return;
    case OpColumn::Count:
        return cell.integer(static_cast<std::int64_t>(sums.count));
    case OpColumn::Total:
        return cell.integer(sums.total);
    case OpColumn::Self:
        return cell.integer(sums.self);
    case OpColumn::Longest:
        return cell.integer(sums.longest);
    case OpColumn::Flops:
        return writePositive(cell, m_data.view().opWork(sums.op).operations);
    case OpColumn::Bytes:
        return writePositive(cell, m_data.view().opWork(sums.op).bytes);
    }
}

constexpr std::array kLinkColumns = {
    QueryColumn{"from_lane_id", Type::Integer, "of the cause, such as a launch"},
    QueryColumn{"from_start_ns", Type::Integer, ""},
    QueryColumn{"from_end_ns", Type::Integer, "NULL = the span is missing"},
    QueryColumn{"from_op", Type::Text, ""},
    QueryColumn{"to_lane_id", Type::Integer, "of the effect, such as a kernel"},
    QueryColumn{"to_start_ns", Type::Integer, ""},
    QueryColumn{"to_end_ns", Type::Integer, "NULL = the span is missing"},
    QueryColumn{"to_op", Type::Text, ""},
    QueryColumn{"delay_ns", Type::Integer, "from the start of the cause to that of the effect"},
};
struct LinkColumn
{
    enum Name : std::size_t { FromLane, FromStart, FromEnd, FromOp, ToLane, ToStart, ToEnd, ToOp, Delay };
};

/// Links in order of the lane of their cause and its start. They are copied at the first query: 32 bytes each.
class LinkTable : public RowTable
{
public:
    explicit LinkTable(const QueryData& data)
        : m_data(data)
    {}

    [[nodiscard]] std::string_view name() const override { return "links"; }
    [[nodiscard]] std::string_view meaning() const override { return "from a span to the span that it causes"; }
    [[nodiscard]] std::span<const QueryColumn> columns() const override { return kLinkColumns; }
    [[nodiscard]] std::size_t rowCount() const override
    {
        return m_isRead ? m_links.size() : static_cast<std::size_t>(m_data.view().linkCount());
    }
    [[nodiscard]] std::unique_ptr<QueryCursor> open(const QueryPlan& plan, std::span<const QueryValue> values,
                                                    const QueryStop& stop) const override
    {
        constexpr trace::TimeRange kAlways{INT64_MIN, INT64_MAX};
        for (std::size_t lane = 0; lane < m_data.view().lanes().size() && !m_isRead; ++lane) {
            const auto links = m_data.view().linksFrom(lane, kAlways, SIZE_MAX);
            m_links.insert(m_links.end(), links.begin(), links.end());
        }
        m_isRead = true;
        return RowTable::open(plan, values, stop);
    }
    void write(std::size_t row, std::size_t column, CellWriter cell) const override;

private:
    /// The deepest of the spans that start at a time.
    [[nodiscard]] std::optional<trace::SpanRecord> spanAt(std::size_t lane, std::int64_t start) const
    {
        const trace::LaneView& spans = m_data.view().lanes()[lane];
        const std::size_t after =
            trace::partitionPoint(spans.size(), [&](std::size_t i) { return spans.start(i) <= start; });
        if (after == 0 || spans.span(after - 1).start != start)
            return std::nullopt;
        return spans.span(after - 1);
    }

    const QueryData& m_data;
    mutable std::vector<trace::SpanLink> m_links;
    mutable bool m_isRead = false;
};

void LinkTable::write(std::size_t row, std::size_t column, CellWriter cell) const
{
    const trace::SpanLink& link = m_links[row];
    const bool isCause = column < LinkColumn::ToLane;
    const std::size_t lane = isCause ? link.fromLane : link.toLane;
    const std::int64_t start = isCause ? link.from : link.to;
    switch (static_cast<LinkColumn::Name>(column)) {
    case LinkColumn::FromLane:
    case LinkColumn::ToLane:
        return cell.integer(m_data.view().lanes()[lane].info().id);
    case LinkColumn::FromStart:
    case LinkColumn::ToStart:
        return cell.integer(start);
    case LinkColumn::FromEnd:
    case LinkColumn::ToEnd:
        if (const auto span = spanAt(lane, start))
            cell.integer(span->end());
        return;
    case LinkColumn::FromOp:
    case LinkColumn::ToOp:
        if (const auto span = spanAt(lane, start)) {
            if (const auto text = m_data.text(span->op, OpText::Name))
                cell.text(*text);
        }
        return;
    case LinkColumn::Delay:
        return cell.integer(format::wrappingDifference(link.to, link.from));
    }
}

} // namespace

std::unique_ptr<QueryTable> makeOpTable(const QueryData& data)
{
    return std::make_unique<OpSumTable>(data);
}

std::unique_ptr<QueryTable> makeLinkTable(const QueryData& data)
{
    return std::make_unique<LinkTable>(data);
}

} // namespace stepscope::analysis
