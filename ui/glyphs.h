#pragma once

#include <QIcon>

namespace stepscope::ui {

/// The window's icons, drawn with the palette's text colour when they are painted: sharp at any scale, right in any
/// theme.
enum class Glyph {
    Profile,
    Stop,
    Open,
    FitAll,
    ZoomStep,
    ZoomSelection,
    Back,
    Forward,
    Follow,
    Export,
    Close,
    Device,
    Recording,
    Live,
    Find,
    Detach
};

[[nodiscard]] QIcon glyph(Glyph which);

} // namespace stepscope::ui
