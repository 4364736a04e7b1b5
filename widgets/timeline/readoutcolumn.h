#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/theme.h"
#include "widgets/tracks/track.h"

#include <QImage>
#include <QRect>

#include <vector>

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;
struct Scene;

/// Draws the names and the values at the cursor, right of the rows. As LabelColumn, it draws a cached picture on the
/// screen, and redraws it when a value changes.
class ReadoutColumn
{
public:
    explicit ReadoutColumn(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    /// px that the names and values of all rows need.
    [[nodiscard]] static int fittingWidth(const Scene& scene);
    /// For which time the values are: the pointer, or else the newest of a live run, or else the mean in view.
    [[nodiscard]] static ReadoutTime timeOf(const Scene& scene);
    [[nodiscard]] static QString titleOf(const Scene& scene); ///< says which time that is
    /// The readouts of a row that has room for `count`, in their order: of rails, those with the largest mean in the
    /// visible range, which the pointer does not change; of others the first, which are the totals.
    [[nodiscard]] static std::vector<Readout> fitting(const Track& track, const trace::TraceView& view,
                                                      trace::TimeRange visible, std::vector<Readout> readouts,
                                                      std::size_t count);

    /// Redraws the cached picture if a value changed. `ratio`: device pixels per px.
    void update(double ratio);
    /// `isPaper`: draws texts instead of the cached picture.
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

    [[nodiscard]] QRect area() const;
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
