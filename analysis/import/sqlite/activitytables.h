#pragma once

#include "analysis/import/collection.h"
#include "analysis/import/sqlite/database.h"
#include "analysis/import/stepfinder.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

/// Reads tables of activities, one row per activity, as nvprof and Nsight Systems write them, into a collection.
class ActivityTables
{
public:
    ActivityTables(const Database& database, Collection& into)
        : m_database(database)
        , m_into(into)
    {}

    /// A row with all that tables of either program may contain.
    struct Record
    {
        std::int64_t start = 0;
        std::int64_t end = 0;
        std::optional<std::int64_t> device{}, context{}, stream{}, process{}, thread{}, correlation{};
        std::optional<std::int64_t> nameId{};
        std::optional<std::int64_t> kind{}; ///< the column named by Table::kindColumn
        std::string_view text{};
    };
    enum class Place {
        Stream, ///< by device, context and stream
        Thread, ///< by process and thread
        Named,  ///< the lane Table::lane
    };
    struct Table
    {
        std::string_view name{};
        std::string_view category{};
        Place place = Place::Named;
        std::string_view lane{};
        std::string_view nameColumn = "name"; ///< of an id of a text
        std::string_view kindColumn{};
        std::string_view processColumn = "processId";
        std::string_view threadColumn = "threadId"; ///< "globalTid" contains the process, too
        bool isCall = false;                        ///< its rows cause activities with the same correlation id
    };
    using NameOf = std::function<std::string(const Record&)>;

    /// Reads a table if it exists. Rows without valid times are counted as losses; damage ends the table.
    format::Result<void> readSpans(const Table& table, const NameOf& nameOf);
    /// Calls `take` for the rows of a table if it exists, with the same treatment of damage.
    format::Result<void> scan(std::string_view table, std::vector<std::string_view> columns,
                              const std::function<void(const Database::Row&)>& take);
    /// Counts the rows of all tables that were not scanned and whose names pass the filter.
    format::Result<void> countOthers(const std::function<bool(std::string_view)>& filter);

    /// The lane of a thread; nullopt if there are too many.
    std::optional<std::size_t> threadLane(std::int64_t process, std::int64_t thread);
    std::optional<std::size_t> namedLane(std::string_view name);
    void nameThread(std::int64_t process, std::int64_t thread, std::string name);
    void addSpan(std::optional<std::size_t> lane, std::int64_t start, std::int64_t end, std::string_view name,
                 std::string_view category, std::string_view shapes = {});
    /// Links, depths, steps. Call once, after all tables.
    void finish();

    [[nodiscard]] StepFinder& steps() { return m_steps; }
    [[nodiscard]] static bool isValid(std::int64_t start, std::int64_t end);

private:
    struct SpanPlace
    {
        std::uint32_t lane = 0; ///< id
        std::int64_t start = 0;
    };
    std::optional<std::size_t> laneOf(const Table& table, const Record& record);
    std::optional<std::size_t> streamLane(std::int64_t device, std::int64_t context, std::int64_t stream);
    std::optional<std::size_t> addLane(Collection::Lane lane);

    const Database& m_database;
    Collection& m_into;
    StepFinder m_steps;
    std::set<std::string, std::less<>> m_scanned;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::size_t> m_streams;
    std::map<std::int64_t, std::int64_t> m_contexts; ///< first one of each device
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> m_threads;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_threadNames;
    std::map<std::string, std::size_t, std::less<>> m_named;
    std::unordered_map<std::uint64_t, SpanPlace> m_calls; ///< by correlation id
    std::vector<std::pair<std::uint64_t, SpanPlace>> m_effects;
};

/// The names that nvprof prints, by the kinds of CUPTI: "[CUDA memcpy HtoD]".
std::string copyName(std::int64_t kind);
std::string synchronizationName(std::int64_t kind);

/// The text of a table of texts by id.
using TextsById = std::unordered_map<std::int64_t, std::string>;
std::string_view textById(const TextsById& texts, std::optional<std::int64_t> id);

} // namespace stepscope::analysis
