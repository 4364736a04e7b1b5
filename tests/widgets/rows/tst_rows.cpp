#include "tests/widgets/rows/rowsfixture.h"
#include "widgets/timeline/labelcolumn.h"

#include <QScrollBar>

namespace stepscope::widgets {

/// Gestures on the labels of rows.
class RowsTest
    : public QObject
    , private RowsFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void init() { open(); }
    void cleanup() { close(); }

    void headersCollapseAndExpand();
    void trianglesOfSingleRowsCollapse();
    void keysCollapseTheGroupUnderThePointer();
    void dragsReorder();
    void escapeCancelsADrag();
    void rowsDoNotLeaveTheirGroup();
    void headersMoveTheirGroup();
    void pinnedRowsStayWhileTheRestScrolls();
    void pinnedRowsAreReordered();
    void edgesChangeHeights();
    void otherRowsKeepTheirHeightsDuringADrag();
    void escapeRestoresTheHeight();
    void framesDoNotPlaceRowsAgain();
};

void RowsTest::headersCollapseAndExpand()
{
    const Names before = names();
    QSignalSpy changed(arranger(), &RowArranger::arrangementChanged);
    const int height = rows().leastHeight();
    click(headerOf("processor"));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(namesIn("processor"), Names{"cpu"}); // the mean replaces the cores
    const std::size_t summary = indexOf("cpu");
    QVERIFY(rows().all()[summary].place.isSummary);
    QCOMPARE(canvas()->rowRect(summary).height(), kGroupHeader);
    QVERIFY(rows().leastHeight() < height - 5 * 24);
    click(headerOf("processor"));
    QCOMPARE(names(), before);
    QCOMPARE(changed.count(), 2);
    QVERIFY(!axis()->selection()); // clicks on labels do not select
}

void RowsTest::trianglesOfSingleRowsCollapse()
{
    const std::size_t row = indexOf("power");
    const int height = canvas()->rowRect(row).height();
    const QPoint triangle(LabelColumn::kTriangleWidth / 2, canvas()->rowRect(row).top() + 16);
    click(labelOf("power"));
    QCOMPARE(canvas()->rowRect(indexOf("power")).height(), height); // only the triangle collapses
    click(triangle);
    QCOMPARE(canvas()->rowRect(indexOf("power")).height(), kGroupHeader);
    click(headerOf("power"));
    QCOMPARE(canvas()->rowRect(indexOf("power")).height(), height);
}

void RowsTest::keysCollapseTheGroupUnderThePointer()
{
    moveTo(canvas()->rowRect(indexOf("cores:cpu0")).center());
    QTest::keyClick(m_timeline.get(), Qt::Key_C);
    drawn();
    QVERIFY(!has("cores:cpu0"));
    QVERIFY(has("power"));
    moveTo(headerOf("processor"));
    QTest::keyClick(m_timeline.get(), Qt::Key_C);
    drawn();
    QVERIFY(has("cores:cpu0"));
    QTest::keyClick(m_timeline.get(), Qt::Key_C, Qt::ShiftModifier);
    drawn();
    QVERIFY(!arranger()->isAnyExpanded());
    QVERIFY(has("events")); // events and losses are always shown
    QTest::keyClick(m_timeline.get(), Qt::Key_C, Qt::ShiftModifier);
    drawn();
    QVERIFY(arranger()->arrangement().collapsed.empty());
}

void RowsTest::dragsReorder()
{
    const Names before = namesIn("processor");
    QVERIFY(before.size() > 4);
    QSignalSpy changed(arranger(), &RowArranger::arrangementChanged);
    QSignalSpy selected(axis(), &TimeAxis::selectionChanged);
    const QRect target = canvas()->rowRect(indexOf(before[3]));
    const QPoint to(60, target.top() + 4); // above the fourth
    QTest::mousePress(canvas(), Qt::LeftButton, {}, labelOf(before[0]));
    moveTo((labelOf(before[0]) + to) / 2, Qt::LeftButton);
    moveTo(to, Qt::LeftButton);
    QCOMPARE(canvas()->scene().rowDrag.dragged, before[0]);
    QCOMPARE(canvas()->scene().rowDrag.dropsAt, std::optional(target.top()));
    QCOMPARE(namesIn("processor"), before); // not before the release
    // Directly below itself, it does not move and no place is marked.
    moveTo(QPoint(60, canvas()->rowRect(indexOf(before[1])).top() + 2), Qt::LeftButton);
    QVERIFY(!canvas()->scene().rowDrag.dropsAt);
    moveTo(to, Qt::LeftButton);
    drawn();
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    drawn();
    Names expected = before;
    std::rotate(expected.begin(), expected.begin() + 1, expected.begin() + 3);
    QCOMPARE(namesIn("processor"), expected);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(selected.count(), 0);
    choose("resetRows", labelOf("power"));
    QCOMPARE(namesIn("processor"), before);
}

