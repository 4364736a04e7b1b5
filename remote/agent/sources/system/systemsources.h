#pragma once

#include "remote/agent/sources/reading/source.h"

#include <memory>

namespace stepscope::agent {

/// The agent's own share of one core and its resident memory.
std::unique_ptr<Source> makeAgentCost();

/// Read and write rates of whole disks (/proc/diskstats).
std::unique_ptr<Source> makeDisks();

/// Memory controller: frequency, and utilization if the activity monitor is readable (usually only by root).
std::unique_ptr<Source> makeEmc();

/// Fans: duty and speed.
std::unique_ptr<Source> makeFan();

/// Memory of the system: total, used (total - available), swap.
std::unique_ptr<Source> makeMemory();

/// Memory in the largest free blocks (/proc/buddyinfo), and the used internal RAM of old Tegras.
std::unique_ptr<Source> makeMemoryDetails();

/// Receive and send rates of network interfaces (/proc/net/dev).
std::unique_ptr<Source> makeNetwork();

/// Number of the training's processes. Finds the processes and publishes them in Training for other sources.
std::unique_ptr<Source> makeProcesses();

/// Resident memory of the training and its descendants: the sum, so shared pages count for each process.
std::unique_ptr<Source> makeProcessMemory();

/// Processor time of the training and its children, in cores.
std::unique_ptr<Source> makeProcessTime();

/// Fallback for quantities that no other source can read: tegrastats as a child process, read without blocking. Coarse
/// (whole percents), at most ten lines a second, and it costs processor time.
std::unique_ptr<Source> makeTegrastats();

/// Temperatures of the thermal zones (m degC), by type.
std::unique_ptr<Source> makeThermal();

/// Throttling: states of the cooling devices that slow something down, and counts of over-current and thermal
/// throttling. Reports beginning and end as events.
std::unique_ptr<Source> makeThrottle();

} // namespace stepscope::agent
