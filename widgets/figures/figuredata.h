#pragma once

#include "widgets/render/coordinates.h"
#include "widgets/timeline/scene.h"

#include <QByteArray>
#include <QSize>

namespace stepscope::widgets {

/// The content of a picture of the scene as CSV (RFC 4180): one record per column, point or box of each row, from top
/// to bottom. Times are ns since the start of the recording, values in the unit of the channel; fields that do not
/// apply are empty.
///
///     row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy
///
/// kind: column (exact extremes of its time), point (of a line), layer (of a stack: its mean without the layers below),
/// span, step, event, loss. `data`: size of the data area of the picture, px; `columns`: number of columns in it.
[[nodiscard]] QByteArray figureData(const Scene& scene, QSize data, int columns);

} // namespace stepscope::widgets
