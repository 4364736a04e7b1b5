#pragma once

#include "ui/parts/settings.h"
#include "widgets/render/theme.h"

namespace stepscope::ui {

/// Sets the Fusion style with the timeline's colours for the whole program, on every desktop. Returns the applied
/// theme; ThemeChoice::System follows the palette that the desktop had at program start.
widgets::Theme applyAppearance(ThemeChoice choice);
/// The theme applied last; light before the first call.
[[nodiscard]] const widgets::Theme& currentTheme();

} // namespace stepscope::ui
