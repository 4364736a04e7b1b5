#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/parts/messageline.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

using namespace stepscope::ui;

namespace {

QStringList linesOf(const QTreeWidget* tree)
{
    QStringList lines;
    for (QTreeWidgetItemIterator item(const_cast<QTreeWidget*>(tree)); *item; ++item)
        lines << QStringList{(*item)->text(0), (*item)->text(1), (*item)->text(2)}.join(" | ");
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
