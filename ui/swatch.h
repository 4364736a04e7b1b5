#pragma once

#include "widgets/tracks/ink.h"

#include <QIcon>

#include <string_view>

namespace stepscope::ui {

inline constexpr int kSwatchPx = 10;

/// A small square in the timeline's colour for a thing, in the look that the window has now.
[[nodiscard]] QIcon swatch(widgets::Ink ink);
[[nodiscard]] QIcon opSwatch(std::string_view opName);

} // namespace stepscope::ui
