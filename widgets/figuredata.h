#pragma once

#include "widgets/scene.h"
#include "widgets/tracks/coordinates.h"

#include <QByteArray>
#include <QSize>

namespace stepscope::widgets {

/// What a picture of the scene shows, as CSV (RFC 4180): one record a column, point or box of each row, from top to
/// bottom. Times are ns since the recording's start, values in the channel's unit; what does not apply is empty.
///
///     row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy
///
/// kind: column (exact extremes of that time), point (of a line), layer (of a stack: its own mean), span, step, event,
/// loss. `data`: px of the picture where rows are seen; `columns`: in how many columns they are drawn there.
[[nodiscard]] QByteArray figureData(const Scene& scene, QSize data, int columns);

} // namespace stepscope::widgets
