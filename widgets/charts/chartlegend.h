#pragma once

#include "analysis/study/studyfigures.h"
#include "widgets/render/theme.h"

#include <QColor>
#include <QPointF>
#include <QScatterSeries>
#include <QString>

#include <map>
#include <string>
#include <vector>

class QPainter;

namespace stepscope::widgets {

inline constexpr double kMarkerSize = 8; ///< px
/// Of a value that the paper prints, px: an open marker around that of the study.
inline constexpr double kPublishedMarkerSize = 14;

/// The look of the series with this index in the legend.
QColor inkOf(int colour, const Theme& theme);
QScatterSeries::MarkerShape markerOf(int colour);

/// One legend for all panels of a figure: a line for each name, and the look of published values if there are any.
/// Empty where each panel has one series, which its title names.
class ChartLegend
{
public:
    /// `colours`: the index of each series' name. `width` in px; more rows where the names do not fit into it.
    ChartLegend(const analysis::StudyFigure& figure, const std::map<std::string, int>& colours, const Theme& theme,
                double width);

    /// px
    [[nodiscard]] int height() const { return m_rows * kRow; }
    void paint(QPainter& painter, const QPointF& corner) const;

private:
    static constexpr int kRow = 22; ///< px
    static constexpr double kSample = 24;
    static constexpr double kGap = 8;

    struct Entry
    {
        QString name{};
        QColor colour{};
        int marker = 0; ///< index of the series' marker
        bool isPublished = false;
        QPointF place{}; ///< middle of the left end
    };
    const Theme& m_theme;
    std::vector<Entry> m_entries;
    int m_rows = 0;
};

} // namespace stepscope::widgets
