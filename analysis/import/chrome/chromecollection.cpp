#include "analysis/import/chrome/chromecollection.h"

#include "analysis/import/plaintext.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

/// The category of steps in traces that Stepscope exported (analysis/export/chrometraceexport.cpp).
constexpr std::string_view kExportedStep = "stepscope.step";

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

/// Whether spans of this category are of a thread, whatever else their lane contains.
bool statesThread(std::string_view inTrace)
{
    return !inTrace.empty() && std::any_of(kCategories.begin(), kCategories.end(), [&](const Category& category) {
        return category.inTrace == inTrace && !category.isOfGpu;
    });
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

/// At least 1.
std::uint32_t hashOf(std::string_view name)
{
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(name)) | 1U;
}

} // namespace

void ChromeCollection::add(const ChromeEvent& event)
{
    ++m_events;
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
        if (hasTime(event))
            m_counters.add(event);
        return;
    case 'i':
    case 'I':
        return addInstant(event);
    case 's':
    case 't':
    case 'f':
        return addFlow(event);
    case 'b':
    case 'S':
    case 'e':
    case 'F':
    case 'n':
    case 'T':
    case 'p':
        return addAsync(event);
    case 0:
        return m_into.losses.add("events", "without a phase");
    default:
        return m_into.losses.add("events", "of a kind that recordings do not support (objects, memory dumps)");
    }
}

void ChromeCollection::addMetadata(const ChromeEvent& event)
{
    const auto order = [&] { return event.number("sort_index").value_or(0); };
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
    else if (event.name == "stepscope_counter")
        m_counters.addFacts(event);
}

bool ChromeCollection::hasTime(const ChromeEvent& event)
{
    if (event.time && !event.hasWrongTime && std::abs(*event.time) <= kMaxTime)
        return true;
    m_into.losses.add(event.phase == 'C'                         ? "samples"
                      : event.phase == 'i' || event.phase == 'I' ? "events"
                                                                 : "spans",
                      "without a valid time");
    return false;
}

std::optional<std::size_t> ChromeCollection::laneOf(const ChromeEvent& event)
{
    return laneOf(event.process, event.thread);
}

std::optional<std::size_t> ChromeCollection::laneOf(const std::string& process, const std::string& thread)
{
    joinNames(m_key, process, thread);
    if (const auto entry = m_laneIndex.find(m_key); entry != m_laneIndex.end())
        return entry->second;
    const auto lane = m_into.addLane({});
    if (!lane) {
        m_into.losses.add("spans", "of threads beyond the first 16384");
        return std::nullopt;
    }
    m_laneIndex.emplace(m_key, *lane);
    const LaneState& state = m_lanes.emplace_back(LaneState{.process = process, .thread = thread});
    const Naming* known = processOf(state);
    noteGpu(*lane, isGpuProcess(state.process) || (known && isGpuProcess(known->name)));
    return lane;
}

void ChromeCollection::noteGpu(std::size_t lane, bool isOfGpu)
{
    if (isOfGpu)
        m_into.lanes[lane].kind = format::Lane::Kind::GpuStream;
}

bool ChromeCollection::isOfGpu(std::size_t lane) const
{
    return m_into.lanes[lane].kind == format::Lane::Kind::GpuStream;
}

/// A number for the process of a lane. Traces may name processes by any text, so it is a hash.
std::uint64_t ChromeCollection::processNumber(std::size_t lane) const
{
    return std::hash<std::string>()(m_lanes[lane].process);
}

template <typename Texts>
std::uint32_t ChromeCollection::opOf(const Texts& texts, bool isOfGpu)
{
    const bool isTensorFlow = texts.category == "Op";
    const std::string_view category = categoryOf(texts.category).inRecording;
    return m_into.ops.find(
        {.name = texts.name,
         .shapes = texts.shapes,
         .module = isTensorFlow ? std::string_view(texts.argName) : std::string_view(texts.argModule),
         .category = isOfGpu && category == "op" ? "kernel" : category});
}

/// Whether a span can have these times; a negative duration becomes 0.
bool ChromeCollection::isValid(std::int64_t time, std::int64_t& duration)
{
    if (std::abs(time) > kMaxTime || duration > kMaxTime) {
        m_into.losses.add("spans", "without a valid time");
        return false;
    }
    if (duration < 0)
        m_into.losses.add("durations", "of spans that end before they start; set to 0");
    duration = std::max<std::int64_t>(duration, 0);
    return true;
}

