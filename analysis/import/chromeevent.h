#pragma once

#include "analysis/import/gzipfile.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Trace events as Chrome's tracing, PyTorch's profiler (Kineto) and TensorFlow's timeline write them: an array of
/// objects, or an object with such an array as "traceEvents". Format: "Trace Event Format", Google, 2016.
namespace stepscope::analysis {

struct ChromeEvent
{
    char phase = 0; ///< "ph": X, B, E, M, C, i ...; 0 = not said
    std::string name{};
    std::string category{};
    std::string process{};              ///< "pid" as text, number or not
    std::string thread{};               ///< "tid"
    std::string id{};                   ///< "id"
    std::optional<std::int64_t> time{}; ///< ns, exact
    std::optional<std::int64_t> duration{};
    bool hasWrongTime = false; ///< one of them is there, and is no time

    std::string shapes{};    ///< of args "Input Dims": "[32,3,224,224],[64,3,7,7]"
    std::string argName{};   ///< args "name": a process, a thread, an op's place in the graph
    std::string argLabels{}; ///< args "labels"
    std::vector<std::pair<std::string, double>> numbers{}; ///< all args that are numbers

    void clear();
};

/// What a file says beside its events.
struct ChromeFile
{
    std::optional<std::int64_t> baseNs{}; ///< "baseTimeNanoseconds": real time that times count from
    std::uint64_t strays = 0;             ///< members of the array that are no objects
    std::string damage{};                 ///< where and why reading ended early; empty = it did not
    bool isCutOff = false;                ///< the damage is that the file ends too early
    bool cutInEvent = false;              ///< and an event was begun
};

/// Reads event after event, in bounded memory. `take` returns false to end it.
ChromeFile readChromeEvents(GzipFile& file, const std::function<bool(const ChromeEvent&)>& take);

/// Microseconds as text, whole or with decimals: ns, exact to the ns. nullopt: no number, or out of int64's range.
std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

} // namespace stepscope::analysis
