#pragma once

#include "analysis/import/collection.h"

#include <functional>
#include <string_view>

namespace stepscope::analysis {

/// How a file of TensorFlow begins.
enum class TensorFlowFile {
    None,
    StepStats,     ///< binary RunMetadata or StepStats
    StepStatsText, ///< the same as text (.pbtxt)
    GraphText,     ///< a graph, which contains no times
    XSpace,        ///< a profile of TensorFlow 2 (.xplane.pb)
};
TensorFlowFile kindOfTensorFlow(std::string_view beginning);

/// Reads the ops of one run (Session.run), which becomes a step with the next number. False: damaged; what was read
/// before the damage is kept.
bool readStepStats(std::string_view bytes, bool isText, Collection& into);

/// Reads all planes: threads of the host, streams of the GPUs, steps. False: damaged, as above. `goesOn` gets the share
/// of the bytes that are read (0..1) and ends the reading by returning false.
bool readXSpace(std::string_view bytes, Collection& into, const std::function<bool(double)>& goesOn);

} // namespace stepscope::analysis
