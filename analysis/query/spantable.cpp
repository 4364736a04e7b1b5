#include "analysis/query/querydata.h"
#include "analysis/query/querytables.h"
#include "analysis/query/spanorder.h"
#include "analysis/query/timelinetable.h"
#include "analysis/trace/recordlist.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace stepscope::analysis {
namespace {

using OpText = QueryData::OpText;
using Type = QueryColumn::Type;

constexpr std::array kSpanColumns = {
    QueryColumn{"lane", Type::Text, "name of the thread or GPU stream"},
    QueryColumn{"lane_id", Type::Integer, "see lanes"},
    QueryColumn{"process", Type::Integer, ""},
    QueryColumn{"thread", Type::Integer, "thread, or number of the stream"},
    QueryColumn{"start_ns", Type::Integer, "monotonic clock of the target"},
    QueryColumn{"end_ns", Type::Integer, ""},
    QueryColumn{"duration_ns", Type::Integer, ""},
    QueryColumn{"start_s", Type::Real, "since the start of the run"},
    QueryColumn{"depth", Type::Integer, "0 = outermost"},
    QueryColumn{"op_id", Type::Integer, "see ops; NULL if its definition was lost"},
    QueryColumn{"op", Type::Text, "name of the op"},
    QueryColumn{"shapes", Type::Text, "of its inputs"},
    QueryColumn{"module", Type::Text, "layer that calls it"},
    QueryColumn{"step", Type::Integer, "in which it starts; NULL between steps"},
};
struct SpanColumn
{
    enum Name : std::size_t {
        Lane,
        LaneId,
        Process,
        Thread,
        Start,
        End,
        Duration,
        Seconds,
        Depth,
        OpId,
        Op,
        Shapes,
        Module,
        Step
    };
};

/// The members of spans that a statement reads.
struct SpanMembers
{
    bool start = true;
    bool duration = true;
    bool op = true;
    bool depth = true;

    /// `columns`: as in QueryPlan.
    static SpanMembers of(std::uint64_t columns)
    {
        using enum SpanColumn::Name;
        const auto reads = [columns](std::initializer_list<SpanColumn::Name> any) {
            return std::any_of(any.begin(), any.end(),
                               [&](SpanColumn::Name column) { return (columns >> column & 1U) != 0; });
        };
        return {.start = reads({Start, End, Seconds, Step}),
                .duration = reads({End, Duration}),
                .op = reads({OpId, Op, Shapes, Module}),
                .depth = reads({Depth})};
    }
};

/// Reads spans in blocks, member by member: the reads of a block do not wait for each other, so that those of distant
/// spans take a fraction of the time.
class SpanCursor : public QueryCursor
{
public:
    SpanCursor(const QueryData& data, SpanMembers members, std::vector<TimelineTable::Part> parts,
               std::vector<bool> ops)
        : m_data(data)
        , m_members(members)
        , m_step(data.view())
        , m_parts(std::move(parts))
        , m_ops(std::move(ops))
    {
        fill();
    }
    SpanCursor(const QueryData& data, SpanMembers members, SpanOrder order)
        : m_data(data)
        , m_members(members)
        , m_step(data.view())
        , m_order(std::move(order))
        , m_isSorted(true)
    {
        fill();
    }

    [[nodiscard]] bool atEnd() const override { return m_at >= m_filled; }
    void next() override
    {
        if (++m_at == m_filled)
            fill();
    }
    [[nodiscard]] std::int64_t number() const override
    {
        return TimelineTable::numberOf(m_places[m_at].lane, m_places[m_at].span);
    }
    void write(std::size_t column, CellWriter cell) const override;

private:
    static constexpr std::size_t kBlock = 128;

    void fill()
    {
        m_at = m_filled = 0;
        if (m_isSorted)
            fillSorted();
        else
            fillParts();
        readMembers();
    }
    void fillSorted()
    {
        for (; m_filled < kBlock && m_next < m_order.size(); ++m_next)
            m_places[m_filled++] = m_order.at(m_next);
    }
    void fillParts()
    {
        while (m_filled < kBlock && m_part < m_parts.size()) {
            TimelineTable::Part& part = m_parts[m_part];
            const trace::LaneView& lane = m_data.view().lanes()[part.sequence];
            for (; m_filled < kBlock && part.first < part.last; ++part.first) {
                if (!m_ops.empty()) {
                    const std::uint32_t op = lane.op(part.first);
                    if (!m_ops[op < m_ops.size() ? op : 0])
                        continue;
                }
                m_places[m_filled++] = {part.sequence, part.first};
            }
            m_part += part.first == part.last ? 1 : 0;
        }
    }
    void readMembers()
    {
        const auto& lanes = m_data.view().lanes();
        const auto each = [&](auto read) {
            for (std::size_t i = 0; i < m_filled; ++i)
                read(m_spans[i], lanes[m_places[i].lane], m_places[i].span);
        };
        using Span = trace::SpanRecord;
        using Lane = trace::LaneView;
        if (m_members.start)
            each([](Span& span, const Lane& lane, std::size_t i) { span.start = lane.start(i); });
        if (m_members.duration)
            each([](Span& span, const Lane& lane, std::size_t i) { span.duration = lane.duration(i); });
        if (m_members.op)
            each([](Span& span, const Lane& lane, std::size_t i) { span.op = lane.op(i); });
        if (m_members.depth)
            each([](Span& span, const Lane& lane, std::size_t i) { span.depth = lane.depth(i); });
    }
    void writeOpText(std::uint32_t op, OpText part, CellWriter cell) const
    {
        if (const auto text = m_data.text(op, part))
            cell.text(*text);
    }

