#include "analysis/query/timelinetable.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

using Comparison = QueryCondition::Comparison;

constexpr double kNsPerSecond = 1e9;

/// Whether a value of a sequence equals that of a condition. Values of other types are left to SQLite.
bool mayEqual(const QueryValue& own, const QueryValue& wanted)
{
    if (const auto* text = std::get_if<std::string_view>(&wanted))
        return !std::holds_alternative<std::string_view>(own) || std::get<std::string_view>(own) == *text;
    if (const auto* integer = std::get_if<std::int64_t>(&wanted))
        return !std::holds_alternative<std::int64_t>(own) || std::get<std::int64_t>(own) == *integer;
    return true;
}

} // namespace

/// Sequences can be sorted by any of their values; a term for the time may follow if the terms before it differ for
/// each sequence.
bool TimelineTable::isOrderOfSequences(std::span<const QueryOrder> order, bool oneSequence) const
{
    bool isUnique = oneSequence || sequenceCount() <= 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Role role = roleOf(order[i].column);
        if (role == Role::Time || role == Role::Seconds)
            return isUnique && !order[i].descending && i + 1 == order.size();
        if (role != Role::Sequence && role != Role::SequenceId)
            return false;
        isUnique = isUnique || role == Role::SequenceId;
    }
    return !order.empty();
}

QueryPlan TimelineTable::plan(std::span<const QueryCondition> conditions, std::span<const QueryOrder> order) const
{
    constexpr double kShareOfHalfRange = 0.1;
    QueryPlan plan;
    double share = 1;
    bool oneSequence = false;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const Role role = roleOf(conditions[i].column);
        const bool isEqual = conditions[i].comparison == Comparison::Equal;
        if (role == Role::Plain || (!isEqual && role != Role::Time && role != Role::Seconds))
            continue;
        plan.used.push_back(i);
        plan.conditions.push_back(conditions[i]);
        if (role == Role::Time || role == Role::Seconds)
            share *= isEqual ? kShareOfHalfRange * kShareOfHalfRange * kShareOfHalfRange : kShareOfHalfRange;
        else if (role == Role::Selection)
            share *= shareOf(conditions[i].column);
        else
            share /= static_cast<double>(std::max<std::size_t>(sequenceCount(), 1));
        oneSequence = oneSequence || role == Role::SequenceId;
    }
    double all = 0;
    for (std::size_t i = 0; i < sequenceCount(); ++i)
        all += static_cast<double>(sizeOf(i));
    plan.rows = std::max(all * share, 1.0);
    plan.cost = plan.rows + static_cast<double>(sequenceCount());
    if (isOrderOfSequences(order, oneSequence) || (!order.empty() && canSortBy(order)))
        plan.order.assign(order.begin(), order.end());
    return plan;
}

std::vector<TimelineTable::Part> TimelineTable::partsOf(const QueryPlan& plan, std::span<const QueryValue> values) const
{
    IntegerRange times;
    for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
        const QueryCondition& condition = plan.conditions[i];
        const Role role = roleOf(condition.column);
        if (role == Role::Time)
            times.apply(condition.comparison, values[i]);
        else if (role == Role::Seconds)
            times.apply(condition.comparison, values[i], kNsPerSecond, startOfRun());
        else if (role == Role::Selection)
            narrow(condition.column, values[i], times);
    }
    std::vector<Part> parts;
    for (std::size_t sequence = 0; sequence < sequenceCount() && !times.isEmpty(); ++sequence) {
        bool isWanted = sizeOf(sequence) > 0;
        for (std::size_t i = 0; i < plan.conditions.size() && isWanted; ++i) {
            const Role role = roleOf(plan.conditions[i].column);
            if (role == Role::Sequence || role == Role::SequenceId)
                isWanted = mayEqual(sequenceValue(sequence, plan.conditions[i].column), values[i]);
        }
        if (!isWanted)
            continue;
        const std::size_t first = times.lowest() == INT64_MIN ? 0 : lowerBound(sequence, times.lowest());
        const std::size_t last =
            times.highest() == INT64_MAX ? sizeOf(sequence) : lowerBound(sequence, times.highest() + 1);
        if (first < last)
            parts.push_back({sequence, first, last});
    }
    return parts;
}

std::unique_ptr<QueryCursor> TimelineTable::open(const QueryPlan& plan, std::span<const QueryValue> values,
                                                 const QueryStop& stop) const
{
    std::vector<Part> parts = partsOf(plan, values);
    QueryPlan rest = plan;
    if (isOrderOfSequences(plan.order, true)) {
        std::stable_sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) {
            for (const QueryOrder& term : plan.order) {
                if (roleOf(term.column) == Role::Time || roleOf(term.column) == Role::Seconds)
                    break;
                const QueryValue left = sequenceValue(a.sequence, term.column);
                const QueryValue right = sequenceValue(b.sequence, term.column);
                if (left != right)
                    return term.descending ? right < left : left < right;
            }
            return false;
        });
        rest.order.clear();
    }
    return openParts(rest, values, std::move(parts), stop);
}

} // namespace stepscope::analysis
