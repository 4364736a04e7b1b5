#pragma once

#include "analysis/import/alignment.h"
#include "analysis/import/collection.h"
#include "analysis/import/recordingwriter.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What a recording contains to which sources are appended: their ids begin after those of the recording.
struct MergePlace
{
    std::uint32_t names = 0; ///< the last ids that are used
    std::uint32_t ops = 0;
    std::uint32_t lanes = 0;
    std::uint32_t channels = 0; ///< the number of ids that are used, which begin at 0
    std::uint32_t groups = 0;
    std::uint32_t processes = 0; ///< with steps
    std::uint64_t channelCount = 0;
    std::set<std::string> channelNames{}; ///< channelKey()
};

/// Identifies a row of the timeline.
std::string channelKey(const trace::Channel& channel);

/// Writes finished collections as one recording, whose times begin at 0. Several sources: lanes and channels with the
/// same name get the name of their file; steps of each source belong to a process of their own.
void writeMerged(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments, const OpTable& ops,
                 RecordingWriter& recording);

/// The sources and channels that the header of a recording gets for collections that are appended to it.
trace::RunHeader appendedHeader(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments,
                                const MergePlace& place);
/// Appends everything but the header and the footer; the collections are in the times of the recording. Steps are left
/// out where the recording has marked ones, which is counted as a loss. Returns what was added.
RecordingTotals appendMerged(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments,
                             const OpTable& ops, const MergePlace& place, RecordingWriter& recording);

} // namespace stepscope::analysis
