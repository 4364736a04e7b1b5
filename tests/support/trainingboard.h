#pragma once

#include "tests/support/recordingbuilder.h"

namespace stepscope::testing {

inline constexpr std::int64_t kTrainingStart = 1'000'000'000'000; ///< ns

/// The header of makeTraining(): a described board, its sources and channels.
void describeTraining(RecordingBuilder& builder, const TrainingOptions& options);

} // namespace stepscope::testing
