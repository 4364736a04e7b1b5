#pragma once

#include "analysis/algorithms/durationbins.h"
#include "widgets/theme.h"

#include <QWidget>

#include <cstddef>
#include <optional>

class QCPItemRect;
class QCPItemStraightLine;
class QCustomPlot;

namespace stepscope::widgets {

/// Half-open stretch of durations, s.
struct DurationRange
{
    double shortest = 0;
    double longest = 0;
    bool operator==(const DurationRange&) const = default;
};

/// How long the instances of an op take. Hovering tells a bin; a drag, or a click, chooses whole bins; Esc, or a click
/// beside them, gives the choice up. By keyboard: left and right go from bin to bin, with shift they widen the choice.
class Histogram : public QWidget
{
    Q_OBJECT

public:
    explicit Histogram(QWidget* parent = nullptr);

    /// Other bins give up the choice, without a signal.
    void setBins(const analysis::DurationBins& bins);
    [[nodiscard]] const analysis::DurationBins& bins() const { return m_bins; }
    void setTheme(const Theme& theme);
    /// A line at one instance's duration, s.
    void setMark(std::optional<double> seconds);
    /// What is chosen: a whole number of bins.
    [[nodiscard]] std::optional<DurationRange> brushed() const;
    void clearBrush();
    /// "12.1 ms to 12.5 ms: 431 instances, 4.2 %".
    [[nodiscard]] QString binText(std::size_t bin) const;
    /// Where a bin is drawn, px of this widget.
    [[nodiscard]] QRect binRect(std::size_t bin) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void brushChanged(std::optional<stepscope::widgets::DurationRange> range); ///< when the hand lets go
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
    void tellChoice();
    void draw();
    void drawAxes();
    void drawMarks();

    analysis::DurationBins m_bins;
    Theme m_theme = Theme::light();
    std::optional<Bins> m_chosen;
    std::optional<Bins> m_told;
    std::optional<std::size_t> m_pressed; ///< the bin at which a drag began
    std::size_t m_turn = 0;               ///< the bin from which shift widens
    std::optional<double> m_mark;

    QCustomPlot* m_plot = nullptr;
    QCPItemRect* m_brush = nullptr;
    QCPItemStraightLine* m_line = nullptr;
};

} // namespace stepscope::widgets
