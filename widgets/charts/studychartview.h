#pragma once

#include "analysis/study/studyfigures.h"
#include "widgets/charts/chartpage.h"
#include "widgets/render/theme.h"

#include <QPixmap>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::widgets {

/// A figure of a study on the screen. The pointer shows the values of the nearest point. The arrow keys move a mark:
/// Left and Right along a series, Up and Down to the next series; a click, or Enter at the mark, activates the point.
class StudyChartView : public QWidget
{
    Q_OBJECT

public:
    explicit StudyChartView(QWidget* parent = nullptr);
    ~StudyChartView() override;

    void setFigure(const analysis::StudyFigure& figure);
    void setTheme(const Theme& theme);
    [[nodiscard]] const analysis::StudyFigure& figure() const { return m_figure; }
    /// The marked point, and moving it there.
    [[nodiscard]] std::optional<ChartPoint> mark() const { return m_mark; }
    void setMark(const std::optional<ChartPoint>& mark);
    /// "ResNet50, GPU, batch size 16: 91.2 % (95 % interval 90.1 to 92.3 %, 3 trainings)".
    [[nodiscard]] QString textOf(const ChartPoint& point) const;
    [[nodiscard]] QPointF placeOf(const ChartPoint& point) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    /// The indices of the trainings of a point in Study::cells, empty for a value that the paper prints; and the study
    /// of a comparison to which they belong, see FigureSeries::study.
    void activated(const std::vector<std::size_t>& cells, std::size_t study, const QPoint& globalPlace);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void rebuild();
    void activate(const ChartPoint& point);
    void step(int points, int series);

    Theme m_theme = Theme::light();
    analysis::StudyFigure m_figure{};
    std::unique_ptr<ChartPage> m_page; ///< refers to m_figure
    QPixmap m_picture;                 ///< of the page without the mark; null = to be drawn
    std::optional<ChartPoint> m_mark;
};

} // namespace stepscope::widgets
