#pragma once

#include "widgets/tracks/ink.h"

#include <QColor>
#include <QFont>
#include <QPalette>

#include <cstdint>
#include <string_view>

namespace stepscope::widgets {

/// All distances are multiples of it, px.
inline constexpr int kGrid = 8;

/// Colours and fonts of one look. Text reaches a contrast of 4.5:1 on every surface that it is drawn on.
struct Theme
{
    enum class Kind { Light, Dark };
    /// Of lines and edges of boxes against the surface, by WCAG 2.1 (1.4.11).
    static constexpr double kGraphicContrast = 3;
    static constexpr std::uint32_t kOpColours = 28; ///< ops of the same index modulo this one look alike

    Kind kind = Kind::Light;
    QColor window;  ///< around everything
    QColor surface; ///< behind data
    QColor header;  ///< label column, time ruler
    QColor line;    ///< between rows
    QColor grid;    ///< under the data
    QColor text;
    QColor mutedText; ///< units, sub-labels, ticks
    QColor accent;    ///< focus, selected things
    QColor selection; ///< over data; translucent
    QColor cursor;    ///< crosshair
    QColor warning;
    QColor error;
    QString family; ///< of letters, before the usual ones; empty = none

    static Theme light();
    static Theme dark();
    static Theme of(Kind kind) { return kind == Kind::Dark ? dark() : light(); }

    /// Okabe-Ito hues, made lighter or darker to tell more than eight things apart.
    [[nodiscard]] QColor colour(Ink ink) const;
    [[nodiscard]] QColor opColour(std::string_view opName) const { return colour(opInk(opName)); }
    [[nodiscard]] QColor railColour(std::string_view role) const { return colour(railInk(role)); }
    [[nodiscard]] QColor clusterColour(std::uint32_t index) const { return colour({Ink::Kind::Cluster, index}); }
    /// What bounds a box of an op: its hue, and kGraphicContrast against the surface.
    [[nodiscard]] QColor edgeOf(const QColor& box) const;
    /// Black or white, whichever reads better on it.
    [[nodiscard]] QColor textOn(const QColor& background) const;

    [[nodiscard]] QFont font() const;       ///< names and figures
    [[nodiscard]] QFont smallFont() const;  ///< ticks, sub-labels, names in spans
    [[nodiscard]] QFont strongFont() const; ///< titles
    /// The same look for the widgets around the timeline.
    [[nodiscard]] QPalette palette() const;
};

/// Between two colours: all of `a` at 0.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);
/// Of a layer in a stack of rails: paler than its line would be, as it covers so much.
[[nodiscard]] QColor stackColour(const Theme& theme, Ink ink);

/// Behind the header of a group of rows.
[[nodiscard]] QColor headerBand(const Theme& theme);
/// Between rows that are pinned and those that scroll below them.
[[nodiscard]] QColor edgeOfPinned(const Theme& theme);

/// By WCAG 2.1: 1 (none) to 21 (black on white).
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

} // namespace stepscope::widgets
