#include "analysis/export/reporttables.h"

#include "analysis/export/textfile.h"
#include "analysis/text/csvtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <utility>

namespace stepscope::analysis {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kMetrics = "report-metrics.csv";
constexpr std::string_view kMetricsHeader = "figure,value";

using RowCells = std::vector<std::pair<std::string, Json>>; ///< column, value; in order

struct Table
{
    std::vector<std::string> columns{};
    std::vector<RowCells> rows{};

    void add(RowCells row)
    {
        for (const auto& [column, value] : row) {
            if (std::find(columns.begin(), columns.end(), column) == columns.end())
                columns.push_back(column);
        }
        rows.push_back(std::move(row));
    }
};

bool isListOfObjects(const Json& json)
{
    return json.is_array() && !json.empty() && json.front().is_object();
}

/// {"VDD_IN": {...}, "VDD_SYS_GPU": {...}}: objects by name.
bool isObjectsByName(const Json& json)
{
    return json.is_object() && !json.empty() &&
           std::all_of(json.begin(), json.end(), [](const Json& value) { return value.is_object(); });
}

/// Divides the JSON of a report into tables, by the name of their file.
class Tables
{
public:
    void take(const Json& json) { takeFigures(json, {}, {}); }
    [[nodiscard]] const std::map<std::string, Table>& all() const { return m_tables; }

private:
    static std::string joined(const std::string& path, const std::string& key, char by)
    {
        return path.empty() ? key : path + by + key;
    }
    /// Adds single values to the metrics, and lists to their own tables.
    void takeFigures(const Json& json, const std::string& path, const std::string& file)
    {
        for (const auto& [key, value] : json.items()) {
            const std::string name = joined(path, key, '.');
            const std::string list = joined(file, key, '-');
            if (isListOfObjects(value))
                takeList(value, list, {});
            else if (isObjectsByName(value))
                takeByName(value, list);
            else if (value.is_object())
                takeFigures(value, name, list);
            else
                m_tables["metrics"].add({{"figure", name}, {"value", value}});
        }
    }
    void takeList(const Json& list, const std::string& file, const RowCells& of)
    {
        for (const Json& entry : list) {
            if (!entry.is_object())
                continue;
            RowCells row = of;
            takeRow(entry, {}, file, row);
            m_tables[file].add(std::move(row));
        }
    }
    void takeByName(const Json& objects, const std::string& file)
    {
        for (const auto& [name, entry] : objects.items()) {
            RowCells row{{"name", name}};
            takeRow(entry, {}, file, row);
            m_tables[file].add(std::move(row));
        }
    }
    void takeRow(const Json& entry, const std::string& path, const std::string& file, RowCells& row)
    {
        for (const auto& [key, value] : entry.items()) {
            const std::string column = joined(path, key, '.');
            if (isListOfObjects(value)) {
                takeList(value, joined(file, key, '-'), namesOf(row)); // names precede lists in a row
            } else if (value.is_object()) {
                takeRow(value, column, file, row);
            } else {
                row.emplace_back(column, value);
            }
        }
    }
    static RowCells namesOf(const RowCells& row)
    {
        RowCells names;
        for (const auto& [column, value] : row) {
            if (value.is_string())
                names.emplace_back("of_" + column, value);
        }
        return names;
    }

    std::map<std::string, Table> m_tables;
};

void writeCell(CsvFile& file, const Json& value)
{
    if (value.is_null())
        file.empty();
    else if (value.is_boolean())
        file.integer(value.get<bool>() ? 1 : 0);
    else if (value.is_number_unsigned())
        file.unsignedInteger(value.get<std::uint64_t>());
    else if (value.is_number_integer())
        file.integer(value.get<std::int64_t>());
    else if (value.is_number())
        file.number(value.get<double>());
    else if (value.is_string())
        file.text(value.get<std::string>());
    else
        file.text(value.dump(-1, ' ', false, Json::error_handler_t::replace)); // a list of plain values
}

format::Result<void> write(const Table& table, const fs::path& path)
{
    std::string header;
    for (const std::string& column : table.columns) {
        if (!header.empty())
            header += ',';
        header += csvField(column);
    }
    CsvFile file(path, header);
    for (const RowCells& row : table.rows) {
        for (const std::string& column : table.columns) {
            const auto cell =
                std::find_if(row.begin(), row.end(), [&](const auto& value) { return value.first == column; });
            writeCell(file, cell != row.end() ? cell->second : Json());
        }
        file.endRow();
    }
    return file.close();
}

/// Creates the folder and removes an earlier report from it.
format::Result<void> prepare(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return fileError("Creating the folder", folder, error.value());
    if (!fs::exists(folder / kMetrics, error))
        return {};
    std::ifstream earlier(folder / kMetrics);
    std::string line;
    if (!std::getline(earlier, line) || line != std::string(kMetricsHeader) + "\r")
        return format::failure("The folder " + folder.string() + " has a file " + std::string(kMetrics) +
                               " that no report wrote; nothing was written: choose an empty folder.");
    std::vector<fs::path> old;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with("report-") && name.ends_with(".csv"))
            old.push_back(entry->path());
    }
    for (const fs::path& path : old)
        fs::remove(path, error);
    return {};
}

format::Result<void> writeAll(const std::string& text, const fs::path& folder)
{
    TRY(prepare(folder));
    Tables tables;
    tables.take(Json::parse(text, nullptr, false));
    for (const auto& [name, table] : tables.all())
        TRY(write(table, folder / ("report-" + name + ".csv")));
    return {};
}

} // namespace

format::Result<void> exportReport(const Report& report, const fs::path& folder)
{
    return writeAll(toJson(report), folder);
}

format::Result<void> exportReports(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                                   const std::vector<Observation>& together, const fs::path& folder)
{
    std::map<std::string, int> taken;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        std::string name = i < titles.size() ? fs::path(titles[i]).stem().string() : std::string();
        name = name.empty() || name == "." || name == ".." ? "recording" : name;
        const int copy = ++taken[name];
        TRY(exportReport(reports[i], folder / (copy > 1 ? name + "-" + std::to_string(copy) : name)));
    }
    Json all = Json::parse(toJson(std::vector<Report>{}, together), nullptr, false);
    all["recordings"] = titles.size();
    return writeAll(all.dump(-1, ' ', false, Json::error_handler_t::replace), folder);
}

} // namespace stepscope::analysis
