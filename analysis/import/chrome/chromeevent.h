#pragma once

#include "analysis/import/linefile.h"

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
    char phase = 0; ///< "ph": X, B, E, M, C, i ...; 0 = missing
    std::string name{};
    std::string category{};
    std::string process{};              ///< "pid" as text
    std::string thread{};               ///< "tid"
    std::string id{};                   ///< "id", or the member of "id2"
    std::string scope{};                ///< of the id
    std::optional<std::int64_t> time{}; ///< ns, exact
    std::optional<std::int64_t> duration{};
    bool hasWrongTime = false; ///< a time or duration is present but not valid

    std::string shapes{};    ///< of args "Input Dims": "[32,3,224,224],[64,3,7,7]"
    std::string argName{};   ///< args "name": a process, a thread, or an op's place in the graph
    std::string argLabels{}; ///< args "labels"
    std::vector<std::pair<std::string, double>> numbers{}; ///< all args that are numbers

    void clear();
};

/// The rest of a file.
struct ChromeFile
{
    std::optional<std::int64_t> baseNs{}; ///< "baseTimeNanoseconds": real time of time 0
    std::uint64_t strays = 0;             ///< members of the array that are not objects
    std::string damage{};                 ///< where and why reading ended early; empty = complete
    bool isCutOff = false;                ///< the damage is a truncated file
    bool cutInEvent = false;              ///< truncated within an event
};

/// Reads the events one by one, in bounded memory. `take` returns false to stop.
ChromeFile readChromeEvents(GzipFile& file, const std::function<bool(const ChromeEvent&)>& take);

} // namespace stepscope::analysis
