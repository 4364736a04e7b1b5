#pragma once

#include "analysis/import/chromeevent.h"
#include "analysis/import/recordingwriter.h"
#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// The contents of a file of trace events, collected in memory (about 24 bytes per span), because profilers write
/// events in no order. Times are those of the file.
class ChromeCollection
{
public:
    struct Lane
    {
        std::uint32_t id = 0; ///< from 1, in order of first appearance in the file
        std::string process{};
        std::string thread{};
        bool isOfGpu = false;
        std::vector<NestedSpan> spans{};
        std::vector<NestedSpan> open{}; ///< begun by B and not yet ended
        std::int64_t latest = 0;        ///< end of its latest event
    };
    struct Counter
    {
        std::string name{};
        std::string unit{};
        std::vector<std::pair<std::int64_t, double>> values{}; ///< in order of time after finish()
    };
    struct Instant
    {
        std::int64_t time = 0;
        std::string text{};
    };

    void add(const ChromeEvent& event);
    /// Ends open spans, computes depths, and sorts. Call once, after the last event.
    void finish();

    std::vector<Lane> lanes{}; ///< in the display order of the file after finish()
    std::vector<Counter> counters{};
    std::vector<Instant> instants{};
    std::vector<format::Step> steps{};
    std::vector<std::string> names{}; ///< ids from 1
    std::vector<format::Op> ops{};    ///< ids from 1
    std::vector<trace::Loss> losses{};
    std::uint64_t events = 0;
    /// From cause to effect, by the ids of the lanes of both.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<format::Link>> links{};
    std::uint64_t spans = 0;
    std::int64_t begin = 0; ///< earliest time of all events
    std::int64_t end = 0;

    [[nodiscard]] std::string nameOf(const Lane& lane) const;

private:
    /// The start or end of an arrow; it belongs to the span of the lane that runs at that time.
    struct FlowEnd
    {
        std::uint32_t flow = 0;
        std::uint32_t lane = 0; ///< index
        std::int64_t time = 0;
        bool isStart = false;
    };
    struct Naming
    {
        std::string name{};
        std::string labels{};
        double order = 0;
    };

    void addMetadata(const ChromeEvent& event);
    void addSpan(const ChromeEvent& event);
    void addBegin(const ChromeEvent& event);
    void addEnd(const ChromeEvent& event);
    void addCounter(const ChromeEvent& event);
    void addFlow(const ChromeEvent& event);
    void addInstant(const ChromeEvent& event);
    void addMemory(const ChromeEvent& event);
    bool hasTime(const ChromeEvent& event);
    void addStep(const ChromeEvent& event);
    void addValue(const std::string& name, const char* unit, std::int64_t time, double value);
    void extendTo(std::int64_t time);
    Lane* laneOf(const ChromeEvent& event);
    std::uint32_t nameId(std::string_view name);
    std::uint32_t opOf(const ChromeEvent& event, bool isOfGpu);
    void countLoss(std::string_view what, std::string_view reason, std::uint64_t count = 1);
    void finishLanes();
    void finishFlows();
    void finishSteps();
    [[nodiscard]] const Naming* processOf(const Lane& lane) const;
    [[nodiscard]] const Naming* threadOf(const Lane& lane) const;

    std::unordered_map<std::string, std::size_t> m_laneIndex;
    std::unordered_map<std::string, std::size_t> m_counterIndex;
    std::unordered_map<std::string, std::uint32_t> m_flowIds;
    std::vector<FlowEnd> m_flows;
    std::unordered_map<std::string, std::uint32_t> m_nameIds;
    std::unordered_map<std::string, std::uint32_t> m_opIds;
    std::map<std::string, Naming, std::less<>> m_processes;
    std::map<std::string, Naming, std::less<>> m_threads; ///< by process and thread
    std::string m_key;                                    ///< buffer for keys, a member to reuse its memory
    bool m_hasTime = false;
};

} // namespace stepscope::analysis