void RowsTest::escapeCancelsADrag()
{
    const Names before = names();
    QSignalSpy changed(arranger(), &RowArranger::arrangementChanged);
    const QPoint to = labelOf("cores:cpu3");
    QTest::mousePress(canvas(), Qt::LeftButton, {}, labelOf("cores:cpu0"));
    moveTo(to, Qt::LeftButton);
    moveTo(to + QPoint(0, 1), Qt::LeftButton);
    QVERIFY(!canvas()->scene().rowDrag.dragged.empty());
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QVERIFY(canvas()->scene().rowDrag.dragged.empty());
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    drawn();
    QCOMPARE(names(), before);
    QCOMPARE(changed.count(), 0);
}

void RowsTest::rowsDoNotLeaveTheirGroup()
{
    // The marked place is at the end of its group.
    const QPoint from = labelOf("cores:cpu0");
    const QPoint to = labelOf("memory");
    const QRect last = canvas()->rowRect(indexOf(namesIn("processor").back()));
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    moveTo((from + to) / 2, Qt::LeftButton);
    moveTo(to, Qt::LeftButton);
    QCOMPARE(canvas()->scene().rowDrag.dropsAt, std::optional(last.bottom() + 1));
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    drawn();
    QCOMPARE(namesIn("processor").back(), std::string("cores:cpu0"));
    drag(labelOf("cores:cpu0"), QPoint(60, 2), Qt::LeftButton); // over the ruler
    drawn();
    QCOMPARE(namesIn("processor").front(), std::string("cores:cpu0"));
}

void RowsTest::headersMoveTheirGroup()
{
    const Names cores = namesIn("processor");
    drag(headerOf("processor"), labelOf("power") + QPoint(0, 44), Qt::LeftButton);
    drawn();
    QVERIFY(indexOf("power") < indexOf("cores:cpu0"));
    QVERIFY(indexOf("cores:cpu0") < indexOf("memory"));
    QCOMPARE(namesIn("processor"), cores);
    // A row without neighbours moves its group.
    drag(labelOf("power"), QPoint(60, canvas()->rowArea().top() + 2), Qt::LeftButton);
    drawn();
    QCOMPARE(names().front(), std::string("power"));
    QVERIFY(!arranger()->arrangement().groupOrder.empty());
    QVERIFY(arranger()->arrangement().rowOrder.empty());
}

void RowsTest::pinnedRowsStayWhileTheRestScrolls()
{
    m_timeline->resize(1200, 360);
    RowArrangement opened;
    opened.opened = {"processor", "memory"}; // the height would not suffice for them and the ops
    arranger()->setArrangement(opened);
    drawn();
    const QPoint label = labelOf("cores:cpu0");
    moveTo(label);
    const QPoint pin = LabelColumn::pinRect(canvas()->rowRect(indexOf("cores:cpu0"))).center();
    moveTo(pin);
    QVERIFY(canvas()->scene().rowDrag.overPin);
    // The pin button does not start a drag.
    const Names order = names();
    drag(pin, pin + QPoint(0, 60), Qt::LeftButton);
    QCOMPARE(names(), order);
    moveTo(pin);
    click(pin);
    QCOMPARE(names().front(), std::string("cores:cpu0"));
    const QRect pinned = canvas()->rowRect(0);
    QCOMPARE(pinned.top(), canvas()->dataArea().top());
    const QRect other = canvas()->rowRect(indexOf("cores:cpu1"));
    auto* bar = m_timeline->findChild<QScrollBar*>();
    QVERIFY(bar->isVisible());
    wheel(labelOf("cores:cpu1"), -240);
    drawn();
    QVERIFY(bar->value() > 0);
    QCOMPARE(canvas()->rowRect(0), pinned);
    QCOMPARE(canvas()->rowRect(indexOf("cores:cpu1")).top(), other.top() - bar->value());
    // Hit tests find the pinned row, not the rows behind it.
    QCOMPARE(canvas()->rowAt(QPointF(600, pinned.center().y())), std::size_t{0});
    bar->setValue(bar->maximum());
    drawn();
    const Rows::Row& last = rows().all().back();
    QVERIFY(canvas()->rowRect(rows().all().size() - 1).bottom() <= canvas()->dataArea().bottom() + 1);
    QVERIFY(last.height > 0);
    moveTo(pinned.center());
    QTest::keyClick(m_timeline.get(), Qt::Key_P);
    drawn();
    QVERIFY(names().front() != "cores:cpu0");
    QCOMPARE(rows().pinnedHeight(), 0);
}

