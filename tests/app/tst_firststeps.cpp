// The first five minutes of a user: from an empty home to a recording, with real clicks and keys in the real window,
// real agents, a virtual board and an OpenSSH server on loopback. Every click and every typed text counts as an action.

#include "app/capture/modelcommand.h"
#include "app/window/windowcontroller.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/sshserver.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/recording/panels/logpanel.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/hoststart.h"
#include "ui/start/recentrecordings.h"
#include "ui/start/recordingcard.h"
#include "ui/start/startpage.h"
#include "ui/window/windowactions.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QWindow>

using namespace stepscope;
using ui::CapturePhase;

class FirstStepsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder; ///< home of this user
    std::unique_ptr<app::WindowController> m_controller;
    int m_actions = 0;

    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] ui::MainWindow& window() const { return m_controller->window(); }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return window().findChild<Widget*>(QLatin1String(name));
    }

    /// The first start: there are no settings.
    void openWindow(const link::SshOptions& ssh = {})
    {
        m_actions = 0;
        m_controller = std::make_unique<app::WindowController>(ssh);
        window().resize(1366, 768);
        window().show();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
    }

    /// Clicks at a place of a widget, as the mouse does: through the window, where the widget must be on top.
    void clickAt(QWidget* widget, QPoint place)
    {
        QVERIFY(widget != nullptr);
        for (QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
            if (auto* area = qobject_cast<QScrollArea*>(parent))
                area->ensureWidgetVisible(widget);
        }
        QWidget* const top = widget->window();
        const QPoint at = widget->mapTo(top, place);
        const QWidget* hit = top->childAt(at);
        QVERIFY2(widget->isVisible() && widget->isEnabled(), qPrintable(widget->objectName()));
        QVERIFY2(hit == widget || (hit && widget->isAncestorOf(hit)), qPrintable(widget->objectName()));
        QTest::mouseClick(top->windowHandle(), Qt::LeftButton, {}, at);
        ++m_actions;
    }
    void click(QWidget* widget) { clickAt(widget, widget ? widget->rect().center() : QPoint()); }

    /// Types into the control that has the focus.
    void type(const QString& text)
    {
        QWindow* const top = window().windowHandle();
        for (const QChar letter : text)
            QTest::keyClick(top, letter.toLatin1());
        ++m_actions;
    }
    void press(Qt::Key key)
    {
        QTest::keyClick(window().windowHandle(), key);
        ++m_actions;
    }

    [[nodiscard]] bool isLive() const
    {
        return window().captureStatus().phase == CapturePhase::Streaming && window().view().sampleCount() > 0;
    }
    [[nodiscard]] bool hasEnded() const
    {
        return window().captureStatus().phase == CapturePhase::Ended && window().view().ending().has_value();
    }
    void stop() const { window().findChild<ui::WindowActions*>()->stop->trigger(); }
    [[nodiscard]] QStringList devices() const
    {
        QStringList names;
        const QTreeWidgetItem* group = find<QTreeWidget>("places")->topLevelItem(0);
        for (int i = 0; i < group->childCount(); ++i)
            names.append(group->child(i)->text(0));
        return names;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("HOME", QFile::encodeName(m_folder->path()));
        ui::useFreshSettings(path("settings"));
        for (const char* variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
            qputenv(variable, QFile::encodeName(path(QString::fromLatin1(variable).toLower())));
    }
    void cleanup()
    {
        m_controller.reset();
        m_folder.reset();
    }

    /// Goal: a profile of the virtual TX2 in at most 3 clicks after the first start. It needs one.
    void profilesAVirtualBoard()
    {
        if (app::virtualBoardProgram().empty())
            QSKIP("This build has no virtual boards.");
        openWindow();
        ui::savePicture(window(), "start-first");
        click(find<QPushButton>("startBoard"));
        QTRY_VERIFY_WITH_TIMEOUT(isLive() && window().view().stepCount() > 1, 120'000);
        QVERIFY2(m_actions <= 3, qPrintable(QString::number(m_actions)));
        QVERIFY(find<QWidget>("startPage")->isHidden());
        QVERIFY(window().view().header().isVirtual);
        stop();
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 120'000);
        const QStringList files = QDir(path("Documents/Stepscope")).entryList({"*.stepscope"});
        QCOMPARE(files.size(), 1);

        // It is the first of the recent recordings, with its facts and its picture; the cache has both.
        window().showStartPage();
        const auto* card = window().findChild<ui::RecordingCard*>();
        QVERIFY(card != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(card->accessibleDescription().contains(" J"), 20'000);
        QVERIFY2(card->accessibleDescription().contains("inception_v1"), qPrintable(card->accessibleDescription()));
        QTRY_COMPARE_WITH_TIMEOUT(QDir(path("xdg_cache_home/stepscope/previews")).entryList({"*.png"}).size(), 2,
                                  20'000);
        ui::savePicture(window(), "start-recent");
    }

    /// Goal: a profile of a board over SSH in at most 6 actions, with an unknown host key.
    void profilesABoardOverSsh()
    {
        if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        tests::SshServer server;
        QVERIFY2(server.start(), server.log());
        openWindow(server.options());
        const QString board = "127.0.0.1:" + QString::number(server.port());
        QTimer answer; // the question blocks in a nested event loop
        connect(&answer, &QTimer::timeout, this, [this] {
            auto* dialog = window().findChild<ui::HostKeyDialog*>();
            if (dialog && dialog->isVisible())
                click(dialog->findChild<QPushButton*>("trust"));
        });
        answer.start(50);
        click(find<QComboBox>("host"));
        type(board);
        press(Qt::Key_Return);
        // A host becomes a device when the connection has succeeded.
        QVERIFY(!devices().contains(board));
        QTRY_VERIFY_WITH_TIMEOUT(find<QLineEdit>("command")->isVisible(), 120'000);
        QVERIFY(devices().contains(board));
        const auto* device = window().findChild<ui::DevicePanel*>();
        QCOMPARE(device->target(), board);
        QVERIFY2(device->note().startsWith("Measures "), qPrintable(device->note()));
        ui::savePicture(window(), "start-board");
        window().activateWindow(); // as a window manager does after a dialog
        QTRY_VERIFY(find<QLineEdit>("command")->hasFocus());
        type("sleep 30");
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isLive(), 120'000);
        QVERIFY2(m_actions <= 6, qPrintable(QString::number(m_actions)));
        stop();
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 120'000);
        QCOMPARE(ui::settings::lastCapture(board).command, QString("sleep 30"));
    }

    /// A host that cannot be reached is no device, unless the user wants it.
    void aMistypedHostIsNoDevice()
    {
        openWindow();
        const QString wrong = QStringLiteral("127.0.0.1:1");
        click(find<QComboBox>("host"));
        type(wrong);
        press(Qt::Key_Return);
        const auto* host = window().findChild<ui::HostStart*>();
        QTRY_VERIFY_WITH_TIMEOUT(!host->note().isEmpty(), 120'000);
        QVERIFY(!devices().contains(wrong));
        QCOMPARE(ui::settings::devices(), QStringList({"local", "virtual-tx2"}));
        ui::savePicture(window(), "start-unreachable");
        click(find<QPushButton>("addAnyway"));
        QVERIFY(devices().contains(wrong));

        // The form does not make one either.
        find<QLineEdit>("command")->setText("true");
        find<QComboBox>("target")->setEditText("127.0.0.1:2");
        click(find<QPushButton>("profile"));
        QTRY_COMPARE_WITH_TIMEOUT(window().captureStatus().phase, CapturePhase::Failed, 120'000);
        QVERIFY(!devices().contains("127.0.0.1:2"));
        QVERIFY(!find<ui::MessageLine>("banner")->text().isEmpty());
    }

    /// The command of one device is never shown for another.
    void theCommandBelongsToTheDevice()
    {
        openWindow();
        window().showDevice("virtual-tx2");
        auto* command = find<QLineEdit>("command");
        QTRY_VERIFY(command->hasFocus());
        type("./virtual-tx2 train --model vgg16");
        window().showDevice("local");
        QCOMPARE(command->text(), QString());
        type("python3 train.py");
        window().showDevice("virtual-tx2");
        QCOMPARE(command->text(), QString("./virtual-tx2 train --model vgg16"));
        window().showDevice("local");
        QCOMPARE(command->text(), QString("python3 train.py"));
    }

    /// Status and last lines in a red line, and the log at the error.
    void aFailingTrainingSpeaks()
    {
        openWindow();
        window().showDevice("local");
        QTRY_VERIFY(find<QLineEdit>("command")->hasFocus());
        type("sh -c 'echo loading; echo \"No module named torch\" >&2; exit 1'");
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 120'000);
        const auto* line = find<ui::MessageLine>("failureLine");
        QTRY_VERIFY(line->isVisible());
        QCOMPARE(line->kind(), ui::MessageLine::Kind::Error);
        QCOMPARE(line->text(), QString("Exited with status 1\nNo module named torch"));
        auto* tabs = qobject_cast<QTabWidget*>(window().recordingPage()->tables());
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QString("Log"));
        const auto* log = window().findChild<ui::LogPanel*>();
        QTRY_VERIFY(log->isVisible() && log->text().contains("No module named torch"));
        ui::savePicture(window(), "failed-training");
        click(line->dismissButton());
        QVERIFY(!line->isVisible());
    }

    /// A command that continues in the background ends without steps: the line says so, with the cure.
    void aDetachedCommandSpeaks()
    {
        openWindow();
        ui::CaptureRequest request;
        request.target = "local";
        request.command = "sh -c 'setsid sleep 20 >/dev/null 2>&1 & sleep 1'";
        request.recordingPath = path("detached.stepscope");
        emit window().profileRequested(request);
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 120'000);
        const auto* line = find<ui::MessageLine>("failureLine");
        QTRY_VERIFY(line->isVisible());
        QVERIFY2(line->text().contains("continues in the background") && line->text().contains("in the foreground"),
                 qPrintable(line->text()));
        QCOMPARE(line->kind(), ui::MessageLine::Kind::Doubt);
    }

    /// Missing and damaged recordings say so, and can be removed with the keyboard and the mouse.
    void badRecordingsSaySo()
    {
        tests::writeFile(path("damaged.stepscope"), "not a recording");
        const auto bytes = testing::makeTrainingRecording();
        tests::writeFile(path("good.stepscope"),
                         QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())));
        for (const char* const name : {"missing.stepscope", "damaged.stepscope", "good.stepscope"})
            ui::settings::rememberRecording(path(name));
        openWindow();
        const auto* recent = window().findChild<ui::RecentRecordings*>();
        const QList<ui::RecordingCard*> cards = recent->findChildren<ui::RecordingCard*>();
        QCOMPARE(cards.size(), 3);
        QTRY_VERIFY_WITH_TIMEOUT(cards[2]->accessibleDescription().contains("missing"), 20'000);
        QTRY_VERIFY(!cards[1]->accessibleDescription().contains("Reading"));
        QVERIFY2(cards[1]->accessibleDescription().contains("recording"),
                 qPrintable(cards[1]->accessibleDescription()));
        ui::savePicture(window(), "start-bad-recordings");
        cards[2]->setFocus(Qt::TabFocusReason);
        press(Qt::Key_Delete);
        QTRY_COMPARE(ui::settings::recordings().size(), 2);
        click(cards[1]->findChild<QToolButton*>("removeRecording"));
        QTRY_COMPARE(ui::settings::recordings(), QStringList{path("good.stepscope")});
        QVERIFY(QFileInfo::exists(path("damaged.stepscope")));
        click(cards[0]);
        QTRY_VERIFY_WITH_TIMEOUT(window().view().hasHeader(), 20'000);
    }

    /// Every control has a name for screen readers, and Tab reaches it.
    void worksWithTheKeyboardAlone()
    {
        ui::settings::rememberRecording(path("missing.stepscope"));
        openWindow();
        QTRY_VERIFY(find<QPushButton>("trainHere")->isEnabled() ||
                    find<QLabel>("localMissing")->text().contains("need"));
        QSet<const QWidget*> controls;
        for (const QWidget* widget : find<QWidget>("startPage")->findChildren<QWidget*>()) {
            const bool isControl = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible() &&
                                   widget->isEnabled() && widget->focusProxy() == nullptr;
            if (!isControl || qobject_cast<const QLabel*>(widget) || qobject_cast<const QScrollArea*>(widget))
                continue;
            const QAccessibleInterface* access = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            QVERIFY2(access && !access->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString("%1 %2").arg(widget->metaObject()->className(), widget->objectName())));
            controls.insert(widget);
        }
        QVERIFY(controls.size() >= 8);
        for (int i = 0; i < 80 && !controls.isEmpty(); ++i) {
            QTest::keyClick(window().windowHandle(), Qt::Key_Tab);
            QWidget* const focus = QApplication::focusWidget();
            controls.remove(focus);
            if (focus && focus->parentWidget())
                controls.remove(focus->parentWidget());
        }
        QStringList left;
        for (const QWidget* widget : controls)
            left.append(QString::fromLatin1(widget->metaObject()->className()) + ' ' + widget->objectName());
        QCOMPARE(left.join(','), QString());
    }

    void looks_data()
    {
        QTest::addColumn<ui::ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const auto theme : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark})
            for (const QSize size : {QSize(1024, 700), QSize(1366, 768), QSize(1920, 1080)})
                QTest::addRow("%s-%d", theme == ui::ThemeChoice::Dark ? "dark" : "light", size.width())
                    << theme << size;
    }
    /// No truncated text, in both themes and three sizes.
    void looks()
    {
        QFETCH(ui::ThemeChoice, theme);
        QFETCH(QSize, size);
        ui::settings::setTheme(theme);
        const auto bytes = testing::makeTrainingRecording();
        for (const char* const name : {"vgg16.stepscope", "resnet50-batch32.stepscope", "lstm.stepscope"}) {
            tests::writeFile(path(name),
                             QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())));
            ui::settings::rememberRecording(path(name));
        }
        ui::settings::rememberRecording(path("missing.stepscope"));
        openWindow();
        window().resize(size);
        const QList<ui::RecordingCard*> cards = window().findChildren<ui::RecordingCard*>();
        QCOMPARE(cards.size(), 4);
        QTRY_VERIFY_WITH_TIMEOUT(!cards[3]->accessibleDescription().contains("Reading"), 20'000);
        QTRY_VERIFY(find<QPushButton>("trainHere")->isEnabled() ||
                    find<QLabel>("localMissing")->text().contains("need"));
        ui::savePicture(window(), QStringLiteral("start-") + QTest::currentDataTag());
        QCOMPARE(ui::truncatedControls(window()).join('\n'), QString());
    }
};

QTEST_MAIN(FirstStepsTest)
#include "tst_firststeps.moc"
