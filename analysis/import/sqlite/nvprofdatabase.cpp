#include "analysis/import/sqlite/activitytables.h"
#include "analysis/import/sqlite/cudacalls.h"
#include "analysis/import/sqlite/profilerdatabases.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

using Table = ActivityTables::Table;
using Place = ActivityTables::Place;
using Record = ActivityTables::Record;

constexpr std::string_view kPrefix = "CUPTI_ACTIVITY_KIND_";

/// Demangles names of kernels. Substitutions in a hostile name could expand exponentially, so names with more of them
/// than this are kept as they are.
std::string demangled(std::string_view name)
{
    constexpr std::size_t kLongest = 1024;
    constexpr std::ptrdiff_t kMostSubstitutions = 24;
    if (!name.starts_with("_Z") || name.size() > kLongest ||
        std::count(name.begin(), name.end(), 'S') + std::count(name.begin(), name.end(), 'T') > kMostSubstitutions)
        return std::string(name);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? std::string(text.get()) : std::string(name);
}

std::string_view overheadName(std::int64_t kind)
{
    constexpr std::int64_t kUnit = 65536;
    constexpr std::array<std::string_view, 4> kNames{"driver compiler", "buffer flush", "instrumentation", "resource"};
    const std::int64_t index = kind == 1 ? 0 : kind / kUnit;
    return index >= 0 && index < static_cast<std::int64_t>(kNames.size()) ? kNames[static_cast<std::size_t>(index)]
                                                                          : "profiler overhead";
}

std::string unifiedName(std::int64_t kind)
{
    constexpr std::array<std::string_view, 5> kNames{"", "[CUDA Unified Memory memcpy HtoD]",
                                                     "[CUDA Unified Memory memcpy DtoH]", "CPU page faults",
                                                     "GPU page faults"};
    return kind > 0 && kind < static_cast<std::int64_t>(kNames.size())
               ? std::string(kNames[static_cast<std::size_t>(kind)])
               : "unified memory " + std::to_string(kind);
}

/// Little endian.
std::uint32_t numberAt(std::string_view bytes, std::size_t offset)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4 && offset + i < bytes.size(); ++i)
        number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
    return number;
}

class NvprofReader
{
public:
    NvprofReader(const Database& database, Collection& into)
        : m_into(into)
        , m_tables(database, into)
    {}

    format::Result<void> read()
    {
        TRY(m_tables.scan("StringTable", {"_id_", "value"}, [&](const Database::Row& row) {
            if (const auto id = row.integer(0))
                m_texts[*id] = row.text(1);
        }));
        TRY(readDevices());
        TRY(readActivities());
        TRY(readMarkers());
        TRY(readInstantaneous());
        TRY(readEnvironment());
        // Tables of properties contain nothing that happened at a time.
        static const std::set<std::string_view> kProperties{"CONTEXT",
                                                            "CUDA_EVENT",
                                                            "DEVICE_ATTRIBUTE",
                                                            "FUNCTION",
                                                            "MARKER_DATA",
                                                            "MODULE",
                                                            "NAME",
                                                            "NVLINK",
                                                            "SOURCE_LOCATOR",
                                                            "EXTERNAL_CORRELATION",
                                                            "PCIE",
                                                            "PC_SAMPLING_RECORD_INFO",
                                                            "STREAM"};
        TRY(m_tables.countOthers([](std::string_view table) {
            return table.starts_with(kPrefix) && !kProperties.contains(table.substr(kPrefix.size()));
        }));
        m_tables.finish();
        return {};
    }

private:
    format::Result<void> readDevices()
    {
        return m_tables.scan("CUPTI_ACTIVITY_KIND_DEVICE", {"name", "globalMemorySize"},
                             [&](const Database::Row& row) { m_into.device.gpu = textById(m_texts, row.integer(0)); });
    }

