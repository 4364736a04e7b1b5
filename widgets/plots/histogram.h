#pragma once

#include "analysis/metrics/durationbins.h"
#include "widgets/render/theme.h"

#include <QWidget>

#include <cstddef>
#include <optional>

class QCPItemRect;
class QCPItemStraightLine;
class QCustomPlot;

namespace stepscope::widgets {

/// A half-open range of durations, s.
struct DurationRange
{
    double shortest = 0;
    double longest = 0;
    bool operator==(const DurationRange&) const = default;
};

/// A histogram of the durations of an op's instances. Hovering shows a bin; a drag or click selects whole bins; Esc or
/// a click beside the bins clears the selection. Left and right select the next bin, with shift they extend the
/// selection.
class Histogram : public QWidget
{
    Q_OBJECT

public:
    explicit Histogram(QWidget* parent = nullptr);

    /// Clears the selection without a signal.
    void setBins(const analysis::DurationBins& bins);
    [[nodiscard]] const analysis::DurationBins& bins() const { return m_bins; }
    void setTheme(const Theme& theme);
    /// Draws a line at the duration of an instance, s.
    void setMark(std::optional<double> seconds);
    /// The selected range: whole bins.
    [[nodiscard]] std::optional<DurationRange> brushed() const;
    void clearBrush();
    /// Text for a bin, such as "12.1 ms to 12.5 ms: 431 instances, 4.2 %".
    [[nodiscard]] QString binText(std::size_t bin) const;
    /// The rectangle of a bin, px of this widget.
    [[nodiscard]] QRect binRect(std::size_t bin) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void brushChanged(std::optional<stepscope::widgets::DurationRange> range); ///< at the end of a drag
    void binHovered(const QString& text);                                      ///< empty = none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Bins
    {
        std::size_t first = 0;
        std::size_t last = 0; ///< inclusive
        bool operator==(const Bins&) const = default;
    };

    [[nodiscard]] std::optional<std::size_t> binAt(QPointF place, bool nearest) const;
    void hover(QPointF place);
    void choose(std::optional<Bins> bins);
    void reportChoice();
    void draw();
    void drawAxes();
    void drawMarks();

    analysis::DurationBins m_bins;
    Theme m_theme = Theme::light();
    std::optional<Bins> m_chosen;
    std::optional<Bins> m_reported;
    std::optional<std::size_t> m_pressed; ///< first bin of the drag
    std::size_t m_anchor = 0;             ///< fixed end of the selection when shift extends it
    std::optional<double> m_mark;

    QCustomPlot* m_plot = nullptr;
    QCPItemRect* m_brush = nullptr;
    QCPItemStraightLine* m_line = nullptr;
};

} // namespace stepscope::widgets
