#pragma once

#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Names and numbers of processes, threads and counters for the formats of Chrome and Perfetto, which identify a track
/// by them: no two lanes and no two counters have the same.
class TraceLayout
{
public:
    explicit TraceLayout(const trace::TraceView& view);

    struct LaneNumbers
    {
        std::uint32_t process = 0;
        std::uint32_t thread = 0;
    };
    [[nodiscard]] const LaneNumbers& lane(std::size_t index) const { return m_lanes[index]; }
    /// A thread number that no lane of the process has.
    [[nodiscard]] std::uint32_t newThread(std::uint32_t process);
    /// The process to which counters, steps and events belong; no lane has it.
    [[nodiscard]] std::uint32_t device() const { return m_device; }
    [[nodiscard]] std::vector<std::uint32_t> processes() const;
    /// "rail.power VDD_IN"; different for each channel.
    [[nodiscard]] const std::string& counter(std::size_t channel) const { return m_counters[channel]; }

private:
    std::vector<LaneNumbers> m_lanes;
    std::vector<std::string> m_counters;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_taken;
    std::uint32_t m_device = 1;
    std::uint32_t m_nextThread = 1'000'000'000; ///< beyond those of Linux, which are below 2^22
};

/// Name of the device and the recording's command, for the title of the process of counters.
std::string deviceTitle(const trace::TraceView& view);

/// Real time in ns since 1970 of the time `extent().begin`; 0 = not known.
std::int64_t realTimeOfStart(const trace::TraceView& view);

} // namespace stepscope::analysis