    format::Result<void> readActivities()
    {
        const auto kernel = [&](const Record& record) { return demangled(textById(m_texts, record.nameId)); };
        const auto copy = [](const Record& record) { return copyName(record.kind.value_or(0)); };
        const auto openAcc = [](const Record& record) {
            return "OpenACC event " + std::to_string(record.kind.value_or(0));
        };
        const std::pair<Table, ActivityTables::NameOf> tables[] = {
            {{.name = "CUPTI_ACTIVITY_KIND_KERNEL", .category = "kernel", .place = Place::Stream}, kernel},
            {{.name = "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", .category = "kernel", .place = Place::Stream}, kernel},
            {{.name = "CUPTI_ACTIVITY_KIND_CDP_KERNEL", .category = "kernel", .place = Place::Stream}, kernel},
            {{.name = "CUPTI_ACTIVITY_KIND_MEMCPY",
              .category = "memcpy",
              .place = Place::Stream,
              .kindColumn = "copyKind"},
             copy},
            {{.name = "CUPTI_ACTIVITY_KIND_MEMCPY2",
              .category = "memcpy",
              .place = Place::Stream,
              .kindColumn = "copyKind"},
             copy},
            {{.name = "CUPTI_ACTIVITY_KIND_MEMSET", .category = "memset", .place = Place::Stream},
             [](const Record&) { return std::string("[CUDA memset]"); }},
            {{.name = "CUPTI_ACTIVITY_KIND_RUNTIME",
              .category = "runtime",
              .place = Place::Thread,
              .kindColumn = "cbid",
              .isCall = true},
             [](const Record& record) { return runtimeCallName(record.kind.value_or(0)); }},
            {{.name = "CUPTI_ACTIVITY_KIND_DRIVER",
              .category = "runtime",
              .place = Place::Thread,
              .kindColumn = "cbid",
              .isCall = true},
             [](const Record& record) { return driverCallName(record.kind.value_or(0)); }},
            {{.name = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
              .category = "synchronization",
              .lane = "CUDA synchronization",
              .kindColumn = "type"},
             [](const Record& record) { return synchronizationName(record.kind.value_or(0)); }},
            {{.name = "CUPTI_ACTIVITY_KIND_OVERHEAD",
              .category = "overhead",
              .lane = "profiler overhead",
              .kindColumn = "overheadKind"},
             [](const Record& record) { return std::string(overheadName(record.kind.value_or(0))); }},
            {{.name = "CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER",
              .category = "memory",
              .lane = "unified memory",
              .kindColumn = "counterKind"},
             [](const Record& record) { return unifiedName(record.kind.value_or(0)); }},
            {openAccTable("CUPTI_ACTIVITY_KIND_OPENACC_DATA"), openAcc},
            {openAccTable("CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH"), openAcc},
            {openAccTable("CUPTI_ACTIVITY_KIND_OPENACC_OTHER"), openAcc},
            {openAccTable("CUPTI_ACTIVITY_KIND_OPENMP"),
             [](const Record& record) { return "OpenMP event " + std::to_string(record.kind.value_or(0)); }},
        };
        for (const auto& [table, nameOf] : tables)
            TRY(m_tables.readSpans(table, nameOf));
        return {};
    }

    static Table openAccTable(std::string_view name)
    {
        return {.name = name,
                .category = "directive",
                .place = Place::Thread,
                .kindColumn = "eventKind",
                .processColumn = "cuProcessId",
                .threadColumn = "cuThreadId"};
    }

    /// Ranges and marks of NVTX: a row where each begins, and one with the same id where it ends.
    format::Result<void> readMarkers()
    {
        struct Begin
        {
            std::int64_t time = 0;
            std::optional<std::size_t> lane{};
            std::string name{};
        };
        constexpr std::int64_t kInstant = 1;
        constexpr std::int64_t kStart = 2;
        constexpr std::int64_t kEnd = 4;
        std::map<std::int64_t, Begin> open;
        TRY(m_tables.scan(
            "CUPTI_ACTIVITY_KIND_MARKER", {"flags", "timestamp", "id", "objectKind", "objectId", "name", "domain"},
            [&](const Database::Row& row) {
                const std::int64_t flags = row.integer(0).value_or(0);
                const auto time = row.integer(1);
                const std::int64_t id = row.integer(2).value_or(0);
                if (!time || !ActivityTables::isValid(*time, *time))
                    return m_into.losses.add("spans", "without a valid time");
                std::string name(textById(m_texts, row.integer(5)));
                const std::string_view domain = textById(m_texts, row.integer(6));
                if (row.integer(6).value_or(0) > 0 && !domain.empty())
                    name = std::string(domain) + ":" + name;
                if ((flags & kStart) != 0) {
                    m_into.losses.add("spans", "with a begin but no end", open.count(id));
                    open[id] = {*time, markerLane(row.integer(3), row.blob(4)), std::move(name)};
                } else if ((flags & kEnd) != 0) {
                    const auto begin = open.find(id);
                    if (begin == open.end() || begin->second.time > *time)
                        return m_into.losses.add("spans", "with an end but no begin");
                    m_tables.addSpan(begin->second.lane, begin->second.time, *time, begin->second.name, "user");
                    open.erase(begin);
                } else if ((flags & kInstant) != 0) {
                    m_into.addEvent({.time = *time, .kind = "mark", .text = std::move(name)});
                } else {
                    m_into.losses.add("events", "of markers that are neither a mark nor a begin or an end");
                }
            }));
        m_into.losses.add("spans", "with a begin but no end", open.size());
        return {};
    }

