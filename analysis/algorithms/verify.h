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

/// Whether a recording is whole, and what it says was lost.
namespace stepscope::analysis {

/// How completely one channel was sampled.
struct SamplingSummary
{
    std::uint32_t channel = 0;
    std::string name;
    std::uint64_t present = 0;     ///< samples with a value
    std::uint64_t gaps = 0;        ///< rows without one: the core was offline, the sensor gone
    std::uint64_t expected = 0;    ///< from the first row to the last at the channel's period; 0 = period not known
    std::int64_t longestPause = 0; ///< ns between two samples with a value
    std::int64_t pauseAt = 0;      ///< ns, where it begins
    std::uint64_t backwards = 0;   ///< rows earlier than the one before
};

struct Verdict
{
    std::string file;
    bool good = false; ///< every byte belongs to a good frame, all of them make sense, and the run's end is there
    std::uint64_t bytes = 0;
    std::map<std::uint16_t, std::uint64_t> frames; ///< by type
    std::uint64_t malformedFrames = 0;             ///< CRC is right, payload is not
    std::uint64_t outOfPlaceFrames = 0;            ///< a second header, or anything behind the footer
    std::uint64_t undefinedNames =
        0; ///< spans of ops, or ops with names, that were never defined: their frame was lost
    format::ReadDamage damage;
    std::optional<trace::RunHeader> header;
    std::optional<trace::RunEnding> ending;
    trace::TimeRange extent;

    std::vector<SamplingSummary> sampling;
    std::uint64_t spans = 0, logBytes = 0;
    std::uint64_t steps = 0, missingSteps = 0; ///< missing: indices left out within a process
    std::vector<trace::Loss> losses;           ///< told by the agent

    std::vector<std::string> faults; ///< one line each; empty = good
};

/// Reads the file once, in bounded memory. `progress` gets the share read and returns false to cancel.
/// Errors: NotFound, Denied, Cancelled; Corrupt when the file is no recording at all. Damage is no error but a verdict.
format::Result<Verdict> verifyRecording(const std::filesystem::path& path,
                                        const std::function<bool(double)>& progress = {});

/// For people: lines of at most 100 columns.
std::string toText(const Verdict& verdict);

} // namespace stepscope::analysis
