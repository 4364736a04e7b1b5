#include "ui/window/fuzzymatch.h"

#include <QTest>

using namespace stepscope::ui;

class TestFuzzyMatch : public QObject
{
    Q_OBJECT

private slots:
    void lettersMatchInOrder()
    {
        QVERIFY(fuzzyScore("cnv", "aten::conv2d"));
        QVERIFY(fuzzyScore("CONV", "aten::conv2d"));
        QVERIFY(fuzzyScore("2d conv", "aten::conv2d")); // words in any order
        QVERIFY(fuzzyScore("", "anything"));
        QVERIFY(!fuzzyScore("vnc", "aten::conv2d"));
        QVERIFY(!fuzzyScore("conv3", "aten::conv2d"));
        QVERIFY(!fuzzyScore("a", ""));
    }

    void betterMatchesComeFirst_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("whole word") << "conv"
                                    << "aten::conv2d"
                                    << "concatenation_of_views";
        QTest::newRow("starts of words") << "zs"
                                         << "Zoom to the step"
                                         << "quartz glass";
        QTest::newRow("short text") << "step"
                                    << "Step"
                                    << "Step through all instances of the op that was chosen last";
        QTest::newRow("later but whole") << "log"
                                         << "l o g log"
                                         << "l on gone";
    }
    void betterMatchesComeFirst()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        const auto first = fuzzyScore(pattern, better);
        const auto second = fuzzyScore(pattern, worse);
        QVERIFY(first && second);
        QVERIFY2(*first > *second, qPrintable(QStringLiteral("%1, %2").arg(*first).arg(*second)));
    }
};

QTEST_GUILESS_MAIN(TestFuzzyMatch)
#include "tst_fuzzymatch.moc"
