#pragma once

#include "ui/settings.h"
#include "widgets/theme.h"

namespace stepscope::ui {

/// One look for the whole program: Fusion with the timeline's colours, so that it is the same on every desktop.
/// Returns the theme that was taken; System follows the desktop's own palette as it was at the start.
widgets::Theme applyAppearance(ThemeChoice choice);
/// What was taken last; light before.
[[nodiscard]] const widgets::Theme& currentTheme();

} // namespace stepscope::ui
