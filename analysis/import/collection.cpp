#include "analysis/import/collection.h"

#include "remote/format/bytes.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostLanes = 16384;
constexpr std::uint64_t kMostEvents = 10'000; ///< of a kind

/// Puts the elements of a vector into a new order.
template <typename T>
void reorder(std::vector<T>& values, const std::vector<std::size_t>& order)
{
    std::vector<T> sorted;
    sorted.reserve(values.size());
    for (const std::size_t index : order)
        sorted.push_back(values[index]);
    values.swap(sorted);
}

} // namespace

bool SourceClock::isPlausible(std::int64_t realNs)
{
    constexpr std::int64_t kEarliest = 1'262'304'000'000'000'000;
    constexpr std::int64_t kLatest = 4'102'444'800'000'000'000;
    return kEarliest < realNs && realNs < kLatest;
}

std::optional<std::size_t> Collection::addLane(Lane lane)
{
    if (lanes.size() == kMostLanes)
        return std::nullopt;
    lane.id = static_cast<std::uint32_t>(lanes.size() + 1);
    lanes.push_back(std::move(lane));
    return lanes.size() - 1;
}

void Collection::addSpan(std::size_t lane, std::int64_t start, std::int64_t duration, std::uint32_t op)
{
    lanes[lane].spans.push_back({start, duration, op});
    extendTo(start);
    extendTo(start + duration);
    ++m_spans;
}

void Collection::replaceOps(const std::map<std::uint32_t, std::uint32_t>& replacements)
{
    std::vector<std::uint32_t> ofOp(ops.ops().size() + 1);
    std::iota(ofOp.begin(), ofOp.end(), 0U);
    for (const auto& [before, after] : replacements)
        ofOp[before] = after;
    for (Lane& lane : lanes) {
        for (NestedSpan& span : lane.spans)
            span.op = ofOp[span.op];
    }
}

void Collection::addLink(std::pair<std::uint32_t, std::uint32_t> lanesOfIt, const format::Link& link)
{
    links[lanesOfIt].push_back(link);
}

void Collection::addEvent(Event event)
{
    constexpr std::size_t kLongest = 4000; // bytes
    if (++m_eventCounts[event.kind] > kMostEvents)
        return losses.add("events", "beyond the first 10000");
    event.text.resize(std::min(event.text.size(), kLongest));
    extendTo(event.time);
    events.push_back(std::move(event));
}

void Collection::addLog(std::int64_t time, std::string line)
{
    constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
    constexpr std::size_t kPerLine = 64; // bytes of memory, so that empty lines count, too
    m_logBytes += line.size() + kPerLine;
    if (m_logBytes > kMostBytes)
        return losses.add("lines", "of the log beyond 64 MiB");
    log.push_back({time, std::move(line)});
}

void Collection::addRow(Group& group, std::int64_t time)
{
    group.times.push_back(time);
    group.columns.resize(group.channels.size());
    for (auto& column : group.columns)
        column.push_back(format::kMissing);
    extendTo(time);
}

void Collection::extendTo(std::int64_t time)
{
    begin = m_hasTime ? std::min(begin, time) : time;
    end = m_hasTime ? std::max(end, time) : time;
    m_hasTime = true;
}

void Collection::nest()
{
    constexpr std::size_t kOwnThread = 100'000; // spans; sorting fewer takes less than a few ms
    std::vector<std::future<Nesting>> results;
    for (Lane& lane : lanes) {
        const auto policy =
            lane.spans.size() < kOwnThread ? std::launch::deferred : std::launch::async | std::launch::deferred;
        results.push_back(std::async(policy, [&lane] { return nestSpans(lane.spans); }));
    }
    Nesting nesting;
    for (std::future<Nesting>& result : results) {
        const Nesting ofLane = result.get();
        nesting.overlaps += ofLane.overlaps;
        nesting.tooDeep += ofLane.tooDeep;
    }
    losses.add("places", "of spans that overlap others of their thread; moved one level deeper", nesting.overlaps);
    losses.add("depths", "of spans nested in more than 255 others", nesting.tooDeep);
}

void Collection::finish()
{
    std::erase_if(lanes, [](const Lane& lane) { return lane.spans.empty(); });
    finishGroups();
    orderSteps();
    const auto byTime = [](const auto& a, const auto& b) { return a.time < b.time; };
    std::stable_sort(events.begin(), events.end(), byTime);
    std::stable_sort(log.begin(), log.end(), byTime);
}

void Collection::finishGroups()
{
    for (Group& group : groups) {
        if (std::is_sorted(group.times.begin(), group.times.end()))
            continue;
        std::vector<std::size_t> order(group.times.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return group.times[a] < group.times[b]; });
        reorder(group.times, order);
        for (auto& column : group.columns)
            reorder(column, order);
    }
}

