#include "analysis/import/sqlite/activitytables.h"

#include "analysis/import/plaintext.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::analysis {
namespace {

/// The columns that readSpans() asks for, in this order.
enum SpanColumn { Start, End, Device, Context, Stream, Correlation, Name, Text, Kind, Process, Thread };

struct KindName
{
    std::int64_t kind;
    std::string_view name;
};

std::string nameIn(std::span<const KindName> names, std::int64_t kind, std::string_view otherwise)
{
    const auto entry =
        std::find_if(names.begin(), names.end(), [&](const KindName& other) { return other.kind == kind; });
    return entry == names.end() ? std::string(otherwise) + " " + std::to_string(kind) : std::string(entry->name);
}

/// Ids are unique within a process, where all tables state it.
std::uint64_t correlationKey(const ActivityTables::Record& record, bool hasProcess)
{
    const std::int64_t process = hasProcess ? record.process.value_or(0) : 0;
    return static_cast<std::uint64_t>(*record.correlation) | (static_cast<std::uint64_t>(process) << 40U);
}

} // namespace

bool ActivityTables::isValid(std::int64_t start, std::int64_t end)
{
    return start >= -kMaxTime && end >= start && end <= kMaxTime;
}

format::Result<void> ActivityTables::scan(std::string_view table, std::vector<std::string_view> columns,
                                          const std::function<void(const Database::Row&)>& take)
{
    if (!m_database.hasTable(table))
        return {};
    m_scanned.emplace(table);
    const auto rows = m_database.scan(table, columns, take);
    if (rows.ok())
        return {};
    if (rows.error().code != format::Error::Code::Corrupt)
        return rows.error();
    m_into.losses.add("tail", "table " + std::string(table) + " is damaged; the rest of it is left out");
    return {};
}

format::Result<void> ActivityTables::readSpans(const Table& table, const NameOf& nameOf)
{
    const bool isGlobal = table.threadColumn == "globalTid";
    const std::string_view process = isGlobal && table.place == Place::Stream ? "globalPid" : table.processColumn;
    return scan(table.name,
                {"start", "end", "deviceId", "contextId", "streamId", "correlationId", table.nameColumn, "text",
                 table.kindColumn, process, table.threadColumn},
                [&](const Database::Row& row) {
                    const auto start = row.integer(Start);
                    const auto end = row.integer(End);
                    if (!start || !end || !isValid(*start, *end))
                        return m_into.losses.add("spans", "without a valid time");
                    if (*start == 0 && *end == 0) // documented by CUPTI
                        return m_into.losses.add("spans", "whose times the profiler could not collect");
                    Record record{.start = *start,
                                  .end = *end,
                                  .device = row.integer(Device),
                                  .context = row.integer(Context),
                                  .stream = row.integer(Stream),
                                  .process = row.integer(Process),
                                  .thread = row.integer(Thread),
                                  .correlation = row.integer(Correlation),
                                  .nameId = row.integer(Name),
                                  .kind = row.integer(Kind),
                                  .text = row.text(Text)};
                    if (isGlobal) {
                        const auto global =
                            static_cast<std::uint64_t>(record.thread.value_or(record.process.value_or(0)));
                        record.process = static_cast<std::int64_t>(global >> 24U & 0xFFFFFFU);
                        record.thread = static_cast<std::int64_t>(global & 0xFFFFFFU);
                    }
                    const auto lane = laneOf(table, record);
                    if (lane && record.correlation && *record.correlation > 0) {
                        const std::uint64_t key = correlationKey(record, isGlobal);
                        const SpanPlace place{m_into.lanes[*lane].id, *start};
                        if (table.isCall)
                            m_calls.emplace(key, place);
                        else if (table.place == Place::Stream)
                            m_effects.emplace_back(key, place);
                    }
                    const std::string name = nameOf(record);
                    if (name.empty() && record.nameId)
                        m_into.losses.add("names", "of spans that the database lacks; shown as their category");
                    addSpan(lane, *start, *end, name.empty() ? table.category : name, table.category);
                });
}

std::optional<std::size_t> ActivityTables::laneOf(const Table& table, const Record& record)
{
    switch (table.place) {
    case Place::Stream:
        return streamLane(record.device.value_or(0), record.context.value_or(0), record.stream.value_or(0));
    case Place::Thread:
        return threadLane(record.process.value_or(0), record.thread.value_or(0));
    case Place::Named:
        break;
    }
    return namedLane(table.lane);
}

std::optional<std::size_t> ActivityTables::addLane(Collection::Lane lane)
{
    const auto added = m_into.addLane(std::move(lane));
    if (!added)
        m_into.losses.add("spans", "of threads and streams beyond the first 16384");
    return added;
}