void ChromeCollection::addSpan(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    if (!event.duration)
        m_into.losses.add("durations", "of spans that state none; set to 0");
    std::int64_t duration = event.duration.value_or(0);
    if (!isValid(*event.time, duration))
        return;
    if (event.category == kExportedStep)
        return addStep(event, duration);
    const auto lane = laneOf(event);
    if (!lane)
        return;
    noteGpu(*lane, categoryOf(event.category).isOfGpu);
    const std::uint32_t op = opOf(event, isOfGpu(*lane));
    m_into.addSpan(*lane, *event.time, duration, op);
    m_lanes[*lane].latest = std::max(m_lanes[*lane].latest, *event.time + duration);
    if (StepFinder::isStep(event.name))
        m_stepRanges.push_back({.lane = *lane,
                                .start = *event.time,
                                .end = *event.time + duration,
                                .op = op,
                                .isOfThread = statesThread(event.category)});
    if (!event.flow.empty() && (event.isFlowStart || event.isFlowEnd))
        addFlow(*lane, "bind_id", event.flow, *event.time,
                !event.isFlowEnd    ? FlowEnd::Kind::Start
                : event.isFlowStart ? FlowEnd::Kind::Step
                                    : FlowEnd::Kind::End);
}

void ChromeCollection::addStep(const ChromeEvent& event, std::int64_t duration)
{
    const auto number = [&](std::string_view name) -> std::uint64_t {
        constexpr double kMost = 9e15; // exact in a double
        const double value = event.number(name).value_or(0);
        return value >= 0 && value < kMost ? static_cast<std::uint64_t>(value) : 0;
    };
    const std::uint32_t traced = number("traced") != 0 ? format::Step::kTraced : 0;
    const std::uint32_t isExplicit = number("marked_by_script") != 0 ? format::Step::kExplicit : 0;
    m_steps.addStep({.index = number("step"),
                     .start = *event.time,
                     .end = *event.time + duration,
                     .samples = number("samples"),
                     .flags = traced | isExplicit,
                     .process = 0});
    m_into.extendTo(*event.time);
    m_into.extendTo(*event.time + duration);
}

/// The same, for spans whose texts and place were looked up before.
void ChromeCollection::addSpan(const ChromeBlock::Item& span, ChromeBlock::Text& text, ChromeBlock::Place& place)
{
    std::int64_t duration = span.duration;
    if (!isValid(span.time, duration))
        return;
    if (!place.lane)
        place.lane = laneOf(place.process, place.thread);
    if (!place.lane)
        return;
    const std::size_t lane = *place.lane;
    if (!text.isStep) {
        text.isStep = StepFinder::isStep(text.name);
        text.isOfGpu = categoryOf(text.category).isOfGpu;
    }
    noteGpu(lane, text.isOfGpu);
    const bool isGpu = isOfGpu(lane);
    auto& op = text.ops[isGpu ? 1 : 0];
    if (!op)
        op = opOf(text, isGpu);
    m_into.addSpan(lane, span.time, duration, *op);
    m_lanes[lane].latest = std::max(m_lanes[lane].latest, span.time + duration);
    if (*text.isStep)
        m_stepRanges.push_back({.lane = lane,
                                .start = span.time,
                                .end = span.time + duration,
                                .op = *op,
                                .isOfThread = statesThread(text.category)});
}

void ChromeCollection::add(ChromeBlock& block)
{
    for (const ChromeBlock::Item& item : block.items) {
        if (item.text == ChromeBlock::Item::kOther) {
            add(block.others[item.place]);
            continue;
        }
        ++m_events;
        addSpan(item, block.texts[item.text], block.places[item.place]);
    }
}

void ChromeCollection::addBegin(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    const auto lane = laneOf(event);
    if (!lane)
        return;
    noteGpu(*lane, categoryOf(event.category).isOfGpu);
    LaneState& state = m_lanes[*lane];
    state.marks.push_back({.time = *event.time,
                           .op = opOf(event, isOfGpu(*lane)),
                           .name = hashOf(event.name),
                           .isBegin = true,
                           .isOfThread = statesThread(event.category)});
    state.latest = std::max(state.latest, *event.time);
    m_into.extendTo(*event.time);
}

void ChromeCollection::addEnd(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    const auto lane = laneOf(event);
    if (!lane)
        return;
    LaneState& state = m_lanes[*lane];
    state.marks.push_back({.time = *event.time, .name = event.name.empty() ? 0 : hashOf(event.name)});
    state.latest = std::max(state.latest, *event.time);
}

