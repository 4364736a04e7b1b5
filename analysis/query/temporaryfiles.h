#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace stepscope::analysis {

/// A VFS of SQLite (https://sqlite.org/vfs.html) whose only files are temporary ones, in memory. SQLite sorts and
/// groups in pieces of some MiB that it writes to such files, between which a statement can be cancelled; in memory of
/// its own it sorts all rows at once, without a pause. The files of one connection together have at most `limit` bytes:
/// beyond that, the statement fails with SQLITE_FULL. A connection needs PRAGMA temp_store=FILE, and cannot open other
/// files.
class TemporaryFiles
{
public:
    explicit TemporaryFiles(std::int64_t limit);
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;
    /// After the connection was closed.
    ~TemporaryFiles();

    /// For sqlite3_open_v2(); nullptr: it could not be registered.
    [[nodiscard]] const char* vfsName() const;

private:
    struct Registered;
    std::unique_ptr<Registered> m_registered;
};

} // namespace stepscope::analysis
