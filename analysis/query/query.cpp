#include "analysis/query/query.h"

#include "analysis/query/querydata.h"
#include "analysis/query/queryerror.h"
#include "analysis/query/querytables.h"
#include "analysis/query/sqlfunctions.h"
#include "analysis/query/temporaryfiles.h"
#include "analysis/query/virtualtable.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <sqlite3.h>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::Result;

struct FinalizeQuery
{
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using QueryStatement = std::unique_ptr<sqlite3_stmt, FinalizeQuery>;

/// A value of the current row.
QueryValue columnOf(sqlite3_stmt* statement, int column, std::string& storage)
{
    const auto bytes = [&] { return static_cast<std::size_t>(sqlite3_column_bytes(statement, column)); };
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
        const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
        return text ? std::string_view(text, bytes()) : std::string_view();
    }
    case SQLITE_BLOB:
        storage = "(" + countText(bytes()) + " bytes of binary data)";
        return std::string_view(storage);
    default:
        return {};
    }
}

} // namespace

class RecordingQuery::Connection
{
public:
    explicit Connection(const trace::TraceView& view)
        : data(view)
        , tables(makeQueryTables(data))
        , m_stop([this] { return m_isCancelled && m_isCancelled(); })
    {
        isOpen = open();
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { sqlite3_close(m_handle); }

    Result<QueryStatement> prepare(std::string_view text);
    Result<Outcome> run(std::string_view text, const QueryOptions& options, const Receiver& receiver);

    QueryData data;
    QueryTables tables;
    bool isOpen = false;

private:
    bool open();
    bool declare(std::string_view table);
    void limit();
    [[nodiscard]] Error error(int result, std::string_view text) const;

    /// Permits to read and to compute: no statement reaches a file, or changes the connection.
    static int permit(void* context, int action, const char* first, const char* second, const char* /*database*/,
                      const char* /*trigger*/)
    {
        const std::string_view name(first ? first : "");
        const std::string_view function(second ? second : "");
        bool isPermitted = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE;
        if (action == SQLITE_FUNCTION)
            isPermitted = function != "load_extension" && function != "fts3_tokenizer";
        if (action == SQLITE_PRAGMA)
            isPermitted = name == "table_info" || name == "table_xinfo" || name == "table_list";
        if (!isPermitted)
            static_cast<Connection*>(context)->m_isRefused = true;
        return isPermitted ? SQLITE_OK : SQLITE_DENY;
    }

    TemporaryFiles m_files{kMemoryLimit};
    sqlite3* m_handle = nullptr;
    QueryStop m_isCancelled; ///< of the current statement
    QueryStop m_stop;
    std::vector<std::unique_ptr<VirtualTable>> m_virtual;
    bool m_isRefused = false; ///< the current statement needs an action that is not permitted
};

bool RecordingQuery::Connection::open()
{
    sqlite3_hard_heap_limit64(kProcessMemoryLimit);
    if (m_files.vfsName() == nullptr ||
        sqlite3_open_v2(":memory:", &m_handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX,
                        m_files.vfsName()) != SQLITE_OK)
        return false;
    limit();
    for (const auto& table : tables) {
        m_virtual.push_back(std::make_unique<VirtualTable>(*table, m_stop));
        if (!m_virtual.back()->addTo(m_handle))
            return false;
        if (!declare(table->name()))
            return false;
    }
    for (const std::string_view table : {"json_each", "json_tree", "pragma_table_info"})
        static_cast<void>(declare(table)); // not in every build of SQLite
    if (!addSqlFunctions(m_handle, data))
        return false;
    sqlite3_set_authorizer(m_handle, permit, this);
    constexpr int kStepsBetweenPolls = 5000;
    sqlite3_progress_handler(
        m_handle, kStepsBetweenPolls, [](void* context) { return static_cast<Connection*>(context)->m_stop() ? 1 : 0; },
        this);
    return true;
}

/// SQLite declares a virtual table at its first use, which the authorizer would refuse.
bool RecordingQuery::Connection::declare(std::string_view table)
{
    const std::string text = "SELECT 1 FROM " + std::string(table) + " LIMIT 0";
    return sqlite3_exec(m_handle, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

void RecordingQuery::Connection::limit()
{
    for (const auto& [option, value] :
         {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
          // A column with a typing error in double quotes would become a text.
          std::pair(SQLITE_DBCONFIG_DQS_DML, 0), std::pair(SQLITE_DBCONFIG_DQS_DDL, 0)})
        sqlite3_db_config(m_handle, option, value, nullptr);
    // Functions such as instr() cannot be interrupted; their time grows with the square of the length.
    constexpr int kLongestText = 4 << 20;
    for (const auto& [option, value] :
         {std::pair(SQLITE_LIMIT_LENGTH, kLongestText),
          std::pair(SQLITE_LIMIT_SQL_LENGTH, static_cast<int>(kLongestStatement)),
          std::pair(SQLITE_LIMIT_EXPR_DEPTH, 200), std::pair(SQLITE_LIMIT_COMPOUND_SELECT, 50),
          std::pair(SQLITE_LIMIT_ATTACHED, 0), std::pair(SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
          std::pair(SQLITE_LIMIT_TRIGGER_DEPTH, 1), std::pair(SQLITE_LIMIT_WORKER_THREADS, 0)})
        sqlite3_limit(m_handle, option, value);
    sqlite3_exec(m_handle, "PRAGMA temp_store=FILE", nullptr, nullptr, nullptr);
}

Error RecordingQuery::Connection::error(int result, std::string_view text) const
{
    if (m_isCancelled && m_isCancelled())
        return format::failure(Error::Code::Cancelled, "The query was cancelled.");
    const std::string_view message = sqlite3_errmsg(m_handle);
    switch (result & 0xFF) {
    case SQLITE_NOMEM:
    case SQLITE_FULL:
        return format::failure("The query needs more than " + bytesText(static_cast<double>(kMemoryLimit)) +
                               " of memory for sorting and grouping: read fewer rows with WHERE, fewer columns, or "
                               "group by op or step, which needs none.");
    case SQLITE_AUTH:
        break;
    default:
        if (!m_isRefused && !message.ends_with("may not be modified"))
            return format::failure(queryErrorText({message, sqlite3_error_offset(m_handle), text}, tables));
    }
    return format::failure(
        "Only statements that read are possible (SELECT, WITH): a recording is never changed, and no "
        "other file can be reached.");
}

Result<QueryStatement> RecordingQuery::Connection::prepare(std::string_view text)
{
    if (!isOpen)
        return format::failure("SQLite has not enough memory for a query: close other programs, then try again.");
    if (text.size() > kLongestStatement)
        return format::failure("The statement is longer than " + countText(kLongestStatement) + " bytes: shorten it.");
    for (const auto& table : m_virtual)
        table->forgetPlans();
    m_isRefused = false;
    const auto compile = [&](std::string_view sql, const char** rest, QueryStatement& statement) {
        sqlite3_stmt* raw = nullptr;
        const int result = sqlite3_prepare_v2(m_handle, sql.data(), static_cast<int>(sql.size()), &raw, rest);
        statement.reset(raw);
        return result;
    };
    const std::string copy(text); // ends with a zero
    QueryStatement statement;
    const char* rest = nullptr;
    if (const int result = compile(copy, &rest, statement); result != SQLITE_OK)
        return error(result, text);
    if (!statement)
        return format::failure("There is no statement: write for example SELECT op, count(*) FROM spans GROUP BY op.");
    QueryStatement second;
    const char* ignored = nullptr;
    const std::string_view remaining(rest, copy.size() - static_cast<std::size_t>(rest - copy.data()));
    if (compile(remaining, &ignored, second) != SQLITE_OK || second)
        return format::failure("There is more than one statement: run them one by one.");
    if (!sqlite3_stmt_readonly(statement.get()) || sqlite3_column_count(statement.get()) == 0)
        return error(SQLITE_AUTH, text);
    if (sqlite3_bind_parameter_count(statement.get()) > 0)
        return format::failure("The statement has a parameter (?, :name, @name or $name): write the value itself; a "
                               "text is written in single quotes.");
    return statement;
}

Result<RecordingQuery::Outcome> RecordingQuery::Connection::run(std::string_view text, const QueryOptions& options,
                                                                const Receiver& receiver)
{
    const auto begin = std::chrono::steady_clock::now();
    m_isCancelled = options.isCancelled;
    const QueryStatement statement = TRY(prepare(text));
    const auto count = static_cast<std::size_t>(sqlite3_column_count(statement.get()));
    std::vector<std::string> columns;
    for (std::size_t i = 0; i < count; ++i) {
        const char* const name = sqlite3_column_name(statement.get(), static_cast<int>(i));
        columns.emplace_back(name ? name : "");
    }
    receiver.begin(columns);
    Outcome outcome;
    std::vector<QueryValue> row(count);
    std::vector<std::string> storage(count);
    int result = SQLITE_OK;
    while ((result = sqlite3_step(statement.get())) == SQLITE_ROW) {
        if (options.limit > 0 && outcome.rows == options.limit) {
            outcome.isCut = true;
            break;
        }
        for (std::size_t i = 0; i < count; ++i)
            row[i] = columnOf(statement.get(), static_cast<int>(i), storage[i]);
        receiver.row(row);
        ++outcome.rows;
    }
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        return error(result, text);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return outcome;
}

RecordingQuery::RecordingQuery(const trace::TraceView& view)
    : m_connection(std::make_unique<Connection>(view))
{}

RecordingQuery::~RecordingQuery() = default;

const trace::TraceView& RecordingQuery::view() const
{
    return m_connection->data.view();
}

const std::vector<std::unique_ptr<QueryTable>>& RecordingQuery::tables() const
{
    return m_connection->tables;
}

Result<RecordingQuery::Outcome> RecordingQuery::run(std::string_view statement, const QueryOptions& options,
                                                    const Receiver& receiver)
{
    return m_connection->run(statement, options, receiver);
}

Result<QueryResult> RecordingQuery::collect(std::string_view statement, const QueryOptions& options)
{
    QueryResult result;
    Receiver receiver;
    receiver.begin = [&](const std::vector<std::string>& columns) { result.columns = columns; };
    receiver.row = [&](std::span<const QueryValue> row) {
        std::vector<QueryCell> cells;
        cells.reserve(row.size());
        for (const QueryValue& value : row)
            cells.push_back(std::visit(
                [](const auto& own) -> QueryCell {
                    if constexpr (std::is_same_v<std::decay_t<decltype(own)>, std::string_view>)
                        return std::string(own);
                    else
                        return own;
                },
                value));
        result.rows.push_back(std::move(cells));
    };
    const Outcome outcome = TRY(run(statement, options, receiver));
    result.isCut = outcome.isCut;
    result.seconds = outcome.seconds;
    return result;
}

} // namespace stepscope::analysis