    const QueryData& m_data;
    SpanMembers m_members;
    mutable StepCursor m_step;
    std::vector<TimelineTable::Part> m_parts;
    std::size_t m_part = 0;
    std::vector<bool> m_ops; ///< by op id: whether its spans are wanted; empty = all
    SpanOrder m_order;
    bool m_isSorted = false;
    std::size_t m_next = 0; ///< in m_order
    std::size_t m_at = 0;   ///< in the block
    std::size_t m_filled = 0;
    std::array<trace::SpanRecord, kBlock> m_spans{};
    std::array<SpanOrder::Place, kBlock> m_places{};
};

void SpanCursor::write(std::size_t column, CellWriter cell) const
{
    const trace::SpanRecord& span = m_spans[m_at];
    const auto lane = [&]() -> const format::Lane& { return m_data.view().lanes()[m_places[m_at].lane].info(); };
    switch (static_cast<SpanColumn::Name>(column)) {
    case SpanColumn::Lane:
        return cell.text(lane().name);
    case SpanColumn::LaneId:
        return cell.integer(lane().id);
    case SpanColumn::Process:
        return cell.integer(static_cast<std::int64_t>(lane().process));
    case SpanColumn::Thread:
        return cell.integer(static_cast<std::int64_t>(lane().thread));
    case SpanColumn::Start:
        return cell.integer(span.start);
    case SpanColumn::End:
        return cell.integer(span.end());
    case SpanColumn::Duration:
        return cell.integer(span.duration);
    case SpanColumn::Seconds:
        return cell.real(secondsOfRun(m_data.view(), span.start));
    case SpanColumn::Depth:
        return cell.integer(span.depth);
    case SpanColumn::OpId:
        if (span.op != 0 && span.op <= m_data.view().opCount())
            cell.integer(span.op);
        return;
    case SpanColumn::Op:
        return writeOpText(span.op, OpText::Name, cell);
    case SpanColumn::Shapes:
        return writeOpText(span.op, OpText::Shapes, cell);
    case SpanColumn::Module:
        return writeOpText(span.op, OpText::Module, cell);
    case SpanColumn::Step:
        if (const auto step = m_step.at(span.start))
            cell.integer(stepNumber(m_data.view().step(*step)));
        return;
    }
}

class SpanTable : public TimelineTable
{
public:
    explicit SpanTable(const QueryData& data)
        : m_data(data)
    {}

