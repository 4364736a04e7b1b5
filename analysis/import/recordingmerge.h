#pragma once

#include "analysis/import/importer.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace stepscope::analysis {

/// Relates CLOCK_REALTIME to CLOCK_MONOTONIC by pairs of readings of both.
class ClockMap
{
public:
    void add(const format::ClockPair& pair) { m_pairs.push_back(pair); }
    /// Call once, after the last add().
    void finish();

    [[nodiscard]] bool isEmpty() const { return m_pairs.empty(); }
    /// Linear between two pairs whose clocks advance at the same rate within 1 %, else by the earlier pair; a step of
    /// the real time thus moves only what follows it.
    [[nodiscard]] std::int64_t monotonicAt(std::int64_t realNs) const;
    /// The largest uncertainty of a pair, ns.
    [[nodiscard]] std::int64_t accuracyNs() const;

private:
    std::vector<format::ClockPair> m_pairs; ///< by real time
};

/// Writes the new recording `output` with all frames of a recording, unchanged apart from the header's lists of sources
/// and channels and the footer's totals, and the data of other files at the times that their real time, else their
/// activity, has in the recording. `output` is removed after an error or cancellation. Errors, besides those of
/// importFiles(): the recording is damaged or incomplete, or a file does not overlap with the recording, or has no
/// clock and no activity that relates it.
format::Result<ImportSummary> mergeIntoRecording(const std::filesystem::path& recording, const ImportOptions& options,
                                                 const std::filesystem::path& output,
                                                 const ImportProgress& progress = {});

} // namespace stepscope::analysis
