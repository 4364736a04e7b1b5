#pragma once

#include "remote/format/result.h"

#include <QColor>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <functional>

class QPaintDevice;

namespace stepscope::widgets {

/// What a figure's file is drawn by: `scale` = px of the device a px of 1/96 inch.
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
/// By the path's ending, which must be a known one: .png, .svg or .pdf; all of it or nothing.
format::Result<void> writeFigureFile(const QString& path, const FigureSheet& sheet, const FigureDraw& draw);

} // namespace stepscope::widgets
