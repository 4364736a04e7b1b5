#include "analysis/import/chromecollection.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <set>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kMaxTime = std::int64_t{1} << 61U; ///< as the store's
constexpr std::size_t kMostLanes = 16384;
constexpr std::size_t kMostCounters = 4000;
constexpr std::size_t kMostInstants = 10'000;
constexpr std::string_view kStepName = "ProfilerStep#";

/// Two texts as one key; the byte between them is in no name.
void joinInto(std::string& key, std::string_view a, std::string_view b)
{
    key.assign(a);
    key += '\0';
    key += b;
}

/// What profilers call them, and what a recording does.
struct Category
{
    std::string_view theirs;
    std::string_view ours;
    bool ofGpu;
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

Category categoryOf(std::string_view theirs)
{
    const auto found = std::find_if(kCategories.begin(), kCategories.end(),
                                    [&](const Category& category) { return category.theirs == theirs; });
    return found == kCategories.end() ? Category{theirs, theirs, false} : *found;
}

/// TensorFlow and the first profiler of PyTorch tell by the name of the process.
bool isGpuProcess(std::string_view name)
{
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    return has("CUDA functions") || has("GPU:") || has("gpu:");
}

} // namespace

void ChromeCollection::take(const ChromeEvent& event)
{
    ++events;
    switch (event.phase) {
    case 'M':
        return takeMetadata(event);
    case 'X':
        return takeSpan(event);
    case 'B':
        return takeBegin(event);
    case 'E':
        return takeEnd(event);
    case 'C':
        return takeCounter(event);
    case 'i':
    case 'I':
        return takeInstant(event);
    case 's':
    case 't':
    case 'f':
        ++arrows;
        return;
    case 0:
        return lose("events", "they do not say of which phase they are");
    default:
        return lose("events", "a recording has no place for objects and asynchronous events");
    }
}

void ChromeCollection::lose(std::string_view what, std::string_view reason, std::uint64_t count)
{
    const auto same = std::find_if(losses.begin(), losses.end(),
                                   [&](const trace::Loss& loss) { return loss.what == what && loss.reason == reason; });
    if (same != losses.end())
        same->count += count;
    else if (count > 0)
        losses.push_back({.what = std::string(what), .count = count, .reason = std::string(reason)});
}

void ChromeCollection::takeMetadata(const ChromeEvent& event)
{
    const auto order = [&] {
        const auto found = std::find_if(event.numbers.begin(), event.numbers.end(),
                                        [](const auto& number) { return number.first == "sort_index"; });
        return found == event.numbers.end() ? 0 : found->second;
    };
    joinInto(m_key, event.process, event.thread);
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
    lose(event.phase == 'C'                         ? "samples"
         : event.phase == 'i' || event.phase == 'I' ? "events"
                                                    : "spans",
         "they have no time, or one that is no possible time");
    return false;
}

void ChromeCollection::saw(std::int64_t time)
{
    begin = m_sawTime ? std::min(begin, time) : time;
    end = m_sawTime ? std::max(end, time) : time;
    m_sawTime = true;
}

ChromeCollection::Lane* ChromeCollection::laneOf(const ChromeEvent& event)
{
    joinInto(m_key, event.process, event.thread);
    if (const auto known = m_laneIndex.find(m_key); known != m_laneIndex.end())
        return &lanes[known->second];
    if (lanes.size() == kMostLanes) {
        lose("spans", "of threads beyond the first 16384");
        return nullptr;
    }
    m_laneIndex.emplace(m_key, lanes.size());
    Lane& lane = lanes.emplace_back();
    lane.process = event.process;
    lane.thread = event.thread;
    const Naming* process = processOf(lane);
    lane.ofGpu = isGpuProcess(lane.process) || (process && isGpuProcess(process->name));
    return &lane;
}

