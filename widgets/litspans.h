#pragma once

#include "widgets/opsearch.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <qcustomplot.h>

#include <cstddef>

namespace stepscope::widgets {

class TimelineCanvas;

/// Boxes of the instances that are in sight in a lane, as the lane's row draws them: every column in which there is one
/// has one. O(columns x log n), however many there are.
[[nodiscard]] Geometry litBoxes(const SpanIndex& lit, std::size_t lane, const Viewport& viewport);

/// The instances that a search found, over lanes that are faded: a layer of its own above the rows.
class LitSpans : public QCPLayerable
{
    Q_OBJECT

public:
    explicit LitSpans(TimelineCanvas& canvas);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