void RowsTest::pinnedRowsAreReordered()
{
    choose("pinRow", labelOf("cores:cpu0"));
    choose("pinRow", labelOf("power"));
    QCOMPARE(firstTwo(), (Names{"cores:cpu0", "power"}));
    drag(labelOf("power"), QPoint(60, canvas()->rowArea().top() + 3), Qt::LeftButton);
    drawn();
    QCOMPARE(firstTwo(), (Names{"power", "cores:cpu0"}));
    choose("pinRow", labelOf("power"));
    QCOMPARE(names().front(), std::string("cores:cpu0"));
}

void RowsTest::edgesChangeHeights()
{
    const auto height = [this](std::string_view name) { return canvas()->rowRect(indexOf(name)).height(); };
    const int before = height("cores:cpu0");
    moveTo(edgeOf("cores:cpu0"));
    QCOMPARE(canvas()->cursor().shape(), Qt::SplitVCursor);
    moveTo(QPointF(600, 300));
    QVERIFY(canvas()->cursor().shape() != Qt::SplitVCursor);
    QSignalSpy changed(arranger(), &RowArranger::arrangementChanged);
    drag(edgeOf("cores:cpu0"), edgeOf("cores:cpu0") + QPoint(0, 40), Qt::LeftButton);
    drawn();
    QCOMPARE(height("cores:cpu0"), before + 40);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(arranger()->arrangement().heights.size(), std::size_t{1}); // only this row has a chosen height
    drag(edgeOf("cores:cpu0"), edgeOf("cores:cpu0") - QPoint(0, 500), Qt::LeftButton);
    drawn();
    QCOMPARE(height("cores:cpu0"), RowArrangement::kLeastHeight);
    QTest::mouseDClick(canvas(), Qt::LeftButton, {}, edgeOf("cores:cpu0"));
    drawn();
    QCOMPARE(height("cores:cpu0"), before);
    QVERIFY(arranger()->arrangement().heights.empty());
    // A press on the edge without a movement changes nothing.
    click(edgeOf("cores:cpu0"));
    QVERIFY(arranger()->arrangement().heights.empty());
    drag(edgeOf("power"), edgeOf("power") + QPoint(0, 16), Qt::LeftButton);
    drawn();
    choose("defaultHeight", labelOf("power"));
    QVERIFY(arranger()->arrangement().heights.empty());
}

/// Also with distributed height: the edge stays at the pointer.
void RowsTest::otherRowsKeepTheirHeightsDuringADrag()
{
    m_timeline->resize(1200, 1500);
    drawn();
    const auto height = [this](std::string_view name) { return canvas()->rowRect(indexOf(name)).height(); };
    const QPoint edge = edgeOf("cores:cpu3");
    const int above = height("cores:cpu0");
    const int below = height("memory");
    QTest::mousePress(canvas(), Qt::LeftButton, {}, edge);
    for (const int far : {20, 60}) {
        moveTo(edge + QPoint(0, far), Qt::LeftButton);
        drawn();
        QCOMPARE(edgeOf("cores:cpu3"), edge + QPoint(0, far));
        QCOMPARE(height("cores:cpu0"), above);
        QCOMPARE(height("memory"), below);
    }
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, edge + QPoint(0, 60));
    QCOMPARE(arranger()->arrangement().heights.size(), std::size_t{1});
}

void RowsTest::escapeRestoresTheHeight()
{
    const int before = canvas()->rowRect(indexOf("power")).height();
    const QPoint edge = edgeOf("power");
    QTest::mousePress(canvas(), Qt::LeftButton, {}, edge);
    moveTo(edge + QPoint(0, 30), Qt::LeftButton);
    QCOMPARE(canvas()->rowRect(indexOf("power")).height(), before + 30); // during the drag
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, edge + QPoint(0, 30));
    drawn();
    QCOMPARE(canvas()->rowRect(indexOf("power")).height(), before);
    QVERIFY(arranger()->arrangement().heights.empty());
}

/// A view without new content does not change places.
void RowsTest::framesDoNotPlaceRowsAgain()
{
    const Rows::Row* before = rows().all().data();
    const QRect rect = canvas()->rowRect(3);
    for (int i = 0; i < 5; ++i) {
        m_timeline->setView(m_view);
        axis()->panBy(0.01);
        drawn();
    }
    QCOMPARE(rows().all().data(), before);
    QCOMPARE(canvas()->rowRect(3), rect);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::RowsTest)
#include "tst_rows.moc"
