// Filling many vertical lines at once gives the pixels of filling each of them.

#include "widgets/render/rastersurface.h"

#include <QTest>

#include <random>

namespace stepscope::widgets {

class RasterSurfaceTest : public QObject
{
    Q_OBJECT

private slots:
    void verticalsEqualSingleColumns_data()
    {
        QTest::addColumn<QRect>("clip");
        QTest::newRow("whole") << QRect(0, 0, 200, 100);
        QTest::newRow("clipped at each side") << QRect(13, 35, 150, 20);
        QTest::newRow("outside") << QRect(0, 90, 200, 10);
    }
    void verticalsEqualSingleColumns()
    {
        QFETCH(QRect, clip);
        constexpr int kColumns = 180;
        constexpr unsigned kShare = 77;
        const QPoint origin(7, 30);
        const Viewport viewport{{0, 1000}, kColumns, 50, kColumns};
        RasterSurface::Verticals lines;
        lines.clear(kColumns);
        std::mt19937 random(1);
        for (std::size_t x = 0; x < kColumns; x += 1 + random() % 3) { // columns between them stay empty
            lines.tops[x] = static_cast<int>(random() % 80) - 20;
            lines.bottoms[x] = static_cast<int>(random() % 80) - 10;
        }
        QImage together(200, 100, QImage::Format_RGB32);
        together.fill(0xff102030);
        QImage single = together;
        RasterSurface all(together, origin, clip, viewport);
        all.fill(lines, 0xff80ff01);
        all.tint(lines, 0xff0010f0, kShare);
        RasterSurface one(single, origin, clip, viewport);
        for (int x = 0; x < kColumns; ++x) {
            const auto at = static_cast<std::size_t>(x);
            one.fill(x, lines.tops[at], lines.bottoms[at], 0xff80ff01);
            one.tint(x, x + 1, lines.tops[at], lines.bottoms[at], 0xff0010f0, kShare);
        }
        QCOMPARE(together, single);
    }
};

} // namespace stepscope::widgets

QTEST_GUILESS_MAIN(stepscope::widgets::RasterSurfaceTest)
#include "tst_rastersurface.moc"
