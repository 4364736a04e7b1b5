#pragma once

#include "widgets/theme.h"
#include "widgets/tracks/track.h"

#include <QImage>
#include <QRect>

#include <vector>

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;

/// The names of rows, left of them. Laying out texts is slow and they hardly ever change, so that the screen gets a
/// picture of them that is kept.
class LabelColumn
{
public:
    explicit LabelColumn(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    /// `isPaper`: as texts, not as a picture.
    void draw(QPainter& painter, bool isPaper);

private:
    struct Place
    {
        QRect rect;
        Caption caption;
        bool operator==(const Place&) const = default;
    };

    [[nodiscard]] std::vector<Place> places() const;
    void drawAll(QPainter& painter, const std::vector<Place>& places) const;
    void drawCaption(QPainter& painter, const QRect& place, const Caption& caption) const;

    const TimelineCanvas& m_canvas;
    QImage m_picture;
    std::vector<Place> m_drawn; ///< what is on the picture
    Theme::Kind m_drawnIn = Theme::Kind::Light;
};

} // namespace stepscope::widgets
