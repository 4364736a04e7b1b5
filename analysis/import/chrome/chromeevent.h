#pragma once

#include <cstdint>
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
    std::string flow{};                 ///< "bind_id": the arrow that this span begins or ends
    bool isFlowStart = false;           ///< "flow_out"
    bool isFlowEnd = false;             ///< "flow_in"
    std::optional<std::int64_t> time{}; ///< ns, exact
    std::optional<std::int64_t> duration{};
    bool hasWrongTime = false; ///< a time or duration is present but not valid

    std::string shapes{};    ///< of args "Input Dims": "[32,3,224,224],[64,3,7,7]"
    std::string argName{};   ///< args "name": a process, a thread, or an op's place in the graph
    std::string argLabels{}; ///< args "labels"
    std::string argModule{}; ///< args "module"
    std::string argParent{}; ///< args "parent" and "role": of a rail, in traces that Stepscope exported
    std::string argRole{};
    std::vector<std::pair<std::string, double>> numbers{}; ///< args that are numbers, at most 64
    std::uint32_t moreNumbers = 0;                         ///< of args beyond them
    std::uint32_t otherArgs = 0;                           ///< args that are no numbers

    void clear();
    /// The value of an arg that is a number.
    [[nodiscard]] std::optional<double> number(std::string_view arg) const;
};

} // namespace stepscope::analysis
