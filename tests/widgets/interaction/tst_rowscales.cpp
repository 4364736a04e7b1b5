#include "tests/widgets/rows/rowsfixture.h"
#include "widgets/interaction/scaledialog.h"
#include "widgets/tracks/valuetext.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

/// The scale of a row's values: automatic, fixed, logarithmic, dragged.
class RowScalesTest
    : public QObject
    , private RowsFixture
{
    Q_OBJECT

    const Geometry& geometry(std::string_view row) const { return *canvas()->geometryOf(indexOf(row)); }
    RowScale scale(const std::string& row) const { return arranger()->scaleOf(row); }
    /// The middle of the number of a level.
    QPoint numberOf(std::string_view row, std::size_t level) const
    {
        const Geometry& shown = geometry(row);
        const QRect rect = canvas()->rowRect(indexOf(row));
        const double y = rect.top() + yOf(shown.levels[level].value, shown, rect.height() - 1);
        return {rect.left() - 8, int(std::clamp(y, rect.top() + 8.0, rect.bottom() - 8.0))};
    }
    std::size_t upperLevel(std::string_view row) const
    {
        const auto& levels = geometry(row).levels;
        const auto upper = std::max_element(levels.begin(), levels.end(),
                                            [](const Level& a, const Level& b) { return a.value < b.value; });
        return static_cast<std::size_t>(upper - levels.begin());
    }

private slots:
    void initTestCase() { begin(); }
    void init() { open(); }
    void cleanup() { close(); }

    void aFixedRangeIsDrawn();
    void aLogarithmicScaleShowsDecades();
    void linearAndLogarithmicAgree();
    void theDialogTakesNumbers();
    void theDialogRefusesNonsense();
    void numbersAreDragged();
    void loadsAreDraggedAsRailsAre();
    void escapeCancelsADrag();
    void keysChangeTheRowBelowThePointer();
    void arrangementsKeepScales();
    void badScalesAreIgnored();
};

void RowScalesTest::aFixedRangeIsDrawn()
{
    arranger()->setScale("memory", {1e9, 3e9, false});
    drawn();
    QCOMPARE(geometry("memory").valueMin, 1e9);
    QCOMPARE(geometry("memory").valueMax, 3e9);
    QCOMPARE(geometry("memory").levels.size(), std::size_t{2});
    QCOMPARE(geometry("memory").levels[0].text, valueText(3e9, "B"));
    choose("scaleAutomatic", labelOf("memory"));
    drawn();
    QVERIFY(geometry("memory").valueMax != 3e9);
}

void RowScalesTest::aLogarithmicScaleShowsDecades()
{
    arranger()->setScale("memory", {1e6, 1e10, true});
    drawn();
    const Geometry& shown = geometry("memory");
    QCOMPARE(shown.valueMin, 6.0);
    QCOMPARE(shown.valueMax, 10.0);
    QVERIFY(shown.levels.size() >= 3);
    QCOMPARE(shown.levels[1].text, valueText(1e7, "B"));
    QCOMPARE(shown.levels[1].value, 7.0);
}

/// Every drawn value is the logarithm of the linear one.
void RowScalesTest::linearAndLogarithmicAgree()
{
    const Geometry before = geometry("power");
    choose("scaleLogarithmic", labelOf("power"));
    drawn();
    const Geometry& after = geometry("power");
    QCOMPARE(after.series.size(), before.series.size());
    std::size_t compared = 0;
    for (std::size_t i = 0; i < before.series.size(); ++i) {
        QCOMPARE(after.series[i].columns.size(), before.series[i].columns.size());
        for (std::size_t j = 0; j < before.series[i].columns.size(); ++j) {
            const double value = before.series[i].columns[j].max;
            if (value <= std::pow(10.0, after.valueMin))
                continue;
            ++compared;
            QVERIFY(std::abs(after.series[i].columns[j].max - std::log10(value)) < 1e-12);
        }
    }
    QVERIFY(compared > 100);
}

void RowScalesTest::theDialogTakesNumbers()
{
    choose("scaleFixed", labelOf("power"));
    auto* dialog = m_timeline->findChild<ScaleDialog*>("scaleDialog");
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>("scaleMax")->setText("20");
    dialog->findChild<QLineEdit*>("scaleMin")->setText("5");
    dialog->accept();
    QCOMPARE(scale("power"), (RowScale{5.0, 20.0, false}));
    drawn();
    QCOMPARE(geometry("power").levels[1].text, valueText(5, "W"));
    // Rows in shares are entered in per cent, rows in bytes with the prefix that they display.
    ScaleDialog percent("cpu0", {}, "1", 1);
    percent.findChild<QLineEdit*>("scaleMax")->setText("50");
    QCOMPARE(percent.scale().max.value(), 0.5);
    ScaleDialog bytes("memory", {2e9, {}, false}, "B", 8e9);
    QCOMPARE(bytes.findChild<QLineEdit*>("scaleMin")->text(), "2");
    bytes.findChild<QLineEdit*>("scaleMax")->setText("4");
    QCOMPARE(bytes.scale(), (RowScale{2e9, 4e9, false}));
}

void RowScalesTest::theDialogRefusesNonsense()
{
    ScaleDialog dialog("power", {}, "W", 10);
    const auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY(ok->isEnabled());
    auto* max = dialog.findChild<QLineEdit*>("scaleMax");
    for (const char* text : {"x", "nan", "inf", "1e999"}) {
        max->setText(text);
        QVERIFY2(!ok->isEnabled(), text);
    }
    max->setText("1");
    dialog.findChild<QLineEdit*>("scaleMin")->setText("2");
    QVERIFY(!ok->isEnabled());
    max->clear();
    QVERIFY(ok->isEnabled());
}

