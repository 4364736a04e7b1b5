#pragma once

#include "analysis/query/querytable.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::analysis {

/// A table of many rows that consist of sequences ordered by time: the spans of lanes, the samples of channels. Reads
/// only the sequences and the range of time that conditions ask for.
class TimelineTable : public QueryTable
{
public:
    /// Rows [first, last) of a sequence.
    struct Part
    {
        std::size_t sequence = 0;
        std::size_t first = 0;
        std::size_t last = 0;
        [[nodiscard]] std::size_t size() const { return last - first; }
    };
    /// QueryCursor::number() of a row. A recording has far fewer sequences, and rows of each, than that.
    [[nodiscard]] static std::int64_t numberOf(std::size_t sequence, std::size_t row)
    {
        constexpr unsigned kRowBits = 40;
        return static_cast<std::int64_t>(std::uint64_t{sequence} << kRowBits | row);
    }

    [[nodiscard]] QueryPlan plan(std::span<const QueryCondition> conditions,
                                 std::span<const QueryOrder> order) const override;
    [[nodiscard]] std::unique_ptr<QueryCursor> open(const QueryPlan& plan, std::span<const QueryValue> values,
                                                    const QueryStop& stop) const override;

protected:
    enum class Role {
        Plain,
        Sequence,   ///< one value for all rows of a sequence
        SequenceId, ///< the same, and different for each sequence
        Time,       ///< ns; never decreases within a sequence
        Seconds,    ///< the same in seconds since the start of the run
        Selection,  ///< a condition `=` is answered by openParts() or timesOf()
    };
    [[nodiscard]] virtual Role roleOf(std::size_t column) const = 0;
    [[nodiscard]] virtual std::size_t sequenceCount() const = 0;
    [[nodiscard]] virtual std::size_t sizeOf(std::size_t sequence) const = 0;
    [[nodiscard]] virtual QueryValue sequenceValue(std::size_t sequence, std::size_t column) const = 0;
    /// Index of the first row of a sequence at or after a time.
    [[nodiscard]] virtual std::size_t lowerBound(std::size_t sequence, std::int64_t time) const = 0;
    [[nodiscard]] virtual std::int64_t startOfRun() const = 0;
    /// Rows that a condition `=` on a Selection column leaves, estimated as a share.
    [[nodiscard]] virtual double shareOf(std::size_t /*column*/) const { return 1; }
    /// Narrows the range of time by a condition on a Selection column.
    virtual void narrow(std::size_t /*column*/, const QueryValue& /*value*/, IntegerRange& /*times*/) const {}
    /// Whether rows can come in this order, although it is not that of the sequences.
    [[nodiscard]] virtual bool canSortBy(std::span<const QueryOrder> /*order*/) const { return false; }
    /// Reads the parts one after the other. plan.order is for canSortBy(), or empty.
    [[nodiscard]] virtual std::unique_ptr<QueryCursor> openParts(const QueryPlan& plan,
                                                                 std::span<const QueryValue> values,
                                                                 std::vector<Part> parts,
                                                                 const QueryStop& stop) const = 0;

private:
    [[nodiscard]] bool isOrderOfSequences(std::span<const QueryOrder> order, bool oneSequence) const;
    [[nodiscard]] std::vector<Part> partsOf(const QueryPlan& plan, std::span<const QueryValue> values) const;
};

} // namespace stepscope::analysis
