#pragma once

#include "widgets/render/colorrole.h"

#include <QIcon>

#include <string_view>

namespace stepscope::ui {

inline constexpr int kSwatchPx = 10;

/// A small square in the timeline's colour of an op or a rail, for the current theme.
[[nodiscard]] QIcon swatch(widgets::ColorRole color);
[[nodiscard]] QIcon opSwatch(std::string_view opName);

} // namespace stepscope::ui