std::uint32_t ChromeCollection::nameId(std::string_view name)
{
    if (name.empty())
        return 0;
    m_key.assign(name.substr(0, format::kMaxName));
    // Cut between characters, not within one.
    while (name.size() > m_key.size() && !m_key.empty() &&
           (static_cast<unsigned char>(name[m_key.size()]) & 0xC0U) == 0x80U)
        m_key.pop_back();
    const auto known = m_nameIds.find(m_key);
    if (known != m_nameIds.end())
        return known->second;
    if (names.size() + 1 >= format::kMaxInterned) {
        lose("names", "there are more than a recording can hold");
        return 0;
    }
    if (name.size() > m_key.size())
        lose("names", "they are longer than 65536 bytes; their ends are left out");
    names.push_back(m_key);
    return m_nameIds.emplace(m_key, static_cast<std::uint32_t>(names.size())).first->second;
}

std::uint32_t ChromeCollection::opOf(const ChromeEvent& event, bool ofGpu)
{
    const bool isTensorFlow = event.category == "Op";
    const std::string_view category = categoryOf(event.category).ours;
    std::string key;
    key.reserve(event.name.size() + event.shapes.size() + event.argName.size() + category.size() + 4);
    for (const std::string_view part : {std::string_view(event.name), std::string_view(event.shapes),
                                        isTensorFlow ? std::string_view(event.argName) : std::string_view(), category,
                                        std::string_view(ofGpu ? "gpu" : "")}) {
        key += part;
        key += '\0';
    }
    if (const auto known = m_opIds.find(key); known != m_opIds.end())
        return known->second;
    if (ops.size() + 1 >= format::kMaxInterned) {
        lose("ops", "there are more than a recording can hold");
        return 0;
    }
    ops.push_back({.name = nameId(event.name),
                   .shapes = nameId(event.shapes),
                   .module = nameId(isTensorFlow ? event.argName : std::string()),
                   .category = nameId(ofGpu && category == "op" ? "kernel" : category)});
    return m_opIds.emplace(std::move(key), static_cast<std::uint32_t>(ops.size())).first->second;
}

