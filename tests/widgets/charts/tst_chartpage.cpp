#include "widgets/charts/chartpage.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;
using analysis::FigureSeries;
using analysis::Interval;
using analysis::StudyFigure;

/// A figure of a study in the width of one column of a paper, and error bars that end where the quantity does.
class TestChartPage : public QObject
{
    Q_OBJECT

    static StudyFigure figure(std::string_view unit, std::optional<Interval> interval)
    {
        StudyFigure figure{"figure-3",   "Utilization of each core and the GPU over three steps",
                           "batch size", "",
                           "idle",       unit,
                           true,         true,
                           {},           {}};
        FigureSeries series{"Deep RL", "cpu1", false, {}, 0};
        series.points = {{4, 20, std::nullopt, 1, {}}, {64, 60, interval, 2, {}}};
        figure.series.push_back(series);
        return figure;
    }

    static double heightOf(const StudyFigure& figure)
    {
        ChartPage page(figure, Theme::of(Theme::Kind::Light));
        page.layOut(QSizeF(330, page.neededHeight(330)));
        return page.placeOf({0, 1}).y();
    }

private slots:
    void titlesAreWholeOnANarrowPage()
    {
        const Theme theme = Theme::of(Theme::Kind::Light);
        const StudyFigure shown = figure("%", std::nullopt);
        ChartPage page(shown, theme);
        for (const int width : {250, 330, 420, 900}) {
            const int height = page.neededHeight(width);
            page.layOut(QSizeF(width, height));
            QImage image(width, height, QImage::Format_RGB32);
            QPainter painter(&image);
            page.paint(painter);
            painter.end();
            for (int y = 0; y < static_cast<int>(page.panelOf(0).top()); ++y) {
                QVERIFY2(image.pixelColor(0, y) == theme.surface, qPrintable(QString::number(width)));
                QVERIFY2(image.pixelColor(width - 1, y) == theme.surface, qPrintable(QString::number(width)));
            }
        }
        QVERIFY(page.neededHeight(250) > page.neededHeight(330));
    }

    void theTitleSaysWhatIsNotReal()
    {
        StudyFigure shown = figure("%", std::nullopt);
        shown.hasGeneratedData = true;
        QVERIFY(
            ChartPage(shown, Theme::of(Theme::Kind::Light)).title().endsWith("(simulated board, generated images)"));
        shown.isVirtual = shown.hasGeneratedData = false;
        QVERIFY(!ChartPage(shown, Theme::of(Theme::Kind::Light)).title().contains('('));
    }

    /// Changes of a few per cent fill the height of a figure of changes; a size starts at zero.
    void changesAreVisible()
    {
        const auto heights = [](bool startsAtZero) {
            StudyFigure shown = figure("%", std::nullopt);
            shown.startsAtZero = startsAtZero;
            shown.series[0].points = {{0, 67, std::nullopt, 1, {}}, {17, 72, std::nullopt, 1, {}}};
            ChartPage page(shown, Theme::of(Theme::Kind::Light));
            page.layOut(QSizeF(330, page.neededHeight(330)));
            return page.placeOf({0, 0}).y() - page.placeOf({0, 1}).y();
        };
        QVERIFY2(heights(false) > 8 * heights(true),
                 qPrintable(QString("%1 px and %2 px").arg(heights(false)).arg(heights(true))));
    }

    void barsOfSharesEndAtTheWhole()
    {
        const double without = heightOf(figure("%", std::nullopt));
        QCOMPARE(heightOf(figure("%", Interval{-440, 560})), without);
        // No other quantity has a limit: the axis grows so that the bar is whole.
        QVERIFY(heightOf(figure("J", Interval{0, 560})) > heightOf(figure("J", std::nullopt)));
    }
};

QTEST_MAIN(TestChartPage)
#include "tst_chartpage.moc"