void RowScalesTest::numbersAreDragged()
{
    const std::size_t top = upperLevel("power");
    const double value = geometry("power").levels[top].value;
    const QPoint from = numberOf("power", top);
    const QPoint to = from + QPoint(0, canvas()->rowRect(indexOf("power")).height() / 2);
    QSignalSpy chosen(arranger(), &RowArranger::chosen);
    drag(from, to, Qt::LeftButton);
    QCOMPARE(chosen.count(), 1); // one step of undo
    const RowScale dragged = scale("power");
    QVERIFY2(dragged.max && *dragged.max > 1.5 * value && *dragged.max < 3 * value,
             qPrintable(QString::number(dragged.max.value_or(0))));
    QVERIFY(!axis()->selection());
    drawn();
    QTest::mouseDClick(canvas(), Qt::LeftButton, {}, numberOf("power", upperLevel("power")));
    QVERIFY(scale("power").isAutomatic());
}

/// The mean of the cores, a core, and GPU and EMC where they are: each has a scale within 0 and 100 %.
void RowScalesTest::loadsAreDraggedAsRailsAre()
{
    Names loads;
    for (const Rows::Row& row : rows().all()) {
        const QRect rect = canvas()->rowRect(indexOf(row.name));
        if (row.track->limits().most == 1 && !row.place.isSummary && canvas()->dataArea().contains(rect.center()))
            loads.push_back(row.name);
    }
    QVERIFY(loads.size() >= 3);
    for (const std::string& name : loads) {
        const QPoint top = numberOf(name, upperLevel(name));
        const int height = canvas()->rowRect(indexOf(name)).height();
        QSignalSpy chosen(arranger(), &RowArranger::chosen);
        drag(top, top - QPoint(0, height), Qt::LeftButton);
        QCOMPARE(chosen.count(), 1); // one step of undo
        const RowScale enlarged = scale(name);
        QVERIFY2(enlarged.max && *enlarged.max > 0.35 && *enlarged.max < 0.6,
                 qPrintable(QString::number(enlarged.max.value_or(0))));
        drawn();
        QCOMPARE(geometry(name).valueMax, *enlarged.max);
        QVERIFY(geometry(name).levels[upperLevel(name)].text.endsWith('%'));

        // Back: never beyond 100 %, where the scale is the automatic one.
        const QPoint shown = numberOf(name, upperLevel(name));
        drag(shown, shown + QPoint(0, height), Qt::LeftButton);
        QVERIFY2(scale(name).isAutomatic(), qPrintable(QString::number(scale(name).max.value_or(0))));
        drawn();

        drag(top, top - QPoint(0, height), Qt::LeftButton);
        drawn();
        QVERIFY(!scale(name).isAutomatic());
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, numberOf(name, upperLevel(name)));
        QVERIFY(scale(name).isAutomatic());
        drawn();
    }
    choose("scaleLogarithmic", labelOf(loads.front()));
    QVERIFY(scale(loads.front()).isLogarithmic);
}

void RowScalesTest::escapeCancelsADrag()
{
    const RowArrangement before = arranger()->arrangement();
    const QPoint from = numberOf("power", upperLevel("power"));
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    moveTo(from + QPoint(0, 20), Qt::LeftButton);
    QVERIFY(arranger()->arrangement() != before);
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, from + QPoint(0, 20));
    QCOMPARE(arranger()->arrangement(), before);
}

void RowScalesTest::keysChangeTheRowBelowThePointer()
{
    moveTo(canvas()->rowRect(indexOf("power")).center());
    QTest::keyClick(m_timeline.get(), Qt::Key_Y);
    QVERIFY(scale("power").isLogarithmic);
    QTest::keyClick(m_timeline.get(), Qt::Key_Y);
    QVERIFY(scale("power").isAutomatic());
    arranger()->setScale("power", {1.0, 2.0, false});
    QTest::keyClick(m_timeline.get(), Qt::Key_Y, Qt::ShiftModifier);
    QVERIFY(scale("power").isAutomatic());
    moveTo(canvas()->rowRect(indexOf("steps")).center());
    QTest::keyClick(m_timeline.get(), Qt::Key_Y);
    QVERIFY(arranger()->arrangement().scales.empty());
}

void RowScalesTest::arrangementsKeepScales()
{
    RowArrangement arrangement;
    arrangement.setScale("power", {0.5, 20.0, true});
    arrangement.setScale("memory", {{}, 8e9, false});
    QCOMPARE(RowArrangement::fromJson(arrangement.toJson()), arrangement);
    QVERIFY(!arrangement.toJson().contains("min\":null"));
    arrangement.setScale("power", {});
    QCOMPARE(arrangement.scales.size(), std::size_t{1});
}

void RowScalesTest::badScalesAreIgnored()
{
    const RowArrangement read = RowArrangement::fromJson(
        R"({"scales":{"a":{"min":2,"max":1},"b":5,"c":{"min":"x"},"power":{"min":-3,"max":-1,"log":true}}})");
    QCOMPARE(read.scales.size(), std::size_t{1});
    const Geometry before = geometry("power");
    arranger()->setArrangement(read); // a logarithm of negative values does not exist: the scale stays automatic
    drawn();
    QCOMPARE(geometry("power").valueMax, before.valueMax);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::RowScalesTest)
#include "tst_rowscales.moc"