    std::optional<std::size_t> markerLane(std::optional<std::int64_t> kind, std::string_view object)
    {
        constexpr std::int64_t kThread = 2;
        if (kind == kThread && object.size() >= 8) // the thread's number is signed in the tables of calls
            return m_tables.threadLane(numberAt(object, 0), static_cast<std::int32_t>(numberAt(object, 4)));
        return m_tables.namedLane("NVTX");
    }

    /// Events and metrics that were sampled over time, and those of single kernels, which have numbers but no names.
    format::Result<void> readInstantaneous()
    {
        std::map<std::string, std::vector<std::pair<std::int64_t, double>>> series;
        const auto take = [&](const char* what) {
            return [&series, what, this](const Database::Row& row) {
                const auto time = row.integer(0);
                const auto value = row.real(2);
                if (!time || !value || !ActivityTables::isValid(*time, *time))
                    return m_into.losses.add("samples", "of events or metrics without a number");
                series["GPU " + std::to_string(row.integer(3).value_or(0)) + " " + what + " " +
                       std::to_string(row.integer(1).value_or(0))]
                    .emplace_back(*time, *value);
                m_into.extendTo(*time);
            };
        };
        TRY(m_tables.scan("CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT", {"timestamp", "id", "value", "deviceId"},
                          take("event")));
        TRY(m_tables.scan("CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC", {"timestamp", "id", "value", "deviceId"},
                          take("metric")));
        for (const auto& [name, values] : series)
            m_into.addGroup(values, {.name = name, .quantity = "counter"});
        return {};
    }

    /// Samples of --system-profiling: clocks, temperature and power of a GPU, packed in a blob.
    format::Result<void> readEnvironment()
    {
        struct Part
        {
            std::int64_t kind;
            std::size_t offset;
            const char* name;
            const char* quantity;
            const char* unit;
            double factor;
        };
        static constexpr Part kParts[] = {{1, 0, "SM clock", "gpu.frequency", "Hz", 1e6},
                                          {1, 4, "memory clock", "gpu.frequency", "Hz", 1e6},
                                          {2, 0, "temperature", "temperature", "degC", 1},
                                          {3, 0, "power", "rail.power", "W", 1e-3},
                                          {4, 0, "fan", "fan.duty", "1", 1e-2}};
        std::map<std::pair<std::int64_t, const Part*>, std::vector<std::pair<std::int64_t, double>>> series;
        TRY(m_tables.scan("CUPTI_ACTIVITY_KIND_ENVIRONMENT", {"timestamp", "deviceId", "environmentKind", "data"},
                          [&](const Database::Row& row) {
                              const auto time = row.integer(0);
                              const std::string_view data = row.blob(3);
                              if (!time || !ActivityTables::isValid(*time, *time) || data.size() < 8)
                                  return m_into.losses.add("samples", "of the environment without a value");
                              for (const Part& part : kParts) {
                                  if (row.integer(2) == part.kind)
                                      series[{row.integer(1).value_or(0), &part}].emplace_back(
                                          *time, numberAt(data, part.offset) * part.factor);
                              }
                              m_into.extendTo(*time);
                          }));
        for (const auto& [key, values] : series) {
            const std::string name = "GPU " + std::to_string(key.first) + " " + key.second->name;
            m_into.addGroup(values, {.name = name,
                                     .quantity = key.second->quantity,
                                     .unit = key.second->unit,
                                     .rail = key.second->kind == 3 ? name : std::string(),
                                     .role = key.second->kind == 3 ? "gpu" : ""});
        }
        return {};
    }

    Collection& m_into;
    ActivityTables m_tables;
    TextsById m_texts;
};

} // namespace

bool isNvprof(const Database& database)
{
    return database.hasTable("StringTable") && std::any_of(database.tables().begin(), database.tables().end(),
                                                           [](const std::string& t) { return t.starts_with(kPrefix); });
}

format::Result<void> readNvprof(const Database& database, Collection& into)
{
    into.source = {.name = "nvprof",
                   .title = "Database of nvprof, imported",
                   .resolution = "1 ns",
                   .reason = "read from " + into.files.front()};
    TRY(NvprofReader(database, into).read());
    if (SourceClock::isPlausible(into.begin))
        into.clock.realOfZero = 0;
    return {};
}

} // namespace stepscope::analysis
