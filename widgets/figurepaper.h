#pragma once

#include "remote/format/result.h"
#include "widgets/theme.h"

#include <QByteArray>
#include <QSize>
#include <QSizeF>
#include <QString>

#include <optional>

namespace stepscope::widgets {

/// What a figure is drawn on, whatever it shows.
struct FigurePaper
{
    QSizeF sizePx{1600, 0};       ///< in px of 1/96 inch; a height of 0 = as high as what is shown needs
    std::optional<QSizeF> sizeMm; ///< instead of sizePx, for paper
    double dpi = 96;              ///< of a PNG: 192 = twice the pixels, same layout
    Theme::Kind theme = Theme::Kind::Light;
    std::optional<double> fontPoints; ///< of names and figures on paper; the layout has room for more where it is small
    QString fontFamily;               ///< empty = the look's own
    QString dataPath;                 ///< CSV of exactly what is drawn; empty = none
    QString path;                     ///< .png, .svg or .pdf say the format; vector where the format is
    QString title;                    ///< empty = what the figure has to say of itself
};

/// Whether there can be such a figure. The error says what to ask for instead.
[[nodiscard]] format::Result<void> checkPaper(const FigurePaper& paper);

/// A layout, and how it comes to its size on the page.
struct FigurePage
{
    QSize layout;     ///< px of the layout
    QSizeF size;      ///< px of the page
    double scale = 1; ///< page / layout
};
/// For a layout that needs so many px in height. Where they do not fit, the layout grows in both directions, and so is
/// drawn smaller; unless what does not fit may be cut off.
[[nodiscard]] FigurePage pageFor(const FigurePaper& paper, int neededHeight, bool mayCut = false);

/// The data beside a figure; nothing is written to an empty path.
format::Result<void> writeFigureData(const QByteArray& csv, const QString& path);

} // namespace stepscope::widgets
