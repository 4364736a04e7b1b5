#pragma once

#include "analysis/import/optable.h"
#include "analysis/import/recordingwriter.h"
#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// What a source says about the real time of its clock.
struct SourceClock
{
    std::optional<std::int64_t> realOfZero{}; ///< ns since 1970 at the source's time 0
    std::int64_t accuracyNs = 1000;           ///< of that relation
    bool isLocal = false;                     ///< the real time is that of an unknown time zone

    /// Whether a time is plausible as the start of a trace: 2010 to 2100.
    static bool isPlausible(std::int64_t realNs);
};

/// The contents of one source of an import: one file, or several files that are parts of one log. Times are in ns of
/// the source's own clock. Collected in memory (about 24 bytes per span, 8 per value), because profilers write in no
/// order of time, and because the sources of a recording are aligned when all have been read.
class Collection
{
public:
    explicit Collection(OpTable& opTable)
        : ops(opTable)
    {}

    struct Lane
    {
        std::uint32_t id = 0; ///< from 1, in the order of creation
        format::Lane::Kind kind = format::Lane::Kind::Thread;
        std::uint64_t process = 0;
        std::uint64_t thread = 0;
        std::string name{};
        std::vector<NestedSpan> spans{};
    };
    /// Channels that are read together.
    struct Group
    {
        std::vector<trace::Channel> channels{};           ///< `id` and `group` are set when the recording is written
        std::vector<std::int64_t> times{};                ///< in ascending order after finish()
        std::vector<std::vector<std::int64_t>> columns{}; ///< by channel; format::kMissing = gap
    };
    struct Event
    {
        std::int64_t time = 0;
        format::Event::Severity severity = format::Event::Severity::Info;
        std::string kind{};
        std::string text{};
    };
    struct LogLine
    {
        std::int64_t time = 0;
        std::string text{};
    };

    /// Adds a lane without spans. nullopt: there are too many, which is counted as a loss.
    std::optional<std::size_t> addLane(Lane lane);
    /// Adds a span; extends the range of times.
    void addSpan(std::size_t lane, std::int64_t start, std::int64_t duration, std::uint32_t op);
    /// Gives all spans of some ops another one. O(spans).
    void replaceOps(const std::map<std::uint32_t, std::uint32_t>& replacements);
    /// A link between the spans with these starts in lanes with these ids.
    void addLink(std::pair<std::uint32_t, std::uint32_t> lanes, const format::Link& link);
    /// At most 10,000 of each kind are kept; more are counted as losses.
    void addEvent(Event event);
    /// Adds a line of the log; those beyond 64 MiB are counted as losses.
    void addLog(std::int64_t time, std::string line);
    /// Adds a group of one channel with these values. Its scale is 1 where all values are integers, else the power of
    /// ten that keeps 15 digits of the largest value. NaN is a missing sample. Values beyond 1e30 are counted as
    /// losses, and so are those that are too small beside the largest to keep three digits.
    void addGroup(const std::vector<std::pair<std::int64_t, double>>& values, trace::Channel channel);
    /// Adds a row without values to the group.
    void addRow(Group& group, std::int64_t time);
    void extendTo(std::int64_t time);

    /// Puts the steps into the order of time and numbers, which recordings need; see the source for what is left out.
    /// Importers call it before they state the number of steps.
    void orderSteps();
    /// Computes the depths of all spans and counts overlaps. Does not reorder lanes.
    void nest();
    /// Sorts everything by time, removes empty lanes, puts steps into order. Call once, after the last addition.
    void finish();
    /// Moves all times, after finish(). `timeOf` does not change their order.
    void mapTimes(const std::function<std::int64_t(std::int64_t)>& timeOf);

    [[nodiscard]] std::uint64_t spanCount() const { return m_spans; }
    [[nodiscard]] std::uint64_t linkCount() const;
    [[nodiscard]] std::uint64_t sampleCount() const;
    [[nodiscard]] bool isEmpty() const;

    OpTable& ops; ///< shared by all sources of a recording
    std::vector<std::string> files{};
    trace::Source source{}; ///< for the header; its `name` becomes the source of all channels
    trace::Device device{};
    std::int64_t periodNs = 0; ///< of the samples; 0 = none
    SourceClock clock{};
    std::vector<Lane> lanes{}; ///< in the order of display
    std::vector<Group> groups{};
    std::vector<format::Step> steps{};
    std::vector<Event> events{};
    std::vector<LogLine> log{};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<format::Link>> links{}; ///< by ids of lanes
    LossList losses{};
    std::int64_t begin = 0; ///< earliest time
    std::int64_t end = 0;

private:
    void finishGroups();

    std::uint64_t m_spans = 0;
    std::size_t m_logBytes = 0;
    bool m_hasTime = false;
    std::map<std::string, std::uint64_t, std::less<>> m_eventCounts;
};

/// "1 span", "2 spans"
std::string counted(std::uint64_t count, const char* singular, const char* plural);

/// The amounts of a collection and its losses, for the user: "5 spans of 2 threads and streams, 1 step".
std::string amountsOf(const Collection& collection);

} // namespace stepscope::analysis
