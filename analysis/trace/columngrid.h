#pragma once

#include "analysis/trace/model.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace stepscope::trace {

/// A stretch of time cut into columns, in whole ns: the places in which a picture keeps extremes and shares apart.
/// Right for any two times of int64; neither the range nor the number of columns may be empty.
class ColumnGrid
{
public:
    ColumnGrid(TimeRange range, int columns)
        : m_begin(range.begin)
        , m_end(range.end)
        , m_columns(columns)
        , m_duration(static_cast<std::uint64_t>(range.end) - static_cast<std::uint64_t>(range.begin))
        , m_isNarrow(m_duration < std::numeric_limits<std::uint64_t>::max() / static_cast<unsigned>(columns))
        , m_perColumn(m_duration / static_cast<unsigned>(columns))
        , m_rest(m_duration % static_cast<unsigned>(columns))
    {}

    [[nodiscard]] int columns() const { return m_columns; }
    [[nodiscard]] TimeRange range() const { return {m_begin, m_end}; }

    /// First ns of a column; column `columns()` begins at the end of the range.
    [[nodiscard]] std::int64_t begin(int column) const
    {
        const auto factor = static_cast<unsigned>(column);
        const auto count = static_cast<unsigned>(m_columns);
        // Division of 128 bits is ten times as slow, and needed for more than a week on a screen only.
        const std::uint64_t offset =
            m_isNarrow ? m_duration * factor / count : static_cast<std::uint64_t>(Wide{m_duration} * factor / count);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_begin) + offset);
    }
    /// Column that a time falls in; -1 before the range, `columns()` after it.
    [[nodiscard]] int of(std::int64_t time) const
    {
        if (time < m_begin)
            return -1;
        if (time >= m_end)
            return m_columns;
        // The last column that begins at or before the time, as begin() rounds down.
        const std::uint64_t offset = static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(m_begin);
        const auto count = static_cast<unsigned>(m_columns);
        return static_cast<int>(m_isNarrow ? ((offset + 1) * count - 1) / m_duration
                                           : static_cast<std::uint64_t>(((Wide{offset} + 1) * count - 1) / m_duration));
    }
    /// The time of a column; never empty, though one ns may belong to several columns when there are more columns than
    /// ns.
    [[nodiscard]] TimeRange rangeOf(int column) const
    {
        const std::int64_t first = begin(column);
        return {first, std::max(first + 1, begin(column + 1))};
    }
    /// Whether what is in sight of this stretch takes at least as much as a column.
    [[nodiscard]] bool fillsColumn(TimeRange stretch) const
    {
        const TimeRange seen = stretch.intersected({m_begin, m_end});
        if (seen.isEmpty())
            return false;
        const std::uint64_t length = static_cast<std::uint64_t>(seen.end) - static_cast<std::uint64_t>(seen.begin);
        return lastsAColumn(length);
    }
    /// Whether something of this length, in ns, could fill a column.
    [[nodiscard]] bool lastsAColumn(std::uint64_t length) const { return length >= m_perColumn + (m_rest > 0 ? 1 : 0); }

    /// The columns from left to right, as rangeOf() has them, without a division for each.
    class Walk
    {
    public:
        explicit Walk(const ColumnGrid& grid)
            : m_grid(grid)
            , m_begin(static_cast<std::uint64_t>(grid.m_begin))
        {}
        [[nodiscard]] TimeRange next()
        {
            const auto first = static_cast<std::int64_t>(m_begin);
            m_begin += m_grid.m_perColumn;
            m_rest += m_grid.m_rest;
            if (m_rest >= static_cast<unsigned>(m_grid.m_columns)) {
                m_rest -= static_cast<unsigned>(m_grid.m_columns);
                ++m_begin;
            }
            return {first, std::max(first + 1, static_cast<std::int64_t>(m_begin))};
        }

    private:
        const ColumnGrid& m_grid;
        std::uint64_t m_begin;    ///< of the next one
        std::uint64_t m_rest = 0; ///< of the division by the number of columns
    };

private:
    __extension__ using Wide = unsigned __int128;

    std::int64_t m_begin;
    std::int64_t m_end;
    int m_columns;
    std::uint64_t m_duration;
    bool m_isNarrow;           ///< products of it and a column fit into 64 bits
    std::uint64_t m_perColumn; ///< ns, and what remains of all columns together
    std::uint64_t m_rest;
};

} // namespace stepscope::trace
