#include "analysis/export/outputfile.h"
#include "analysis/query/query.h"
#include "analysis/query/querytext.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/quantitytext.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/commands/damagenote.h"
#include "app/terminal/interruptwatch.h"
#include "app/terminal/terminal.h"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace stepscope::app {
namespace {

using analysis::RecordingQuery;
using format::Error;
using format::Result;

constexpr std::size_t kNoLimitGiven = SIZE_MAX;
constexpr std::size_t kRowsOnTerminal = 1000;

class QueryCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "query"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Answer a SELECT statement over a recording: spans, samples, steps, ops, rails";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "FILE", .value = &m_file, .help = "The recording", .isRequired = true},
            {.names = "STATEMENT",
             .value = &m_statement,
             .help = "SELECT ... in the SQL of SQLite; without it, the tables and ten queries are listed"},
            {.names = "-f,--from-file",
             .value = &m_statementFile,
             .help = "Read the statement from a file; - is standard input",
             .valueName = "FILE",
             .excludes = "STATEMENT"},
            {.names = "--csv", .value = &m_csv, .help = "Print all rows as CSV"},
            {.names = "--json", .value = &m_json, .help = "Print all rows as JSON", .excludes = "--csv"},
            {.names = "-o,--output",
             .value = &m_output,
             .help = "File for the result: CSV, or JSON with --json",
             .valueName = "FILE"},
            {.names = "--limit", .value = &m_limit, .help = "Most rows; 0 = all (1000 for a table, else all)"},
            {.names = "--force", .value = &m_force, .help = "Replace a file that exists", .needs = "--output"},
        };
    }

    [[nodiscard]] std::string footer() const override
    {
        return "stepscope query x.stepscope \"SELECT op, count(*), sum(duration_ns) FROM spans GROUP BY op\"\n"
               "The recording is not changed. analysis/query/README.md describes tables and functions.";
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        const auto done = work();
        if (done.ok())
            return kDone;
        if (isOutputClosed())
            return kDone; // finishOutput() reports what is no closed pipe
        const int status = printError(done.error());
        return done.error().code == Error::Code::Cancelled ? kInterrupted : status;
    }

private:
    Result<void> work()
    {
        std::error_code ignored;
        if (!m_output.empty() && std::filesystem::equivalent(m_output, m_file, ignored))
            return format::failure("query: " + m_output +
                                   " is the recording itself: choose another name for the result.");
        TRY(analysis::mayReplace(m_output, m_force));
        if (!m_statementFile.empty())
            m_statement = TRY(readStatement());
        std::atomic<bool> isInterrupted = false;
        const InterruptWatch watch(InterruptWatch::kEndSignals, [&] { isInterrupted = true; });
        ProgressBar bar("Reading " + m_file);
        const auto view = TRY(trace::loadRecording(m_file, [&](double share) {
            bar.update(share, "");
            return !isInterrupted;
        }));
        bar.finish({});
        RecordingQuery query(view);
        if (m_statement.empty() && m_statementFile.empty()) {
            if (m_csv || m_json || !m_output.empty())
                return format::failure(format::Error::Code::Usage,
                                       "query needs a statement for --csv, --json and -o; `stepscope query " + m_file +
                                           "` lists the tables.");
            printText(analysis::queryReferenceText(query));
            return {};
        }
        const analysis::QueryOptions options{.limit = m_limit != kNoLimitGiven               ? m_limit
                                                      : m_csv || m_json || !m_output.empty() ? 0
                                                                                             : kRowsOnTerminal,
                                             .isCancelled = [&] { return isInterrupted || isOutputClosed(); }};
        TRY(m_csv || m_json || !m_output.empty() ? writeRows(query, options) : printTable(query, options));
        noteDamage(m_file, view);
        return {};
    }

    [[nodiscard]] Result<std::string> readStatement() const
    {
        std::ifstream file;
        if (m_statementFile != "-") {
            file.open(m_statementFile, std::ios::binary);
            if (!file)
                return format::failure(Error::Code::NotFound,
                                       "query: " + m_statementFile + " cannot be read: check the name of the file.");
        }
        std::istream& input = m_statementFile == "-" ? std::cin : file;
        std::string text(RecordingQuery::kLongestStatement + 1, '\0');
        input.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(input.gcount()));
        return text;
    }

    [[nodiscard]] Result<void> printTable(RecordingQuery& query, const analysis::QueryOptions& options) const
    {
        const analysis::QueryResult result = TRY(query.collect(m_statement, options));
        printText(analysis::toText(result));
        const std::size_t rows = result.rows.size();
        printNote("  " + analysis::countText(rows, "row") + ", " + analysis::durationText(result.seconds) +
                  (result.isCut ? "; there are more: --limit 0 prints all" : ""));
        return {};
    }

    /// Passes rows on as they are found, so that their number is not limited by memory.
    [[nodiscard]] Result<void> writeRows(RecordingQuery& query, const analysis::QueryOptions& options) const
    {
        std::optional<analysis::OutputFile> file;
        if (!m_output.empty())
            file.emplace(TRY(analysis::OutputFile::create(m_output, m_force)));
        const auto put = [&](std::string_view text) {
            if (file)
                file->write(text);
            else
                printText(text);
        };
        // On a terminal a carriage return would be replaced.
        const std::string_view rowEnd = !m_output.empty() ? analysis::kCsvRowEnd : "\n";
        bool isFirst = true;
        std::string header; // printed when a row or the end is known, so that a statement that fails prints nothing
        RecordingQuery::Receiver receiver;
        receiver.begin = [&](const std::vector<std::string>& columns) {
            header = m_json ? "{\"columns\": " + analysis::queryJsonHeader(columns) + ",\n \"rows\": ["
                            : analysis::queryCsvHeader(columns).append(rowEnd);
        };
        receiver.row = [&](std::span<const analysis::QueryValue> row) {
            put(std::exchange(header, {}));
            put(m_json ? (isFirst ? "\n  " : ",\n  ") + analysis::queryJsonRow(row)
                       : analysis::queryCsvRow(row).append(rowEnd));
            isFirst = false;
        };
        const auto end = TRY(query.run(m_statement, options, receiver));
        put(header);
        if (m_json)
            put("\n ],\n \"complete\": " + std::string(end.isCut ? "false" : "true") + "}\n");
        return file ? file->commit() : Result<void>();
    }

    std::string m_file;
    std::string m_statement;
    std::string m_statementFile;
    std::string m_output;
    bool m_csv = false;
    bool m_json = false;
    bool m_force = false;
    std::size_t m_limit = kNoLimitGiven;
};

} // namespace

std::unique_ptr<Command> makeQueryCommand()
{
    return std::make_unique<QueryCommand>();
}

} // namespace stepscope::app
