#pragma once

#include "tests/bench/dutyload.h"

#include <string>
#include <vector>

namespace stepscope::testing {

/// What the kernel's scheduler did on one core: the truth of its utilization. Needs root and
/// tracefs; where they are missing it is not known.
class SchedulerTrace
{
public:
    explicit SchedulerTrace(int core);
    ~SchedulerTrace();
    SchedulerTrace(const SchedulerTrace&) = delete;
    SchedulerTrace& operator=(const SchedulerTrace&) = delete;

    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// When anything but idling ran, or only threads of this name, CLOCK_MONOTONIC ns, in order, to some tens of us;
    /// interrupts while idling are not in it. Ends the tracing.
    std::vector<BusyPeriod> busyPeriods(const std::string& thread = {});

private:
    std::string m_folder;
    int m_core;
    bool m_isKnown = false;
};

} // namespace stepscope::testing
