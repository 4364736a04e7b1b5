#include "widgets/charts/studychart.h"

#include "widgets/charts/chartpage.h"
#include "widgets/figures/figure.h"

#include <QPainter>

namespace stepscope::widgets {

format::Result<void> exportStudyFigure(const analysis::StudyFigure& figure, const FigurePaper& paper)
{
    TRY(checkPaper(paper));
    Theme theme = Theme::of(paper.theme);
    theme.family = paper.fontFamily;
    ChartPage content(figure, theme);
    FigurePage page = pageFor(paper, content.neededHeight(paper.sizePx.width()));
    page = pageFor(paper, content.neededHeight(page.layout.width()));
    content.layOut(page.layout);
    const auto draw = [&](QPaintDevice& device, double scale, bool /*isVector*/) {
        QPainter painter(&device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(scale * page.scale, scale * page.scale);
        content.paint(painter);
    };
    return writeFigureFile(paper.path, {page.size, paper.dpi, content.title(), theme.surface}, draw);
}

} // namespace stepscope::widgets
