#pragma once

#include "widgets/render/theme.h"
#include "widgets/tracks/track.h"

#include <QImage>
#include <QRect>

#include <vector>

class QPainter;

namespace stepscope::widgets {

struct PlacedGroup;
class TimelineCanvas;

/// Draws the names of rows and the headers of groups, left of the data. Text layout is slow and labels rarely change,
/// so on the screen it draws a cached picture. RowHints draws what depends on the pointer.
class LabelColumn
{
public:
    static constexpr int kTriangleWidth = 20; ///< px at the left in which a click collapses a group of one row

    explicit LabelColumn(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    /// `isPaper`: draws texts instead of the cached picture.
    void draw(QPainter& painter, bool isPaper);
    /// Redraws the label of a row, narrowed by the pin button.
    void drawBesidePin(QPainter& painter, std::size_t row) const;
    /// The pin button of a row, whose data is in this rectangle of the canvas.
    [[nodiscard]] static QRect pinRect(const QRect& row);

private:
    enum class Sign { None, Open, Closed, Pin };

    struct Place
    {
        QRect rect; ///< of the label, relative to the top left of the column
        int indent = 0;
        Caption caption;
        Sign sign = Sign::None;
        bool isHeader = false;
        bool hasScale = false; ///< its texts end left of the scale
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
    std::vector<Place> m_drawn; ///< content of m_picture
    Theme::Kind m_drawnIn = Theme::Kind::Light;
};

/// Draws a pin of 12 x 12 px around `middle`; tilted unless `isSet`.
void drawPin(QPainter& painter, QPointF middle, const QColor& colour, bool isSet);

} // namespace stepscope::widgets

class QPainter;
class QRect;

namespace stepscope::widgets {

class TimelineCanvas;

/// Draws hints for gestures on labels over a finished frame: the pin button, the edge that changes a height, and the
/// place where a dragged row will be dropped.
class RowHints
{
public:
    explicit RowHints(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    void draw(QPainter& painter) const;

private:
    void drawHover(QPainter& painter) const;
    void drawPinButton(QPainter& painter, const QRect& row, bool isPinned) const;
    void drawDrag(QPainter& painter) const;

    const TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
