#include "tests/ui/windowfixture.h"
#include "ui/parts/settings.h"
#include "ui/recording/edithistory.h"
#include "ui/recording/navigator.h"
#include "ui/recording/recordingpage.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTreeWidget>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

/// Undo and redo in the main window.
class TestUndo
    : public QObject
    , private WindowFixture
{
    Q_OBJECT

    const widgets::Bookmarks& bookmarks() const { return timeline()->navigation()->bookmarks(); }
    void undo() const { QTest::keyClick(timeline(), Qt::Key_Z, Qt::ControlModifier); }
    void redo() const { QTest::keyClick(timeline(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }
    void addBookmark(const QString& note) const
    {
        QTest::keyClick(timeline(), Qt::Key_M);
        auto* editor = m_window->findChild<QTreeWidget*>("bookmarks")->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->setText(note);
        QTest::keyClick(editor, Qt::Key_Return);
        timeline()->setFocus();
    }
    QAction* actionOf(const QString& text) const
    {
        for (QAction* action : m_window->actions())
            if (QString(action->text()).remove('&').startsWith(text))
                return action;
        return nullptr;
    }

private slots:
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void bookmarksComeBack()
    {
        QSignalSpy saved(m_window.get(), &MainWindow::bookmarksChanged);
        addBookmark("first");
        QCOMPARE(bookmarks().size(), 1);
        QCOMPARE(bookmarks()[0].note, "first");
        undo(); // the note
        QCOMPARE(bookmarks().size(), 1);
        QVERIFY(bookmarks()[0].note != "first");
        undo();
        QVERIFY(bookmarks().isEmpty());
        QVERIFY(!actionOf("Undo")->isEnabled());
        QCOMPARE(saved.last()[0].value<widgets::Bookmarks>().size(), 0);
        redo();
        redo();
        QCOMPARE(bookmarks().size(), 1);
        QCOMPARE(bookmarks()[0].note, "first");
        QCOMPARE(saved.last()[0].value<widgets::Bookmarks>(), bookmarks());
        QVERIFY(!actionOf("Redo")->isEnabled());
    }

    void bookmarksOfAnotherWindowStay()
    {
        addBookmark("mine");
        widgets::Bookmarks merged = bookmarks();
        merged.append({{m_view.extent().end, m_view.extent().end}, "of another window"});
        m_window->setBookmarks(merged);
        undo();
        undo();
        QCOMPARE(bookmarks().size(), 1);
        QCOMPARE(bookmarks()[0].note, "of another window");
        redo();
        redo();
        QCOMPARE(bookmarks(), merged);
    }

    void rowsComeBackAndAreStored()
    {
        widgets::RowArranger* arranger = timeline()->rowArranger();
        const widgets::RowArrangement before = arranger->arrangement();
        arranger->hideRow("memory");
        arranger->togglePinned("power");
        undo();
        QVERIFY(!arranger->arrangement().isPinned("power") && arranger->arrangement().hidden.contains("memory"));
        undo();
        QCOMPARE(arranger->arrangement(), before);
        QCOMPARE(widgets::RowArrangement::fromJson(settings::rowArrangement()), before);
        redo();
        QVERIFY(arranger->arrangement().hidden.contains("memory"));
        QVERIFY(widgets::RowArrangement::fromJson(settings::rowArrangement()).hidden.contains("memory"));
        QCOMPARE(m_window->recordingPage()->navigator()->history()->stack()->count(), 2);
    }

    /// A drag of the number of a load is undone as a whole.
    void aDraggedScaleComesBack()
    {
        auto* canvas = timeline()->findChild<widgets::TimelineCanvas*>();
        QTRY_VERIFY(timeline()->isDrawn());
        const auto& rows = canvas->scene().rows.all();
        const auto gpu = std::find_if(rows.begin(), rows.end(), [](const widgets::Rows::Row& row) {
            return row.track->limits().most == 1 && !row.place.isSummary;
        });
        QVERIFY(gpu != rows.end());
        const std::string name = gpu->name;
        const QRect rect = canvas->rowRect(static_cast<std::size_t>(gpu - rows.begin()));
        const QPoint number(rect.left() - 8, rect.top() + 8);
        widgets::RowArranger* arranger = timeline()->rowArranger();
        QTest::mousePress(canvas, Qt::LeftButton, {}, number);
        QTest::mouseMove(canvas, number - QPoint(0, rect.height() / 2));
        QTest::mouseMove(canvas, number - QPoint(0, rect.height()));
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, number - QPoint(0, rect.height()));
        QVERIFY(!arranger->scaleOf(name).isAutomatic());
        undo();
        QVERIFY(arranger->scaleOf(name).isAutomatic());
        redo();
        QVERIFY(!arranger->scaleOf(name).isAutomatic());
    }

    void theMenuNamesTheChange()
    {
        QVERIFY(!actionOf("Undo")->isEnabled() && !actionOf("Redo")->isEnabled());
        timeline()->rowArranger()->hideRow("memory");
        QVERIFY(actionOf("Undo")->text().contains("arrange the rows"));
    }

    void anotherRecordingHasNoHistory()
    {
        addBookmark("first");
        m_window->setRecordingPath(path("b.stepscope"));
        QVERIFY(!actionOf("Undo")->isEnabled());
    }
};

QTEST_MAIN(TestUndo)
#include "tst_undo.moc"
