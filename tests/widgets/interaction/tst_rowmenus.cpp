#include "tests/widgets/rows/rowsfixture.h"

#include <cmath>

namespace stepscope::widgets {

/// Menus of rows, stored arrangements, and the display of rails.
class RowMenusTest
    : public QObject
    , private RowsFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void init() { open(); }
    void cleanup() { close(); }

    void menusCollapseAndExpandAll();
    void hiddenRowsComeBack();
    void lossesCannotBeHidden();
    void railsStackedOrSeparate();
    void joulesAccumulate();
    void arrangementsApplyToOtherRecordings();
    void goingToASpanExpandsItsGroup();
    void rightClickOpensTheMenu();
};

void RowMenusTest::menusCollapseAndExpandAll()
{
    const Names before = names();
    choose("collapseAll", labelOf("power"));
    QVERIFY(names().size() < before.size());
    QVERIFY(!arranger()->isAnyExpanded());
    choose("expandAll", labelOf("power"));
    QCOMPARE(names(), before);
    choose("toggleGroup", labelOf("cores:cpu1"));
    QVERIFY(!has("cores:cpu1"));
}

void RowMenusTest::hiddenRowsComeBack()
{
    const Names before = names();
    choose("hideRow", labelOf("cores:cpu0"));
    choose("hideRow", labelOf("memory"));
    QVERIFY(!has("cores:cpu0") && !has("memory"));
    choose("showRow", labelOf("power")); // the first of them
    QVERIFY(has("cores:cpu0") && !has("memory"));
    choose("showHidden", labelOf("power"));
    QCOMPARE(names(), before);
}

void RowMenusTest::lossesCannotBeHidden()
{
    const std::unique_ptr<QMenu> menu(arranger()->makeMenu(labelOf("events"), m_timeline.get()));
    QVERIFY(!menu->findChild<QAction*>(QStringLiteral("hideRow"))->isEnabled());
    click(headerOf("steps"));
    QVERIFY(has("events"));
}

void RowMenusTest::railsStackedOrSeparate()
{
    const Names before = names();
    choose("railsSeparate", labelOf("power"));
    const Names rails = namesIn("power");
    QCOMPARE(rails.size(), keysOfRails(m_view).size());
    QVERIFY(rails.size() > 2);
    QCOMPARE(rails.front(), std::string("power:VDD_IN"));
    QVERIFY(!has("power"));
    choose("railsStacked", labelOf(rails[1]));
    QCOMPARE(names(), before);
}

void RowMenusTest::joulesAccumulate()
{
    choose("railsJoules", labelOf("power"));
    const Rows::Row& row = rows().all()[indexOf("power")];
    const auto readouts = row.track->readouts(m_view, m_view.extent().end - 1'000'000'000);
    QVERIFY(!readouts.empty());
    for (const Readout& readout : readouts)
        QVERIFY2(readout.value.endsWith(QLatin1Char('J')), qPrintable(readout.value));
    const Geometry geometry = row.track->geometry(m_view, {m_view.extent(), 800, 96, 800});
    QVERIFY(!geometry.stack.empty() && !geometry.series.empty());
    const std::size_t in = row.track->channels().front();
    double joules = 0;
    for (const Column& column : geometry.series.front().columns) {
        QVERIFY(column.max >= joules); // it does not decrease
        joules = column.max;
    }
    const double exact = m_view.channels()[in].integral(m_view.extent()).value;
    QVERIFY(std::abs(joules - exact) <= exact * 1e-12);
    QVERIFY(geometry.valueMax >= exact);
    choose("railsSeparate", labelOf("power"));
    QVERIFY(has("power:VDD_IN"));
    QVERIFY(arranger()->arrangement().rails.joules);
    choose("railsWatts", labelOf("power:VDD_IN"));
    choose("railsStacked", labelOf("power:VDD_IN"));
    QVERIFY(has("power"));
}

void RowMenusTest::arrangementsApplyToOtherRecordings()
{
    drag(labelOf("cores:cpu0"), labelOf("memory"), Qt::LeftButton);
    choose("pinRow", labelOf("power"));
    choose("hideRow", labelOf("gpu:GPU"));
    drag(edgeOf("memory"), edgeOf("memory") + QPoint(0, 24), Qt::LeftButton);
    click(headerOf("ops"));
    const Names arranged = names();
    // Another recording of the same kinds, in another window.
    const QByteArray text = arranger()->arrangement().toJson();
    show(testing::viewOf(testing::makeTrainingRecording({.steps = 12, .seed = 9})));
    QVERIFY(names() != arranged);
    QSignalSpy changed(arranger(), &RowArranger::arrangementChanged);
    arranger()->setArrangement(RowArrangement::fromJson(text));
    drawn();
    QTRY_COMPARE(names(), arranged);
    QCOMPARE(changed.count(), 0); // not by the user
    // A recording with fewer rows keeps the names that it does not have.
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording({.steps = 12, .gpu = false, .rails = false})));
    drawn();
    QTRY_VERIFY(!has("power"));
    QCOMPARE(arranger()->arrangement().toJson(), text);
    m_timeline->setView(m_view);
    drawn();
    QTRY_COMPARE(names(), arranged);
}

void RowMenusTest::goingToASpanExpandsItsGroup()
{
    click(headerOf("ops"));
    QVERIFY(arranger()->arrangement().collapsed.contains("ops"));
    const std::size_t lane = m_view.lanes().size() - 1;
    m_timeline->goToSpan(lane, 0);
    drawn();
    const std::size_t row = rows().ofLane(lane);
    QVERIFY(row != kNoIndex);
    QVERIFY(!rows().all()[row].place.isSummary);
    QVERIFY(canvas()->rowRect(row).intersects(canvas()->dataArea()));
}

void RowMenusTest::rightClickOpensTheMenu()
{
    QTest::mouseClick(canvas(), Qt::RightButton, {}, labelOf("power"));
    auto* menu = m_timeline->findChild<QMenu*>(QStringLiteral("rowMenu"));
    QVERIFY(menu);
    QVERIFY(menu->isVisible());
    QVERIFY(menu->findChild<QAction*>(QStringLiteral("railsJoules")));
    menu->close();
    QTest::mouseClick(canvas(), Qt::RightButton, {}, labelOf("cores:cpu1"));
    for (QMenu* other : m_timeline->findChildren<QMenu*>(QStringLiteral("rowMenu"))) {
        if (other->isVisible()) {
            QVERIFY(!other->findChild<QAction*>(QStringLiteral("railsJoules")));
            other->close();
        }
    }
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::RowMenusTest)
#include "tst_rowmenus.moc"