std::optional<std::size_t> ActivityTables::streamLane(std::int64_t device, std::int64_t context, std::int64_t stream)
{
    const std::tuple key(device, context, stream);
    if (const auto entry = m_streams.find(key); entry != m_streams.end())
        return entry->second;
    std::string name = "GPU " + std::to_string(device);
    if (m_contexts.emplace(device, context).first->second != context)
        name += " context " + std::to_string(context);
    const auto lane = addLane({.kind = format::Lane::Kind::GpuStream,
                               .process = static_cast<std::uint64_t>(device),
                               .thread = static_cast<std::uint64_t>(stream),
                               .name = name + " stream " + std::to_string(stream)});
    if (lane)
        m_streams.emplace(key, *lane);
    return lane;
}

std::optional<std::size_t> ActivityTables::threadLane(std::int64_t process, std::int64_t thread)
{
    const std::pair key(process, thread);
    if (const auto entry = m_threads.find(key); entry != m_threads.end())
        return entry->second;
    const auto lane = addLane({.process = static_cast<std::uint64_t>(process),
                               .thread = static_cast<std::uint64_t>(thread),
                               .name = "thread " + std::to_string(thread)});
    if (lane)
        m_threads.emplace(key, *lane);
    return lane;
}

std::optional<std::size_t> ActivityTables::namedLane(std::string_view name)
{
    if (const auto entry = m_named.find(name); entry != m_named.end())
        return entry->second;
    const auto lane = addLane({.name = std::string(name)});
    if (lane)
        m_named.emplace(name, *lane);
    return lane;
}

void ActivityTables::nameThread(std::int64_t process, std::int64_t thread, std::string name)
{
    m_threadNames[{process, thread}] = std::move(name);
}

void ActivityTables::addSpan(std::optional<std::size_t> lane, std::int64_t start, std::int64_t end,
                             std::string_view name, std::string_view category, std::string_view shapes)
{
    if (!lane)
        return;
    const std::uint32_t op = m_into.ops.find({.name = name, .shapes = shapes, .category = category});
    m_into.addSpan(*lane, start, end - start, op);
    if (category == "user")
        m_steps.add(name, start, end, m_into.lanes[*lane].kind == format::Lane::Kind::Thread,
                    m_into.lanes[*lane].process, op);
}

format::Result<void> ActivityTables::countOthers(const std::function<bool(std::string_view)>& filter)
{
    for (const std::string& table : m_database.tables()) {
        if (m_scanned.contains(table) || !filter(table))
            continue;
        std::uint64_t rows = 0;
        TRY(scan(table, {}, [&](const Database::Row&) { ++rows; }));
        m_into.losses.add("rows", "of table " + table + ", which is not imported", rows);
    }
    return {};
}

void ActivityTables::finish()
{
    for (const auto& [thread, name] : m_threadNames) {
        if (const auto lane = m_threads.find(thread); lane != m_threads.end() && !name.empty())
            m_into.lanes[lane->second].name = name + " " + std::to_string(thread.second);
    }
    for (const auto& [correlation, effect] : m_effects) {
        if (const auto call = m_calls.find(correlation); call != m_calls.end())
            m_into.addLink({call->second.lane, effect.lane}, {call->second.start, effect.start});
    }
    m_into.nest();
    m_steps.finish(m_into);
    // Streams first, then threads; each in the order of its numbers.
    std::stable_sort(m_into.lanes.begin(), m_into.lanes.end(), [](const auto& a, const auto& b) {
        const auto order = [](const Collection::Lane& lane) {
            const bool isNamed = lane.process == 0 && lane.thread == 0;
            return std::tuple(lane.kind == format::Lane::Kind::Thread, isNamed, lane.process, lane.thread);
        };
        return order(a) < order(b);
    });
}

std::string copyName(std::int64_t kind)
{
    static constexpr std::array kNames{
        KindName{1, "HtoD"}, KindName{2, "DtoH"}, KindName{3, "HtoA"}, KindName{4, "AtoH"}, KindName{5, "AtoA"},
        KindName{6, "AtoD"}, KindName{7, "DtoA"}, KindName{8, "DtoD"}, KindName{9, "HtoH"}, KindName{10, "PtoP"}};
    static constexpr std::array kUnified{KindName{11, "HtoD"}, KindName{12, "DtoH"}, KindName{13, "DtoD"}};
    if (kind >= kUnified.front().kind && kind <= kUnified.back().kind)
        return "[CUDA Unified Memory memcpy " + nameIn(kUnified, kind, "") + "]";
    return "[CUDA memcpy " + nameIn(kNames, kind, "kind") + "]";
}

std::string synchronizationName(std::int64_t kind)
{
    static constexpr std::array kNames{KindName{1, "event synchronize"}, KindName{2, "stream wait event"},
                                       KindName{3, "stream synchronize"}, KindName{4, "context synchronize"}};
    return nameIn(kNames, kind, "synchronization");
}

std::string_view textById(const TextsById& texts, std::optional<std::int64_t> id)
{
    const auto entry = id ? texts.find(*id) : texts.end();
    return entry == texts.end() ? std::string_view() : std::string_view(entry->second);
}

} // namespace stepscope::analysis
