#pragma once

#include "analysis/query/querytable.h"

#include <memory>

struct sqlite3;

namespace stepscope::analysis {

/// Makes a QueryTable readable by the statements of an SQLite connection under its name. Rows are read when a statement
/// steps through them; nothing is copied. The table and the function must outlive the connection, the returned object
/// must too.
class VirtualTable
{
public:
    VirtualTable(const QueryTable& table, const QueryStop& stop);
    ~VirtualTable();
    VirtualTable(const VirtualTable&) = delete;
    VirtualTable& operator=(const VirtualTable&) = delete;

    /// False when SQLite has no memory.
    [[nodiscard]] bool addTo(sqlite3* connection);
    /// Forgets the plans of earlier statements. No statement may be in use.
    void forgetPlans();

    struct Source;

private:
    std::unique_ptr<Source> m_source;
};

} // namespace stepscope::analysis
