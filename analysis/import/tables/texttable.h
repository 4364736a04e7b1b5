#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// The fields of a line of comma-separated values; "" within quotes is a quote. `separator` is also ';' or a tab.
std::vector<std::string> csvFields(std::string_view line, char separator = ',');

/// Whether the line ends inside a quoted field: the field continues in the next line, or the line is damaged.
bool endsWithinQuotes(std::string_view line);

/// The fields of a line whose columns are at least two spaces apart, at most `most`: the last one keeps its spaces.
std::vector<std::string> spacedFields(std::string_view line, std::size_t most);

/// A column of a table of a profiler: "Start (ns)" and "Start" with a unit in the next line are the same.
struct TableColumn
{
    std::string name{}; ///< in lower case, without unit: "start"
    std::string unit{}; ///< "ns"; empty = in the values, or none
};
TableColumn columnOf(std::string_view title);

/// A table in the output of nvprof or `nsys stats`, as text or as comma-separated values.
struct ProfilerTable
{
    enum class Kind {
        Trace,   ///< a row per activity, with start and duration
        Summary, ///< a row per name, with sums
        Metrics, ///< a row per metric and kernel
    };
    Kind kind = Kind::Trace;
    bool isCsv = false;
    bool hasGroups = false; ///< digits of numbers may be grouped by the locale: `nsys stats` as text
    std::vector<std::string> titles{};
    std::vector<TableColumn> columns{};

    /// Index of the column with one of the names, or npos.
    [[nodiscard]] std::size_t find(std::initializer_list<std::string_view> names) const;
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

/// Whether the line is the header of a table, which is then described in `table`.
bool beginsTable(std::string_view line, ProfilerTable& table);
/// Whether the fields are units, which are then set: "ms,us,,,B".
bool takeUnits(const std::vector<std::string>& fields, ProfilerTable& table);

/// A number without the separators of groups. Columns of means have one decimal separator, others have none.
std::string withoutGroups(std::string_view number, bool hasDecimals);

} // namespace stepscope::analysis
