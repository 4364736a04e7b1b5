#pragma once

#include "remote/format/records.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The metadata of a recording: the decoded JSON of its header, facts, events and footer. FORMAT.md specifies every
/// field. All members have initializers, so that designated initializers may omit any of them without a warning.
namespace stepscope::trace {

/// Half-open range [begin, end) of CLOCK_MONOTONIC, in ns.
struct TimeRange
{
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t duration() const { return end - begin; }
    [[nodiscard]] double seconds() const { return static_cast<double>(end - begin) * 1e-9; }
    [[nodiscard]] bool isEmpty() const { return end <= begin; }
    [[nodiscard]] bool contains(std::int64_t time) const { return begin <= time && time < end; }
    [[nodiscard]] TimeRange intersected(TimeRange other) const
    {
        return {std::max(begin, other.begin), std::min(end, other.end)};
    }
    bool operator==(const TimeRange&) const = default;
};

/// A measured quantity and how it is sampled.
struct Channel
{
    enum class Covers { Instant, Interval }; ///< value at its time, or mean since the previous sample

    std::uint32_t id = 0;
    std::uint32_t group = 0; ///< channels of one group are read together
    std::string name{};      ///< "cpu0", "VDD_IN", "GPU-therm"
    std::string quantity{};  ///< "cpu.utilization", "rail.power", ... (FORMAT.md lists them)
    std::string unit{};      ///< SI; "1" for a fraction
    double scale = 1;        ///< stored integer x scale = value in unit
    Covers covers = Covers::Instant;
    std::string source{};
    int core = -1; ///< -1 = not specific to a core
    std::string cluster{};
    std::string rail{};
    std::string parent{};               ///< rail that includes this rail
    std::string role{};                 ///< system, cpu, gpu, memory, soc, other
    std::optional<double> resolution{}; ///< smallest step of a value, in unit
    std::optional<std::int64_t> periodNs{};
    std::optional<std::int64_t> windowNs{};
    std::optional<std::int64_t> lagNs{};
    std::optional<std::int64_t> updateNs{}; ///< update interval of the sensor
    std::optional<std::int64_t> readNs{};   ///< wall time of one reading
    std::string
        factsFrom{}; ///< source of latency and averaging window: driver, documentation, measured; empty = unknown
};

struct Source
{
    std::string name{};
    std::string title{};
    std::string state{}; ///< used, unneeded, missing, denied
    std::string resolution{};
    std::string reason{};
};

struct Core
{
    int core = 0;
    std::string cluster{};
    std::string caches{}; ///< "L1i 48 KB, L1d 32 KB, L2 2 MB"
};

struct Device
{
    std::string hostname{}, board{}, model{}, soc{}, l4t{}, kernel{}, machine{};
    std::string jetpack{};              ///< "4.6.1"
    std::string powerMode{};            ///< name of the nvpmodel mode: "MAXN"
    std::optional<bool> clocksLocked{}; ///< whether clocks are fixed as by jetson_clocks
    std::uint64_t memoryBytes = 0;
    std::string gpu{};     ///< "Pascal, 256 CUDA cores"
    std::string storage{}; ///< "31.3 GB eMMC"
    std::vector<Core> cores{};
};

struct RunHeader
{
    std::string run{};
    std::string agentVersion{};
    bool isVirtual = false;          ///< virtual board; the interface marks its data
    std::int64_t startMonotonic = 0; ///< ns
    std::int64_t startRealtime = 0;  ///< ns since 1970
    std::int64_t periodNs = 0;
    format::PauseBlocks pauses{}; ///< pauses of the agent for measuring its overhead
    std::string ops{};            ///< requested window of traced steps
    std::vector<std::string> command{};
    std::string workingDirectory{};
    Device device{};
    std::vector<Source> sources{};
    std::vector<Channel> channels{};
};

/// How the run ended. Absent while it runs, or if the recording is truncated.
struct RunEnding
{
    std::int64_t end = 0; ///< ns
    int exitStatus = 0;
    int signal = 0;        ///< 0 = none
    std::string state{};   ///< ended, stopped, failed, left (the recording ended before the training), unknown
    std::string reason{};  ///< set if the state is failed
    bool hasStatus = true; ///< whether exitStatus is known
};

/// Properties of the training that the hook reports.
struct Facts
{
    std::string framework{}, frameworkVersion{}, profiler{}, python{};
    std::uint64_t batchSize = 0; ///< 0 = unknown; also for the following values
    std::uint64_t parameterBytes = 0;
    std::uint64_t gradientBytes = 0;
    std::uint64_t inputBytes = 0;
    std::uint64_t optimizerBytes = 0;
    std::uint64_t intermediateBytes = 0;      ///< peak of the allocator minus the bytes above
    std::uint64_t allocatorPeakBytes = 0;     ///< peak of the framework's GPU allocator; used bytes
    std::uint64_t allocatorReservedBytes = 0; ///< of the same allocator
    struct Tracing
    {
        std::uint64_t tracedSteps = 0;
        std::uint64_t untracedSteps = 0;
        double tracedMeanSeconds = 0;
        double untracedMeanSeconds = 0;
        double slowdown = 0; ///< traced / untraced; 0 = unknown
        std::int64_t clockErrorNs = 0;
    };
    std::optional<Tracing> tracing{};
};

/// An event, for the timeline and the list of events.
struct EventRecord
{
    enum class Severity { Info, Warning, Error };
    std::int64_t time = 0; ///< ns
    Severity severity = Severity::Info;
    std::string kind{};
    std::string text{};
};

/// Data that could not be stored or was damaged.
struct Loss
{
    std::string what{}; ///< samples, spans, log, frames, ...
    std::uint64_t count = 0;
    TimeRange range{};
    std::string reason{};
};

} // namespace stepscope::trace
