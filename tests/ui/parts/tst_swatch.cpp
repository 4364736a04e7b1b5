#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/comparison/comparedmodels.h"
#include "ui/parts/appearance.h"
#include "ui/parts/elidedtext.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/swatch.h"
#include "ui/recording/findbar.h"
#include "ui/recording/inspector.h"
#include "ui/recording/panels/opsmodel.h"
#include "ui/window/mainwindow.h"

#include <QFontMetrics>
#include <QIcon>
#include <QImage>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;

/// An op or rail has the same colour in the timeline, in all tables and in the inspector, in both themes.
class TestSwatch : public QObject
{
    Q_OBJECT

    static QColor shown(const QVariant& decoration)
    {
        const QImage image = decoration.value<QIcon>().pixmap(kSwatchPx, kSwatchPx).toImage();
        return image.isNull() ? QColor() : image.pixelColor(image.rect().center());
    }
    static void verifyRows(const QAbstractItemModel& model, const widgets::Theme& theme)
    {
        QVERIFY(model.rowCount() > 0);
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex name = model.index(row, 0);
            QCOMPARE(shown(name.data(Qt::DecorationRole)),
                     theme.colour(widgets::opColor(name.data().toString().toStdString())));
        }
    }

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void tablesUseTheColoursOfTheTimeline_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    void tablesUseTheColoursOfTheTimeline()
    {
        QFETCH(ThemeChoice, choice);
        const widgets::Theme theme = applyAppearance(choice);
        std::vector<analysis::OpTotals> totals(2);
        totals[0].name = "aten::conv2d";
        totals[1].name = "aten::relu";
        OpsModel ops;
        ops.setOps(totals);
        verifyRows(ops, theme);
        ops.setOps(totals, analysis::OpGrouping::Module); // modules have no colour
        QVERIFY(!ops.index(0, 0).data(Qt::DecorationRole).isValid());

        ComparedOpsModel compared;
        std::vector<analysis::OpDifference> differences(1);
        differences[0].name = "aten::conv2d";
        compared.setOps(differences);
        verifyRows(compared, theme);

        FindModel matches;
        matches.setMatches({{1, "aten::mm", "[8]", 3}});
        verifyRows(matches, theme);
    }

    /// Kernels have long names with the same beginning and the same end.
    void namesThatDifferDoNotLookTheSame()
    {
        const QStringList kernels = {"void mkldnn_convolution_backward_kernel<float, 128>",
                                     "void mkldnn_convolution_kernel<float, 128>", "void elementwise_kernel<4>"};
        const QFontMetrics metrics{QFont()};
        const auto shown = [&](int i, int width) { return distinctlyElided(kernels[i], kernels, metrics, width); };
        const int whole = metrics.horizontalAdvance(kernels[0]) + 1;
        QCOMPARE(shown(0, whole), kernels[0]);
        const int half = whole / 2;
        QCOMPARE(metrics.elidedText(kernels[0], Qt::ElideMiddle, half),
                 metrics.elidedText(kernels[1], Qt::ElideMiddle, half));
        QVERIFY(shown(0, half) != shown(1, half));
        const QString alone = shown(2, half * 3 / 4);
        QVERIFY2(alone.contains(QChar(0x2026)) && alone.endsWith('>'), qPrintable(alone));
        for (int i = 0; i < 3; ++i)
            QVERIFY(metrics.horizontalAdvance(shown(i, half)) <= half);
        // Shapes of one op: the name is not lost.
        const QStringList ops = {"aten::mkldnn_convolution [32,16,3,3]", "aten::mkldnn_convolution [64,16,3,3]",
                                 "aten::mkldnn_convolution [32,64,3,3]"};
        const int narrow = metrics.horizontalAdvance(ops[0]) / 2;
        for (const QString& op : ops)
            QVERIFY2(distinctlyElided(op, ops, metrics, narrow).startsWith("aten"),
                     qPrintable(distinctlyElided(op, ops, metrics, narrow)));
        // "8 %)" would read as another share.
        const QString rail = "VDD_SYS_GPU (38 %)";
        const QString elided = distinctlyElided(rail, {}, metrics, metrics.horizontalAdvance(rail) * 3 / 4);
        QVERIFY2(elided.contains(QChar(0x2026)) && elided.endsWith(" (38 %)"), qPrintable(elided));
    }

    void theWindowShowsSwatches()
    {
        settings::setTheme(ThemeChoice::Light);
        MainWindow window;
        window.resize(1600, 900);
        window.show();
        window.setView(testing::viewOf(testing::makeTrainingRecording()), false);
        auto* ops = window.findChild<JumpTable*>("ops");
        QTRY_VERIFY(ops->model()->rowCount() > 0);
        auto* figures = window.findChild<QTreeWidget*>("figures");
        QTRY_VERIFY(window.findChild<Inspector*>()->text().contains("Top ops"));
        const auto has = [](QWidget* widget, const QColor& colour) {
            const QImage image = widget->grab().toImage();
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y) == colour)
                        return true;
                }
            }
            return false;
        };
        const widgets::Theme theme = widgets::Theme::light();
        const std::string first = ops->model()->index(0, 0).data().toString().toStdString();
        QVERIFY(has(ops->viewport(), theme.colour(widgets::opColor(first))));
        for (const char* role : {"system", "gpu", "cpu", "soc", "memory"})
            QVERIFY2(has(figures->viewport(), theme.colour(widgets::railColor(role))), role);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestSwatch)
#include "tst_swatch.moc"
