#include "analysis/import/tables/texttable.h"

#include "analysis/import/decimal.h"
#include "analysis/import/plaintext.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace stepscope::analysis {

std::vector<std::string> csvFields(std::string_view line, char separator)
{
    std::vector<std::string> fields(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (isQuoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[++i];
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (c == separator && !isQuoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    for (std::string& field : fields)
        field = trimmed(field);
    return fields;
}

bool endsWithinQuotes(std::string_view line)
{
    return std::count(line.begin(), line.end(), '"') % 2 != 0;
}

std::vector<std::string> spacedFields(std::string_view line, std::size_t most)
{
    std::vector<std::string> fields;
    std::string_view rest = trimmed(line);
    while (!rest.empty()) {
        const std::size_t end = fields.size() + 1 < most ? rest.find("  ") : std::string_view::npos;
        fields.emplace_back(trimmed(rest.substr(0, end)));
        rest = end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(end));
    }
    return fields;
}

TableColumn columnOf(std::string_view title)
{
    TableColumn column;
    title = trimmed(title);
    const std::size_t open = title.rfind('(');
    if (open != std::string_view::npos && title.ends_with(')')) {
        column.unit = title.substr(open + 1, title.size() - open - 2);
        title = trimmed(title.substr(0, open));
    }
    column.name = title;
    std::transform(column.name.begin(), column.name.end(), column.name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return column;
}

std::size_t ProfilerTable::find(std::initializer_list<std::string_view> names) const
{
    for (const std::string_view name : names) {
        const auto column =
            std::find_if(columns.begin(), columns.end(), [&](const TableColumn& other) { return other.name == name; });
        if (column != columns.end())
            return static_cast<std::size_t>(column - columns.begin());
    }
    return npos;
}

bool beginsTable(std::string_view line, ProfilerTable& table)
{
    constexpr std::size_t kMostColumns = 512;
    // Quick rejection: every kind has one of these words.
    if (line.find("Name") == std::string_view::npos && line.find("Range") == std::string_view::npos &&
        line.find("Operation") == std::string_view::npos)
        return false;
    ProfilerTable found;
    found.isCsv = line.find(',') != std::string_view::npos;
    found.titles = found.isCsv ? csvFields(line) : spacedFields(line, kMostColumns);
    for (const std::string& title : found.titles)
        found.columns.push_back(columnOf(title));
    const auto has = [&](std::initializer_list<std::string_view> names) {
        return found.find(names) != ProfilerTable::npos;
    };
    if (has({"metric name", "event name"}) && has({"avg", "total"}))
        found.kind = ProfilerTable::Kind::Metrics;
    else if (has({"start"}) && has({"duration", "end"}) && has({"name", "operation"}))
        found.kind = ProfilerTable::Kind::Trace;
    else if (has({"time", "total time", "total"}) && has({"calls", "instances", "num calls", "count", "operations"}) &&
             has({"name", "range", "operation"}))
        found.kind = ProfilerTable::Kind::Summary;
    else
        return false;
    const std::size_t start = found.find({"start", "total time", "total"});
    found.hasGroups = !found.isCsv && start != ProfilerTable::npos && !found.columns[start].unit.empty();
    table = std::move(found);
    return true;
}

bool takeUnits(const std::vector<std::string>& fields, ProfilerTable& table)
{
    static constexpr std::array<std::string_view, 16> kUnits{"s", "ms",  "us",   "ns",   "B",    "KB", "MB",  "GB",
                                                             "%", "B/s", "KB/s", "MB/s", "GB/s", "TB", "MHz", "C"};
    if (fields.size() != table.columns.size())
        return false;
    bool hasUnit = false;
    for (const std::string& field : fields) {
        const bool isUnit = std::find(kUnits.begin(), kUnits.end(), field) != kUnits.end();
        if (!isUnit && !field.empty())
            return false;
        hasUnit = hasUnit || isUnit;
    }
    for (std::size_t i = 0; hasUnit && i < fields.size(); ++i) {
        if (!fields[i].empty())
            table.columns[i].unit = fields[i];
    }
    return hasUnit;
}

std::string withoutGroups(std::string_view number, bool hasDecimals)
{
    const std::size_t decimal = hasDecimals ? number.find_last_of(".,") : std::string_view::npos;
    std::string plain;
    for (std::size_t i = 0; i < number.size(); ++i) {
        const char c = number[i];
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-')
            plain += c;
        else if (i == decimal)
            plain += '.';
    }
    return plain;
}

} // namespace stepscope::analysis
