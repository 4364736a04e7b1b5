#pragma once

#include "widgets/tracks/track.h"

#include <QString>

#include <cstddef>

/// The values of a row as text, to be copied.
namespace stepscope::widgets {

inline constexpr std::size_t kMostCopiedValues = 200'000;

/// Number of samples, or of spans that begin, in the range.
[[nodiscard]] std::size_t rowValueCount(const trace::TraceView& view, const Track& track, trace::TimeRange range);

/// These values as CSV, with times in s since the start of the recording: `time_s,channel,value,unit` of samples, in
/// the order of the channels; `start_s,duration_s,depth,op,shapes` of spans. At most kMostCopiedValues.
[[nodiscard]] QString rowValuesCsv(const trace::TraceView& view, const Track& track, trace::TimeRange range);

} // namespace stepscope::widgets
