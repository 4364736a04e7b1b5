#include "analysis/query/queryerror.h"

#include "analysis/query/sqlfunctions.h"
#include "analysis/text/texttable.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace stepscope::analysis {
namespace {

/// Insertions, deletions and replacements that make one name from the other, without regard to case.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

bool contains(std::string_view text, std::string_view word)
{
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// What follows a beginning; empty without it.
std::string_view after(std::string_view text, std::string_view beginning)
{
    return text.starts_with(beginning) ? text.substr(beginning.size()) : std::string_view();
}

std::string meant(const std::string& similar)
{
    return similar.empty() ? std::string() : ": did you mean " + similar + "?";
}

std::string missingColumn(std::string_view name, std::string_view statement, const QueryTables& tables)
{
    const std::size_t dot = name.rfind('.');
    const std::string_view bare = dot == std::string_view::npos ? name : name.substr(dot + 1);
    std::vector<std::string_view> columns;
    std::vector<std::string_view> named;
    for (const auto& table : tables) {
        if (!contains(statement, table->name()))
            continue;
        named.push_back(table->name());
        for (const QueryColumn& column : table->columns())
            columns.push_back(column.name);
    }
    std::string text = "There is no column " + std::string(name);
    if (const std::string similar = similarName(bare, columns); !similar.empty())
        return text + meant(similar);
    if (named.size() == 1) {
        text += ": the columns of " + std::string(named[0]) + " are ";
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += (i == 0 ? "" : i + 1 == columns.size() ? " and " : ", ") + std::string(columns[i]);
    }
    return text + "; a text is written in single quotes.";
}

std::string missingTable(std::string_view name, const QueryTables& tables)
{
    std::vector<std::string_view> names;
    std::string list;
    for (const auto& table : tables) {
        names.push_back(table->name());
        list += (list.empty() ? "" : ", ") + std::string(table->name());
    }
    const std::string text = "There is no table " + std::string(name);
    const std::string similar = similarName(name, names);
    return similar.empty() ? text + ": the tables are " + list + "." : text + meant(similar);
}

std::string missingFunction(std::string_view name)
{
    std::vector<std::string_view> names = {"avg",    "sum",   "count", "total", "round",    "printf", "substr",
                                           "length", "lower", "upper", "instr", "coalesce", "ifnull", "replace",
                                           "abs",    "min",   "max",   "lag",   "lead",     "format", "group_concat"};
    for (const SqlFunction& function : sqlFunctions())
        names.push_back(function.signature.substr(0, function.signature.find('(')));
    const std::string similar = similarName(name, names);
    return "There is no function " + std::string(name) + (similar.empty() ? "." : meant(similar));
}

} // namespace

std::string similarName(std::string_view name, const std::vector<std::string_view>& names)
{
    constexpr std::size_t kLongestName = 60;
    std::string_view best;
    std::size_t least = name.size() / 3 + 2;
    for (const std::string_view candidate : names) {
        if (name.size() > kLongestName)
            break;
        // "duration" for duration_ns, and "ops" for op.
        const bool isPart = name.size() > 2 && contains(candidate, name);
        const std::size_t distance = isPart ? 1 : editDistance(name, candidate);
        if (distance < least && distance < name.size()) {
            least = distance;
            best = candidate;
        }
    }
    return std::string(best);
}

std::string queryErrorText(const QueryFailure& failure, const QueryTables& tables)
{
    constexpr std::size_t kLongestMessage = 400;
    const std::string message = printable(failure.message, kLongestMessage);
    const std::string_view text = message;
    if (const auto column = after(text, "no such column: "); !column.empty())
        return missingColumn(column, failure.statement, tables);
    if (const auto table = after(text, "no such table: "); !table.empty())
        return missingTable(table, tables);
    if (const auto function = after(text, "no such function: "); !function.empty())
        return missingFunction(function);
    if (text == "incomplete input")
        return "The statement is incomplete: its end is missing.";
    if (text == "integer overflow")
        return "A sum exceeds the largest integer: use total() instead of sum().";
    if (text == "string or blob too big")
        return "A text of the statement is longer than 4 MiB: shorten it with substr().";
    if (text.ends_with(": syntax error") && failure.offset >= 0) {
        const auto bytes = std::min(static_cast<std::size_t>(failure.offset), failure.statement.size());
        return "The statement is not SQL that can be understood, at character " +
               std::to_string(widthOf(failure.statement.substr(0, bytes)) + 1) + ", " +
               message.substr(0, message.size() - std::string_view(": syntax error").size()) + ".";
    }
    // Messages of functions of this program are whole sentences.
    return text.ends_with('.') ? message : "The statement cannot be run: " + message + ".";
}

} // namespace stepscope::analysis
