#pragma once

#include "widgets/theme.h"
#include "widgets/tracks/track.h"

#include <QImage>
#include <QRect>

#include <vector>

class QPainter;

namespace stepscope::widgets {

struct PlacedGroup;
class TimelineCanvas;

/// The names of rows and the headers of groups, left of the data. Laying out texts is slow and they hardly ever change,
/// so that the screen gets a picture of them that is kept. What a hand does with them is painted by RowHints.
class LabelColumn
{
public:
    static constexpr int kTriangleWidth = 20; ///< px from the left where a click collapses the group of a single row

    explicit LabelColumn(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    /// `isPaper`: as texts, not as a picture.
    void draw(QPainter& painter, bool isPaper);
    /// The label of a row again, in what room the pin leaves.
    void drawBesidePin(QPainter& painter, std::size_t row) const;
    /// Where a row, whose data is in this rect of the canvas, can be pinned.
    [[nodiscard]] static QRect pinRect(const QRect& row);

private:
    enum class Sign { None, Open, Closed, Pin };

    struct Place
    {
        QRect rect; ///< of all of the label, from the column's top left
        int indent = 0;
        Caption caption;
        Sign sign = Sign::None;
        bool isHeader = false;
        bool isPinned = false;
        bool operator==(const Place&) const = default;
    };

    [[nodiscard]] std::vector<Place> places() const;
    [[nodiscard]] Place placeOf(std::size_t row) const;
    [[nodiscard]] Place headerOf(const PlacedGroup& group) const;
    void drawAll(QPainter& painter, const std::vector<Place>& places) const;
    void drawPlace(QPainter& painter, const Place& place) const;
    void drawHeader(QPainter& painter, const Place& place) const;
    void drawCaption(QPainter& painter, const QRect& place, const Caption& caption) const;
    void drawSign(QPainter& painter, const Place& place) const;

    const TimelineCanvas& m_canvas;
    QImage m_picture;
    std::vector<Place> m_drawn; ///< what is on the picture
    Theme::Kind m_drawnIn = Theme::Kind::Light;
};

/// A drawing pin of 12 x 12 px around a place.
void drawPin(QPainter& painter, QPointF middle, const QColor& colour, bool isSet);

} // namespace stepscope::widgets
