#include "widgets/theme.h"

#include <QGuiApplication>
#include <QSet>
#include <QTest>

namespace stepscope::widgets {

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void textIsReadable_data();
    void textIsReadable();
    void opColoursAreStableAndReadable();
    void coloursTellThingsApart();
};

void ThemeTest::textIsReadable_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void ThemeTest::textIsReadable()
{
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::dark() : Theme::light();
    constexpr double kReadable = 4.5;
    for (const QColor& behind : {theme.surface, theme.header, theme.window}) {
        for (const QColor& ink : {theme.text, theme.mutedText, theme.warning, theme.error, theme.accent})
            QVERIFY2(contrastRatio(ink, behind) >= kReadable, qPrintable(ink.name() + " on " + behind.name()));
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
        const QColor step = theme.colour({Ink::Kind::Step, i});
        QVERIFY(contrastRatio(theme.textOn(step), step) >= kReadable);
    }
    QVERIFY(contrastRatio(theme.textOn(theme.cursor), theme.cursor) >= kReadable);
    QVERIFY(contrastRatio(theme.textOn(theme.accent), theme.accent) >= kReadable);
    // Lines are seen against what lies behind them.
    for (const char* role : {"system", "cpu", "gpu", "memory", "soc", "other"})
        QVERIFY2(contrastRatio(theme.railColour(role), theme.surface) >= 1.9, role);
}

void ThemeTest::opColoursAreStableAndReadable()
{
    // The same in every recording, process and machine: so these are fixed.
    QCOMPARE(opIndex("aten::conv2d"), opIndex(std::string("aten::") + "conv2d"));
    QCOMPARE(opIndex(""), 2166136261U ^ (2166136261U >> 16U));
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        QSet<QRgb> seen;
        for (std::uint32_t i = 0; i < 28; ++i) {
            const QColor colour = theme.colour({Ink::Kind::Op, i});
            seen.insert(colour.rgb());
            QVERIFY2(contrastRatio(theme.textOn(colour), colour) >= 4.5, qPrintable(colour.name()));
        }
        QCOMPARE(seen.size(), 28);
    }
}

void ThemeTest::coloursTellThingsApart()
{
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        QSet<QRgb> rails;
        for (const char* role : {"system", "cpu", "gpu", "memory", "soc", "other"})
            rails.insert(theme.railColour(role).rgb());
        QCOMPARE(rails.size(), 6);
        QVERIFY(theme.clusterColour(0) != theme.clusterColour(1));
        QCOMPARE(theme.railColour("gpu"), theme.colour({Ink::Kind::Gpu, 0})); // one thing, one colour
    }
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::ThemeTest)
#include "tst_theme.moc"
