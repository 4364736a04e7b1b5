#include "analysis/query/virtualtable.h"

#include <array>
#include <new>
#include <sqlite3.h>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// What the functions of the module share for one table.
struct VirtualTable::Source
{
    const QueryTable* table = nullptr;
    const QueryStop* stop = nullptr;
    std::vector<QueryPlan> plans; ///< of the prepared statement; SQLite keeps an index into them
};

void CellWriter::integer(std::int64_t value)
{
    sqlite3_result_int64(static_cast<sqlite3_context*>(m_context), value);
}

void CellWriter::real(double value)
{
    sqlite3_result_double(static_cast<sqlite3_context*>(m_context), value);
}

void CellWriter::text(std::string_view value)
{
    const char* const begin = value.data() ? value.data() : ""; // SQLite takes a null pointer for NULL
    sqlite3_result_text(static_cast<sqlite3_context*>(m_context), begin, static_cast<int>(value.size()), SQLITE_STATIC);
}

namespace {

using Source = VirtualTable::Source;
using Comparison = QueryCondition::Comparison;

struct ConnectedTable : sqlite3_vtab
{
    Source* source = nullptr;
};

struct OpenedCursor : sqlite3_vtab_cursor
{
    std::unique_ptr<QueryCursor> rows;
};

/// Calls a function; running out of memory becomes SQLite's error for it.
template <typename Function>
int withoutExceptions(Function function)
{
    try {
        return function();
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
}

std::string declarationOf(const QueryTable& table)
{
    constexpr std::array kTypes = {" INTEGER", " REAL", " TEXT", ""};
    std::string text = "CREATE TABLE recording(";
    for (const QueryColumn& column : table.columns())
        text += (text.back() == '(' ? "\"" : ", \"") + std::string(column.name) + '"' +
                kTypes[static_cast<std::size_t>(column.type)];
    return text + ")";
}

int connectTable(sqlite3* connection, void* context, int /*count*/, const char* const* /*words*/, sqlite3_vtab** made,
                 char** /*error*/)
{
    return withoutExceptions([&] {
        auto* const source = static_cast<Source*>(context);
        const int result = sqlite3_declare_vtab(connection, declarationOf(*source->table).c_str());
        if (result != SQLITE_OK)
            return result;
        auto table = std::make_unique<ConnectedTable>();
        table->source = source;
        *made = table.release();
        return SQLITE_OK;
    });
}

int disconnectTable(sqlite3_vtab* table)
{
    delete static_cast<ConnectedTable*>(table);
    return SQLITE_OK;
}

std::optional<Comparison> comparisonOf(unsigned char operation)
{
    switch (operation) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return Comparison::Equal;
    case SQLITE_INDEX_CONSTRAINT_LT:
        return Comparison::Less;
    case SQLITE_INDEX_CONSTRAINT_LE:
        return Comparison::LessEqual;
    case SQLITE_INDEX_CONSTRAINT_GT:
        return Comparison::Greater;
    case SQLITE_INDEX_CONSTRAINT_GE:
        return Comparison::GreaterEqual;
    default:
        return std::nullopt;
    }
}

/// Conditions that a table can use, and their places in SQLite's list. Texts are compared byte by byte only.
std::vector<QueryCondition> conditionsOf(sqlite3_index_info* info, std::vector<int>& places)
{
    std::vector<QueryCondition> conditions;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& constraint = info->aConstraint[i];
        const auto comparison = comparisonOf(constraint.op);
        if (!constraint.usable || !comparison || constraint.iColumn < 0 ||
            std::string_view(sqlite3_vtab_collation(info, i)) != "BINARY")
            continue;
        conditions.push_back({static_cast<std::size_t>(constraint.iColumn), *comparison});
        places.push_back(i);
    }
    return conditions;
}

