#pragma once

#include "analysis/import/alignment.h"
#include "analysis/import/collection.h"
#include "analysis/import/recordingwriter.h"

#include <vector>

namespace stepscope::analysis {

/// Writes finished collections as one recording, whose times begin at 0. Several sources: lanes and channels with the
/// same name get the name of their file; steps of each source belong to a process of their own.
void writeMerged(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments, const OpTable& ops,
                 RecordingWriter& recording);

} // namespace stepscope::analysis
