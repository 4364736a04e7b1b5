#include "analysis/import/sqlite/activitytables.h"
#include "analysis/import/sqlite/profilerdatabases.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

using Table = ActivityTables::Table;
using Place = ActivityTables::Place;
using Record = ActivityTables::Record;

std::int64_t processOf(std::int64_t global)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(global) >> 24U & 0xFFFFFFU);
}
std::int64_t threadOf(std::int64_t global)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(global) & 0xFFFFFFU);
}

/// PyTorch appends numbers of instances and shapes to the names of its ranges: "aten::mul, seq = 7, sizes = [[2, 3]]".
struct RangeName
{
    std::string_view name{};
    std::string_view shapes{};
};
RangeName rangeName(std::string_view text)
{
    constexpr std::string_view kSizes = ", sizes = [";
    RangeName range{.name = text};
    if (const std::size_t sizes = text.find(kSizes); sizes != std::string_view::npos) {
        range.shapes = text.substr(sizes + kSizes.size());
        range.shapes = range.shapes.substr(0, range.shapes.rfind(']'));
    }
    for (const std::string_view suffix : {kSizes, std::string_view(", seq = "), std::string_view(", op_id = ")})
        range.name = range.name.substr(0, range.name.find(suffix));
    return range;
}

class NsysReader
{
public:
    NsysReader(const Database& database, Collection& into)
        : m_database(database)
        , m_into(into)
        , m_tables(database, into)
    {}

    format::Result<void> read()
    {
        TRY(m_tables.scan("StringIds", {"id", "value"}, [&](const Database::Row& row) {
            if (const auto id = row.integer(0))
                m_texts[*id] = row.text(1);
        }));
        TRY(m_tables.scan("ThreadNames", {"nameId", "globalTid"}, [&](const Database::Row& row) {
            const std::int64_t global = row.integer(1).value_or(0);
            m_tables.nameThread(processOf(global), threadOf(global), std::string(textById(m_texts, row.integer(0))));
        }));
        TRY(readClock());
        TRY(m_tables.scan("TARGET_INFO_GPU", {"name"},
                          [&](const Database::Row& row) { m_into.device.gpu = row.text(0); }));
        TRY(readActivities());
        TRY(readOtherRanges());
        TRY(readMarkers());
        TRY(readScheduling());
        TRY(readSamples());
        TRY(readDiagnostics());
        TRY(m_tables.countOthers([this](std::string_view table) { return hasTimes(table); }));
        m_tables.finish();
        return {};
    }

private:
    [[nodiscard]] bool hasColumns(std::string_view table, std::initializer_list<std::string_view> names) const
    {
        const std::vector<std::string> columns = m_database.columns(table);
        return std::all_of(names.begin(), names.end(), [&](std::string_view name) {
            return std::find(columns.begin(), columns.end(), name) != columns.end();
        });
    }
    [[nodiscard]] bool hasTimes(std::string_view table) const
    {
        return hasColumns(table, {"start"}) || hasColumns(table, {"timestamp"});
    }

