#include "analysis/import/chromecollection.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kMaxTime = std::int64_t{1} << 61U; ///< ns, as in the trace store
constexpr std::size_t kMostLanes = 16384;
constexpr std::size_t kMostCounters = 4000;
constexpr std::size_t kMostInstants = 10'000;
constexpr std::string_view kStepName = "ProfilerStep#";

/// The name of a category in traces and in recordings.
struct Category
{
    std::string_view inTrace;
    std::string_view inRecording;
    bool isOfGpu;
};
constexpr std::array kCategories{Category{"cpu_op", "op", false},
                                 Category{"Operator", "op", false},
                                 Category{"Op", "op", false},
                                 Category{"", "op", false},
                                 Category{"kernel", "kernel", true},
                                 Category{"Kernel", "kernel", true},
                                 Category{"gpu_memcpy", "memcpy", true},
                                 Category{"Memcpy", "memcpy", true},
                                 Category{"gpu_memset", "memset", true},
                                 Category{"Memset", "memset", true},
                                 Category{"gpu_user_annotation", "user", true},
                                 Category{"user_annotation", "user", false},
                                 Category{"cuda_runtime", "runtime", false},
                                 Category{"cuda_driver", "runtime", false},
                                 Category{"Runtime", "runtime", false},
                                 Category{"python_function", "python", false}};

Category categoryOf(std::string_view inTrace)
{
    const auto entry = std::find_if(kCategories.begin(), kCategories.end(),
                                    [&](const Category& category) { return category.inTrace == inTrace; });
    return entry == kCategories.end() ? Category{inTrace, inTrace, false} : *entry;
}

/// Joins two texts to one key with a byte that no name contains.
void joinNames(std::string& key, std::string_view a, std::string_view b)
{
    key.assign(a);
    key += '\0';
    key += b;
}

/// TensorFlow and the first profiler of PyTorch mark GPU streams by the name of the process.
bool isGpuProcess(std::string_view name)
{
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    return has("CUDA functions") || has("GPU:") || has("gpu:");
}

} // namespace

void ChromeCollection::add(const ChromeEvent& event)
{
    ++events;
    switch (event.phase) {
    case 'M':
        return addMetadata(event);
    case 'X':
        return addSpan(event);
    case 'B':
        return addBegin(event);
    case 'E':
        return addEnd(event);
    case 'C':
        return addCounter(event);
    case 'i':
    case 'I':
        return addInstant(event);
    case 's':
    case 't':
    case 'f':
        return addFlow(event);
    case 0:
        return countLoss("events", "without a phase");
    default:
        return countLoss("events", "of a kind that recordings do not support (objects, asynchronous events)");
    }
}

void ChromeCollection::countLoss(std::string_view what, std::string_view reason, std::uint64_t count)
{
    const auto same = std::find_if(losses.begin(), losses.end(),
                                   [&](const trace::Loss& loss) { return loss.what == what && loss.reason == reason; });
    if (same != losses.end())
        same->count += count;
    else if (count > 0)
        losses.push_back({.what = std::string(what), .count = count, .reason = std::string(reason)});
}

void ChromeCollection::addMetadata(const ChromeEvent& event)
{
    const auto order = [&] {
        const auto entry = std::find_if(event.numbers.begin(), event.numbers.end(),
                                        [](const auto& number) { return number.first == "sort_index"; });
        return entry == event.numbers.end() ? 0 : entry->second;
    };
    joinNames(m_key, event.process, event.thread);
    if (event.name == "process_name")
        m_processes[event.process].name = event.argName;
    else if (event.name == "process_labels")
        m_processes[event.process].labels = event.argLabels;
    else if (event.name == "process_sort_index")
        m_processes[event.process].order = order();
    else if (event.name == "thread_name")
        m_threads[m_key].name = event.argName;
    else if (event.name == "thread_sort_index")
        m_threads[m_key].order = order();
}

bool ChromeCollection::hasTime(const ChromeEvent& event)
{
    if (event.time && !event.hasWrongTime && std::abs(*event.time) <= kMaxTime)
        return true;
    countLoss(event.phase == 'C'                         ? "samples"
              : event.phase == 'i' || event.phase == 'I' ? "events"
                                                         : "spans",
              "without a valid time");
    return false;
}