/// Spans of the lane's marks. Returns the number of those without an end.
std::uint64_t ChromeCollection::finishMarks(std::size_t lane)
{
    LaneState& state = m_lanes[lane];
    std::stable_sort(state.marks.begin(), state.marks.end(),
                     [](const Mark& a, const Mark& b) { return a.time < b.time; });
    constexpr std::size_t kMostSearched = 64; // of the innermost begins: a hostile file has millions
    std::vector<Mark> open;
    const auto addUntil = [&](const Mark& begin, std::int64_t end) {
        m_into.addSpan(lane, begin.time, end - begin.time, begin.op);
    };
    for (const Mark& mark : state.marks) {
        if (mark.isBegin) {
            open.push_back(mark);
        } else if (open.empty()) {
            m_into.losses.add("spans", "with an end but no begin");
        } else {
            // An end belongs to the innermost begin of its name: those of one time may be in any order.
            const auto isMeant = [&](const Mark& begin) { return mark.name == 0 || mark.name == begin.name; };
            const auto last = open.rbegin() + static_cast<std::ptrdiff_t>(std::min(open.size(), kMostSearched));
            auto meant = std::find_if(open.rbegin(), last, isMeant);
            if (meant == last) {
                m_into.losses.add("names", "of ends that differ from those of their begins, which are used");
                meant = open.rbegin();
            }
            addUntil(*meant, mark.time);
            if (StepFinder::isStep(m_into.ops.nameOf(meant->op)))
                m_stepRanges.push_back({.lane = lane,
                                        .start = meant->time,
                                        .end = mark.time,
                                        .op = meant->op,
                                        .isOfThread = meant->isOfThread});
            open.erase(std::next(meant).base());
        }
    }
    for (const Mark& begin : open)
        addUntil(begin, state.latest);
    state.marks = {};
    return open.size();
}

void ChromeCollection::addInstant(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    if (event.name == "[memory]")
        return m_counters.addMemory(event);
    m_into.addEvent({.time = *event.time, .kind = "mark", .text = event.name});
}

/// Arrows begin at phase s or t and end at t or f; those of one flow share id and category.
void ChromeCollection::addFlow(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    const auto lane = laneOf(event);
    if (!lane)
        return;
    addFlow(*lane, event.category, event.id, *event.time,
            event.phase == 's'   ? FlowEnd::Kind::Start
            : event.phase == 't' ? FlowEnd::Kind::Step
                                 : FlowEnd::Kind::End);
}

void ChromeCollection::addFlow(std::size_t lane, std::string_view category, std::string_view id, std::int64_t time,
                               FlowEnd::Kind kind)
{
    joinNames(m_key, category, id);
    const auto flow = m_flowIds.emplace(m_key, static_cast<std::uint32_t>(m_flowIds.size())).first->second;
    m_flows.push_back({.flow = flow, .lane = static_cast<std::uint32_t>(lane), .time = time, .kind = kind});
}

/// Spans that a thread begins and any thread may end: b, n, e, and S, T, p, F of older traces.
void ChromeCollection::addAsync(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    const bool isBegin = event.phase == 'b' || event.phase == 'S';
    const bool isEnd = event.phase == 'e' || event.phase == 'F';
    m_into.extendTo(*event.time);
    if (!isBegin && !isEnd)
        return m_into.addEvent({.time = *event.time, .kind = "mark", .text = event.name});
    std::string key;
    for (const std::string* part : {&event.process, &event.category, &event.scope, &event.id}) {
        key += *part;
        key += '\0';
    }
    if (isEnd)
        return m_async.end(key, *event.time);
    joinNames(m_key, event.process, event.category);
    m_async.begin(key, m_key, *event.time, opOf(event, false));
}

const ChromeCollection::Naming* ChromeCollection::processOf(const LaneState& lane) const
{
    const auto entry = m_processes.find(lane.process);
    return entry == m_processes.end() ? nullptr : &entry->second;
}

const ChromeCollection::Naming* ChromeCollection::threadOf(const LaneState& lane) const
{
    std::string key;
    joinNames(key, lane.process, lane.thread);
    const auto entry = m_threads.find(key);
    return entry == m_threads.end() ? nullptr : &entry->second;
}