void ChromeCollection::takeSpan(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    std::int64_t duration = event.duration.value_or(0);
    if (duration < 0) {
        lose("durations", "of spans that end before they start; shown with none");
        duration = 0;
    }
    if (duration > kMaxTime)
        return lose("spans", "they have no time, or one that is no possible time");
    Lane* lane = laneOf(event);
    if (!lane)
        return;
    lane->ofGpu = lane->ofGpu || categoryOf(event.category).ofGpu;
    lane->spans.push_back({*event.time, duration, opOf(event, lane->ofGpu)});
    lane->latest = std::max(lane->latest, *event.time + duration);
    saw(*event.time);
    saw(*event.time + duration);
    ++spans;
    if (event.name.starts_with(kStepName) && !lane->ofGpu)
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

void ChromeCollection::takeBegin(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    Lane* lane = laneOf(event);
    if (!lane)
        return;
    lane->ofGpu = lane->ofGpu || categoryOf(event.category).ofGpu;
    lane->open.push_back({*event.time, 0, opOf(event, lane->ofGpu)});
    lane->latest = std::max(lane->latest, *event.time);
    saw(*event.time);
}

void ChromeCollection::takeEnd(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    Lane* lane = laneOf(event);
    if (!lane)
        return;
    if (lane->open.empty())
        return lose("spans", "they end without having begun");
    NestedSpan span = lane->open.back();
    lane->open.pop_back();
    if (*event.time < span.start)
        lose("durations", "of spans that end before they start; shown with none");
    span.duration = std::max<std::int64_t>(0, *event.time - span.start);
    lane->latest = std::max(lane->latest, span.start + span.duration);
    lane->spans.push_back(span);
    saw(*event.time);
    ++spans;
}

void ChromeCollection::addValue(const std::string& name, const char* unit, std::int64_t time, double value)
{
    auto known = m_counterIndex.find(name);
    if (known == m_counterIndex.end()) {
        if (counters.size() == kMostCounters)
            return lose("samples", "of counters beyond the first 4000");
        known = m_counterIndex.emplace(name, counters.size()).first;
        counters.push_back({.name = name, .unit = unit});
    }
    counters[known->second].values.emplace_back(time, value);
    saw(time);
}

void ChromeCollection::takeCounter(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    if (event.numbers.empty())
        return lose("samples", "of counters that say no number");
    for (const auto& [series, value] : event.numbers) {
        std::string name = event.name.empty() ? series : event.name;
        if (!event.id.empty())
            name += " " + event.id;
        if (series != event.name && !event.name.empty())
            name += " " + series;
        addValue(name, "", *event.time, value);
    }
}

/// PyTorch tells of each allocation; newer ones say what is allocated then.
void ChromeCollection::takeMemory(const ChromeEvent& event)
{
    const auto number = [&](std::string_view name) {
        const auto found = std::find_if(event.numbers.begin(), event.numbers.end(),
                                        [&](const auto& other) { return other.first == name; });
        return found == event.numbers.end() ? -1.0 : found->second;
    };
    const double allocated = number("Total Allocated");
    if (allocated < 0)
        return lose("events", "of memory: they tell by how much it changed, but not how much it is");
    const double device = number("Device Id");
    const std::string of = device < 0 ? "CPU" : "GPU " + std::to_string(static_cast<int>(std::min(device, 999.0)));
    addValue("allocated " + of, "B", *event.time, allocated);
    if (const double reserved = number("Total Reserved"); reserved >= 0)
        addValue("reserved " + of, "B", *event.time, reserved);
}

void ChromeCollection::takeInstant(const ChromeEvent& event)
{
    if (!hasTime(event))
        return;
    if (event.name == "[memory]")
        return takeMemory(event);
    if (instants.size() == kMostInstants)
        return lose("events", "beyond the first 10000");
    instants.push_back({*event.time, event.name.substr(0, 4000)});
    saw(*event.time);
}

const ChromeCollection::Naming* ChromeCollection::processOf(const Lane& lane) const
{
    const auto found = m_processes.find(lane.process);
    return found == m_processes.end() ? nullptr : &found->second;
}

const ChromeCollection::Naming* ChromeCollection::threadOf(const Lane& lane) const
{
    std::string key;
    joinInto(key, lane.process, lane.thread);
    const auto found = m_threads.find(key);
    return found == m_threads.end() ? nullptr : &found->second;
}

std::string ChromeCollection::nameOf(const Lane& lane) const
{
    const Naming* process = processOf(lane);
    const Naming* thread = threadOf(lane);
    std::string name = thread ? thread->name : std::string();
    while (name.ends_with(' '))
        name.pop_back();
    if (!name.empty())
        return lane.ofGpu && process && !process->labels.empty() ? process->labels + " " + name : name;
    const std::string of = process && !process->name.empty() ? process->name : lane.process;
    return lane.thread.empty() ? of : of + " " + lane.thread;
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
        const Nesting own = nestSpans(lane.spans);
        nesting.overlaps += own.overlaps;
        nesting.tooDeep += own.tooDeep;
        const Naming* process = processOf(lane);
        lane.ofGpu = lane.ofGpu || (process && isGpuProcess(process->name)); // if it was told late
    }
    spans += unended;
    lose("ends", "of spans that were begun and never ended; shown until the last thing of their thread", unended);
    lose("places", "of spans that overlap others of their thread; shown one deeper", nesting.overlaps);
    lose("depths", "of spans within more than 255 others", nesting.tooDeep);
    std::erase_if(lanes, [](const Lane& lane) { return lane.spans.empty(); });
    const auto order = [&](const Lane& lane) {
        const Naming* process = processOf(lane);
        const Naming* thread = threadOf(lane);
        return std::pair(process ? process->order : 0, thread ? thread->order : 0);
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const Lane& a, const Lane& b) { return order(a) < order(b); });
}

/// Several threads may tell of one step: the first that began counts.
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
