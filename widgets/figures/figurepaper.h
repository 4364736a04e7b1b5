#pragma once

#include "remote/format/result.h"
#include "widgets/render/theme.h"

#include <QByteArray>
#include <QSize>
#include <QSizeF>
#include <QString>

#include <optional>

namespace stepscope::widgets {

/// Page, look and files of a figure, independent of its content.
struct FigurePaper
{
    QSizeF sizePx{1600, 0};       ///< px of 1/96 inch; height 0 = the height of the content
    std::optional<QSizeF> sizeMm; ///< replaces sizePx
    double dpi = 96;              ///< of a PNG: 192 = twice the pixels, same layout
    Theme::Kind theme = Theme::Kind::Light;
    std::optional<double> fontPoints; ///< text size on paper; a smaller size makes the layout larger
    QString fontFamily;               ///< empty = the font of the theme
    QString dataPath;                 ///< CSV file with the drawn data; empty = none
    QString path;                     ///< the suffix .png, .svg or .pdf is the format
    QString title;                    ///< empty = the default title
};

/// Checks the values. The error says which values are valid.
[[nodiscard]] format::Result<void> checkPaper(const FigurePaper& paper);

/// A layout and its scale on the page.
struct FigurePage
{
    QSize layout;     ///< px of the layout
    QSizeF size;      ///< px of the page
    double scale = 1; ///< page / layout
};
/// The page for a layout that needs `neededHeight` px. If that does not fit, the layout grows in both directions and is
/// scaled down, unless `mayCut`.
[[nodiscard]] FigurePage pageFor(const FigurePaper& paper, int neededHeight, bool mayCut = false);

/// Writes a file that appears under its name only when it is complete, and replaces an existing one.
format::Result<void> writeCompleteFile(const QByteArray& bytes, const QString& path);

/// Writes the data of a figure; does nothing if the path is empty.
format::Result<void> writeFigureData(const QByteArray& csv, const QString& path);

} // namespace stepscope::widgets
