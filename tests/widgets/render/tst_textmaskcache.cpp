#include "widgets/render/textmaskcache.h"

#include <QFont>
#include <QString>
#include <QTest>

using namespace stepscope::widgets;

class TestTextMaskCache : public QObject
{
    Q_OBJECT

private slots:
    /// A live run whose steps have a new label each, below an op that is always visible.
    void forgetsTextsThatAreNoLongerDrawn()
    {
        TextMaskCache cache;
        cache.use(QFont(), 1);
        const qint64 drawnFirst = cache.of("conv2d").image.cacheKey();
        for (int step = 0; step < 5000; ++step) {
            cache.use(QFont(), 1);
            QVERIFY(!cache.of(QStringLiteral("step %1").arg(step)).image.isNull());
            QCOMPARE(cache.of("conv2d").image.cacheKey(), drawnFirst);
            QVERIFY(cache.size() <= 2 * TextMaskCache::kGeneration);
        }
    }

    void masksStayValidWithinAFrame()
    {
        TextMaskCache cache;
        cache.use(QFont(), 1);
        const TextMaskCache::Mask& mask = cache.of("conv2d");
        const int width = mask.width();
        for (std::size_t i = 0; i < 3 * TextMaskCache::kGeneration; ++i)
            (void)cache.of(QString::number(i));
        QCOMPARE(&cache.of("conv2d"), &mask);
        QCOMPARE(mask.width(), width);
    }

    void anotherFontHasOtherMasks()
    {
        TextMaskCache cache;
        cache.use(QFont(), 1);
        const int width = cache.of("conv2d").width();
        cache.use(QFont(), 2);
        QCOMPARE(cache.size(), std::size_t{0});
        QVERIFY(cache.of("conv2d").width() > width * 3 / 2);
    }
};

QTEST_MAIN(TestTextMaskCache)
#include "tst_textmaskcache.moc"
