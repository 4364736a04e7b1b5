#include "widgets/plots/histogram.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::widgets;
using analysis::BinScale;
using analysis::DurationBins;

/// Selecting bins by mouse and keyboard, and the drawn bars.
class TestHistogram : public QObject
{
    Q_OBJECT

    static DurationBins bins(BinScale scale = BinScale::Linear)
    {
        std::mt19937_64 random(4);
        std::vector<analysis::OpInstance> instances;
        for (int i = 0; i < 5000; ++i)
            instances.push_back({0, 100'000 + static_cast<std::int64_t>(random() % 900'000), 0, 0});
        return analysis::binDurations(instances, scale);
    }
    static QWidget* plot(const Histogram& histogram) { return histogram.findChild<QWidget*>(); }
    static QPoint middle(const Histogram& histogram, std::size_t bin) { return histogram.binRect(bin).center(); }
    static void press(const Histogram& histogram, std::size_t bin)
    {
        QTest::mousePress(plot(histogram), Qt::LeftButton, {}, middle(histogram, bin));
    }

private slots:
    void hoverReportsTheBin_data()
    {
        QTest::addColumn<BinScale>("scale");
        QTest::addRow("linear") << BinScale::Linear;
        QTest::addRow("logarithmic") << BinScale::Logarithmic;
    }
    void hoverReportsTheBin()
    {
        QFETCH(BinScale, scale);
        Histogram histogram;
        histogram.resize(600, 200);
        histogram.setBins(bins(scale));
        histogram.show();
        QVERIFY(QTest::qWaitForWindowExposed(&histogram));
        QSignalSpy hovered(&histogram, &Histogram::binHovered);
        for (std::size_t bin = 0; bin < histogram.bins().counts.size(); ++bin) {
            QTest::mouseMove(plot(histogram), middle(histogram, bin));
            QVERIFY(!hovered.isEmpty());
            QCOMPARE(hovered.takeLast()[0].toString(), histogram.binText(bin));
        }
        QVERIFY(histogram.binText(0).contains(QString::number(histogram.bins().counts[0]) + " instances"));
    }

    void usesTheColoursOfTheTheme()
    {
        Histogram histogram;
        histogram.resize(600, 200);
        histogram.setTheme(Theme::dark());
        histogram.setBins(bins());
        histogram.show();
        QVERIFY(QTest::qWaitForWindowExposed(&histogram));
        // The theme has no black; it is the default colour of QCPAxis.
        const QImage image = histogram.grab().toImage();
        int black = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                black += image.pixel(x, y) == qRgb(0, 0, 0);
        }
        QCOMPARE(black, 0);
    }

    void dragSelectsWholeBins()
    {
        Histogram histogram;
        histogram.resize(600, 200);
        histogram.setBins(bins());
        histogram.show();
        QVERIFY(QTest::qWaitForWindowExposed(&histogram));
        QSignalSpy changed(&histogram, &Histogram::brushChanged);
        // In the other direction, too.
        press(histogram, 7);
        QTest::mouseMove(plot(histogram), middle(histogram, 5));
        QTest::mouseMove(plot(histogram), middle(histogram, 3));
        QCOMPARE(changed.count(), 0); // no signal during the drag
        QTest::mouseRelease(plot(histogram), Qt::LeftButton, {}, middle(histogram, 3));
        QCOMPARE(changed.count(), 1);
        const auto& edges = histogram.bins().edges;
        QCOMPARE(histogram.brushed().value_or(DurationRange()), (DurationRange{edges[3], edges[8]}));

        // A drag beyond the last bar selects to the end.
        press(histogram, 2);
        QTest::mouseMove(plot(histogram), QPoint(histogram.width() + 50, 60));
        QTest::mouseRelease(plot(histogram), Qt::LeftButton, {}, QPoint(histogram.width() + 50, 60));
        QCOMPARE(histogram.brushed().value_or(DurationRange()), (DurationRange{edges[2], edges.back()}));
    }

    void escapeAndClickBesideClearTheSelection()
    {
        Histogram histogram;
        histogram.resize(600, 200);
        histogram.setBins(bins());
        histogram.show();
        QVERIFY(QTest::qWaitForWindowExposed(&histogram));
        press(histogram, 4);
        QTest::mouseRelease(plot(histogram), Qt::LeftButton, {}, middle(histogram, 4));
        QVERIFY(histogram.brushed());
        QSignalSpy changed(&histogram, &Histogram::brushChanged);
        QTest::keyClick(&histogram, Qt::Key_Escape);
        QVERIFY(!histogram.brushed());
        QCOMPARE(changed.count(), 1);
        press(histogram, 4);
        QTest::mouseRelease(plot(histogram), Qt::LeftButton, {}, middle(histogram, 4));
        QTest::mouseClick(plot(histogram), Qt::LeftButton, {}, QPoint(histogram.width() - 2, histogram.height() - 2));
        QVERIFY(!histogram.brushed());
    }

    void keyboardSelects()
    {
        Histogram histogram;
        histogram.setBins(bins());
        QSignalSpy changed(&histogram, &Histogram::brushChanged);
        const auto& edges = histogram.bins().edges;
        QTest::keyClick(&histogram, Qt::Key_Right);
        QTest::keyClick(&histogram, Qt::Key_Right);
        QCOMPARE(*histogram.brushed(), (DurationRange{edges[1], edges[2]}));
        QTest::keyClick(&histogram, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&histogram, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(*histogram.brushed(), (DurationRange{edges[1], edges[4]}));
        QTest::keyClick(&histogram, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(*histogram.brushed(), (DurationRange{edges[1], edges[3]}));
        QTest::keyClick(&histogram, Qt::Key_Left);
        QCOMPARE(*histogram.brushed(), (DurationRange{edges[0], edges[1]}));
        QCOMPARE(changed.count(), 6);
    }

    void newBinsClearTheSelection()
    {
        Histogram histogram;
        histogram.setBins(bins());
        QTest::keyClick(&histogram, Qt::Key_Right);
        QSignalSpy changed(&histogram, &Histogram::brushChanged);
        histogram.setBins({});
        QVERIFY(!histogram.brushed());
        QCOMPARE(changed.count(), 0);
        QTest::keyClick(&histogram, Qt::Key_Right); // no bins
        QVERIFY(!histogram.brushed());
    }

    /// In both themes; bins that are not selected are faded.
    void barsHaveTheHeightOfTheirCounts()
    {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            Histogram histogram;
            histogram.resize(600, 200);
            histogram.setTheme(theme);
            DurationBins two;
            two.edges = {0, 1, 2};
            two.counts = {10, 5};
            histogram.setBins(two);
            histogram.show();
            QVERIFY(QTest::qWaitForWindowExposed(&histogram));
            QTest::qWait(30);
            const QImage image = histogram.grab().toImage();
            const QRect left = histogram.binRect(0);
            const QRect right = histogram.binRect(1);
            const QRgb bar = image.pixel(left.center());
            QCOMPARE(image.pixel(right.center().x(), left.top() + left.height() * 3 / 4), bar);
            QVERIFY(image.pixel(right.center().x(), left.top() + left.height() / 4) != bar); // above its top
            QVERIFY(image.pixel(left.center().x(), left.top() + left.height() / 4) == bar);
            QTest::keyClick(&histogram, Qt::Key_Right);
            QTest::qWait(30);
            QVERIFY(histogram.grab().toImage().pixel(right.center().x(), left.top() + left.height() * 3 / 4) != bar);
        }
    }
};

QTEST_MAIN(TestHistogram)
#include "tst_histogram.moc"