void ChromeCollection::extendTo(std::int64_t time)
{
    begin = m_hasTime ? std::min(begin, time) : time;
    end = m_hasTime ? std::max(end, time) : time;
    m_hasTime = true;
}

ChromeCollection::Lane* ChromeCollection::laneOf(const ChromeEvent& event)
{
    joinNames(m_key, event.process, event.thread);
    if (const auto entry = m_laneIndex.find(m_key); entry != m_laneIndex.end())
        return &lanes[entry->second];
    if (lanes.size() == kMostLanes) {
        countLoss("spans", "of threads beyond the first 16384");
        return nullptr;
    }
    m_laneIndex.emplace(m_key, lanes.size());
    Lane& lane = lanes.emplace_back();
    lane.id = static_cast<std::uint32_t>(lanes.size());
    lane.process = event.process;
    lane.thread = event.thread;
    const Naming* process = processOf(lane);
    lane.isOfGpu = isGpuProcess(lane.process) || (process && isGpuProcess(process->name));
    return &lane;
}

std::uint32_t ChromeCollection::nameId(std::string_view name)
{
    if (name.empty())
        return 0;
    m_key.assign(name.substr(0, format::kMaxName));
    // Do not cut inside a UTF-8 character.
    while (name.size() > m_key.size() && !m_key.empty() &&
           (static_cast<unsigned char>(name[m_key.size()]) & 0xC0U) == 0x80U)
        m_key.pop_back();
    const auto entry = m_nameIds.find(m_key);
    if (entry != m_nameIds.end())
        return entry->second;
    if (names.size() + 1 >= format::kMaxInterned) {
        countLoss("names", "beyond the capacity of a recording");
        return 0;
    }
    if (name.size() > m_key.size())
        countLoss("names", "longer than 65536 bytes; cut");
    names.push_back(m_key);
    return m_nameIds.emplace(m_key, static_cast<std::uint32_t>(names.size())).first->second;
}

std::uint32_t ChromeCollection::opOf(const ChromeEvent& event, bool isOfGpu)
{
    const bool isTensorFlow = event.category == "Op";
    const std::string_view category = categoryOf(event.category).inRecording;
    std::string key;
    key.reserve(event.name.size() + event.shapes.size() + event.argName.size() + category.size() + 4);
    for (const std::string_view part : {std::string_view(event.name), std::string_view(event.shapes),
                                        isTensorFlow ? std::string_view(event.argName) : std::string_view(), category,
                                        std::string_view(isOfGpu ? "gpu" : "")}) {
        key += part;
        key += '\0';
    }
    if (const auto entry = m_opIds.find(key); entry != m_opIds.end())
        return entry->second;
    if (ops.size() + 1 >= format::kMaxInterned) {
        countLoss("ops", "beyond the capacity of a recording");
        return 0;
    }
    ops.push_back({.name = nameId(event.name),
                   .shapes = nameId(event.shapes),
                   .module = nameId(isTensorFlow ? event.argName : std::string()),
                   .category = nameId(isOfGpu && category == "op" ? "kernel" : category)});
    return m_opIds.emplace(std::move(key), static_cast<std::uint32_t>(ops.size())).first->second;
}

void ChromeCollection::addSpan(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    std::int64_t duration = event.duration.value_or(0);
    if (duration < 0) {
        countLoss("durations", "of spans that end before they start; set to 0");
        duration = 0;
    }
    if (duration > kMaxTime)
        return countLoss("spans", "without a valid time");
    Lane* lane = laneOf(event);
    if (!lane)
        return;
    lane->isOfGpu = lane->isOfGpu || categoryOf(event.category).isOfGpu;
    lane->spans.push_back({*event.time, duration, opOf(event, lane->isOfGpu)});
    lane->latest = std::max(lane->latest, *event.time + duration);
    extendTo(*event.time);
    extendTo(*event.time + duration);
    ++spans;
    if (event.name.starts_with(kStepName) && !lane->isOfGpu)
        addStep(event);
}

void ChromeCollection::addStep(const ChromeEvent& event)
{
    char* last = nullptr;
    const std::string number = event.name.substr(kStepName.size());
    const std::uint64_t index = std::strtoull(number.c_str(), &last, 10);
    if (number.empty() || *last != '\0' || number.front() == '-')
        return;
    steps.push_back({.index = index,
                     .start = *event.time,
                     .end = *event.time + std::max<std::int64_t>(0, event.duration.value_or(0)),
                     .samples = 0,
                     .flags = format::Step::kTraced,
                     .process = 0});
}

