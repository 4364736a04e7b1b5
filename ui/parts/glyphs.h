#pragma once

#include <QIcon>

#include <functional>

class QPainter;

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

/// Draws in a square of 16 units.
using IconPainter = std::function<void(QPainter& painter, QIcon::Mode mode)>;
/// An icon that is drawn for each size, and with the palette of that moment.
[[nodiscard]] QIcon drawnIcon(IconPainter paint);

} // namespace stepscope::ui
