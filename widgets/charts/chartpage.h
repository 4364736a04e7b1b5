#pragma once

#include "analysis/study/studyfigures.h"
#include "widgets/render/theme.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <memory>
#include <optional>

class QPainter;

namespace stepscope::widgets {

/// A point of a figure: the indices of its series in StudyFigure::series and of the point in it.
struct ChartPoint
{
    std::size_t series = 0;
    std::size_t point = 0;

    bool operator==(const ChartPoint&) const = default;
};

/// A figure of a study as a page of diagrams: title, one diagram for each panel, one legend. The figure must outlive
/// the page. GUI thread only.
class ChartPage
{
public:
    ChartPage(const analysis::StudyFigure& figure, const Theme& theme);
    ~ChartPage();
    ChartPage(const ChartPage&) = delete;
    ChartPage& operator=(const ChartPage&) = delete;

    /// The height at which all panels are readable, px.
    [[nodiscard]] int neededHeight(double width) const;
    void layOut(const QSizeF& size);
    void paint(QPainter& painter);

    /// The place of a point, of the layout.
    [[nodiscard]] QPointF placeOf(const ChartPoint& point) const;
    /// The point nearest to a place, at most `within` px away.
    [[nodiscard]] std::optional<ChartPoint> pointAt(const QPointF& place, double within) const;
    [[nodiscard]] QRectF panelOf(std::size_t series) const;
    [[nodiscard]] QString title() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace stepscope::widgets
