#pragma once

#include "tests/bench/dutyload.h"

#include <string>
#include <vector>

namespace stepscope::testing {

/// Records the kernel's scheduler on one core, as the reference for its utilization. Needs root and tracefs; otherwise
/// isKnown() is false.
class SchedulerTrace
{
public:
    explicit SchedulerTrace(int core);
    ~SchedulerTrace();
    SchedulerTrace(const SchedulerTrace&) = delete;
    SchedulerTrace& operator=(const SchedulerTrace&) = delete;

    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Stops tracing and returns when any thread except the idle task ran, or only threads of this name, in order. The
    /// error is tens of us; interrupts during idle time are not included.
    std::vector<BusyPeriod> busyPeriods(const std::string& thread = {});

private:
    std::string m_folder;
    int m_core;
    bool m_isKnown = false;
};

} // namespace stepscope::testing
