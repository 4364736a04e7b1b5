#pragma once

#include "remote/format/result.h"

#include <QColor>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <functional>

class QPaintDevice;

namespace stepscope::widgets {

inline constexpr double kLayoutDpi = 96; ///< px of a layout per inch of paper
inline constexpr double kMmPerInch = 25.4;

/// Draws a figure on a device; `scale` = device units per px of 1/96 inch.
using FigureDraw = std::function<void(QPaintDevice& device, double scale, bool isVector)>;

enum class FigureFormat { None, Png, Svg, Pdf };
[[nodiscard]] FigureFormat figureFormatOf(const QString& path);

struct FigureSheet
{
    QSizeF size;     ///< px of 1/96 inch
    double dpi = 96; ///< of a PNG
    QString title;
    QColor surface;
};

[[nodiscard]] QImage figureImage(const FigureSheet& sheet, const FigureDraw& draw);
/// Writes a figure in the format of the path's suffix: .png, .svg or .pdf. After an error there is no partial file.
format::Result<void> writeFigureFile(const QString& path, const FigureSheet& sheet, const FigureDraw& draw);

} // namespace stepscope::widgets
