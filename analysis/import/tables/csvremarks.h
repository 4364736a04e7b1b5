#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// What a person should know of a CSV file that was read as it is: cells that are marked as missing, times out of
/// order, dates with and without a time zone, loads beyond their range. Each kind is one line of text.
class CsvRemarks
{
public:
    /// Whether the cell states that there is no value, as [N/A] of nvidia-smi. Empty cells state nothing.
    static bool isMissing(std::string_view cell);

    /// A row, in the order of the file. `line`: its number, from 1.
    void addRow(std::int64_t timeNs, std::uint64_t line);
    /// A local time that lies in an hour which was there before; the importer counts on.
    void addRepeatedHour(std::uint64_t line) { m_repeatedHour = m_repeatedHour == 0 ? line : m_repeatedHour; }
    /// A column of a table that joins several meters, whose marked cells are no samples.
    void addJoined(const std::string& column) { m_joined.insert(column); }
    void addMissing(const std::string& column) { ++m_missing[column]; }
    void addDate(bool hasZone) { ++(hasZone ? m_withZone : m_withoutZone); }
    /// A value of a load, 1 = 100 %.
    void addLoad(const std::string& column, double value);

    /// Whether all dates so far are local times.
    [[nodiscard]] bool areLocal() const { return m_withZone == 0; }
    [[nodiscard]] std::vector<std::string> texts() const;

private:
    struct Place
    {
        std::uint64_t line = 0;
        std::int64_t backNs = 0; ///< time of the row before - time of this row
    };
    struct Beyond
    {
        std::uint64_t values = 0;
        double least = 0;
        double most = 0;
    };

    std::map<std::string, std::uint64_t> m_missing; ///< cells by column
    std::set<std::string> m_joined;
    std::optional<std::int64_t> m_time; ///< of the row before
    std::uint64_t m_timesBack = 0;
    Place m_firstBack;
    std::uint64_t m_repeatedHour = 0; ///< line of the first one
    std::uint64_t m_sameTimes = 0;
    std::uint64_t m_firstSame = 0; ///< its line
    std::uint64_t m_withZone = 0;
    std::uint64_t m_withoutZone = 0;
    std::map<std::string, Beyond> m_loads; ///< by column
};

} // namespace stepscope::analysis
