#pragma once

#include "widgets/render/geometry.h"

#include <QColor>

namespace stepscope::widgets {

class RasterScale;
class RasterSurface;

struct CurveColors
{
    QRgb line;      ///< of the mean
    QRgb band;      ///< between minimum and maximum
    QRgb area;      ///< below the mean
    bool isBlended; ///< the band is blended over what is drawn already, such as a stack
};

/// Paints the columns of a series: the area below the mean, the band, and the line of the mean from the middle of each
/// column to that of the next. `window`: columns over which the means of a crowded series are smoothed.
void paintColumns(RasterSurface& surface, const RasterScale& scale, const Series& series, const CurveColors& colors,
                  int window);

} // namespace stepscope::widgets