void ChromeCollection::addBegin(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    Lane* lane = laneOf(event);
    if (!lane)
        return;
    lane->isOfGpu = lane->isOfGpu || categoryOf(event.category).isOfGpu;
    lane->open.push_back({*event.time, 0, opOf(event, lane->isOfGpu)});
    lane->latest = std::max(lane->latest, *event.time);
    extendTo(*event.time);
}

void ChromeCollection::addEnd(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    Lane* lane = laneOf(event);
    if (!lane)
        return;
    if (lane->open.empty())
        return countLoss("spans", "with an end but no begin");
    NestedSpan span = lane->open.back();
    lane->open.pop_back();
    if (*event.time < span.start)
        countLoss("durations", "of spans that end before they start; set to 0");
    span.duration = std::max<std::int64_t>(0, *event.time - span.start);
    lane->latest = std::max(lane->latest, span.start + span.duration);
    lane->spans.push_back(span);
    extendTo(*event.time);
    ++spans;
}

void ChromeCollection::addValue(const std::string& name, const char* unit, std::int64_t time, double value)
{
    auto entry = m_counterIndex.find(name);
    if (entry == m_counterIndex.end()) {
        if (counters.size() == kMostCounters)
            return countLoss("samples", "of counters beyond the first 4000");
        entry = m_counterIndex.emplace(name, counters.size()).first;
        counters.push_back({.name = name, .unit = unit});
    }
    counters[entry->second].values.emplace_back(time, value);
    extendTo(time);
}

void ChromeCollection::addCounter(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    if (event.numbers.empty())
        return countLoss("samples", "of counters without a number");
    for (const auto& [series, value] : event.numbers) {
        std::string name = event.name.empty() ? series : event.name;
        if (!event.id.empty())
            name += " " + event.id;
        if (series != event.name && !event.name.empty())
            name += " " + series;
        addValue(name, "", *event.time, value);
    }
}

/// PyTorch reports each allocation; newer versions add the total.
void ChromeCollection::addMemory(const ChromeEvent& event)
{
    const auto number = [&](std::string_view name) {
        const auto entry = std::find_if(event.numbers.begin(), event.numbers.end(),
                                        [&](const auto& other) { return other.first == name; });
        return entry == event.numbers.end() ? -1.0 : entry->second;
    };
    const double allocated = number("Total Allocated");
    if (allocated < 0)
        return countLoss("events", "of memory: they contain changes but no totals");
    const double device = number("Device Id");
    const std::string owner = device < 0 ? "CPU" : "GPU " + std::to_string(static_cast<int>(std::min(device, 999.0)));
    addValue("allocated " + owner, "B", *event.time, allocated);
    if (const double reserved = number("Total Reserved"); reserved >= 0)
        addValue("reserved " + owner, "B", *event.time, reserved);
}

void ChromeCollection::addInstant(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    if (event.name == "[memory]")
        return addMemory(event);
    if (instants.size() == kMostInstants)
        return countLoss("events", "beyond the first 10000");
    instants.push_back({*event.time, event.name.substr(0, 4000)});
    extendTo(*event.time);
}

/// Arrows begin at phase s and end at t or f; those of one arrow share id and category.
void ChromeCollection::addFlow(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    const Lane* lane = laneOf(event);
    if (!lane)
        return;
    joinNames(m_key, event.category, event.id);
    const auto flow = m_flowIds.emplace(m_key, static_cast<std::uint32_t>(m_flowIds.size())).first->second;
    m_flows.push_back({.flow = flow, .lane = lane->id - 1, .time = *event.time, .isStart = event.phase == 's'});
}

const ChromeCollection::Naming* ChromeCollection::processOf(const Lane& lane) const
{
    const auto entry = m_processes.find(lane.process);
    return entry == m_processes.end() ? nullptr : &entry->second;
}

const ChromeCollection::Naming* ChromeCollection::threadOf(const Lane& lane) const
{
    std::string key;
    joinNames(key, lane.process, lane.thread);
    const auto entry = m_threads.find(key);
    return entry == m_threads.end() ? nullptr : &entry->second;
}

