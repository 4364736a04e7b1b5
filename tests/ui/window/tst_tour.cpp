// The tour of the first start: three bubbles, once, ended by Esc, shown again by Help.

#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/guide/guidewindow.h"
#include "ui/guide/tour.h"
#include "ui/parts/settings.h"
#include "ui/window/helpcontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestTour : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    trace::TraceView m_view;

    static QString title(const MainWindow& window)
    {
        const TourBubble* bubble = window.help()->tour()->bubble();
        return bubble != nullptr ? bubble->accessibleName() : QString();
    }
    static void press(MainWindow& window, const char* button)
    {
        QTest::mouseClick(window.findChild<QPushButton*>(button), Qt::LeftButton);
    }
    void openRecording(MainWindow& window) const
    {
        window.setRecordingPath("/home/ada/resnet50.stepscope");
        window.setView(m_view, false);
    }

private slots:
    void initTestCase() { m_view = testing::viewOf(testing::makeTrainingRecording()); }
    void init() { useFreshSettings(m_folder.path()); }

    void showsThreeBubblesOnce()
    {
        {
            MainWindow window;
            showInSize(window, {1366, 768});
            window.showDevicePage();
            window.help()->startTourOnce();
            QTRY_COMPARE(title(window), QString("Devices"));
            savePicture(window, "tour-devices");
            press(window, "tourNext");
            QTRY_COMPARE(title(window), QString()); // the timeline is hidden
            openRecording(window);
            QTRY_COMPARE(title(window), QString("Timeline"));
            QVERIFY(window.rect().contains(window.help()->tour()->bubble()->geometry()));
            savePicture(window, "tour-timeline");
            press(window, "tourNext");
            QTRY_COMPARE(title(window), QString("Ops and energy"));
            QVERIFY(window.rect().contains(window.help()->tour()->bubble()->geometry()));
            QCOMPARE(window.findChild<QPushButton*>("tourNext")->text(), QString("Done"));
            savePicture(window, "tour-ops");
            press(window, "tourNext");
            QTRY_COMPARE(title(window), QString());
            QVERIFY(!window.help()->tour()->isRunning());
        }
        MainWindow second;
        showInSize(second, {1366, 768});
        second.showDevicePage();
        second.help()->startTourOnce();
        QTest::qWait(50);
        QCOMPARE(title(second), QString());
    }

    void escEndsItAndHelpShowsItAgain()
    {
        MainWindow window;
        showInSize(window, {1366, 768});
        openRecording(window);
        QTRY_VERIFY(window.timeline()->isVisible());
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.help()->startTourOnce();
        QTRY_COMPARE(title(window), QString("Timeline"));
        // The keys of the timeline work meanwhile.
        QVERIFY(window.timeline()->isAncestorOf(QApplication::focusWidget()) ||
                QApplication::focusWidget() == window.timeline());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_COMPARE(title(window), QString());
        QVERIFY(settings::isTourShown());
        window.help()->startTourOnce();
        QCOMPARE(title(window), QString());
        window.findChild<WindowActions*>()->tour->trigger();
        QTRY_COMPARE(title(window), QString("Timeline"));
        press(window, "tourClose");
        QTRY_COMPARE(title(window), QString());
    }

    void f1OpensTheGuide()
    {
        MainWindow window;
        showInSize(window, {1366, 768});
        QCOMPARE(window.findChild<WindowActions*>()->guide->shortcut(), QKeySequence(Qt::Key_F1));
        window.findChild<WindowActions*>()->guide->trigger();
        const auto* guide = window.findChild<GuideWindow*>();
        QVERIFY(guide && guide->isVisible());
        QCOMPARE(guide->page(), QString("install.md"));
    }
};

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
