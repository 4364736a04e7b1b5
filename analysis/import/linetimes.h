#pragma once

#include "remote/tegrastats/quantities.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

/// Estimates when the lines of a log were printed. Clocks in logs have a resolution of one second: lines with the same
/// second are spread evenly over it. The first and the last second of a log may be incomplete; their lines have the
/// spacing of the neighbouring second. Lines without a clock are one interval apart.
///
/// Usage: add() for every line, plan() once, then next() for every line again.
class LineTimes
{
public:
    void add(const std::optional<tegrastats::WallTime>& clock);
    void plan(std::int64_t intervalNs);
    /// ns since the first line's printed time, in the order of add(); never decreasing.
    std::int64_t next();
    /// What the first next() returns: above 0 if the log begins within a printed second.
    [[nodiscard]] std::int64_t first() const;

    [[nodiscard]] bool hasClock() const { return m_hasClock; }
    /// Time of day printed first, ns since 1970 as if it were UTC.
    [[nodiscard]] std::int64_t firstClock() const { return m_runs.empty() ? 0 : m_runs.front().wall; }
    /// Usual time between two lines, ns.
    [[nodiscard]] std::int64_t period() const { return m_period; }
    /// How often the printed clock went back; later times continue from the time before the jump.
    [[nodiscard]] std::uint64_t stepsBack() const { return m_stepsBack; }

private:
    /// Consecutive lines with the same printed time.
    struct Run
    {
        std::int64_t wall = 0;  ///< as printed, ns
        std::int64_t start = 0; ///< ns since the first run
        std::uint32_t lines = 0;
    };
    [[nodiscard]] std::int64_t spacing(std::size_t run) const;
    [[nodiscard]] std::int64_t timeOf(std::size_t run, std::uint32_t line) const;
    [[nodiscard]] std::int64_t usualSpacing() const;

    std::vector<Run> m_runs;
    bool m_hasClock = false;
    std::int64_t m_period = 0;
    std::uint64_t m_stepsBack = 0;
    std::size_t m_run = 0;
    std::uint32_t m_line = 0;
    std::int64_t m_last = 0;
};

} // namespace stepscope::analysis
