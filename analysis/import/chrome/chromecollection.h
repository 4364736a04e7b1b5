#pragma once

#include "analysis/import/chrome/asyncspans.h"
#include "analysis/import/chrome/chromeblock.h"
#include "analysis/import/chrome/chromecounters.h"
#include "analysis/import/chrome/chromeevent.h"
#include "analysis/import/collection.h"
#include "analysis/import/stepfinder.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Collects the events of a file of trace events, which come in no order.
class ChromeCollection
{
public:
    explicit ChromeCollection(Collection& into)
        : m_into(into)
        , m_counters(into)
    {}

    void add(const ChromeEvent& event);
    void add(ChromeBlock& block);
    /// Ends open spans, computes depths, links and lanes' names. Call once, after the last event.
    void finish();

    [[nodiscard]] std::uint64_t events() const { return m_events; }

private:
    /// The begin (B) or end (E) of a span. They come in no order, so spans are made of them at the end.
    struct Mark
    {
        std::int64_t time = 0;
        std::uint32_t op = 0;   ///< of a begin
        std::uint32_t name = 0; ///< hashOf() the name; of an end, 0 = it has none
        bool isBegin = false;
        bool isOfThread = false; ///< by its category
    };
    /// A span whose name is that of a step.
    struct StepRange
    {
        std::size_t lane = 0; ///< index
        std::int64_t start = 0;
        std::int64_t end = 0;
        std::uint32_t op = 0;
        bool isOfThread = false; ///< by its category; else the lane decides
    };
    /// What the collection's lane with the same index does not contain.
    struct LaneState
    {
        std::string process{};
        std::string thread{};
        std::vector<Mark> marks{};
        std::int64_t latest = 0; ///< end of its latest event
    };
    /// The start or end of an arrow; it belongs to the span of the lane that runs at that time.
    struct FlowEnd
    {
        enum class Kind : std::uint8_t {
            Start,
            Step, ///< ends an arrow and starts the next one
            End,
        };
        std::uint32_t flow = 0;
        std::uint32_t lane = 0; ///< index
        std::int64_t time = 0;
        Kind kind = Kind::Start;
    };
    struct Naming
    {
        std::string name{};
        std::string labels{};
        double order = 0;
    };

    void addMetadata(const ChromeEvent& event);
    void addSpan(const ChromeEvent& event);
    void addSpan(const ChromeBlock::Item& span, ChromeBlock::Text& text, ChromeBlock::Place& place);
    bool isValid(std::int64_t time, std::int64_t& duration);
    void addBegin(const ChromeEvent& event);
    void addEnd(const ChromeEvent& event);
    void addFlow(const ChromeEvent& event);
    void addFlow(std::size_t lane, std::string_view category, std::string_view id, std::int64_t time,
                 FlowEnd::Kind kind);
    void addInstant(const ChromeEvent& event);
    void addAsync(const ChromeEvent& event);
    bool hasTime(const ChromeEvent& event);
    void addStep(const ChromeEvent& event, std::int64_t duration);
    std::optional<std::size_t> laneOf(const std::string& process, const std::string& thread);
    std::optional<std::size_t> laneOf(const ChromeEvent& event);
    void noteGpu(std::size_t lane, bool isOfGpu);
    [[nodiscard]] bool isOfGpu(std::size_t lane) const;
    [[nodiscard]] std::uint64_t processNumber(std::size_t lane) const;
    template <typename Texts>
    std::uint32_t opOf(const Texts& texts, bool isOfGpu);
    void finishLanes();
    std::uint64_t finishMarks(std::size_t lane);
    void finishAsync();
    void finishFlows();
    void finishSteps();
    void sortLanes();
    [[nodiscard]] std::string nameOf(std::size_t lane) const;
    [[nodiscard]] const Naming* processOf(const LaneState& lane) const;
    [[nodiscard]] const Naming* threadOf(const LaneState& lane) const;

    Collection& m_into;
    std::uint64_t m_events = 0;
    std::vector<LaneState> m_lanes; ///< by index of the collection's lanes
    ChromeCounters m_counters;
    std::unordered_map<std::string, std::size_t> m_laneIndex;
    std::unordered_map<std::string, std::uint32_t> m_flowIds;
    std::vector<FlowEnd> m_flows;
    AsyncSpans m_async;
    std::vector<StepRange> m_stepRanges;
    StepFinder m_steps;
    std::map<std::string, Naming, std::less<>> m_processes;
    std::map<std::string, Naming, std::less<>> m_threads; ///< by process and thread
    std::string m_key;                                    ///< buffer for keys, a member to reuse its memory
};

} // namespace stepscope::analysis
