#include "widgets/render/theme.h"

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
    void coloursAreDistinct();
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
        for (const QColor& color : {theme.text, theme.mutedText, theme.warning, theme.error, theme.accent})
            QVERIFY2(contrastRatio(color, behind) >= kReadable, qPrintable(color.name() + " on " + behind.name()));
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
        const QColor step = theme.colour({ColorRole::Kind::Step, i});
        QVERIFY(contrastRatio(theme.textOn(step), step) >= kReadable);
    }
    QVERIFY(contrastRatio(theme.textOn(theme.cursor), theme.cursor) >= kReadable);
    QVERIFY(contrastRatio(theme.textOn(theme.accent), theme.accent) >= kReadable);
    // Contrast of lines to their background.
    for (const char* role : {"system", "cpu", "gpu", "memory", "soc", "other"})
        QVERIFY2(contrastRatio(theme.colour(railColor(role)), theme.surface) >= 1.9, role);
}

void ThemeTest::opColoursAreStableAndReadable()
{
    // The indices are equal in every recording, process and version.
    QCOMPARE(opIndex("aten::conv2d"), opIndex(std::string("aten::") + "conv2d"));
    QCOMPARE(opIndex(""), 2166136261U ^ (2166136261U >> 16U));
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        QSet<QRgb> seen;
        for (std::uint32_t i = 0; i < 28; ++i) {
            const QColor colour = theme.colour({ColorRole::Kind::Op, i});
            seen.insert(colour.rgb());
            QVERIFY2(contrastRatio(theme.textOn(colour), colour) >= 4.5, qPrintable(colour.name()));
        }
        QCOMPARE(seen.size(), 28);
    }
}

void ThemeTest::coloursAreDistinct()
{
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        QSet<QRgb> rails;
        for (const char* role : {"system", "cpu", "gpu", "memory", "soc", "other"})
            rails.insert(theme.colour(railColor(role)).rgb());
        QCOMPARE(rails.size(), 6);
        QVERIFY(theme.colour({ColorRole::Kind::Cluster, 0}) != theme.colour({ColorRole::Kind::Cluster, 1}));
        QCOMPARE(theme.colour(railColor("gpu")),
                 theme.colour({ColorRole::Kind::Gpu, 0})); // same colour for the same thing
    }
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::ThemeTest)
#include "tst_theme.moc"