int planReading(sqlite3_vtab* table, sqlite3_index_info* info)
{
    return withoutExceptions([&] {
        Source& source = *static_cast<ConnectedTable*>(table)->source;
        std::vector<int> places;
        const std::vector<QueryCondition> conditions = conditionsOf(info, places);
        std::vector<QueryOrder> order;
        for (int i = 0; i < info->nOrderBy && info->aOrderBy[i].iColumn >= 0; ++i)
            order.push_back({static_cast<std::size_t>(info->aOrderBy[i].iColumn), info->aOrderBy[i].desc != 0});
        if (order.size() != static_cast<std::size_t>(info->nOrderBy))
            order.clear(); // contains the number of the row
        QueryPlan plan = source.table->plan(conditions, order);
        for (std::size_t i = 0; i < plan.used.size(); ++i)
            info->aConstraintUsage[places[plan.used[i]]].argvIndex = static_cast<int>(i) + 1;
        plan.columns = info->colUsed;
        constexpr double kMostRows = 1e15;
        info->estimatedCost = plan.cost;
        info->estimatedRows = static_cast<sqlite3_int64>(std::min(plan.rows, kMostRows));
        info->orderByConsumed = plan.order.empty() ? 0 : 1;
        info->idxNum = static_cast<int>(source.plans.size());
        source.plans.push_back(std::move(plan));
        return SQLITE_OK;
    });
}

int openCursor(sqlite3_vtab* /*table*/, sqlite3_vtab_cursor** made)
{
    return withoutExceptions([&] {
        *made = std::make_unique<OpenedCursor>().release();
        return SQLITE_OK;
    });
}

int closeCursor(sqlite3_vtab_cursor* cursor)
{
    delete static_cast<OpenedCursor*>(cursor);
    return SQLITE_OK;
}

QueryValue valueOf(sqlite3_value* value)
{
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        return std::int64_t{sqlite3_value_int64(value)};
    case SQLITE_FLOAT:
        return sqlite3_value_double(value);
    case SQLITE_TEXT:
        return std::string_view(reinterpret_cast<const char*>(sqlite3_value_text(value)),
                                static_cast<std::size_t>(sqlite3_value_bytes(value)));
    default:
        return {};
    }
}

int beginReading(sqlite3_vtab_cursor* cursor, int plan, const char* /*text*/, int count, sqlite3_value** values)
{
    return withoutExceptions([&] {
        auto& opened = *static_cast<OpenedCursor*>(cursor);
        const Source& source = *static_cast<ConnectedTable*>(cursor->pVtab)->source;
        std::vector<QueryValue> arguments;
        for (int i = 0; i < count; ++i)
            arguments.push_back(valueOf(values[i]));
        opened.rows.reset();
        opened.rows = source.table->open(source.plans[static_cast<std::size_t>(plan)], arguments, *source.stop);
        return opened.rows ? SQLITE_OK : SQLITE_INTERRUPT;
    });
}

int nextRow(sqlite3_vtab_cursor* cursor)
{
    static_cast<OpenedCursor*>(cursor)->rows->next();
    return SQLITE_OK;
}

int isAtEnd(sqlite3_vtab_cursor* cursor)
{
    return static_cast<OpenedCursor*>(cursor)->rows->atEnd() ? 1 : 0;
}

int writeCell(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column)
{
    return withoutExceptions([&] {
        static_cast<OpenedCursor*>(cursor)->rows->write(static_cast<std::size_t>(column), CellWriter(context));
        return SQLITE_OK;
    });
}

int rowNumber(sqlite3_vtab_cursor* cursor, sqlite3_int64* number)
{
    *number = static_cast<OpenedCursor*>(cursor)->rows->number();
    return SQLITE_OK;
}

/// Without xCreate the tables exist without a statement that creates them; without xUpdate they are read-only.
constexpr sqlite3_module makeModule()
{
    sqlite3_module module{};
    module.iVersion = 1;
    module.xConnect = connectTable;
    module.xBestIndex = planReading;
    module.xDisconnect = disconnectTable;
    module.xOpen = openCursor;
    module.xClose = closeCursor;
    module.xFilter = beginReading;
    module.xNext = nextRow;
    module.xEof = isAtEnd;
    module.xColumn = writeCell;
    module.xRowid = rowNumber;
    return module;
}

constexpr sqlite3_module kRecordingModule = makeModule();

} // namespace

VirtualTable::VirtualTable(const QueryTable& table, const QueryStop& stop)
    : m_source(std::make_unique<Source>(Source{&table, &stop, {}}))
{}

VirtualTable::~VirtualTable() = default;

bool VirtualTable::addTo(sqlite3* connection)
{
    const std::string name(m_source->table->name());
    return sqlite3_create_module_v2(connection, name.c_str(), &kRecordingModule, m_source.get(), nullptr) == SQLITE_OK;
}

void VirtualTable::forgetPlans()
{
    m_source->plans.clear();
}

} // namespace stepscope::analysis
