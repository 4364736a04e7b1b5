#include "ui/devices/cleandialog.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/parts/messageline.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

using namespace stepscope::ui;

namespace {

/// With ordinary spaces between numbers and units.
QString spaced(QString text)
{
    return text.replace(QChar(0x202F), QLatin1Char(' '));
}

QStringList linesOf(const QTreeWidget* tree)
{
    QStringList lines;
    for (QTreeWidgetItemIterator item(const_cast<QTreeWidget*>(tree)); *item; ++item)
        lines << spaced(QStringList{(*item)->text(0), (*item)->text(1), (*item)->text(2)}.join(" | "));
    return lines;
}

} // namespace

class TestDeviceDialogs : public QObject
{
    Q_OBJECT

private slots:
    void answersAreKeptPerDevice()
    {
        DevicePanel panel;
        panel.setTarget("tx2");
        DeviceFacts facts;
        facts.facts = {{"Board", "Jetson TX2"}};
        facts.sources = {{"Power rails", "denied", "", "The rails are read by root only."}};
        panel.setFacts("tx2", facts);
        panel.setError("other", "The host other does not answer.");
        const auto* tree = panel.findChild<QTreeWidget*>("facts");
        QCOMPARE(linesOf(tree).first(), "Board | Jetson TX2 | ");
        QVERIFY(linesOf(tree).last().contains("no permission | The rails are read by root only."));
        panel.setTarget("other");
        QCOMPARE(linesOf(tree).size(), 0);
        panel.setTarget("tx2");
        QCOMPARE(linesOf(tree).size(), 2);
    }

    /// The dialog shows what would be removed; only the button Remove confirms, and it is not the default.
    void cleaningIsConfirmed()
    {
        RemoteRun whole{"run-1", "ended", "python3 train.py", {}, 5'000'000};
        RemoteRun part{"run-2", "ended", "python3 lstm.py", {}, 3'000'000};
        CleanDialog dialog("tx2", {{{whole}, 0, 5'000'000}, {{whole, part}, 2, 9'000'000}, 1});
        QSignalSpy confirmed(&dialog, &CleanDialog::confirmed);
        dialog.show();
        const auto* sum = dialog.findChild<QLabel*>("cleanSum");
        const auto* runs = dialog.findChild<QTreeWidget*>("cleanRuns");
        auto* remove = dialog.findChild<QPushButton*>("cleanRemove");
        QCOMPARE(spaced(sum->text()), "To be removed: 1 run and 0 other files, 5.00 MB.");
        QCOMPARE(linesOf(runs).join(""), "run-1 | 5.00 MB | python3 train.py");
        QVERIFY(!remove->isDefault() && !remove->autoDefault());
        QTest::keyClick(&dialog, Qt::Key_Return);
        QVERIFY(dialog.isHidden());
        QCOMPARE(confirmed.count(), 0);
        dialog.show();
        dialog.findChild<QCheckBox*>("cleanAll")->setChecked(true);
        QCOMPARE(spaced(sum->text()), "To be removed: 2 runs and 2 other files, 9.00 MB.");
        QCOMPARE(linesOf(runs).last(), "run-2 | 3.00 MB | python3 lstm.py");
        remove->click();
        QCOMPARE(confirmed.count(), 1);
        QCOMPARE(confirmed[0][0].toBool(), true);
    }

    void thereMayBeNothingToClean()
    {
        CleanDialog dialog("tx2", {});
        dialog.show();
        QCOMPARE(dialog.findChild<QLabel*>("cleanSum")->text(), "There is nothing to remove.");
        QVERIFY(!dialog.findChild<QPushButton*>("cleanRemove")->isEnabled());
        QVERIFY(!dialog.findChild<QCheckBox*>("cleanAll")->isEnabled());
    }

    void unfinishedRecordingsCanBeContinued()
    {
        UnfinishedPanel panel;
        QVERIFY(panel.isHidden());
        QList<UnfinishedRecording> recordings;
        for (int i = 0; i < 7; ++i)
            recordings.append({"tx2", "run", QStringLiteral("/home/ada/r%1.stepscope").arg(i), 5, "The run goes on."});
        recordings[1].canContinue = false;
        panel.setRecordings(recordings);
        panel.show();
        const auto buttons = [&panel] {
            QList<QPushButton*> shown;
            for (QPushButton* button : panel.findChildren<QPushButton*>("continue"))
                if (button->isVisible())
                    shown.append(button);
            return shown;
        };
        QCOMPARE(buttons().size(), UnfinishedPanel::kMostShown - 1);
        QSignalSpy resumed(&panel, &UnfinishedPanel::continueRequested);
        QSignalSpy forgotten(&panel, &UnfinishedPanel::forgetRequested);
        buttons().last()->click();
        QCOMPARE(resumed.value(0).value(0).toString(), "/home/ada/r2.stepscope");
        panel.findChild<QToolButton*>("forget")->click();
        QCOMPARE(forgotten.value(0).value(0).toString(), "/home/ada/r0.stepscope");
        panel.setBusyTargets({"nano"});
        QTRY_COMPARE(buttons().size(), UnfinishedPanel::kMostShown - 1);
        QVERIFY(buttons().first()->isEnabled());
        panel.setBusyTargets({"nano", "tx2"});
        QTRY_COMPARE(buttons().size(), UnfinishedPanel::kMostShown - 1);
        QVERIFY(!buttons().first()->isEnabled());
        panel.setRecordings({});
        QVERIFY(panel.isHidden());
    }

