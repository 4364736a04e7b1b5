#pragma once

#include "remote/format/pauseblocks.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a recording says about itself, decoded: the header's JSON as types. FORMAT.md specifies every field.
/// Members are initialized so that designated initializers may leave any out without a warning.
namespace stepscope::trace {

/// Half-open stretch of CLOCK_MONOTONIC, ns.
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

/// One measured series.
struct Channel
{
    enum class Covers { Instant, Interval }; ///< value at its time, or mean since the sample before

    std::uint32_t id = 0;
    std::uint32_t group = 0; ///< channels of a group are read together
    std::string name{};      ///< "cpu0", "VDD_IN", "GPU-therm"
    std::string quantity{};  ///< "cpu.utilization", "rail.power", ... (FORMAT.md lists them)
    std::string unit{};      ///< SI; "1" for a share
    double scale = 1;        ///< stored integer x scale = value in unit
    Covers covers = Covers::Instant;
    std::string source{};
    int core = -1; ///< -1 = of no core
    std::string cluster{};
    std::string rail{};
    std::string parent{};               ///< rail that contains this one
    std::string role{};                 ///< system, cpu, gpu, memory, soc, other
    std::optional<double> resolution{}; ///< smallest step of a value, in unit
    std::optional<std::int64_t> periodNs{};
    std::optional<std::int64_t> windowNs{};
    std::optional<std::int64_t> lagNs{};
    std::optional<std::int64_t> updateNs{}; ///< how often the sensor makes a new value
    std::optional<std::int64_t> readNs{};   ///< what one reading costs in wall time
    std::string factsFrom{};                ///< driver, documentation, measured; empty = not known
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
};

struct Device
{
    std::string hostname{}, board{}, model{}, soc{}, l4t{}, kernel{}, machine{};
    std::string jetpack{};              ///< "4.6.1"
    std::string powerMode{};            ///< nvpmodel's: "MAXN"
    std::optional<bool> clocksLocked{}; ///< as by jetson_clocks
    std::uint64_t memoryBytes = 0;
    std::vector<Core> cores{};
};

struct RunHeader
{
    std::string run{};
    std::string agentVersion{};
    bool isVirtual = false;          ///< of a simulated board: to be shown wherever its data is
    std::int64_t startMonotonic = 0; ///< ns
    std::int64_t startRealtime = 0;  ///< ns since 1970
    std::int64_t periodNs = 0;
    format::PauseBlocks pauses{}; ///< when the agent slept, to find its own cost
    std::string ops{};            ///< window of traced steps, as asked for
    std::vector<std::string> command{};
    std::string workingDirectory{};
    Device device{};
    std::vector<Source> sources{};
    std::vector<Channel> channels{};
};

/// How the run ended; absent while it runs, or when the recording is cut off.
struct RunEnding
{
    std::int64_t end = 0; ///< ns
    int exitStatus = 0;
    int signal = 0;       ///< 0 = none
    std::string state{};  ///< ended, stopped, failed
    std::string reason{}; ///< when failed
};

/// What the hook found out about the training.
struct Facts
{
    std::string framework{}, frameworkVersion{}, profiler{}, python{};
    std::uint64_t batchSize = 0; ///< 0 = not known; so for the bytes
    std::uint64_t parameterBytes = 0;
    std::uint64_t gradientBytes = 0;
    std::uint64_t inputBytes = 0;
    std::uint64_t optimizerBytes = 0;
    std::uint64_t intermediateBytes = 0;  ///< peak of the allocator minus all others
    std::uint64_t allocatorPeakBytes = 0; ///< used, and so its reserved: of the framework's own GPU allocator
    std::uint64_t allocatorReservedBytes = 0;
    struct Tracing
    {
        std::uint64_t tracedSteps = 0;
        std::uint64_t untracedSteps = 0;
        double tracedMeanSeconds = 0;
        double untracedMeanSeconds = 0;
        double slowdown = 0; ///< traced / untraced; 0 = not known
        std::int64_t clockErrorNs = 0;
    };
    std::optional<Tracing> tracing{};
};

/// Something that happened, for the timeline and the list of events.
struct EventRecord
{
    enum class Severity { Info, Warning, Error };
    std::int64_t time = 0; ///< ns
    Severity severity = Severity::Info;
    std::string kind{};
    std::string text{};
};

/// Data that could not be kept or was damaged: named, counted, always shown.
struct Loss
{
    std::string what{}; ///< samples, spans, log, frames, ...
    std::uint64_t count = 0;
    TimeRange range{};
    std::string reason{};
};

} // namespace stepscope::trace
