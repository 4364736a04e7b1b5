#pragma once

#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// A read-only SQLite database that is not trusted. It is read in place. Only scans of real tables are possible: views,
/// virtual tables, triggers, functions and other statements of its schema are never evaluated, lengths are limited, and
/// the work is bounded by the size of the file. Not thread-safe.
class Database
{
public:
    /// Errors: not a database, damaged, locked by another program, or its last transaction is incomplete. `isCancelled`
    /// is called during all later work; it may be empty.
    static format::Result<Database> open(const std::filesystem::path& path, std::function<bool()> isCancelled = {});
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    /// Names of all real tables.
    [[nodiscard]] const std::vector<std::string>& tables() const;
    [[nodiscard]] bool hasTable(std::string_view table) const;
    /// Names of the columns of a real table; empty if there is none.
    [[nodiscard]] std::vector<std::string> columns(std::string_view table) const;

    /// The current row of a scan. Columns that the table does not have, and values of another type, are null.
    class Row
    {
    public:
        [[nodiscard]] std::optional<std::int64_t> integer(std::size_t column) const;
        [[nodiscard]] std::optional<double> real(std::size_t column) const;
        /// Valid until the next row; empty if null.
        [[nodiscard]] std::string_view text(std::size_t column) const;
        [[nodiscard]] std::string_view blob(std::size_t column) const;

    private:
        friend class Database;
        void* m_statement = nullptr;
        std::vector<int> m_places; ///< in the statement, by column; -1 = the table does not have it
    };
    /// Calls `take` for each row of a real table, in the order in which it is stored. Returns the number of rows. Error
    /// Corrupt: damaged; rows before the damage have been passed to `take`.
    format::Result<std::uint64_t> scan(std::string_view table, std::span<const std::string_view> columns,
                                       const std::function<void(const Row&)>& take) const;

private:
    class Connection;
    explicit Database(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace stepscope::analysis
