#include "tests/ui/fixture.h"
#include "ui/devices/captureform.h"
#include "ui/devices/captureoptions.h"
#include "ui/parts/settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace stepscope::ui;

class TestCaptureForm : public QObject
{
    Q_OBJECT

private slots:
    void offersTheProfilersOfTheTarget()
    {
        CaptureForm form;
        form.show();
        form.setTarget("nvidia@tx2");
        auto* kernels = form.findChild<QComboBox*>("kernels");
        QVERIFY(!kernels->isVisible());
        form.setProfilers("other", {"nsys"});
        QVERIFY(!kernels->isVisible());
        form.setProfilers("nvidia@tx2", {"nvprof"});
        QVERIFY(kernels->isVisible());
        QCOMPARE(kernels->count(), 2);
        QCOMPARE(form.request().profiler, QString());
        kernels->setCurrentIndex(1);
        QCOMPARE(form.request().profiler, QString("nvprof"));
        form.setTarget("nvidia@nano"); // has not been probed
        QVERIFY(!kernels->isVisible());
        QCOMPARE(form.request().profiler, QString());
    }

    void init() { useFreshSettings(m_folder.path()); }

    void checksTargets_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("good");
        QTest::newRow("local") << "local" << true;
        QTest::newRow("host") << "tx2-lab" << true;
        QTest::newRow("user") << "nvidia@tx2-lab" << true;
        QTest::newRow("port") << "nvidia@10.0.0.7:2222" << true;
        QTest::newRow("IPv6") << "nvidia@[fe80::1%eth0]:22" << true;
        QTest::newRow("virtual board") << "virtual-tx2:orin,seed=3" << true;
        QTest::newRow("empty") << "" << false;
        QTest::newRow("blank inside") << "tx2 lab" << false;
        QTest::newRow("an option") << "-oProxyCommand=x" << false;
        QTest::newRow("port 0") << "tx2:0" << false;
        QTest::newRow("port 70000") << "tx2:70000" << false;
        QTest::newRow("port a") << "tx2:a" << false;
        QTest::newRow("no host") << "nvidia@" << false;
    }
    void checksTargets()
    {
        QFETCH(QString, target);
        QTEST(targetFault(target).isEmpty(), "good");
    }

    void checksOps_data()
    {
        QTest::addColumn<QString>("ops");
        QTest::addColumn<bool>("good");
        QTest::newRow("automatic") << "auto" << true;
        QTest::newRow("window") << "4:9" << true;
        QTest::newRow("repeated") << "4:9:100" << true;
        QTest::newRow("all") << "all" << true;
        QTest::newRow("none") << "none" << true;
        QTest::newRow("empty") << "" << false;
        QTest::newRow("backwards") << "9:4" << false;
        QTest::newRow("nothing") << "4:4" << false;
        QTest::newRow("too often") << "0:10:5" << false;
        QTest::newRow("words") << "some" << false;
    }
    void checksOps()
    {
        QFETCH(QString, ops);
        QTEST(opsFault(ops).isEmpty(), "good");
    }

    void readsPeriods_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("milliseconds");
        QTest::newRow("number") << "10" << 10.0;
        QTest::newRow("unit") << "2.5 ms" << 2.5;
        QTest::newRow("seconds") << "0.5s" << 500.0;
        QTest::newRow("comma") << "2,5 ms" << 2.5;
        QTest::newRow("microseconds") << "500 us" << 0.5;
        QTest::newRow("words") << "fast" << -1.0;
        QTest::newRow("negative") << "-10 ms" << -1.0;
    }
    void readsPeriods()
    {
        QFETCH(QString, text);
        QTEST(parsePeriodMs(text).value_or(-1), "milliseconds");
    }

    void anEmptyCommandShowsAnError()
    {
        CaptureForm form;
        form.show();
        QSignalSpy submitted(&form, &CaptureForm::submitted);
        QTest::mouseClick(form.findChild<QPushButton*>("profile"), Qt::LeftButton);
        QCOMPARE(submitted.count(), 0);
        const auto* hint = form.findChild<QLabel*>("commandHint");
        QVERIFY2(hint->text().contains("Enter the command"), qPrintable(hint->text()));
        QVERIFY(QTest::qWaitForWindowActive(&form));
        QTRY_VERIFY(form.findChild<QLineEdit*>("command")->hasFocus());

        // The error disappears with the first edit.
        QTest::keyClicks(form.findChild<QLineEdit*>("command"), "p");
        QVERIFY(!hint->text().contains("Enter the command"));
    }

    void aBadPeriodShowsAnError_data()
    {
        QTest::addColumn<QString>("period");
        QTest::newRow("zero") << "0";
        QTest::newRow("words") << "often";
        QTest::newRow("a minute") << "60 s";
    }
    void aBadPeriodShowsAnError()
    {
        QFETCH(QString, period);
        CaptureForm form;
        QSignalSpy submitted(&form, &CaptureForm::submitted);
        form.findChild<QLineEdit*>("command")->setText("python3 train.py");
        const QString help = form.findChild<QLabel*>("periodHint")->text();
        form.findChild<QComboBox*>("period")->setEditText(period);
        form.submit();
        QCOMPARE(submitted.count(), 0);
        QVERIFY(form.findChild<QLabel*>("periodHint")->text() != help);
    }

    void aValidFormEmitsTheTypedRequest()
    {
        CaptureForm form;
        QSignalSpy submitted(&form, &CaptureForm::submitted);
        form.findChild<QComboBox*>("target")->setEditText("nvidia@tx2-lab");
        form.findChild<QLineEdit*>("command")->setText("  python3 train.py --batch 32 ");
        form.findChild<QLineEdit*>("directory")->setText("~/work");
        form.findChild<QComboBox*>("period")->setEditText("20 ms");
        form.findChild<QComboBox*>("ops")->setEditText("2:6:50");
        form.findChild<QLineEdit*>("path")->setText("/tmp/a.stepscope");
        form.submit();
        QCOMPARE(submitted.count(), 1);
        const auto request = submitted.first().first().value<CaptureRequest>();
        QCOMPARE(request.target, "nvidia@tx2-lab");
        QCOMPARE(request.command, "python3 train.py --batch 32");
        QCOMPARE(request.workingDirectory, "~/work");
        QCOMPARE(request.periodMs, 20.0);
        QCOMPARE(request.ops, "2:6:50");
        QCOMPARE(request.recordingPath, "/tmp/a.stepscope");
    }

    void aBusyFormSubmitsNothing()
    {
        CaptureForm form;
        QSignalSpy submitted(&form, &CaptureForm::submitted);
        form.findChild<QLineEdit*>("command")->setText("true");
        form.setBusy(true);
        QTest::keyClick(form.findChild<QLineEdit*>("command"), Qt::Key_Return);
        QCOMPARE(submitted.count(), 0);
        form.setBusy(false);
        QTest::keyClick(form.findChild<QLineEdit*>("command"), Qt::Key_Return);
        QCOMPARE(submitted.count(), 1);
    }

    void choosingADeviceLoadsItsLastCommand()
    {
        CaptureRequest last;
        last.target = "nvidia@tx2-lab:2222";
        last.command = "python3 lstm.py";
        last.workingDirectory = "/data";
        last.periodMs = 5;
        last.ops = "none";
        settings::rememberCapture(last);
        settings::rememberDevice("other");

        CaptureForm form;
        QCOMPARE(form.target(), last.target);
        QCOMPARE(form.request().command, last.command);
        QCOMPARE(form.request().periodMs, 5.0);
        QCOMPARE(form.request().ops, "none");

        // The command of one device is not shown for another; what was typed comes back with its device.
        form.findChild<QLineEdit*>("command")->setText("python3 lstm.py --long");
        form.setTarget("other");
        QCOMPARE(form.request().command, QString());
        form.setTarget(last.target);
        QCOMPARE(form.request().command, "python3 lstm.py --long");
    }

    /// The name of one device is the beginning of another one's.
    void aTypedTargetIsNotCompleted()
    {
        CaptureForm form;
        form.setDevices({"local", "virtual-tx2:tx2-l4t28", "virtual-tx2"});
        form.show();
        form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        auto* target = form.findChild<QComboBox*>("target");
        target->setFocus();
        target->lineEdit()->selectAll();
        QTest::keyClicks(target->lineEdit(), "virtual-tx2");
        QTest::keyClick(target->lineEdit(), Qt::Key_Tab);
        QCOMPARE(form.target(), "virtual-tx2");
    }

    void aModelReplacesTheCommand()
    {
        CaptureForm form;
        form.show();
        form.setTarget("nvidia@tx2-lab");
        auto* training = form.findChild<QComboBox*>("training");
        QVERIFY(!training->isVisible());
        form.setModels({"smallcnn", "resnet50"}, {"vgg16"});
        QVERIFY(training->isVisible());
        QCOMPARE(training->count(), 3);
        training->setCurrentIndex(2);
        QVERIFY(!form.findChild<QLineEdit*>("command")->isVisible());
        QSignalSpy submitted(&form, &CaptureForm::submitted);
        form.submit();
        QCOMPARE(submitted.count(), 1);
        const auto request = submitted.first().first().value<CaptureRequest>();
        QCOMPARE(request.model.model, "resnet50");
        QCOMPARE(request.model.batch, 32);
        QCOMPARE(request.model.steps, 100);
        // Virtual boards have other models.
        form.setTarget("virtual-tx2:orin");
        QCOMPARE(training->count(), 2);
        QCOMPARE(training->itemData(1).toString(), "vgg16");
    }

    /// Options of `stepscope profile` that have no field in the form are in a part that unfolds.
    void allOptionsAreUnfolded()
    {
        CaptureForm form;
        form.show();
        auto* name = form.findChild<QLineEdit*>("runName");
        QVERIFY(!name->isVisible());
        form.findChild<QLineEdit*>("command")->setText("true");
        form.findChild<QToolButton*>("allOptions")->click();
        QVERIFY(name->isVisible());
        name->setText("night 1");
        QSignalSpy submitted(&form, &CaptureForm::submitted);
        form.submit();
        QCOMPARE(submitted.count(), 0);
        QVERIFY(form.findChild<QLabel*>("optionsFault")->isVisible());
        name->setText("night-1");
        for (const char* const field : {"spoolFolder", "sysroot", "identity", "sshConfig", "knownHosts"})
            form.findChild<QLineEdit*>(field)->setText(QStringLiteral("/tmp/") + field);
        form.findChild<QLineEdit*>("spoolLimit")->setText("2 GB");
        form.findChild<QCheckBox*>("keepSecrets")->setChecked(true);
        form.findChild<QCheckBox*>("acceptKey")->setChecked(true);
        form.submit();
        QCOMPARE(submitted.count(), 1);
        const auto request = submitted.first().first().value<CaptureRequest>();
        QCOMPARE(request.runName, "night-1");
        QCOMPARE(request.spoolFolder, "/tmp/spoolFolder");
        QCOMPARE(request.spoolLimitBytes, quint64{2} << 30);
        QCOMPARE(request.sysroot, "/tmp/sysroot");
        QCOMPARE(request.identityFile, "/tmp/identity");
        QCOMPARE(request.configFile, "/tmp/sshConfig");
        QCOMPARE(request.knownHostsFile, "/tmp/knownHosts");
        QVERIFY(request.keepsSecrets && request.acceptsNewHostKey);
        // Choices that concern secrets and host keys, and names of runs, hold for one capture.
        settings::rememberCapture(request);
        const CaptureRequest last = settings::lastCapture(request.target);
        QCOMPARE(last.identityFile, "/tmp/identity");
        QVERIFY(!last.keepsSecrets && !last.acceptsNewHostKey && last.runName.isEmpty());
    }

    void readsSizes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("empty") << "" << qint64{0};
        QTest::newRow("bytes") << "1500" << qint64{1500};
        QTest::newRow("unit") << "2GB" << qint64{2} * 1024 * 1024 * 1024;
        QTest::newRow("blank") << "500 MiB" << qint64{500} * 1024 * 1024;
        QTest::newRow("words") << "much" << qint64{-1};
        QTest::newRow("negative") << "-1" << qint64{-1};
        QTest::newRow("overflow") << "999999999999999T" << qint64{-1};
    }
    void readsSizes()
    {
        QFETCH(QString, text);
        const auto bytes = parseBytes(text);
        QTEST(bytes ? qint64(*bytes) : qint64{-1}, "bytes");
    }

    void devicesAreStoredMostRecentFirst()
    {
        settings::rememberDevice("a");
        settings::rememberDevice("b");
        settings::rememberDevice("a");
        QCOMPARE(settings::devices(), QStringList({"local", "a", "b", "virtual-tx2"}));
        settings::forgetDevice("a");
        QCOMPARE(settings::devices(), QStringList({"local", "b", "virtual-tx2"}));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestCaptureForm)
#include "tst_captureform.moc"