std::string ChromeCollection::nameOf(const Lane& lane) const
{
    const Naming* process = processOf(lane);
    const Naming* thread = threadOf(lane);
    std::string name = thread ? thread->name : std::string();
    while (name.ends_with(' '))
        name.pop_back();
    if (!name.empty())
        return lane.isOfGpu && process && !process->labels.empty() ? process->labels + " " + name : name;
    const std::string owner = process && !process->name.empty() ? process->name : lane.process;
    return lane.thread.empty() ? owner : owner + " " + lane.thread;
}

void ChromeCollection::finish()
{
    finishLanes();
    for (Counter& counter : counters)
        std::stable_sort(counter.values.begin(), counter.values.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    std::stable_sort(instants.begin(), instants.end(),
                     [](const Instant& a, const Instant& b) { return a.time < b.time; });
    finishSteps();
}

void ChromeCollection::finishLanes()
{
    Nesting nesting;
    std::uint64_t unended = 0;
    for (Lane& lane : lanes) {
        for (NestedSpan span : lane.open) {
            span.duration = std::max<std::int64_t>(0, lane.latest - span.start);
            lane.spans.push_back(span);
            ++unended;
        }
        lane.open.clear();
        const Nesting laneNesting = nestSpans(lane.spans);
        nesting.overlaps += laneNesting.overlaps;
        nesting.tooDeep += laneNesting.tooDeep;
        const Naming* process = processOf(lane);
        lane.isOfGpu = lane.isOfGpu || (process && isGpuProcess(process->name)); // its name may come late
    }
    finishFlows(); // before the lanes are reordered, because flows refer to them by index
    spans += unended;
    countLoss("ends", "of spans with a begin but no end; extended to the last event of their thread", unended);
    countLoss("places", "of spans that overlap others of their thread; moved one level deeper", nesting.overlaps);
    countLoss("depths", "of spans nested in more than 255 others", nesting.tooDeep);
    std::erase_if(lanes, [](const Lane& lane) { return lane.spans.empty(); });
    const auto order = [&](const Lane& lane) {
        const Naming* process = processOf(lane);
        const Naming* thread = threadOf(lane);
        return std::pair(process ? process->order : 0, thread ? thread->order : 0);
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const Lane& a, const Lane& b) { return order(a) < order(b); });
}

void ChromeCollection::finishFlows()
{
    // The innermost span that runs at that time, among the latest 300 spans that began before.
    const auto startAround = [&](const FlowEnd& tip) -> std::optional<std::int64_t> {
        constexpr int kMaxCandidates = 300;
        const std::vector<NestedSpan>& all = lanes[tip.lane].spans;
        auto span = std::upper_bound(all.begin(), all.end(), tip.time,
                                     [](std::int64_t time, const NestedSpan& other) { return time < other.start; });
        for (int candidate = 0; span != all.begin() && candidate < kMaxCandidates; ++candidate) {
            --span;
            if (span->start + span->duration >= tip.time)
                return span->start;
        }
        return std::nullopt;
    };
    std::stable_sort(m_flows.begin(), m_flows.end(), [](const FlowEnd& a, const FlowEnd& b) {
        return std::tuple(a.flow, a.time, !a.isStart) < std::tuple(b.flow, b.time, !b.isStart);
    });
    std::uint64_t unbound = 0;
    const FlowEnd* start = nullptr;
    for (const FlowEnd& tip : m_flows) {
        if (start && start->flow != tip.flow)
            start = nullptr;
        if (tip.isStart) {
            start = &tip;
            continue;
        }
        const auto from = start ? startAround(*start) : std::nullopt;
        const auto to = startAround(tip);
        if (from && to)
            links[{lanes[start->lane].id, lanes[tip.lane].id}].push_back({*from, *to});
        else
            ++unbound;
    }
    m_flows.clear();
    countLoss("links", "with an end outside of all spans, or without an end", unbound);
}

/// Several threads may report the same step: the earliest one is kept.
void ChromeCollection::finishSteps()
{
    std::stable_sort(steps.begin(), steps.end(), [](const format::Step& a, const format::Step& b) {
        return a.index != b.index ? a.index < b.index : a.start < b.start;
    });
    steps.erase(std::unique(steps.begin(), steps.end(),
                            [](const format::Step& a, const format::Step& b) { return a.index == b.index; }),
                steps.end());
}

} // namespace stepscope::analysis