    format::Result<void> readClock()
    {
        constexpr std::int64_t kAccuracy = 1'000'000; // ns
        return m_tables.scan("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs", "systemClockNs"},
                             [&](const Database::Row& row) {
                                 const auto real = row.integer(0);
                                 if (real && SourceClock::isPlausible(*real))
                                     m_into.clock = {.realOfZero = *real - row.integer(1).value_or(0) % (1LL << 60),
                                                     .accuracyNs = kAccuracy};
                             });
    }

    format::Result<void> readActivities()
    {
        const auto named = [&](const Record& record) { return std::string(textById(m_texts, record.nameId)); };
        const std::pair<Table, ActivityTables::NameOf> tables[] = {
            {{.name = "CUPTI_ACTIVITY_KIND_KERNEL",
              .category = "kernel",
              .place = Place::Stream,
              .nameColumn = hasColumns("CUPTI_ACTIVITY_KIND_KERNEL", {"demangledName"}) ? "demangledName" : "shortName",
              .threadColumn = "globalTid"},
             named},
            {{.name = "CUPTI_ACTIVITY_KIND_MEMCPY",
              .category = "memcpy",
              .place = Place::Stream,
              .kindColumn = "copyKind",
              .threadColumn = "globalTid"},
             [](const Record& record) { return copyName(record.kind.value_or(0)); }},
            {{.name = "CUPTI_ACTIVITY_KIND_MEMSET",
              .category = "memset",
              .place = Place::Stream,
              .threadColumn = "globalTid"},
             [](const Record&) { return std::string("[CUDA memset]"); }},
            {{.name = "CUPTI_ACTIVITY_KIND_RUNTIME",
              .category = "runtime",
              .place = Place::Thread,
              .nameColumn = "nameId",
              .threadColumn = "globalTid",
              .isCall = true},
             named},
            {{.name = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
              .category = "synchronization",
              .lane = "CUDA synchronization",
              .kindColumn = "syncType"},
             [](const Record& record) { return synchronizationName(record.kind.value_or(0)); }},
            {{.name = "PROFILER_OVERHEAD", .category = "overhead", .lane = "profiler overhead", .nameColumn = "nameId"},
             named},
            {{.name = "CUPTI_ACTIVITY_KIND_OVERHEAD",
              .category = "overhead",
              .lane = "profiler overhead",
              .nameColumn = "nameId"},
             named},
        };
        for (const auto& [table, nameOf] : tables) {
            TRY(m_tables.readSpans(table, nameOf));
            m_read.emplace(table.name);
        }
        return {};
    }

    /// Every other table with ranges of threads that have names: OSRT_API, CUDNN_EVENTS, CUBLAS_EVENTS, MPI_..., and so
    /// on.
    format::Result<void> readOtherRanges()
    {
        for (const std::string& name : m_database.tables()) {
            if (m_read.contains(name) || name == "NVTX_EVENTS" ||
                !hasColumns(name, {"start", "end", "nameId", "globalTid"}))
                continue;
            std::string category = name.substr(0, name.find('_'));
            std::transform(category.begin(), category.end(), category.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            TRY(m_tables.readSpans(
                {.name = name,
                 .category = category,
                 .place = Place::Thread,
                 .nameColumn = "nameId",
                 .threadColumn = "globalTid"},
                [&](const Record& record) { return std::string(textById(m_texts, record.nameId)); }));
        }
        return {};
    }

    format::Result<void> readMarkers()
    {
        enum {
            kMark = 34,
            kRange = 59,
            kStartEnd = 60,
            kTextMark = 65,
            kTextRange = 70,
            kTextStartEnd = 71,
            kDomain = 75
        };
        constexpr std::array<std::string_view, 7> kColumns{"start",     "end",    "eventType", "text",
                                                           "globalTid", "textId", "domainId"};
        const std::vector<std::string_view> columns(kColumns.begin(), kColumns.end());
        std::map<std::int64_t, std::string> domains;
        const auto textOf = [&](const Database::Row& row) {
            return row.text(3).empty() ? textById(m_texts, row.integer(5)) : row.text(3);
        };
        TRY(m_tables.scan("NVTX_EVENTS", columns, [&](const Database::Row& row) {
            if (row.integer(2) == kDomain)
                domains[row.integer(6).value_or(0)] = textOf(row);
        }));
        return m_tables.scan("NVTX_EVENTS", columns, [&](const Database::Row& row) {
            const std::int64_t type = row.integer(2).value_or(0);
            const auto start = row.integer(0);
            const bool isMark = type == kMark || type == kTextMark;
            const bool isNested = type == kRange || type == kTextRange;
            if (!isMark && !isNested && type != kStartEnd && type != kTextStartEnd) {
                // Names of categories, threads, processes, domains and objects of CUDA.
                constexpr std::array<std::int64_t, 11> kNamings{33, 39, 64, 72, 73, 74, 75, 76, 97, 98, 99};
                const bool isNaming = std::find(kNamings.begin(), kNamings.end(), type) != kNamings.end();
                return m_into.losses.add("events", "of NVTX, of a type that is not known", isNaming ? 0 : 1);
            }
            const auto end = isMark ? start : row.integer(1);
            if (start && !isMark && !end)
                return m_into.losses.add("spans", "with a begin but no end");
            if (!start || !ActivityTables::isValid(*start, *end))
                return m_into.losses.add(isMark ? "events" : "spans", "without a valid time");
            const RangeName range = rangeName(textOf(row));
            const auto domain = domains.find(row.integer(6).value_or(0));
            const std::string name = domain == domains.end() || domain->second.empty()
                                         ? std::string(range.name)
                                         : domain->second + ":" + std::string(range.name);
            const std::int64_t global = row.integer(4).value_or(0);
            if (isMark)
                return m_into.addEvent({.time = *start, .kind = "mark", .text = name});
            // Ranges from start to end may overlap those that are nested.
            m_tables.addSpan(isNested
                                 ? m_tables.threadLane(processOf(global), threadOf(global))
                                 : m_tables.namedLane("NVTX ranges of process " + std::to_string(processOf(global))),
                             *start, *end, name, "user", range.shapes);
        });
    }

    /// Spans of threads on CPUs, from the changes of the scheduler.
    format::Result<void> readScheduling()
    {
        struct Change
        {
            std::int64_t cpu = 0;
            std::int64_t time = 0;
            bool isIn = false;
            std::int64_t global = 0;
        };
        std::vector<Change> changes;
        TRY(m_tables.scan("SCHED_EVENTS", {"start", "cpu", "isSchedIn", "globalTid"}, [&](const Database::Row& row) {
            const auto time = row.integer(0);
            if (!time || !ActivityTables::isValid(*time, *time))
                return m_into.losses.add("spans", "without a valid time");
            changes.push_back({.cpu = row.integer(1).value_or(-1),
                               .time = *time,
                               .isIn = row.integer(2).value_or(0) != 0,
                               .global = row.integer(3).value_or(0)});
        }));
        std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
            return std::pair(a.cpu, a.time) < std::pair(b.cpu, b.time);
        });
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const Change& change = changes[i];
            const bool hasEnd = i + 1 < changes.size() && changes[i + 1].cpu == change.cpu && !changes[i + 1].isIn &&
                                changes[i + 1].global == change.global;
            if (change.isIn && hasEnd)
                m_tables.addSpan(m_tables.namedLane("CPU " + std::to_string(change.cpu)), change.time,
                                 changes[i + 1].time, "thread " + std::to_string(threadOf(change.global)),
                                 "scheduling");
            else if (change.isIn || i == 0 || !changes[i - 1].isIn || changes[i - 1].cpu != change.cpu ||
                     changes[i - 1].global != change.global)
                m_into.losses.add("spans", "of the scheduler with one end outside of the profile");
        }
        return {};
    }

    /// Samples of GPU metrics and of the memory used.
    format::Result<void> readSamples()
    {
        using Key = std::pair<std::int64_t, std::int64_t>;
        std::map<Key, std::string> names;
        TRY(m_tables.scan("TARGET_INFO_GPU_METRICS", {"typeId", "metricId", "metricName"},
                          [&](const Database::Row& row) {
                              names[{row.integer(0).value_or(0), row.integer(1).value_or(0)}] = row.text(2);
                          }));
        std::map<Key, std::vector<std::pair<std::int64_t, double>>> metrics;
        TRY(m_tables.scan("GPU_METRICS", {"timestamp", "typeId", "metricId", "value"}, [&](const Database::Row& row) {
            const auto time = row.integer(0);
            const auto value = row.real(3);
            if (!time || !value || !ActivityTables::isValid(*time, *time))
                return m_into.losses.add("samples", "of GPU metrics without a number");
            metrics[{row.integer(1).value_or(0), row.integer(2).value_or(0)}].emplace_back(*time, *value);
            m_into.extendTo(*time);
        }));
        for (const auto& [key, values] : metrics) {
            const auto name = names.find(key);
            constexpr std::int64_t kGpuBits = 0xFF; // of the type: the GPU's number
            m_into.addGroup(values,
                            {.name = "GPU " + std::to_string(key.first & kGpuBits) + " " +
                                     (name == names.end() ? "metric " + std::to_string(key.second) : name->second),
                             .quantity = "counter"});
        }
        return {};
    }

    format::Result<void> readDiagnostics()
    {
        return m_tables.scan("DIAGNOSTIC_EVENT", {"timestamp", "severity", "text"}, [&](const Database::Row& row) {
            const auto time = row.integer(0);
            if (!time || !ActivityTables::isValid(*time, *time))
                return m_into.losses.add("events", "without a valid time");
            m_into.addEvent({.time = *time,
                             .severity = row.integer(1).value_or(1) > 1 ? format::Event::Severity::Warning
                                                                        : format::Event::Severity::Info,
                             .kind = "import",
                             .text = "Nsight Systems: " + std::string(row.text(2))});
        });
    }

    const Database& m_database;
    Collection& m_into;
    ActivityTables m_tables;
    TextsById m_texts;
    std::set<std::string, std::less<>> m_read;
};

} // namespace

bool isNsys(const Database& database)
{
    return database.hasTable("StringIds") &&
           (database.hasTable("TARGET_INFO_SESSION_START_TIME") || database.hasTable("ANALYSIS_DETAILS") ||
            database.hasTable("EXPORT_META_DATA") || database.hasTable("META_DATA_EXPORT"));
}

format::Result<void> readNsys(const Database& database, Collection& into)
{
    into.source = {.name = "nsys",
                   .title = "Export of Nsight Systems, imported",
                   .resolution = "1 ns",
                   .reason = "read from " + into.files.front()};
    return NsysReader(database, into).read();
}

} // namespace stepscope::analysis
