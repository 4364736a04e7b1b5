#include "widgets/render/columnpainter.h"
#include "widgets/render/rasterscale.h"
#include "widgets/render/rastersurface.h"

#include <QTest>

using namespace stepscope::widgets;

class TestRasterSurface : public QObject
{
    Q_OBJECT

    static constexpr QRgb kWhite = 0xffffffff;
    static constexpr QRgb kBlack = 0xff000000;

    static QImage blank(int width, int height)
    {
        QImage image(width, height, QImage::Format_RGB32);
        image.fill(kWhite);
        return image;
    }
    static Viewport viewportOf(int columns, int height)
    {
        return {{0, 1000}, static_cast<double>(columns), static_cast<double>(height), columns};
    }

private slots:
    void aColumnEndsAtTheClip()
    {
        QImage image = blank(8, 12);
        const QRect clip(2, 4, 3, 5);
        const RasterSurface surface(image, {1, 2}, clip, viewportOf(6, 9));
        for (int x = -3; x < 12; ++x) {
            surface.column(x).fill(-100, 100, kBlack);
            surface.column(x).tint(-100, 100, kBlack, 128);
            surface.column(x).softFill(-50.5, 50.5, kBlack);
        }
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                QCOMPARE(image.pixel(x, y), clip.contains(x, y) ? kBlack : kWhite);
    }

    void fractionsOfPixelsAreBlended_data()
    {
        QTest::addColumn<double>("top");
        QTest::addColumn<double>("bottom");
        QTest::addColumn<QList<double>>("shares"); // of black in each pixel
        QTest::newRow("both ends") << 1.25 << 3.5 << QList<double>{0, 0.75, 1, 0.5, 0};
        QTest::newRow("in one pixel") << 2.25 << 2.75 << QList<double>{0, 0, 0.5, 0, 0};
        QTest::newRow("whole pixels") << 1.0 << 3.0 << QList<double>{0, 1, 1, 0, 0};
        QTest::newRow("empty") << 2.0 << 2.0 << QList<double>{0, 0, 0, 0, 0};
        QTest::newRow("reversed") << 3.0 << 2.0 << QList<double>{0, 0, 0, 0, 0};
        QTest::newRow("from above") << -0.75 << 0.25 << QList<double>{0.25, 0, 0, 0, 0};
    }
    void fractionsOfPixelsAreBlended()
    {
        QFETCH(const double, top);
        QFETCH(const double, bottom);
        QFETCH(const QList<double>, shares);
        QImage image = blank(1, 5);
        const RasterSurface surface(image, {}, image.rect(), viewportOf(1, 5));
        surface.column(0).softFill(top, bottom, kBlack);
        for (int y = 0; y < 5; ++y) {
            const double black = 1 - qRed(image.pixel(0, y)) / 255.0;
            QVERIFY2(std::abs(black - shares[y]) < 0.01, qPrintable(QString("%1: %2").arg(y).arg(black)));
        }
    }

    /// From top to bottom of a column: background, the mean's line over its band, and the area below. A smoothed mean
    /// may lie above the band; then the area is above the band, too.
    void areaBandAndLine()
    {
        constexpr int kHeight = 100;
        constexpr QRgb kLine = 0xff0000ff;
        constexpr QRgb kBand = 0xff00ff00;
        constexpr QRgb kArea = 0xffff0000;
        Geometry geometry;
        Series& series = geometry.series.emplace_back();
        series.filled = true;
        series.isCrowded = true;
        for (int x = 0; x < 21; ++x) {
            const double value = x == 10 ? 0.9 : 0.2;
            series.columns.push_back({x, value - 0.1, value + 0.1, value, x > 0 && x != 15});
        }
        QImage image = blank(21, kHeight);
        RasterSurface surface(image, {}, image.rect(), viewportOf(21, kHeight));
        const RasterScale scale(geometry, kHeight, 1);
        paintColumns(surface, scale, series, {kLine, kBand, kArea, false}, 4);
        const auto at = [&](int x, double value) { return image.pixel(x, scale.row(value)); };
        const auto hasLine = [&](int x, double value) { // of 1.3 px
            const int y = scale.row(value);
            return qBlue(image.pixel(x, y - 1)) + qBlue(image.pixel(x, y)) + qBlue(image.pixel(x, y + 1)) > 255;
        };
        QCOMPARE(at(4, 0.35), kWhite);
        QCOMPARE(at(4, 0.26), kBand);
        QVERIFY(hasLine(4, 0.2));
        QCOMPARE(at(4, 0.14), kBand);
        QCOMPARE(at(4, 0.05), kArea);
        // Smoothed over five columns, the mean of this one is 0.34, above its band of 0.1 to 0.3.
        QVERIFY(hasLine(9, 0.34));
        QCOMPARE(at(9, 0.315), kArea);
        QCOMPARE(at(9, 0.25), kBand);
        // The step to column 10 is drawn there: from its neighbour's band to its own.
        QCOMPARE(at(10, 0.95), kBand);
        QCOMPARE(at(10, 0.7), kBand);
        QCOMPARE(at(9, 0.7), kWhite);
        // Nothing joins the columns at a gap.
        QCOMPARE(at(15, 0.35), kWhite);
    }

    void anOverlappingBandIsBlended()
    {
        Geometry geometry;
        Series& series = geometry.series.emplace_back();
        series.columns.push_back({0, 0.2, 0.8, 0.5, false});
        QImage image = blank(1, 50);
        RasterSurface surface(image, {}, image.rect(), viewportOf(1, 50));
        const RasterScale scale(geometry, 50, 1);
        paintColumns(surface, scale, series, {kBlack, kBlack, kBlack, true}, 4);
        const double black = 1 - qRed(image.pixel(0, scale.row(0.7))) / 255.0;
        QVERIFY2(std::abs(black - kBandShare) < 0.01, qPrintable(QString::number(black)));
        QCOMPARE(image.pixel(0, scale.row(0.9)), kWhite);
    }
};

QTEST_APPLESS_MAIN(TestRasterSurface)
#include "tst_rastersurface.moc"