std::string ChromeCollection::nameOf(std::size_t index) const
{
    const LaneState& lane = m_lanes[index];
    const Naming* process = processOf(lane);
    const Naming* thread = threadOf(lane);
    std::string name = thread ? thread->name : std::string();
    while (name.ends_with(' '))
        name.pop_back();
    if (!name.empty())
        return isOfGpu(index) && process && !process->labels.empty() ? process->labels + " " + name : name;
    const std::string owner = process && !process->name.empty() ? process->name : lane.process;
    return lane.thread.empty() ? owner : owner + " " + lane.thread;
}

void ChromeCollection::finish()
{
    finishLanes();
    finishSteps(); // before the lanes are reordered, as flows
    m_into.nest();
    finishFlows(); // before the lanes are reordered, because flows refer to them by index
    sortLanes();
    m_counters.finish();
    m_steps.finish(m_into);
}

/// Only now, since a later event may show that a lane is a stream of the GPU.
void ChromeCollection::finishSteps()
{
    for (const StepRange& range : m_stepRanges)
        m_steps.add(m_into.ops.nameOf(range.op), range.start, range.end, range.isOfThread || !isOfGpu(range.lane),
                    processNumber(range.lane), range.op);
    m_stepRanges = {};
}

void ChromeCollection::finishLanes()
{
    const auto number = [](const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); };
    std::uint64_t unended = 0;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        LaneState& state = m_lanes[i];
        unended += finishMarks(i);
        const Naming* process = processOf(state);
        noteGpu(i, process && isGpuProcess(process->name)); // its name may come late
        m_into.lanes[i].process = number(state.process);
        m_into.lanes[i].thread = number(state.thread);
        m_into.lanes[i].name = nameOf(i);
    }
    finishAsync();
    m_into.losses.add("ends", "of spans with a begin but no end; extended to the last event of their thread", unended);
}

/// The lanes of asynchronous spans are named by their category, and displayed with their process.
void ChromeCollection::finishAsync()
{
    const std::size_t first = m_into.lanes.size();
    m_async.finish(m_into);
    for (std::size_t i = first; i < m_into.lanes.size(); ++i) {
        std::string& name = m_into.lanes[i].name;
        const std::size_t end = name.find('\0');
        LaneState& state = m_lanes.emplace_back();
        state.process = name.substr(0, end);
        const Naming* process = processOf(state);
        const std::string owner = process && !process->name.empty() ? process->name : state.process;
        m_into.lanes[i].process = std::strtoull(state.process.c_str(), nullptr, 10);
        name = owner + " " + name.substr(end + 1) + " (asynchronous)";
    }
}

void ChromeCollection::sortLanes()
{
    const auto order = [&](const Collection::Lane& lane) {
        const LaneState& state = m_lanes[lane.id - 1];
        const Naming* process = processOf(state);
        const Naming* thread = threadOf(state);
        return std::pair(process ? process->order : 0, thread ? thread->order : 0);
    };
    std::stable_sort(m_into.lanes.begin(), m_into.lanes.end(),
                     [&](const Collection::Lane& a, const Collection::Lane& b) { return order(a) < order(b); });
}

void ChromeCollection::finishFlows()
{
    // The innermost span that runs at that time, among the latest 300 spans that began before.
    const auto startAround = [&](const FlowEnd& tip) -> std::optional<std::int64_t> {
        constexpr int kMaxCandidates = 300;
        const std::vector<NestedSpan>& all = m_into.lanes[tip.lane].spans;
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
        return std::tuple(a.flow, a.time, a.kind) < std::tuple(b.flow, b.time, b.kind);
    });
    std::uint64_t unbound = 0;
    std::uint64_t unended = 0;
    const FlowEnd* start = nullptr; // of the next arrow: a start, or the step before
    bool hasEnd = true;             // the start before
    for (const FlowEnd& tip : m_flows) {
        if (start && start->flow != tip.flow)
            start = nullptr;
        if (tip.kind == FlowEnd::Kind::Start) {
            unended += hasEnd ? 0 : 1;
            hasEnd = false;
            start = &tip;
            continue;
        }
        hasEnd = hasEnd || start != nullptr;
        const auto from = start ? startAround(*start) : std::nullopt;
        const auto to = startAround(tip);
        if (from && to)
            m_into.addLink({m_into.lanes[start->lane].id, m_into.lanes[tip.lane].id}, {*from, *to});
        else
            ++unbound;
        start = tip.kind == FlowEnd::Kind::Step ? &tip : start;
    }
    m_flows.clear();
    unended += hasEnd ? 0 : 1;
    m_into.losses.add("links", "with an end outside of all spans, or without a start", unbound);
    m_into.losses.add("links", "with a start but no end", unended);
}

} // namespace stepscope::analysis
