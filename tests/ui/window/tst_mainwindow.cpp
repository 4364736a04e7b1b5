#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/devices/captureform.h"
#include "ui/devices/devicepanel.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/parts/statusline.h"
#include "ui/recording/panels/energypanel.h"
#include "ui/window/mainwindow.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

QAction* actionOf(const MainWindow& window, const QString& text)
{
    for (QAction* action : window.actions())
        if (QString(action->text()).remove('&') == text)
            return action;
    return nullptr;
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

    static trace::TraceView training() { return testing::viewOf(testing::makeTrainingRecording()); }
    static void go(MainWindow& window, CapturePhase phase, const QString& text = {})
    {
        CaptureStatus status;
        status.phase = phase;
        status.text = text;
        status.target = window.devicePage()->form()->target();
        window.setCapture(status);
        window.setCaptureStatus(status);
    }

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void aWindowOpensWithinTheScreen()
    {
        MainWindow window;
        const QSize available = window.screen()->availableSize();
        QVERIFY2(window.width() <= available.width() && window.height() <= available.height(),
                 qPrintable(QStringLiteral("%1 x %2").arg(window.width()).arg(window.height())));
    }

    void profileEmitsTheRequestAndStoresIt()
    {
        MainWindow window;
        window.show();
        QSignalSpy profile(&window, &MainWindow::profileRequested);
        window.findChild<QComboBox*>("target")->setEditText("nvidia@tx2-lab");
        window.findChild<QLineEdit*>("command")->setText("python3 train.py");
        window.findChild<QPushButton*>("profile")->click();
        QCOMPARE(profile.count(), 1);
        QCOMPARE(profile[0][0].value<CaptureRequest>().target, "nvidia@tx2-lab");
        // A mistyped host is not a device: the connection must succeed first.
        go(window, CapturePhase::Connecting);
        QVERIFY(!settings::devices().contains("nvidia@tx2-lab"));
        go(window, CapturePhase::Deploying);
        QVERIFY(settings::devices().contains("nvidia@tx2-lab"));
        QCOMPARE(settings::lastCapture("nvidia@tx2-lab").command, "python3 train.py");
        const auto* places = window.findChild<QTreeWidget*>("places");
        QCOMPARE(places->topLevelItem(0)->child(1)->text(0), "nvidia@tx2-lab");
    }

    void aHostThatIsNotReachedIsNoDevice()
    {
        MainWindow window;
        window.findChild<QComboBox*>("target")->setEditText("nvidia@tx2-lbb");
        window.findChild<QLineEdit*>("command")->setText("python3 train.py");
        window.findChild<QPushButton*>("profile")->click();
        go(window, CapturePhase::Connecting);
        go(window, CapturePhase::Failed, "There is no host tx2-lbb.");
        QCOMPARE(settings::devices(), QStringList({"local", "virtual-tx2"}));
        QCOMPARE(settings::lastTarget(), "local");
    }

    void actionsDependOnTheCapturePhase_data()
    {
        QTest::addColumn<CapturePhase>("phase");
        QTest::addColumn<QString>("enabled");
        QTest::newRow("idle") << CapturePhase::Idle << "Profile";
        QTest::newRow("connecting") << CapturePhase::Connecting << "Cancel";
        QTest::newRow("deploying") << CapturePhase::Deploying << "Cancel";
        QTest::newRow("starting") << CapturePhase::Starting << "Cancel";
        QTest::newRow("streaming") << CapturePhase::Streaming << "Stop,Leave it running";
        QTest::newRow("silent") << CapturePhase::Silent << "Stop,Leave it running";
        QTest::newRow("reconnecting") << CapturePhase::Reconnecting << "Stop,Leave it running,Cancel";
        QTest::newRow("stopping") << CapturePhase::Stopping << "Leave it running";
        QTest::newRow("ended") << CapturePhase::Ended << "Profile";
        QTest::newRow("failed") << CapturePhase::Failed << "Profile";
    }
    void actionsDependOnTheCapturePhase()
    {
        QFETCH(CapturePhase, phase);
        MainWindow window;
        go(window, phase);
        QVERIFY(actionOf(window, "Profile")->isEnabled()); // leads from any page to that of the devices
        window.showDevicePage();
        QStringList enabled;
        for (const char* name : {"Profile", "Stop", "Leave it running", "Cancel"})
            if (actionOf(window, name)->isEnabled())
                enabled << name;
        QTEST(enabled.join(','), "enabled");
    }

    void captureActionsEmitSignals()
    {
        MainWindow window;
        go(window, CapturePhase::Streaming);
        QSignalSpy stop(&window, &MainWindow::stopRequested);
        QSignalSpy leave(&window, &MainWindow::disconnectRequested);
        QSignalSpy cancel(&window, &MainWindow::cancelRequested);
        actionOf(window, "Stop")->trigger();
        actionOf(window, "Leave it running")->trigger();
        QCOMPARE(stop.count(), 1);
        QCOMPARE(leave.count(), 1);
        go(window, CapturePhase::Connecting);
        actionOf(window, "Cancel")->trigger();
        QCOMPARE(cancel.count(), 1);
    }

    void aCaptureShowsProgressAndCancel()
    {
        MainWindow window;
        window.show();
        go(window, CapturePhase::Deploying, "agent 1.2 MB");
        QSignalSpy cancel(&window, &MainWindow::cancelRequested);
        QPushButton* shown = nullptr;
        for (QPushButton* button : window.findChildren<QPushButton*>("cancel"))
            if (button->isVisible())
                shown = button;
        QVERIFY(shown);
        shown->click();
        QCOMPARE(cancel.count(), 1);
        QVERIFY(!QApplication::activeModalWidget());
    }

    void theFirstViewOpensTheRecordingPage()
    {
        MainWindow window;
        window.show();
        window.setRecordingPath("/tmp/resnet50.stepscope");
        window.setView(training(), false);
        QVERIFY(window.timeline()->isVisible());
        QVERIFY(window.windowTitle().startsWith("resnet50"));
        QCOMPARE(window.windowFilePath(), "/tmp/resnet50.stepscope"); // names exported files
        QCOMPARE(settings::recordings(), QStringList{"/tmp/resnet50.stepscope"});
        QCOMPARE(window.view().stepCount(), training().stepCount());

        // A further view does not leave the device page.
        window.showDevicePage();
        window.setView(training(), false);
        QVERIFY(!window.timeline()->isVisible());
        window.closeRecording();
        QVERIFY(!window.timeline()->isVisible());
    }
    /// A capture creates its file seconds after the start. Who has gone to another page meanwhile stays there.
    void captureOpensItsPageUnlessTheUserHasLeft()
    {
        MainWindow window;
        window.show();
        window.showDevicePage();
        window.expectCapture();
        window.setCapturedRecording("/tmp/a.stepscope");
        window.setView(training(), true);
        QCOMPARE(window.page(), MainWindow::Page::Recording);

        window.showDevicePage();
        window.expectCapture();
        window.showFleetPage();
        window.setCapturedRecording("/tmp/b.stepscope");
        window.setView(training(), true);
        QCOMPARE(window.page(), MainWindow::Page::Fleet);
        window.showRecordingPage();
        QCOMPARE(window.page(), MainWindow::Page::Recording);
        QCOMPARE(window.view().stepCount(), training().stepCount());

        // Two captures from one page: the second one is opened, too, although the first one has changed the page.
        window.showDevicePage();
        QSignalSpy left(&window, &MainWindow::pageLeft);
        window.expectCapture();
        for (const char* path : {"/tmp/c.stepscope", "/tmp/d.stepscope"}) {
            window.setCapturedRecording(path);
            window.setView(training(), true);
            QCOMPARE(window.page(), MainWindow::Page::Recording);
        }
        QVERIFY(left.isEmpty());
        window.showDevicePage();
        QCOMPARE(left.size(), 1);
    }

    void anErrorShowsADismissibleBanner()
    {
        MainWindow window;
        window.show();
        go(window, CapturePhase::Failed, "The host tx2-lab does not answer.");
        auto* banner = window.findChild<MessageLine*>("banner");
        QCOMPARE(banner->text(), "The host tx2-lab does not answer.");
        QCOMPARE(banner->kind(), MessageLine::Kind::Error);
        QVERIFY(!QApplication::activeModalWidget());
        banner->dismissButton()->click();
        QVERIFY(banner->isHidden());
        // A repeated status is not a new error.
        go(window, CapturePhase::Failed, "The host tx2-lab does not answer.");
        QVERIFY(banner->isHidden());
    }

    /// The line above the timeline, while the link is silent or broken, and when it is back.
    void aBrokenLinkIsShownAboveTheTimeline()
    {
        MainWindow window;
        window.show();
        window.setRecordingPath("/tmp/a.stepscope");
        window.setView(training(), true);
        const auto* line = window.findChild<MessageLine*>("link");
        go(window, CapturePhase::Streaming);
        QVERIFY(line->isHidden());
        go(window, CapturePhase::Silent, "No data for 4 s");
        QCOMPARE(line->text(), "No data for 4 s");
        QCOMPARE(line->kind(), MessageLine::Kind::Link);
        QVERIFY(line->isVisible() && line->actionButton()->isHidden());
        QVERIFY(window.findChild<StatusLine*>("statusLine")->text().startsWith("No data for 4 s"));
        go(window, CapturePhase::Reconnecting, "Connection lost: refused. Next attempt in 2 s");
        QCOMPARE(line->text(), "Connection lost: refused. Next attempt in 2 s");
        QSignalSpy cancel(&window, &MainWindow::cancelRequested);
        line->actionButton()->click();
        QCOMPARE(cancel.count(), 1);
        go(window, CapturePhase::Streaming, "Connected again after 9 s");
        QCOMPARE(line->kind(), MessageLine::Kind::Note);
        QVERIFY(line->isVisible() && line->actionButton()->isHidden());
        go(window, CapturePhase::Streaming);
        QVERIFY(line->isHidden());
    }

    void theStatusLineShowsStateBytesLossesAndOverhead()
    {
        MainWindow window;
        window.show();
        window.setRecordingPath("/tmp/a.stepscope");
        CaptureStatus status;
        status.phase = CapturePhase::Streaming;
        status.bytes = 2'500'000;
        window.setCaptureStatus(status);
        window.setView(training(), true);
        const QString text = window.findChild<StatusLine*>("statusLine")->text();
        QVERIFY2(text.startsWith("Live"), qPrintable(text));
        QVERIFY2(text.contains("2.50"), qPrintable(text));
        QVERIFY2(text.contains("losses: "), qPrintable(text));
        QVERIFY2(text.contains("agent "), qPrintable(text));
    }

    void busyWorkCanBeCancelled()
    {
        MainWindow window;
        window.show();
        window.setBusy("Opening resnet50", 0.4);
        QSignalSpy cancel(&window, &MainWindow::busyCancelRequested);
        for (QPushButton* button : window.findChildren<QPushButton*>("cancel"))
            if (button->isVisible())
                button->click();
        QCOMPARE(cancel.count(), 1);
        window.clearBusy();
        for (const QPushButton* button : window.findChildren<QPushButton*>("cancel"))
            QVERIFY(!button->isVisible());
    }

    void theKeyboardReachesAllPartsOfARecording()
    {
        MainWindow window;
        window.show();
        window.setRecordingPath("/tmp/a.stepscope");
        window.setView(training(), false);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* tabs = window.findChild<QTabWidget*>("tables");
        QTest::keyClick(&window, Qt::Key_3, Qt::AltModifier);
        QCOMPARE(tabs->currentIndex(), 2);
        QTest::keyClick(&window, Qt::Key_F);
        QTRY_VERIFY(window.findChild<QLineEdit*>("findWords")->hasFocus());
        QTest::keyClick(window.findChild<QLineEdit*>("findWords"), Qt::Key_Escape);
        QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
        QCOMPARE(tabs->currentIndex(), 0);
        auto* filter = window.findChild<QLineEdit*>("opsFilter");
        filter->setFocus();
        QTRY_VERIFY(filter->hasFocus());

        // Keys of the timeline are plain letters in a text field.
        QTest::keyClicks(filter, "conv");
        QCOMPARE(filter->text(), "conv");
        const trace::TimeRange all = window.timeline()->axis()->range();
        auto* ops = window.findChild<QTableView*>("ops");
        QTRY_VERIFY(ops->model()->rowCount() > 0);
        QTest::keyClick(filter, Qt::Key_Return);
        QTRY_VERIFY(!(window.timeline()->axis()->range() == all));
        QTest::keyClick(&window, Qt::Key_F6);
        QTRY_VERIFY(window.timeline()->hasFocus() || window.timeline()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(&window, Qt::Key_0, Qt::ControlModifier);
        QTRY_COMPARE(window.timeline()->axis()->range(), all);
        QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(!(window.timeline()->axis()->range() == all));
    }

    /// From a recording without sensor facts, the window opens and checks its device, which then offers the self-test.
    void theSelfTestIsReachedFromARecording()
    {
        settings::rememberDevice("nvidia@tx2-lab:2222");
        MainWindow window;
        window.show();
        testing::RecordingBuilder builder;
        builder.describe().device.hostname = "tx2-lab";
        const auto rail = builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001});
        builder.samples(rail, {0, 10'000'000}, {5000, 5200}).footer();
        window.setRecordingPath("/home/ada/a.stepscope");
        window.setView(testing::viewOf(builder.bytes()), false);
        QSignalSpy probed(&window, &MainWindow::probeRequested);
        const QSignalSpy tested(&window, &MainWindow::selfTestRequested);
        emit window.findChild<EnergyPanel*>()->selfTestRequested();
        QCOMPARE(probed.count(), 1);
        QCOMPARE(probed[0][0].toString(), "nvidia@tx2-lab:2222");
        QCOMPARE(tested.count(), 0); // the load is started by the user
        DeviceFacts facts;
        facts.unknownRails = {"VDD_IN"};
        window.setDeviceFacts("nvidia@tx2-lab:2222", facts);
        auto* advice = window.findChild<DevicePanel*>()->findChild<MessageLine*>();
        QVERIFY(advice->isVisible());
        advice->actionButton()->click();
        QCOMPARE(tested.count(), 1);
        QCOMPARE(tested[0][0].toString(), "nvidia@tx2-lab:2222");
    }

    void everyActionHasAMnemonicAndAMenu()
    {
        MainWindow window;
        for (const QAction* menu : window.menuBar()->actions()) {
            QVERIFY2(menu->text().contains('&'), qPrintable(menu->text()));
            QStringList mnemonics;
            for (const QAction* action : menu->menu()->actions()) {
                if (action->isSeparator())
                    continue;
                const qsizetype at = action->text().indexOf('&');
                QVERIFY2(at >= 0, qPrintable(action->text()));
                mnemonics << action->text().mid(at + 1, 1).toLower();
            }
            QCOMPARE(mnemonics.removeDuplicates(), 0);
        }
    }

    void mnemonicsOfAPageAreUnique_data()
    {
        QTest::addColumn<bool>("isStart");
        QTest::newRow("start page") << true;
        QTest::newRow("device page") << false;
    }
    void mnemonicsOfAPageAreUnique()
    {
        QFETCH(bool, isStart);
        MainWindow window;
        window.show();
        if (!isStart)
            window.showDevicePage();
        go(window, CapturePhase::Connecting);
        DeviceFacts facts;
        facts.gpuProfilers = QStringList{"nvprof", "nsys"};
        window.setDeviceFacts(window.devicePage()->form()->target(), facts);
        QCOMPARE(window.findChild<QComboBox*>("kernels")->isVisible(), !isStart);
        QStringList mnemonics;
        const auto take = [&](const QString& text) {
            if (const qsizetype at = text.indexOf('&'); at >= 0)
                mnemonics << text.mid(at + 1, 1).toLower();
        };
        for (const QAction* menu : window.menuBar()->actions())
            take(menu->text());
        for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
            if (button->isVisible())
                take(button->text());
        for (const QLabel* label : window.findChildren<QLabel*>())
            if (label->isVisible() && label->buddy())
                take(label->text());
        QVERIFY(mnemonics.size() > (isStart ? 9 : 12));
        const QString all = mnemonics.join(' ');
        QVERIFY2(mnemonics.removeDuplicates() == 0, qPrintable(all));
    }

    void shortcutsAreUnique()
    {
        MainWindow window;
        QStringList keys;
        for (const QAction* action : window.actions())
            for (const QKeySequence& key : action->shortcuts())
                keys << key.toString();
        keys.sort();
        QStringList unique = keys;
        unique.removeDuplicates();
        QCOMPARE(keys, unique);
    }

    void everyControlHasAnAccessibleName()
    {
        MainWindow window;
        window.show();
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            const bool control =
                widget->focusPolicy() & Qt::TabFocus &&
                (qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractItemView*>(widget) ||
                 qobject_cast<const QComboBox*>(widget));
            const bool inside =
                qobject_cast<const QComboBox*>(widget->parentWidget()) || widget->inherits("QComboBoxListView");
            if (control && !inside)
                QVERIFY2(!widget->accessibleName().isEmpty(),
                         qPrintable(widget->objectName() + widget->metaObject()->className()));
        }
    }

    void theThemeIsStored()
    {
        {
            MainWindow window;
            for (QAction* action : window.findChildren<QAction*>())
                if (action->text() == "&Dark")
                    action->trigger();
            QVERIFY(QApplication::palette().window().color().lightness() < 100);
            QVERIFY(window.timeline()->theme().kind == widgets::Theme::Kind::Dark);
        }
        settings::setTheme(ThemeChoice::Light);
        const MainWindow window;
        QVERIFY(QApplication::palette().window().color().lightness() > 200);
    }

    void closingEmitsCloseRequested()
    {
        MainWindow window;
        window.show();
        QSignalSpy closing(&window, &MainWindow::closeRequested);
        QSignalSpy stop(&window, &MainWindow::stopRequested);
        QVERIFY(window.close());
        QCOMPARE(closing.count(), 1);
        QCOMPARE(stop.count(), 0);
    }

    /// One sentence for one run, another one for several.
    void theQuestionOnClosingCountsTheRuns()
    {
        MainWindow window;
        window.show();
        QStringList asked;
        for (const QString target : {"local", "virtual-tx2"}) {
            CaptureStatus status;
            status.target = target;
            status.phase = CapturePhase::Streaming;
            window.setCapture(status);
            QVERIFY(!window.close());
            auto* question = window.findChild<QMessageBox*>("closeQuestion");
            QVERIFY(question);
            asked << question->text() + '\n' + question->informativeText();
            question->escapeButton()->click();
            QTRY_VERIFY(!window.findChild<QMessageBox*>("closeQuestion"));
        }
        QVERIFY2(asked[0].startsWith("A training goes on: local\n") && asked[0].contains("it continues on its device"),
                 qPrintable(asked[0]));
        QVERIFY2(asked[1].startsWith("2 trainings go on: ") && asked[1].contains("they continue on their devices"),
                 qPrintable(asked[1]));
    }

    /// The next start may be in another folder.
    void recordingsAreStoredWithAbsolutePaths()
    {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder.path()));
        const QString whole = QDir::current().filePath("a.stepscope");
        // An earlier version stored the relative path.
        QSettings(m_folder.path() + "/stepscope/state.ini", QSettings::IniFormat)
            .setValue("recordings", QStringList{"/tmp/old.stepscope", "a.stepscope"});
        settings::rememberRecording("a.stepscope");
        settings::rememberRecording("./b/../a.stepscope");
        settings::rememberRecording(whole);
        settings::rememberStudy("sweep");
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(settings::recordings(), (QStringList{whole, "/tmp/old.stepscope"}));
        QCOMPARE(settings::studies().first(), QFileInfo(whole).path() + "/sweep");
    }

    void choosingADeviceFillsTheForm()
    {
        CaptureRequest last;
        last.target = "nvidia@tx2-lab";
        last.command = "python3 lstm.py";
        settings::rememberCapture(last);
        settings::rememberRecording("/tmp/old.stepscope");
        MainWindow window;
        window.show();
        auto* places = window.findChild<QTreeWidget*>("places");
        const auto click = [&](QTreeWidgetItem* item) {
            QTest::mouseClick(places->viewport(), Qt::LeftButton, {}, places->visualItemRect(item).center());
        };
        click(places->topLevelItem(0)->child(0));
        QCOMPARE(window.findChild<QComboBox*>("target")->currentText(), "local");
        click(places->topLevelItem(0)->child(1));
        QCOMPARE(window.findChild<QLineEdit*>("command")->text(), "python3 lstm.py");

        QSignalSpy open(&window, &MainWindow::openRequested);
        places->setCurrentItem(places->topLevelItem(1)->child(0));
        QTest::keyClick(places, Qt::Key_Return);
        QCOMPARE(open.count(), 1);
        QCOMPARE(open[0][0].toString(), "/tmp/old.stepscope");
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
