#pragma once

#include "analysis/trace/model.h"

#include <cstdint>

/// The path of an animation between two visible ranges, without clock and screen.
namespace stepscope::widgets {

/// Duration of an animation, ms.
inline constexpr int kViewAnimationMs = 120;

/// Easing: the share of the way after a share of the time, both 0 to 1. Fast at the beginning, so that the response is
/// visible immediately.
[[nodiscard]] double eased(double time);

/// The range after a share of the way. The zoom factor changes at a constant rate. A time that both ranges show at the
/// same place of the screen keeps its place, so a zoom at the pointer does not move the time under the pointer.
[[nodiscard]] trace::TimeRange between(trace::TimeRange from, trace::TimeRange to, double share);

/// False if the ranges are more than four widths apart: such a movement is too fast to follow.
[[nodiscard]] bool canAnimate(trace::TimeRange from, trace::TimeRange to);

} // namespace stepscope::widgets