    /// The self-test is offered for the chosen device only, and only where the probe lacks facts of rails.
    void offersTheSelfTestWithoutSensorFacts()
    {
        DevicePanel panel;
        panel.setTarget("tx2");
        panel.show();
        const auto* advice = panel.findChild<MessageLine*>();
        QVERIFY(advice->isHidden()); // not probed
        DeviceFacts facts;
        facts.facts = {{"Board", "Jetson TX2"}};
        panel.setFacts("tx2", facts);
        QVERIFY(advice->isHidden());
        facts.unknownRails = {"VDD_IN", "VDD_SYS_GPU", "VDD_SYS_CPU", "VDD_SYS_DDR"};
        panel.setFacts("tx2", facts);
        QVERIFY(advice->isVisible());
        QVERIFY2(advice->text().contains("VDD_IN") && advice->text().contains("1 more"), qPrintable(advice->text()));
        const QSignalSpy asked(&panel, &DevicePanel::selfTestRequested);
        advice->actionButton()->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), "tx2");
        panel.setTarget("other");
        QVERIFY(advice->isHidden());
    }

    void aRunIsAttachedByKeyboard()
    {
        DevicePanel panel;
        panel.setTarget("tx2");
        panel.show();
        auto* attach = panel.findChild<QPushButton*>("attach");
        QVERIFY(!attach->isEnabled());
        QSignalSpy asked(&panel, &DevicePanel::runsRequested);
        panel.findChild<QPushButton*>("refreshRuns")->click();
        QCOMPARE(asked.count(), 1);
        panel.setRuns("tx2",
                      {{"r1", "ended", "python3 a.py", {}, 5'000'000}, {"r2", "running", "python3 b.py", {}, 1000}});
        auto* runs = panel.findChild<QTreeWidget*>("runs");
        QSignalSpy attached(&panel, &DevicePanel::attachRequested);
        runs->setFocus();
        QTest::keyClick(runs, Qt::Key_Home);
        QTest::keyClick(runs, Qt::Key_Down);
        QVERIFY(attach->isEnabled());
        QTest::keyClick(runs, Qt::Key_Return);
        QCOMPARE(attached.count(), 1);
        QCOMPARE(attached[0][0].toString(), "tx2");
        QCOMPARE(attached[0][1].toString(), "r2");

        // A new list keeps the selected run.
        panel.setRuns("tx2", {{"r2", "ended", "python3 b.py", {}, 2000}});
        QCOMPARE(runs->currentItem()->text(0), "r2");
        QVERIFY(attach->isEnabled());
    }

    void anUnknownKeyIsRefusedByDefault()
    {
        const auto answer = [](Qt::Key key) {
            QTimer::singleShot(0, [key] { QTest::keyClick(QApplication::activeModalWidget(), key); });
            return HostKeyDialog::ask(nullptr, "tx2-lab", "ssh-ed25519", "SHA256:abc");
        };
        QVERIFY(!answer(Qt::Key_Return));
        QVERIFY(!answer(Qt::Key_Escape));

        HostKeyDialog dialog("tx2-lab", "ssh-ed25519", "SHA256:abc");
        QCOMPARE(dialog.findChild<QLineEdit*>("fingerprint")->text(), "SHA256:abc");
        dialog.show();
        dialog.findChild<QPushButton*>("trust")->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    }

    void aSecretIsHiddenAndCanBeCancelled()
    {
        QTimer::singleShot(0, [] {
            auto* edit = QApplication::activeModalWidget()->findChild<QLineEdit*>("secret");
            QCOMPARE(edit->echoMode(), QLineEdit::Password);
            QTest::keyClicks(edit, "hunter2");
            QTest::keyClick(edit, Qt::Key_Return);
        });
        QCOMPARE(SecretDialog::ask(nullptr, "Password of ada@tx2-lab").value_or("refused"), "hunter2");
        QTimer::singleShot(0, [] { QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape); });
        QVERIFY(!SecretDialog::ask(nullptr, "Password of ada@tx2-lab"));
    }
};

QTEST_MAIN(TestDeviceDialogs)
#include "tst_devicedialogs.moc"
