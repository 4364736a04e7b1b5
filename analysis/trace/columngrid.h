#pragma once

#include "analysis/trace/model.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace stepscope::trace {

/// Divides a time range into columns of whole ns, one per pixel column of a drawing. Correct for any two int64 times.
/// The range must not be empty and the number of columns must be positive.
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

    /// First ns of a column. begin(columns()) is the end of the range.
    [[nodiscard]] std::int64_t begin(int column) const
    {
        const auto factor = static_cast<unsigned>(column);
        const auto count = static_cast<unsigned>(m_columns);
        // A division of 128 bits takes ten times as long, and only ranges longer than a week need it.
        const std::uint64_t offset =
            m_isNarrow ? m_duration * factor / count : static_cast<std::uint64_t>(Wide{m_duration} * factor / count);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_begin) + offset);
    }
    /// The column that contains a time; -1 before the range, columns() after it.
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
    /// The time range of a column; never empty. If there are more columns than ns, columns share a ns.
    [[nodiscard]] TimeRange rangeOf(int column) const
    {
        const std::int64_t first = begin(column);
        return {first, std::max(first + 1, begin(column + 1))};
    }
    /// Whether the visible part of a time range is at least as long as a column.
    [[nodiscard]] bool fillsColumn(TimeRange range) const
    {
        const TimeRange visible = range.intersected({m_begin, m_end});
        if (visible.isEmpty())
            return false;
        const std::uint64_t length =
            static_cast<std::uint64_t>(visible.end) - static_cast<std::uint64_t>(visible.begin);
        return lastsAColumn(length);
    }
    /// Whether a length in ns is at least that of a column.
    [[nodiscard]] bool lastsAColumn(std::uint64_t length) const { return length >= m_perColumn + (m_rest > 0 ? 1 : 0); }

    /// Iterates over rangeOf() of the columns from left to right without a division per column.
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
        std::uint64_t m_begin;    ///< of the next column
        std::uint64_t m_rest = 0; ///< accumulated remainder, in ns / columns
    };

private:
    __extension__ using Wide = unsigned __int128;

    std::int64_t m_begin;
    std::int64_t m_end;
    int m_columns;
    std::uint64_t m_duration;
    bool m_isNarrow;           ///< duration x columns fits into 64 bits
    std::uint64_t m_perColumn; ///< ns
    std::uint64_t m_rest;      ///< ns that remain after all columns
};

} // namespace stepscope::trace