    [[nodiscard]] std::string_view name() const override { return "spans"; }
    [[nodiscard]] std::string_view meaning() const override { return "instances of ops"; }
    [[nodiscard]] std::span<const QueryColumn> columns() const override { return kSpanColumns; }

protected:
    [[nodiscard]] Role roleOf(std::size_t column) const override
    {
        constexpr std::array kRoles = {Role::Sequence,  Role::SequenceId, Role::Sequence,  Role::Sequence,
                                       Role::Time,      Role::Plain,      Role::Plain,     Role::Seconds,
                                       Role::Plain,     Role::Selection,  Role::Selection, Role::Selection,
                                       Role::Selection, Role::Selection};
        return kRoles[column];
    }
    [[nodiscard]] std::size_t sequenceCount() const override { return m_data.view().lanes().size(); }
    [[nodiscard]] std::size_t sizeOf(std::size_t lane) const override { return m_data.view().lanes()[lane].size(); }
    [[nodiscard]] QueryValue sequenceValue(std::size_t sequence, std::size_t column) const override
    {
        const format::Lane& lane = m_data.view().lanes()[sequence].info();
        if (column == SpanColumn::Lane)
            return std::string_view(lane.name);
        if (column == SpanColumn::LaneId)
            return std::int64_t{lane.id};
        return static_cast<std::int64_t>(column == SpanColumn::Process ? lane.process : lane.thread);
    }
    [[nodiscard]] std::size_t lowerBound(std::size_t sequence, std::int64_t time) const override
    {
        const trace::LaneView& lane = m_data.view().lanes()[sequence];
        return trace::partitionPoint(lane.size(), [&](std::size_t i) { return lane.start(i) < time; });
    }
    [[nodiscard]] std::int64_t startOfRun() const override { return m_data.view().extent().begin; }
    [[nodiscard]] double shareOf(std::size_t column) const override
    {
        const std::size_t values = column == SpanColumn::Step ? m_data.view().stepCount() : m_data.view().opCount();
        return 1.0 / static_cast<double>(std::max<std::size_t>(values, 1));
    }
    void narrow(std::size_t column, const QueryValue& value, IntegerRange& times) const override;
    [[nodiscard]] bool canSortBy(std::span<const QueryOrder> order) const override
    {
        return SpanOrder::isPossible(m_data) &&
               std::all_of(order.begin(), order.end(), [](const QueryOrder& term) { return keyOf(term).has_value(); });
    }
    [[nodiscard]] std::unique_ptr<QueryCursor> openParts(const QueryPlan& plan, std::span<const QueryValue> values,
                                                         std::vector<Part> parts, const QueryStop& stop) const override;

private:
    [[nodiscard]] static std::optional<SpanOrder::Term> keyOf(const QueryOrder& order)
    {
        using Key = SpanOrder::Key;
        using enum SpanColumn::Name;
        constexpr std::array<std::pair<SpanColumn::Name, Key>, 8> kKeys = {{{Lane, Key::LaneName},
                                                                            {LaneId, Key::Lane},
                                                                            {Depth, Key::Depth},
                                                                            {OpId, Key::OpId},
                                                                            {Op, Key::Name},
                                                                            {Shapes, Key::Shapes},
                                                                            {Module, Key::Module},
                                                                            {Step, Key::Step}}};
        for (const auto& [column, key] : kKeys) {
            if (static_cast<std::size_t>(column) == order.column)
                return SpanOrder::Term{key, order.descending};
        }
        return std::nullopt;
    }
    [[nodiscard]] std::vector<bool> wantedOps(const QueryPlan& plan, std::span<const QueryValue> values) const;

    const QueryData& m_data;
};

/// A condition `step = N` limits the starts to those of the steps with this number.
void SpanTable::narrow(std::size_t column, const QueryValue& value, IntegerRange& times) const
{
    const auto* number = std::get_if<std::int64_t>(&value);
    const trace::TraceView& view = m_data.view();
    if (column != SpanColumn::Step || !number)
        return;
    std::int64_t begin = INT64_MAX;
    std::int64_t end = INT64_MIN;
    std::size_t i =
        trace::partitionPoint(view.stepCount(), [&](std::size_t at) { return stepNumber(view.step(at)) < *number; });
    for (; i < view.stepCount() && stepNumber(view.step(i)) == *number; ++i) {
        begin = std::min(begin, view.step(i).start);
        end = std::max(end, view.step(i).end);
    }
    times.apply(QueryCondition::Comparison::GreaterEqual, begin);
    times.apply(QueryCondition::Comparison::Less, end);
}

/// The ops that conditions on an op or its texts leave; empty = all.
std::vector<bool> SpanTable::wantedOps(const QueryPlan& plan, std::span<const QueryValue> values) const
{
    std::vector<bool> wanted;
    for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
        const std::size_t column = plan.conditions[i].column;
        const auto* text = std::get_if<std::string_view>(&values[i]);
        const auto* number = std::get_if<std::int64_t>(&values[i]);
        const bool isText = column == SpanColumn::Op || column == SpanColumn::Shapes || column == SpanColumn::Module;
        if (!(isText && text) && !(column == SpanColumn::OpId && number))
            continue;
        wanted.resize(m_data.view().opCount() + 1, true);
        for (std::uint32_t op = 0; op < wanted.size(); ++op) {
            const auto own = isText ? m_data.text(op, static_cast<OpText>(column - SpanColumn::Op)) : std::nullopt;
            const bool isEqual = isText ? own == *text : op == *number;
            wanted[op] = wanted[op] && isEqual;
        }
    }
    return wanted;
}

std::unique_ptr<QueryCursor> SpanTable::openParts(const QueryPlan& plan, std::span<const QueryValue> values,
                                                  std::vector<Part> parts, const QueryStop& stop) const
{
    std::vector<bool> ops = wantedOps(plan, values);
    const SpanMembers members = SpanMembers::of(plan.columns);
    if (plan.order.empty())
        return std::make_unique<SpanCursor>(m_data, members, std::move(parts), std::move(ops));
    std::vector<SpanOrder::Term> terms;
    for (const QueryOrder& order : plan.order) {
        if (const auto term = keyOf(order))
            terms.push_back(*term);
    }
    auto order = SpanOrder::sorted(m_data, parts, ops, terms, stop);
    return order ? std::make_unique<SpanCursor>(m_data, members, std::move(*order)) : nullptr;
}

} // namespace

std::unique_ptr<QueryTable> makeSpanTable(const QueryData& data)
{
    return std::make_unique<SpanTable>(data);
}

} // namespace stepscope::analysis
