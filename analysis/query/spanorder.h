#pragma once

#include "analysis/query/querydata.h"
#include "analysis/query/timelinetable.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// Spans of all lanes in the order of an op, a step or other keys with few values: 4 bytes per span instead of a sort
/// of copies by SQLite, which takes twenty times as long. Spans with equal keys stay in their order.
class SpanOrder
{
public:
    enum class Key { Lane, LaneName, Depth, OpId, Name, Shapes, Module, Step };
    struct Term
    {
        Key key = Key::OpId;
        bool descending = false;
    };

    /// Whether spans have numbers of 32 bits.
    [[nodiscard]] static bool isPossible(const QueryData& data);
    /// `terms`: at least one. `ops`: by op id, whether its spans are wanted; empty = all. Nothing when `stop` returned
    /// true. Costs two passes per term; several terms take 8 more bytes per span during the sort.
    [[nodiscard]] static std::optional<SpanOrder> sorted(const QueryData& data,
                                                         std::span<const TimelineTable::Part> parts,
                                                         const std::vector<bool>& ops, std::span<const Term> terms,
                                                         const QueryStop& stop);

    struct Place
    {
        std::size_t lane = 0;
        std::size_t span = 0;
    };
    [[nodiscard]] std::size_t size() const { return m_numbers.size(); }
    [[nodiscard]] Place at(std::size_t i)
    {
        const std::uint32_t number = m_numbers[i];
        // Equal keys stay in the order of lanes, so that the lane rarely changes.
        if (number < m_begins[m_lane] || number >= m_begins[m_lane + 1])
            findLane(number);
        return {m_lane, number - m_begins[m_lane]};
    }

private:
    void findLane(std::uint32_t number);
    bool sortBy(const QueryData& data, const Term& term, const QueryStop& stop);

    std::vector<std::uint32_t> m_numbers; ///< number of a span: that of the first span of its lane, and its index
    std::vector<std::uint32_t> m_begins;  ///< by lane: number of its first span; at the end the number of all spans
    std::size_t m_lane = 0;
};

} // namespace stepscope::analysis
