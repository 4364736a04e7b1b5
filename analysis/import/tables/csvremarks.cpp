#include "analysis/import/tables/csvremarks.h"

#include "analysis/import/collection.h"
#include "analysis/import/plaintext.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepscope::analysis {

bool CsvRemarks::isMissing(std::string_view cell)
{
    static constexpr std::array<std::string_view, 5> kMarkers{"-", "nan", "n/a", "[n/a]", "[not supported]"};
    return std::find(kMarkers.begin(), kMarkers.end(), lowered(cell)) != kMarkers.end();
}

void CsvRemarks::addRow(std::int64_t timeNs, std::uint64_t line)
{
    if (m_time && timeNs < *m_time && m_timesBack++ == 0)
        m_firstBack = {.line = line, .backNs = *m_time - timeNs};
    if (m_time && timeNs == *m_time && m_sameTimes++ == 0)
        m_firstSame = line;
    m_time = timeNs;
}

void CsvRemarks::addLoad(const std::string& column, double value)
{
    if (value >= 0 && value <= 1)
        return;
    Beyond& beyond = m_loads[column];
    beyond.least = beyond.values == 0 ? value : std::min(beyond.least, value);
    beyond.most = beyond.values == 0 ? value : std::max(beyond.most, value);
    ++beyond.values;
}

std::vector<std::string> CsvRemarks::texts() const
{
    std::vector<std::string> texts;
    constexpr std::size_t kMostNamed = 8;
    std::string columns;
    std::size_t named = 0;
    std::uint64_t cells = 0;
    std::uint64_t joined = 0;
    for (const auto& [column, count] : m_missing) {
        if (m_joined.contains(column)) {
            joined += count;
            continue;
        }
        cells += count;
        if (++named <= kMostNamed)
            columns += (columns.empty() ? "" : ", ") + std::to_string(count) + " of " + quotedText(column);
    }
    if (named > kMostNamed)
        columns += ", and those of " + counted(named - kMostNamed, "more column", "more columns");
    if (cells > 0)
        texts.push_back(counted(cells, "cell is", "cells are") +
                        " marked as missing (NaN, N/A or -), where the recording has a gap: " + columns);
    if (joined > 0)
        texts.push_back(counted(joined, "cell is", "cells are") +
                        " marked as missing on both sides of each number of their column, and count as empty");
    if (m_repeatedHour > 0)
        texts.push_back("The local times repeat an hour from line " + std::to_string(m_repeatedHour) +
                        ", as at the end of summer time: the times go on from the row before");
    if (m_timesBack > 0)
        texts.push_back("The times go back " + counted(m_timesBack, "time", "times") + ", first in line " +
                        std::to_string(m_firstBack.line) + " by " +
                        durationText(static_cast<double>(m_firstBack.backNs) * 1e-9) +
                        ": the rows are in the order of time here, so that those of several logs or of a repeated "
                        "hour lie between each other");
    if (m_sameTimes > 0)
        texts.push_back(counted(m_sameTimes, "row has", "rows have") + " the time of the row before, first in line " +
                        std::to_string(m_firstSame));
    if (m_withZone > 0 && m_withoutZone > 0)
        texts.push_back(counted(m_withoutZone, "date has", "dates have") +
                        " no time zone, while others have one, and count as UTC");
    for (const auto& [column, beyond] : m_loads) {
        std::array<char, 80> range{};
        std::snprintf(range.data(), range.size(), "from %.6g %% to %.6g %%", beyond.least * 100, beyond.most * 100);
        texts.push_back(counted(beyond.values, "load", "loads") + " of " + quotedText(column) +
                        " outside 0 to 100 %: " + range.data());
    }
    return texts;
}

} // namespace stepscope::analysis
