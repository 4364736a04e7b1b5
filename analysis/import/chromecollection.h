#pragma once

#include "analysis/import/chromeevent.h"
#include "analysis/import/spannesting.h"
#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

/// What trace events say, gathered: about 24 bytes a span. Times are those of the file.
class ChromeCollection
{
public:
    struct Lane
    {
        std::string process{};
        std::string thread{};
        bool ofGpu = false;
        std::vector<NestedSpan> spans{};
        std::vector<NestedSpan> open{}; ///< begun by B, not ended yet
        std::int64_t latest = 0;        ///< end of anything on it
    };
    struct Counter
    {
        std::string name{};
        std::string unit{};
        std::vector<std::pair<std::int64_t, double>> values{}; ///< by time, when finished
    };
    struct Instant
    {
        std::int64_t time = 0;
        std::string text{};
    };

    void take(const ChromeEvent& event);
    /// Ends what is open, nests and sorts.
    void finish();

    std::vector<Lane> lanes{}; ///< in the order in which the file wants them shown, when finished
    std::vector<Counter> counters{};
    std::vector<Instant> instants{};
    std::vector<format::Step> steps{};
    std::vector<std::string> names{}; ///< ids from 1
    std::vector<format::Op> ops{};    ///< ids from 1
    std::vector<trace::Loss> losses{};
    std::uint64_t events = 0;
    std::uint64_t arrows = 0; ///< links between spans: no place in a recording
    std::uint64_t spans = 0;
    std::int64_t begin = 0; ///< earliest time of all
    std::int64_t end = 0;

    [[nodiscard]] std::string nameOf(const Lane& lane) const;

private:
    struct Naming
    {
        std::string name{};
        std::string labels{};
        double order = 0;
    };

    void takeMetadata(const ChromeEvent& event);
    void takeSpan(const ChromeEvent& event);
    void takeBegin(const ChromeEvent& event);
    void takeEnd(const ChromeEvent& event);
    void takeCounter(const ChromeEvent& event);
    void takeInstant(const ChromeEvent& event);
    void takeMemory(const ChromeEvent& event);
    bool hasTime(const ChromeEvent& event);
    void addStep(const ChromeEvent& event);
    void addValue(const std::string& name, const char* unit, std::int64_t time, double value);
    void saw(std::int64_t time);
    Lane* laneOf(const ChromeEvent& event);
    std::uint32_t nameId(std::string_view name);
    std::uint32_t opOf(const ChromeEvent& event, bool ofGpu);
    void lose(std::string_view what, std::string_view reason, std::uint64_t count = 1);
    void finishLanes();
    void finishSteps();
    [[nodiscard]] const Naming* processOf(const Lane& lane) const;
    [[nodiscard]] const Naming* threadOf(const Lane& lane) const;

    std::unordered_map<std::string, std::size_t> m_laneIndex;
    std::unordered_map<std::string, std::size_t> m_counterIndex;
    std::unordered_map<std::string, std::uint32_t> m_nameIds;
    std::unordered_map<std::string, std::uint32_t> m_opIds;
    std::map<std::string, Naming, std::less<>> m_processes;
    std::map<std::string, Naming, std::less<>> m_threads; ///< by process and thread
    std::string m_key;                                    ///< kept for its memory
    bool m_sawTime = false;
};

} // namespace stepscope::analysis
