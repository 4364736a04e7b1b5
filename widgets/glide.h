#pragma once

#include "analysis/trace/model.h"

#include <cstdint>

/// How a view moves to another, as data: no clock, no screen.
namespace stepscope::widgets {

/// ms that a movement takes where movements are shown.
inline constexpr int kGlideMs = 120;

/// Share of the way after a share of the time: fast at first, so that a hand sees at once that it was understood.
[[nodiscard]] double eased(double time);

/// The view after a share of the way. Durations change by the same factor in the same time, and what both views show
/// at the same place of the screen stays there: a zoom at the pointer never moves what is below the pointer.
[[nodiscard]] trace::TimeRange between(trace::TimeRange from, trace::TimeRange to, double share);

/// Whether the eye can follow: no when the views have nothing to do with each other.
[[nodiscard]] bool canGlide(trace::TimeRange from, trace::TimeRange to);

} // namespace stepscope::widgets
