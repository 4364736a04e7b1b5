#include "analysis/query/querytext.h"

#include "analysis/query/queryexamples.h"
#include "analysis/query/sqlfunctions.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/texttable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stepscope::analysis {
namespace {

std::string shortText(const QueryCell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return std::to_string(*integer);
    if (!std::holds_alternative<double>(cell))
        return "-";
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), "%.6g", std::get<double>(cell));
    return digits.data();
}

template <typename Range, typename Text>
std::string joined(const Range& range, Text text)
{
    std::string line;
    for (const auto& value : range)
        line += (&value == std::data(range) ? "" : ",") + text(value);
    return line;
}

nlohmann::json jsonOf(const QueryValue& value)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return std::string(*text);
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return *integer;
    const auto* real = std::get_if<double>(&value);
    return real && std::isfinite(*real) ? nlohmann::json(*real) : nlohmann::json(nullptr);
}

std::string dumped(const nlohmann::json& json)
{
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

std::string toText(const QueryResult& result)
{
    constexpr std::size_t kWidest = 60;
    std::vector<TextColumn> columns;
    for (std::size_t i = 0; i < result.columns.size(); ++i) {
        const bool hasText = std::any_of(result.rows.begin(), result.rows.end(),
                                         [i](const auto& row) { return std::holds_alternative<std::string>(row[i]); });
        columns.push_back(
            {.title = printable(result.columns[i], kWidest), .right = !hasText, .widest = kWidest, .cutInside = true});
    }
    std::vector<std::vector<std::string>> rows;
    for (const auto& row : result.rows) {
        std::vector<std::string> cells;
        for (const QueryCell& cell : row)
            cells.push_back(shortText(cell));
        rows.push_back(std::move(cells));
    }
    return tableText(columns, rows);
}

std::string queryCsvHeader(const std::vector<std::string>& columns)
{
    return joined(columns, [](const std::string& name) { return csvField(name); });
}

std::string queryCsvRow(std::span<const QueryValue> row)
{
    return joined(row, [](const QueryValue& value) {
        if (const auto* text = std::get_if<std::string_view>(&value))
            return csvField(*text);
        if (const auto* integer = std::get_if<std::int64_t>(&value))
            return std::to_string(*integer);
        const auto* real = std::get_if<double>(&value);
        return real ? csvNumber(*real) : std::string();
    });
}

std::string queryJsonHeader(const std::vector<std::string>& columns)
{
    return dumped(columns);
}

std::string queryJsonRow(std::span<const QueryValue> row)
{
    nlohmann::json values = nlohmann::json::array();
    for (const QueryValue& value : row)
        values.push_back(jsonOf(value));
    return dumped(values);
}

std::string queryReferenceText(const RecordingQuery& query)
{
    TextPage page;
    for (const auto& table : query.tables()) {
        page.heading(std::string(table->name()) + ": " + std::string(table->meaning()));
        for (const QueryColumn& column : table->columns())
            page.line(column.name, column.meaning);
    }
    page.heading("functions besides those of SQLite");
    std::string text = page.text();
    for (const SqlFunction& function : sqlFunctions())
        text += "  " + padded(std::string(function.signature), 44, false) + std::string(function.meaning) + '\n';
    text += "\nten queries\n";
    for (const QueryExample& example : queryExamples())
        text += "\n-- " + std::string(example.title) + '\n' + std::string(example.statement) + '\n';
    return text;
}

} // namespace stepscope::analysis
