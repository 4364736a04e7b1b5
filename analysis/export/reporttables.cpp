#include "analysis/export/reporttables.h"

#include "analysis/export/textfile.h"
#include "analysis/text/csvtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace stepscope::analysis {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

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

std::string headerOf(const Table& table)
{
    std::string header;
    for (const std::string& column : table.columns) {
        if (!header.empty())
            header += ',';
        header += csvField(column);
    }
    return header;
}

format::Result<void> write(const Table& table, const fs::path& path)
{
    CsvFile file(path, headerOf(table));
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

/// The list of the files that a report wrote, by which the next one knows which files are its own.
constexpr std::string_view kIndex = "report-files.csv";
constexpr std::string_view kIndexHeader = "file,rows";

/// Names of the files that an earlier report wrote into the folder.
std::set<std::string> filesOfEarlierReport(const fs::path& folder)
{
    std::set<std::string> names;
    std::ifstream index(folder / kIndex);
    std::string line;
    if (!std::getline(index, line) || line != std::string(kIndexHeader) + "\r")
        return names;
    names.emplace(kIndex);
    while (std::getline(index, line)) {
        const std::string name = line.substr(0, line.find(','));
        if (name.starts_with("report-") && name.ends_with(".csv") && name.find('/') == std::string::npos)
            names.insert(name);
    }
    return names;
}

/// The files of a report: name and first line.
using NeededFiles = std::vector<std::pair<std::string, std::string>>;

/// Whether the file begins as that of a report does.
bool beginsWith(const fs::path& path, const std::string& header)
{
    std::ifstream file(path);
    std::string line;
    return std::getline(file, line) && line == header + "\r";
}

/// Removes the files of an earlier report; nothing, if another file has a name that is needed.
format::Result<void> prepare(const fs::path& folder, const NeededFiles& needed)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return fileError("Creating the folder", folder, error.value());
    const std::set<std::string> earlier = filesOfEarlierReport(folder);
    for (const auto& [name, header] : needed) {
        const bool isOwn = earlier.contains(name) || (earlier.empty() && beginsWith(folder / name, header));
        if (fs::exists(folder / name, error) && !isOwn)
            return format::failure("The folder " + folder.string() + " has a file " + name +
                                   " that may not be of a report; nothing was written: choose an empty folder.");
    }
    for (const std::string& name : earlier)
        fs::remove(folder / name, error);
    return {};
}

format::Result<void> writeAll(const std::string& text, const fs::path& folder)
{
    Tables tables;
    tables.take(Json::parse(text, nullptr, false));
    const auto fileOf = [](const std::string& name) { return "report-" + name + ".csv"; };
    NeededFiles needed{{std::string(kIndex), std::string(kIndexHeader)}};
    for (const auto& [name, table] : tables.all())
        needed.emplace_back(fileOf(name), headerOf(table));
    TRY(prepare(folder, needed));
    CsvFile index(folder / kIndex, kIndexHeader);
    for (const auto& [name, table] : tables.all()) {
        index.text(fileOf(name)).unsignedInteger(table.rows.size());
        index.endRow();
    }
    TRY(index.close());
    for (const auto& [name, table] : tables.all())
        TRY(write(table, folder / fileOf(name)));
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
