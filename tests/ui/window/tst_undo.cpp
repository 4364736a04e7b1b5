#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/parts/settings.h"
#include "ui/recording/edithistory.h"
#include "ui/recording/navigator.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;

/// Undo and redo in the main window.
class TestUndo : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    trace::TraceView m_view;
    std::unique_ptr<MainWindow> m_window;

    widgets::TimelineWidget* timeline() const { return m_window->timeline(); }
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
    void init()
    {
        useFreshSettings(m_folder.path());
        m_view = testing::viewOf(testing::makeTrainingRecording());
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1500, 900);
        m_window->show();
        m_window->setRecordingPath(m_folder.filePath("a.stepscope"));
        m_window->setView(m_view, false);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        timeline()->setFocus();
    }
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

    void theMenuNamesTheChange()
    {
        QVERIFY(!actionOf("Undo")->isEnabled() && !actionOf("Redo")->isEnabled());
        timeline()->rowArranger()->hideRow("memory");
        QVERIFY(actionOf("Undo")->text().contains("arrange the rows"));
    }

    void anotherRecordingHasNoHistory()
    {
        addBookmark("first");
        m_window->setRecordingPath(m_folder.filePath("b.stepscope"));
        QVERIFY(!actionOf("Undo")->isEnabled());
    }
};

QTEST_MAIN(TestUndo)
#include "tst_undo.moc"
