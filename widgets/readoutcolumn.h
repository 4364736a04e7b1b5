#pragma once

#include "widgets/theme.h"
#include "widgets/tracks/track.h"

#include <QImage>
#include <QRect>

#include <vector>

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;

/// What stands right of the rows: names, and values at the cursor. As with LabelColumn, the screen gets a picture that
/// is kept until a row says something else.
class ReadoutColumn
{
public:
    explicit ReadoutColumn(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    /// `isPaper`: as texts, not as a picture.
    void draw(QPainter& painter, bool isPaper);

private:
    struct Place
    {
        QRect rect;
        std::vector<Readout> readouts;
        bool isHeader = false;
        bool isPinned = false;
        bool operator==(const Place&) const = default;
    };

    [[nodiscard]] std::vector<Place> places() const;
    void drawPlace(QPainter& painter, const Place& place) const;
    void drawRow(QPainter& painter, const Place& place) const;
    void drawSingle(QPainter& painter, const QRect& rect, const std::vector<Readout>& readouts) const;

    const TimelineCanvas& m_canvas;
    QImage m_picture;
    std::vector<Place> m_drawn;
    Theme::Kind m_drawnIn = Theme::Kind::Light;
};

} // namespace stepscope::widgets