/// Steps of a recording are in the order of time and of their numbers. Several threads may report the same step: the
/// earliest one is kept. Where the numbers begin again, as in each epoch, they go on from the last one.
void Collection::orderSteps()
{
    std::stable_sort(steps.begin(), steps.end(), [](const format::Step& a, const format::Step& b) {
        return std::tuple(a.start, a.index, a.end) < std::tuple(b.start, b.index, b.end);
    });
    std::vector<format::Step> kept;
    std::unordered_map<std::uint64_t, std::int64_t> ends; // of the latest step, by the number in the file
    std::uint64_t shift = 0;
    std::uint64_t repeats = 0;
    std::uint64_t overlaps = 0;
    std::uint64_t restarts = 0;
    for (format::Step step : steps) {
        const std::uint64_t number = step.index;
        if (const auto same = ends.find(number); same != ends.end() && step.start < same->second) {
            ++repeats;
            continue;
        }
        if (!kept.empty() && step.index <= kept.back().index) {
            step.index += shift;
            if (step.start >= kept.back().end && step.index <= kept.back().index) {
                shift = kept.back().index + 1 - number;
                step.index = kept.back().index + 1;
                ++restarts;
            }
        }
        if (!kept.empty() && (step.index <= kept.back().index || step.end < kept.back().end)) {
            ++overlaps;
            continue;
        }
        ends[number] = step.end;
        kept.push_back(step);
    }
    steps.swap(kept);
    losses.add("steps", "that are reported again while they run; the earliest report is kept", repeats);
    losses.add("steps", "within a longer one, or overlapping one with a higher number", overlaps);
    if (restarts > 0)
        addEvent({.time = begin,
                  .kind = "import",
                  .text = "The numbers of the steps begin again " + counted(restarts, "time", "times") +
                          ": from there on, the steps are numbered in the order of time."});
}

void Collection::mapTimes(const std::function<std::int64_t(std::int64_t)>& timeOf)
{
    const auto move = [&](std::int64_t& time) { time = timeOf(time); };
    for (Lane& lane : lanes) {
        for (NestedSpan& span : lane.spans) {
            const std::int64_t moved = timeOf(format::wrappingSum(span.start, span.duration));
            move(span.start);
            span.duration = std::max<std::int64_t>(format::wrappingDifference(moved, span.start), 0);
        }
    }
    for (Group& group : groups)
        std::for_each(group.times.begin(), group.times.end(), move);
    for (format::Step& step : steps) {
        move(step.start);
        move(step.end);
    }
    for (Event& event : events)
        move(event.time);
    for (LogLine& line : log)
        move(line.time);
    for (auto& [lanesOfLinks, list] : links) {
        for (format::Link& link : list) {
            move(link.from);
            move(link.to);
        }
    }
    move(begin);
    move(end);
}

std::uint64_t Collection::linkCount() const
{
    std::uint64_t count = 0;
    for (const auto& [lanesOfThem, list] : links)
        count += list.size();
    return count;
}

std::uint64_t Collection::sampleCount() const
{
    std::uint64_t count = 0;
    for (const Group& group : groups) {
        for (const auto& column : group.columns)
            count +=
                column.size() - static_cast<std::uint64_t>(std::count(column.begin(), column.end(), format::kMissing));
    }
    return count;
}

bool Collection::isEmpty() const
{
    return m_spans == 0 && groups.empty() && steps.empty() && events.empty() && log.empty();
}

void Collection::addGroup(const std::vector<std::pair<std::int64_t, double>>& values, trace::Channel channel)
{
    constexpr double kExact = 9e15;   // below 2^53
    constexpr double kLargest = 1e30; // the header allows scales of up to 1e18
    constexpr double kDigits = 15;
    constexpr double kMostError = 1e-3;  // of a value, before it is a loss
    constexpr double kLeastPower = -300; // of ten: a smaller scale is not exact
    const auto isPossible = [](double value) { return std::abs(value) <= kLargest; };
    double largest = 0;
    bool isWhole = true;
    for (const auto& [time, value] : values) {
        if (!isPossible(value))
            continue;
        largest = std::max(largest, std::abs(value));
        isWhole = isWhole && value == std::round(value);
    }
    channel.scale = (isWhole && largest < kExact) || largest == 0
                        ? 1
                        : std::pow(10.0, std::max(std::ceil(std::log10(largest)) - kDigits, kLeastPower));
    Group group;
    group.columns.resize(1);
    std::uint64_t impossible = 0;
    std::uint64_t coarse = 0;
    for (const auto& [time, value] : values) {
        group.times.push_back(time);
        group.columns.front().push_back(isPossible(value) ? std::llround(value / channel.scale) : format::kMissing);
        if (std::isnan(value))
            continue;
        if (!isPossible(value)) {
            ++impossible;
            continue;
        }
        const double stored = static_cast<double>(group.columns.front().back()) * channel.scale;
        coarse += std::abs(stored - value) > kMostError * std::abs(value) ? 1 : 0;
    }
    if (impossible > 0)
        losses.add("samples", "whose value is beyond 1e30", impossible);
    if (coarse > 0)
        losses.add("samples", "that are too small, beside the largest of their series, to keep three digits", coarse);
    group.channels.push_back(std::move(channel));
    groups.push_back(std::move(group));
}

std::string counted(std::uint64_t count, const char* singular, const char* plural)
{
    return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

std::string amountsOf(const Collection& collection)
{
    std::size_t channels = 0;
    for (const Collection::Group& group : collection.groups)
        channels += group.channels.size();
    std::string text = counted(collection.spanCount(), "span", "spans") + " of " +
                       counted(collection.lanes.size(), "thread or stream", "threads and streams") + ", " +
                       counted(collection.steps.size(), "step", "steps") + ", " +
                       counted(channels, "counter", "counters");
    if (const std::uint64_t links = collection.linkCount(); links > 0)
        text += ", " + counted(links, "link", "links");
    if (const std::uint64_t lost = collection.losses.total(); lost > 0)
        text += "; " + std::to_string(lost) + " not imported as they are: see the losses in the recording";
    return text;
}

} // namespace stepscope::analysis
