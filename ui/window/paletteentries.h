#pragma once

#include "ui/window/palette.h"

#include <vector>

namespace stepscope::ui {

class MainWindow;
class WindowActions;

/// What the palette of the window offers, in the order shown without a search: the recording on display, recent
/// recordings and studies, devices, pages, actions that are enabled, and the ops of the recording by name.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(MainWindow& window, const WindowActions& actions);

} // namespace stepscope::ui
