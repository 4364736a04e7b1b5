#pragma once

#include <QIcon>

namespace stepscope::ui {

/// The icons of the window. They are vector drawings in the palette's text colour, so they scale and follow the theme.
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
    Fleet,
    Recording,
    Study,
    Live,
    Find,
    Detach,
    Home,
    More,
    LeftPane,
    RightPane,
    LowerPane
};

[[nodiscard]] QIcon glyph(Glyph which);

} // namespace stepscope::ui
