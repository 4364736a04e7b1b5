#include "analysis/import/sqlite/database.h"

#include "remote/format/plaintext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Error;

constexpr int kLongestValue = 64 << 20; ///< bytes
constexpr int kStepsBetweenCalls = 20'000;

struct Finalize
{
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// Permits scans only: no function, pragma, temporary table or write can be reached from a statement.
int permit(void* /*context*/, int action, const char* /*a*/, const char* /*b*/, const char* /*c*/, const char* /*d*/)
{
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

std::string uriOf(const std::filesystem::path& path, const char* parameters)
{
    std::string uri = "file:";
    std::error_code noFolder; // the current one was removed; sqlite reports it
    for (const char c : std::filesystem::absolute(path, noFolder).string()) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.' || c == '_' || c == '-') {
            uri += c;
            continue;
        }
        std::array<char, 4> escaped{};
        std::snprintf(escaped.data(), escaped.size(), "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
        uri += escaped.data();
    }
    return uri + parameters;
}

/// Whether the header of the file says that it is used with a write-ahead log.
bool logsAhead(const std::filesystem::path& path)
{
    constexpr std::size_t kReadVersionAt = 19;
    constexpr char kLogged = 2;
    std::ifstream file(path, std::ios::binary);
    std::array<char, kReadVersionAt + 1> header{};
    return file.read(header.data(), header.size()) && header[kReadVersionAt] == kLogged;
}

std::string quotedName(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

} // namespace

class Database::Connection
{
public:
    Connection(std::filesystem::path filePath, std::function<bool()> cancelled)
        : path(std::move(filePath))
        , isCancelled(std::move(cancelled))
    {
        std::error_code unknown;
        const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
        size = unknown ? 0 : bytes;
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { sqlite3_close(handle); }

    int connect(const char* parameters)
    {
        sqlite3_close(std::exchange(handle, nullptr));
        const int result = sqlite3_open_v2(uriOf(path, parameters).c_str(), &handle,
                                           SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_PRIVATECACHE, nullptr);
        if (result != SQLITE_OK)
            return result;
        for (const auto& [option, value] :
             {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
              std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
              std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)})
            sqlite3_db_config(handle, option, value, nullptr);
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestValue);
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 20);
        sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 2);
        sqlite3_progress_handler(handle, kStepsBetweenCalls, proceed, this);
        sqlite3_exec(handle, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY", nullptr,
                     nullptr, nullptr);
        sqlite3_set_authorizer(handle, permit, nullptr);
        return readSchema();
    }

    Error error(int result) const
    {
        const std::string name = path.string();
        switch (result & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return format::failure(name +
                                   " is locked by another program: wait until that has finished, then try again.");
        case SQLITE_NOTADB:
            return format::failure(Error::Code::Corrupt,
                                   name + " begins like an SQLite database but is none: it is damaged or encrypted.");
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
            return format::failure(name +
                                   " cannot be opened: its program is writing to it or was interrupted; open and "
                                   "close it with that program, then try again.");
        case SQLITE_INTERRUPT:
            if (isCancelled && isCancelled())
                return format::failure(Error::Code::Cancelled, "The import was cancelled; nothing was kept.");
            break;
        default:
            break;
        }
        // SQLite quotes names of the file, which may contain anything.
        std::string reason = format::plainText(sqlite3_errmsg(handle));
        std::replace(reason.begin(), reason.end(), '\n', ' ');
        return format::failure(Error::Code::Corrupt, name + " is damaged (" + reason + "): fetch or export it again.");
    }

    int readSchema()
    {
        Statement statement;
        sqlite3_stmt* raw = nullptr;
        // Virtual tables have no root page.
        int result = sqlite3_prepare_v2(handle, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0",
                                        -1, &raw, nullptr);
        statement.reset(raw);
        if (result != SQLITE_OK)
            return result;
        names.clear();
        while ((result = sqlite3_step(raw)) == SQLITE_ROW) {
            const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(raw, 0));
            if (text && names.size() < 10'000)
                names.emplace_back(text);
        }
        std::sort(names.begin(), names.end());
        return result == SQLITE_DONE ? SQLITE_OK : result;
    }

    std::filesystem::path path;
    std::function<bool()> isCancelled;
    std::uintmax_t size = 0;
    sqlite3* handle = nullptr;
    std::vector<std::string> names;

private:
    /// A scan takes a few dozens of SQLite's steps per row, and a row takes some bytes of the file.
    static int proceed(void* context)
    {
        auto& self = *static_cast<Connection*>(context);
        self.m_steps += kStepsBetweenCalls;
        const bool isEndless = self.m_steps > 10'000'000 + 200 * self.size;
        return isEndless || (self.isCancelled && self.isCancelled()) ? 1 : 0;
    }

    std::uint64_t m_steps = 0;
};

