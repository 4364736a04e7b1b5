#pragma once

#include "analysis/trace/model.h"
#include "remote/format/framereader.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Checks that a recording is intact, and lists the losses that it reports.
namespace stepscope::analysis {

/// How completely one channel was sampled.
struct SamplingSummary
{
    std::uint32_t channel = 0;
    std::string name;
    std::uint64_t present = 0;     ///< samples with a value
    std::uint64_t gaps = 0;        ///< rows without a value: the core was offline, the sensor was not readable
    std::uint64_t expected = 0;    ///< from the first row to the last at the channel's period; 0 = period not known
    std::int64_t longestPause = 0; ///< ns between two samples with a value
    std::int64_t pauseAt = 0;      ///< ns, its begin
    std::uint64_t backwards = 0;   ///< rows with a time before that of the previous row
};

struct Verdict
{
    std::string file;
    bool good = false; ///< every byte belongs to a valid frame, all frames decode, and the run has an end
    std::uint64_t bytes = 0;
    std::map<std::uint16_t, std::uint64_t> frames; ///< by type
    std::uint64_t malformedFrames = 0;             ///< correct CRC, invalid payload
    std::uint64_t outOfPlaceFrames = 0;            ///< a second header, or frames after the footer
    /// Ops and names that are used but not defined: the frame with the definition is lost.
    std::uint64_t undefinedNames = 0;
    format::ReadDamage damage;
    std::optional<trace::RunHeader> header;
    std::optional<trace::RunEnding> ending;
    trace::TimeRange extent;

    std::vector<SamplingSummary> sampling;
    std::uint64_t spans = 0, logBytes = 0;
    std::uint64_t steps = 0, missingSteps = 0; ///< missing: gaps in the step numbers of a process
    std::vector<trace::Loss> losses;           ///< reported by the agent

    std::vector<std::string> faults; ///< one line each; empty if good
};

/// Reads the file once, in bounded memory. `progress` receives the share read and returns false to cancel.
/// Errors: NotFound, Denied, Cancelled; Corrupt if the file is not a recording. Damage is part of the verdict, not an
/// error.
format::Result<Verdict> verifyRecording(const std::filesystem::path& path,
                                        const std::function<bool(double)>& progress = {});

/// Text of at most 100 columns.
std::string toText(const Verdict& verdict);

} // namespace stepscope::analysis
