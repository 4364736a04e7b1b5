#include "tests/support/guiwatchdog.h"
#include "tests/ui/windowfixture.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/recording/findbar.h"
#include "ui/recording/panels/querypanel.h"
#include "ui/recording/recordingpage.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;
using stepscope::testing::GuiWatchdog;

/// Navigation in the main window: search, instances, bookmarks, steps by number.
class TestNavigator
    : public QObject
    , private WindowFixture
{
    Q_OBJECT

    FindBar* bar() const { return m_window->findChild<FindBar*>("findBar"); }
    QLineEdit* words() const { return m_window->findChild<QLineEdit*>("findWords"); }
    QTreeWidget* bookmarks() const { return m_window->findChild<QTreeWidget*>("bookmarks"); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const { QTest::keyClick(timeline(), key, modifiers); }
    void search(const QString& text) const
    {
        press(Qt::Key_F);
        words()->clear();
        QTest::keyClicks(words(), text);
    }
    std::size_t countOf(std::string_view part) const
    {
        std::size_t count = 0;
        for (const trace::LaneView& lane : m_view.lanes()) {
            for (std::size_t i = 0; i < lane.size(); ++i)
                count += m_view.opName(lane.span(i).op).find(part) != std::string_view::npos ? 1 : 0;
        }
        return count;
    }

private slots:
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void findsAndStepsThroughInstances()
    {
        search("conv2d");
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        const std::size_t count = timeline()->navigation()->highlighted()->count();
        QVERIFY(count >= countOf("conv2d"));
        QVERIFY2(bar()->message().contains(QString::number(count).right(3)), qPrintable(bar()->message()));
        QSignalSpy ranges(timeline()->axis(), &widgets::TimeAxis::rangeChanged);
        QTest::keyClick(words(), Qt::Key_Return);
        QTRY_VERIFY(bar()->message().startsWith("1 of "));
        QVERIFY(ranges.count() >= 1);
        QTest::keyClick(words(), Qt::Key_F3);
        QTRY_VERIFY2(bar()->message().startsWith("2 of "), qPrintable(bar()->message()));
        QTest::keyClick(words(), Qt::Key_F3, Qt::ShiftModifier);
        QTest::keyClick(words(), Qt::Key_Return, Qt::ShiftModifier);
        QTRY_VERIFY(!bar()->message().startsWith("1 of ")); // wraps around to the last
        // The list contains the matching ops; a click restricts the search to one.
        auto* list = m_window->findChild<JumpTable*>("findList");
        QVERIFY(list->isVisible());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
        QTRY_COMPARE(timeline()->navigation()->highlighted() ? timeline()->navigation()->highlighted()->count() : 0,
                     list->model()->index(0, 2).data(Qt::UserRole).toULongLong());
        QTest::keyClick(words(), Qt::Key_Escape);
        QVERIFY(bar()->isHidden());
        QVERIFY(!timeline()->navigation()->highlighted());
    }

    void theBarLiesOverTheTimeline()
    {
        const QRect before = timeline()->geometry();
        search("conv2d");
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        QCOMPARE(timeline()->geometry(), before);
        const QRect place(bar()->mapTo(m_window.get(), QPoint()), bar()->size());
        const QRect below(timeline()->mapTo(m_window.get(), QPoint()), timeline()->size());
        QVERIFY(below.contains(place));
        QVERIFY(bar()->isVisible() && place.height() > words()->height());
        m_window->resize(1100, 700); // it stays at the top right
        QTRY_VERIFY(QRect(timeline()->mapTo(m_window.get(), QPoint()), timeline()->size())
                        .contains(QRect(bar()->mapTo(m_window.get(), QPoint()), bar()->size())));
    }

    void theCurrentHitIsMarked()
    {
        search("conv2d");
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        QTest::keyClick(words(), Qt::Key_Return);
        QTest::keyClick(words(), Qt::Key_F3);
        QTRY_VERIFY(bar()->message().startsWith("2 of "));
        const auto& scene = timeline()->findChild<widgets::TimelineCanvas*>()->scene();
        QCOMPARE(scene.highlighted->rankOf(scene.selected).value_or(99), std::size_t{1});
        const trace::SpanRecord span = m_view.lanes()[scene.selected.lane].span(scene.selected.index);
        const auto* list = m_window->findChild<JumpTable*>("findList");
        QCOMPARE(list->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(list->selectionModel()->selectedRows()[0].data().toString().toStdString(),
                 std::string(m_view.opName(span.op)));
    }

    void aSearchEndsTheHighlightOfAQuery()
    {
        auto* panel = m_window->findChild<QueryPanel*>();
        m_window->recordingPage()->showTab(RecordingPage::Tab::Query);
        panel->setStatement("SELECT * FROM spans LIMIT 5");
        panel->run();
        auto* button = panel->findChild<QToolButton*>("highlightQuery");
        QTRY_VERIFY(button->isEnabled());
        button->click();
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        QVERIFY(button->isChecked());
        search("conv2d");
        QTRY_VERIFY(!button->isChecked());
        QTRY_VERIFY(timeline()->navigation()->highlighted() && timeline()->navigation()->highlighted()->count() > 5);
        // The other way round, the search ends.
        button->click();
        QTRY_COMPARE(timeline()->navigation()->highlighted() ? timeline()->navigation()->highlighted()->count() : 0,
                     std::size_t{5});
        QVERIFY(bar()->isHidden());
    }

    void enterBeforeTheSearchIsDone()
    {
        press(Qt::Key_F);
        QTest::keyClicks(words(), "relu");
        QTest::keyClick(words(), Qt::Key_Return);
        QTRY_VERIFY2(bar()->message().startsWith("1 of "), qPrintable(bar()->message()));
    }

    void badPatternsShowTheErrorAtOnce()
    {
        search("conv(");
        QTRY_VERIFY2(bar()->message().contains("character"), qPrintable(bar()->message()));
        QTest::mouseClick(m_window->findChild<QToolButton*>("findRegular"), Qt::LeftButton);
        QTRY_VERIFY2(bar()->message().startsWith("No op"), qPrintable(bar()->message())); // as plain text
        words()->setText("CONV2D");
        QTRY_VERIFY(bar()->message().contains("instances"));
        QTest::mouseClick(m_window->findChild<QToolButton*>("findCase"), Qt::LeftButton);
        QTRY_VERIFY(bar()->message().startsWith("No op"));
    }

    void stepsThroughAnOpWithoutASearch()
    {
        std::size_t lane = 0;
        timeline()->goToSpan(lane, 3);
        emit timeline()->spanActivated(lane, 3);
        const std::uint32_t op = m_view.lanes()[lane].span(3).op;
        QSignalSpy ranges(timeline()->axis(), &widgets::TimeAxis::rangeChanged);
        press(Qt::Key_N);
        QTRY_COMPARE(ranges.count(), 1);
        const trace::TimeRange range = timeline()->axis()->range();
        bool isInstance = false;
        for (const trace::LaneView& spans : m_view.lanes()) {
            for (std::size_t i = 0; i < spans.size(); ++i) {
                const trace::SpanRecord span = spans.span(i);
                isInstance = isInstance ||
                             (m_view.opName(span.op) == m_view.opName(op) && span.start - span.duration == range.begin);
            }
        }
        QVERIFY(isInstance);
        press(Qt::Key_N, Qt::ShiftModifier);
        QTRY_COMPARE(ranges.count(), 2);
        QCOMPARE(timeline()->axis()->range().begin,
                 m_view.lanes()[lane].span(3).start - m_view.lanes()[lane].span(3).duration);
        QVERIFY(!timeline()->navigation()->highlighted()); // no search
    }

    void stepsByNumber()
    {
        auto* field = m_window->findChild<QLineEdit*>("stepField");
        QTest::keyClick(timeline(), Qt::Key_G, Qt::ControlModifier);
        QTRY_VERIFY(field->hasFocus());
        const format::Step step = m_view.step(12);
        QTest::keyClicks(field, QString::number(step.index));
        QTest::keyClick(field, Qt::Key_Return);
        const trace::TimeRange range = timeline()->axis()->range();
        QVERIFY(range.begin <= step.start && step.end <= range.end);
        QVERIFY(range.duration() < 2 * (step.end - step.start));
        field->setText("123456");
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY2(m_window->findChild<MessageLine*>("banner")->text().contains("123456"),
                 qPrintable(m_window->findChild<MessageLine*>("banner")->text()));
        QCOMPARE(timeline()->axis()->range(), range);
    }

    /// Zooms to steps, a selection, an instance and the whole recording by keys.
    void zoomsToStepSelectionAndSpan()
    {
        widgets::TimeAxis* axis = timeline()->axis();
        const trace::TimeRange all = axis->range();
        const format::Step step = m_view.step(10);
        const trace::TimeRange selection{step.start + 1'000'000, step.start + 3'000'000};
        axis->setSelection(selection);
        press(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(axis->range().begin <= selection.begin && selection.end <= axis->range().end);
        QVERIFY(axis->range().duration() < 2 * selection.duration());
        press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(axis->range().begin <= step.start && step.end <= axis->range().end);
        QVERIFY(axis->range().duration() < 2 * (step.end - step.start));
        press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(axis->range().duration() < 2 * selection.duration());
        press(Qt::Key_Right, Qt::AltModifier);
        QVERIFY(axis->range().end >= step.end);

        // Without a selection, zooms to the chosen span.
        axis->setSelection(std::nullopt);
        for (std::size_t lane = 0; lane < m_view.lanes().size(); ++lane) {
            if (m_view.lanes()[lane].size() == 0)
                continue;
            const trace::SpanRecord span = m_view.lanes()[lane].span(0);
            timeline()->goToSpan(lane, 0);
            emit timeline()->spanActivated(lane, 0);
            press(Qt::Key_0, Qt::ControlModifier);
            QCOMPARE(axis->range(), all);
            press(Qt::Key_2, Qt::ControlModifier);
            QVERIFY(axis->range().begin <= span.start && span.end() <= axis->range().end);
            QVERIFY(axis->range().duration() < all.duration() / 10);
        }
    }

    void bookmarksCanBeAddedEditedAndDeleted()
    {
        QSignalSpy changed(m_window.get(), &MainWindow::bookmarksChanged);
        const trace::TimeRange range{m_view.step(5).start, m_view.step(6).end};
        timeline()->axis()->setSelection(range);
        press(Qt::Key_M);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(timeline()->navigation()->bookmarks().size(), 1);
        QCOMPARE(timeline()->navigation()->bookmarks().first().range, range);
        // The editor of its note is open.
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->setText("slow steps");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(timeline()->navigation()->bookmarks().first().note, QString("slow steps"));
        QCOMPARE(changed.count(), 2);
        // A click goes to the bookmark.
        timeline()->axis()->clearSelection();
        timeline()->axis()->showAll();
        QTest::mouseClick(bookmarks()->viewport(), Qt::LeftButton, {},
                          bookmarks()->visualItemRect(bookmarks()->topLevelItem(0)).center());
        QVERIFY(timeline()->axis()->range().begin <= range.begin && range.end <= timeline()->axis()->range().end);
        QVERIFY(timeline()->axis()->range().duration() < 2 * range.duration());
        QTest::keyClick(bookmarks(), Qt::Key_Delete);
        QCOMPARE(changed.count(), 3);
        QVERIFY(timeline()->navigation()->bookmarks().isEmpty());
    }

    void bookmarksOfAFileAreShown()
    {
        QSignalSpy changed(m_window.get(), &MainWindow::bookmarksChanged);
        m_window->setBookmarks({{{m_view.step(2).start, m_view.step(2).start}, "<b>here</b>"}});
        QCOMPARE(bookmarks()->topLevelItemCount(), 1);
        QCOMPARE(bookmarks()->topLevelItem(0)->text(2), QString("<b>here</b>"));
        QCOMPARE(changed.count(), 0); // setBookmarks() does not emit changes
        m_window->setRecordingPath(path("b.stepscope"));
        QCOMPARE(bookmarks()->topLevelItemCount(), 0);
    }

    void theStatusLineShowsTheMeasurement()
    {
        auto* label = m_window->findChild<QLabel*>("measurement");
        QVERIFY(label->isHidden());
        timeline()->navigation()->setCursor(widgets::Cursors::A, m_view.step(4).start);
        timeline()->navigation()->setCursor(widgets::Cursors::B, m_view.step(5).end);
        QVERIFY(!label->isHidden());
        QVERIFY(label->text().contains("2 steps"));
        press(Qt::Key_Escape);
        QVERIFY(label->isHidden());
    }

    void theMenuSwitchesAnimations()
    {
        QAction* glide = nullptr;
        for (QAction* action : m_window->actions()) {
            if (QString(action->text()).remove('&') == "Animate view changes")
                glide = action;
        }
        QVERIFY(glide);
        QCOMPARE(timeline()->axis()->animationTime(), 0); // from the settings of this test
        glide->trigger();
        QVERIFY(timeline()->axis()->animationTime() > 0);
        MainWindow other;
        QVERIFY(other.timeline()->axis()->animationTime() > 0); // stored in the settings
    }

    /// A million spans of a hundred ops: the search does not block the window.
    void longSearchesDoNotBlockTheWindow()
    {
        testing::RecordingBuilder builder;
        std::vector<std::uint32_t> ops;
        for (int i = 0; i < 100; ++i)
            ops.push_back(builder.op("aten::op_" + std::to_string(i), "[32, 3, 224, 224]"));
        builder.lane({.id = 1, .name = "main"});
        std::vector<trace::SpanRecord> spans;
        for (std::int64_t i = 0; i < 1'000'000; ++i)
            spans.push_back({i * 1000, 900, ops[static_cast<std::size_t>(i) % ops.size()], 0});
        builder.spans(1, spans);
        const trace::TraceView view = testing::viewOf(builder.bytes());
        m_window->setRecordingPath(path("long.stepscope"));
        m_window->setView(view, false);
        QTest::qWait(300); // until the search has ended
        GuiWatchdog watchdog;
        search("op_.7$");
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        QTRY_COMPARE(timeline()->navigation()->highlighted()->count(), std::size_t{90'000});
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(words(), Qt::Key_F3);
            QTest::qWait(5);
        }
        QTRY_VERIFY2(bar()->message().startsWith("20 of "), qPrintable(bar()->message()));
        const double worst = watchdog.worstMs();
        QVERIFY2(worst <= GuiWatchdog::mostMs(), qPrintable(QString("the window waited for %1 ms of work").arg(worst)));
    }
};

QTEST_MAIN(TestNavigator)
#include "tst_navigator.moc"