Database::Database(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

format::Result<Database> Database::open(const std::filesystem::path& path, std::function<bool()> isCancelled)
{
    auto connection = std::make_unique<Connection>(path, std::move(isCancelled));
    // A database with a write-ahead log needs files beside it, which a read-only folder forbids, and which would stay
    // there. Without a log there is nothing to be read from it.
    std::error_code ignored;
    const bool hasNoLog = logsAhead(path) && !std::filesystem::exists(path.string() + "-wal", ignored);
    const int result = connection->connect(hasNoLog ? "?mode=ro&immutable=1" : "?mode=ro");
    if (result != SQLITE_OK)
        return connection->error(result);
    return Database(std::move(connection));
}

const std::vector<std::string>& Database::tables() const
{
    return m_connection->names;
}

bool Database::hasTable(std::string_view table) const
{
    return std::binary_search(tables().begin(), tables().end(), table);
}

std::vector<std::string> Database::columns(std::string_view table) const
{
    std::vector<std::string> names;
    if (!hasTable(table))
        return names;
    sqlite3_stmt* raw = nullptr;
    const std::string text = "SELECT * FROM main." + quotedName(table) + " LIMIT 0";
    const int result = sqlite3_prepare_v2(m_connection->handle, text.c_str(), -1, &raw, nullptr);
    const Statement statement(raw);
    for (int i = 0; result == SQLITE_OK && i < sqlite3_column_count(raw); ++i) {
        const char* const name = sqlite3_column_name(raw, i);
        names.emplace_back(name ? name : "");
    }
    return names;
}

format::Result<std::uint64_t> Database::scan(std::string_view table, std::span<const std::string_view> columns,
                                             const std::function<void(const Row&)>& take) const
{
    const std::vector<std::string> present = this->columns(table);
    Row row;
    std::string list;
    int places = 0;
    for (const std::string_view column : columns) {
        const bool isPresent = std::find(present.begin(), present.end(), column) != present.end();
        row.m_places.push_back(isPresent ? places++ : -1);
        if (isPresent)
            list += (list.empty() ? "" : ", ") + quotedName(column);
    }
    if (present.empty() && hasTable(table))
        return format::failure(Error::Code::Corrupt, m_connection->path.string() + ": table " + std::string(table) +
                                                         " contains what cannot be read safely.");
    if (present.empty())
        return std::uint64_t{0};
    sqlite3_stmt* raw = nullptr;
    const std::string text = "SELECT " + (list.empty() ? "NULL" : list) + " FROM main." + quotedName(table);
    int result = sqlite3_prepare_v2(m_connection->handle, text.c_str(), -1, &raw, nullptr);
    const Statement statement(raw);
    if (result != SQLITE_OK)
        return m_connection->error(result);
    row.m_statement = raw;
    std::uint64_t rows = 0;
    while ((result = sqlite3_step(raw)) == SQLITE_ROW) {
        // Pages that refer to each other could yield rows without an end; a real row takes several bytes.
        if (++rows > m_connection->size)
            return format::failure(Error::Code::Corrupt, m_connection->path.string() + " is damaged (table " +
                                                             std::string(table) +
                                                             " refers to itself): fetch or export "
                                                             "it again.");
        take(row);
    }
    if (result != SQLITE_DONE)
        return m_connection->error(result);
    return rows;
}

std::optional<std::int64_t> Database::Row::integer(std::size_t column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    const int place = m_places[column];
    if (place < 0 || sqlite3_column_type(statement, place) != SQLITE_INTEGER)
        return std::nullopt;
    return sqlite3_column_int64(statement, place);
}

std::optional<double> Database::Row::real(std::size_t column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    const int place = m_places[column];
    const int type = place < 0 ? SQLITE_NULL : sqlite3_column_type(statement, place);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return std::nullopt;
    return sqlite3_column_double(statement, place);
}

std::string_view Database::Row::text(std::size_t column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    const int place = m_places[column];
    if (place < 0 || sqlite3_column_type(statement, place) != SQLITE_TEXT)
        return {};
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, place));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, place)))
                : std::string_view();
}

std::string_view Database::Row::blob(std::size_t column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    const int place = m_places[column];
    if (place < 0 || sqlite3_column_type(statement, place) != SQLITE_BLOB)
        return {};
    const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement, place));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, place)))
                 : std::string_view();
}

} // namespace stepscope::analysis
