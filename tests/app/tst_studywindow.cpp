// Studies in the window, with real files: opening, refreshing, comparing, testing, exporting, bad files, and sweeps.

#include "analysis/study/studyfile.h"
#include "app/window/windowcontroller.h"
#include "tests/support/knownstudy.h"
#include "tests/support/login/passwordtarget.h"
#include "tests/support/recordingbuilder.h"
#include "ui/devices/signindialogs.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/observationlist.h"
#include "ui/study/studypage.h"
#include "ui/study/sweepdialog.h"
#include "widgets/charts/studychartview.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <filesystem>

using namespace stepscope;
using analysis::CellState;

namespace {

int rowsIn(const ui::MainWindow& window, const QString& state)
{
    const auto* model = window.findChild<ui::JumpTable*>(QStringLiteral("studyResults"))->model();
    int stateColumn = 0;
    while (stateColumn < model->columnCount() && model->headerData(stateColumn, Qt::Horizontal).toString() != "State")
        ++stateColumn;
    int count = 0;
    for (int row = 0; row < model->rowCount(); ++row)
        count += model->index(row, stateColumn).data().toString() == state ? 1 : 0;
    return count;
}

/// Answers the questions of a login: trusts the host, and gives one password after the other. Without one that is left,
/// it cancels.
class LoginAnswers
{
public:
    explicit LoginAnswers(QStringList passwords)
        : m_passwords(std::move(passwords))
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { answer(); });
        m_timer.start(50);
    }
    [[nodiscard]] const QStringList& questions() const { return m_questions; }

private:
    void answer()
    {
        QWidget* const shown = QApplication::activeModalWidget();
        if (auto* host = qobject_cast<ui::HostKeyDialog*>(shown))
            return host->accept();
        auto* const secret = qobject_cast<ui::SecretDialog*>(shown);
        if (secret == nullptr)
            return;
        m_questions << secret->findChild<QLineEdit*>()->accessibleName();
        if (m_passwords.isEmpty())
            return secret->reject();
        secret->findChild<QLineEdit*>()->setText(m_passwords.takeFirst());
        secret->accept();
    }

    QStringList m_passwords;
    QStringList m_questions;
    QTimer m_timer;
};

/// A training of 12 steps in place of the target's Python.
void writePython(const QString& home)
{
    QDir().mkpath(home + "/bin");
    QFile script(home + "/train.py");
    QFile python(home + "/bin/python3");
    if (!script.open(QIODevice::WriteOnly) || !python.open(QIODevice::WriteOnly))
        qFatal("the training cannot be written");
    script.write("import stepscope, time\n"
                 "for step in range(12):\n"
                 "    time.sleep(0.03)\n"
                 "    stepscope.step(samples=4)\n");
    python.write("#!/bin/sh\nexec " STEPSCOPE_PYTHON " " + QFile::encodeName(home) + "/train.py\n");
    python.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

} // namespace

class StudyWindowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<app::WindowController> m_controller;

    [[nodiscard]] ui::MainWindow& window() const { return m_controller->window(); }
    [[nodiscard]] QString bannerText() const
    {
        return window().findChild<ui::MessageLine*>(QStringLiteral("banner"))->text();
    }
    /// A study with a recording for each training that succeeded.
    [[nodiscard]] QString writeStudy(const QString& name, const analysis::Study& study) const
    {
        const QString folder = m_folder.filePath(name);
        QDir().mkpath(folder + "/recordings");
        static const auto recording = testing::makeTrainingRecording({.steps = 12});
        for (const analysis::StudyCell& cell : study.cells) {
            if (cell.result.succeeded())
                testing::writeFile(std::filesystem::path(folder.toStdString()) / cell.recording, recording);
        }
        if (!analysis::writeStudy(study, folder.toStdString()).ok())
            qFatal("the study cannot be written");
        return folder;
    }

private slots:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("config"))));
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("state"))));
        qputenv("HOME", QFile::encodeName(m_folder.path())); // of ~/.ssh/config and of virtual boards
    }
    void init()
    {
        m_controller = std::make_unique<app::WindowController>();
        window().resize(1366, 768);
        window().show();
    }
    void cleanup() { m_controller.reset(); }

    void aFolderOpensAsAStudyAndAPointAsARecording()
    {
        const QString folder = writeStudy("one", testing::knownStudy());
        m_controller->open(folder);
        QTRY_VERIFY_WITH_TIMEOUT(window().studyPage()->isVisible(), 20'000);
        QCOMPARE(rowsIn(window(), "ok"), 9);
        window().studyPage()->showEntry("figure-3");
        auto* chart = window().findChild<widgets::StudyChartView*>();
        QVERIFY(chart->figure().series.size() == 7); // read from the recording
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->placeOf({6, 3}).toPoint());
        QTRY_VERIFY_WITH_TIMEOUT(window().view().hasHeader() && window().view().stepCount() == 12, 20'000);
        QVERIFY(!window().studyPage()->isVisible());
        // Again, by its file.
        m_controller->open(folder + "/study.json");
        QTRY_VERIFY_WITH_TIMEOUT(window().studyPage()->isVisible(), 20'000);
    }

    void aStudyThatGrowsIsReadAgain()
    {
        analysis::Study study = testing::knownStudy();
        const auto row = study.cells[0].result;
        study.cells[0].result = {};
        study.cells[0].state = CellState::Pending;
        const QString folder = writeStudy("growing", study);
        m_controller->open(folder);
        QTRY_COMPARE_WITH_TIMEOUT(rowsIn(window(), "pending"), 1, 20'000);
        QVERIFY(window().findChild<QPushButton*>("continueSweep")->isVisible());
        study.cells[0].result = row;
        study.cells[0].state = CellState::Done;
        QVERIFY(analysis::writeStudy(study, folder.toStdString()).ok());
        QTRY_COMPARE_WITH_TIMEOUT(rowsIn(window(), "pending"), 0, 20'000);
        QVERIFY(!window().findChild<QPushButton*>("continueSweep")->isVisible());
        // Once more, since the file that was watched has been replaced.
        study.cells[1].state = CellState::Running;
        study.cells[1].result = {};
        QVERIFY(analysis::writeStudy(study, folder.toStdString()).ok());
        QTRY_COMPARE_WITH_TIMEOUT(rowsIn(window(), "running"), 1, 20'000);
    }

    void studiesAreComparedAndTested()
    {
        m_controller->open(writeStudy("a", testing::knownStudy()));
        QTRY_VERIFY_WITH_TIMEOUT(window().studyPage()->isVisible(), 20'000);
        emit window().studyCompareRequested(writeStudy("b", testing::knownStudy(2)));
        QTRY_COMPARE_WITH_TIMEOUT(window().studyPage()->currentEntry(), QString("comparison"), 20'000);
        QCOMPARE(window().findChild<ui::JumpTable*>("comparedStudies")->model()->index(0, 6).data().toString(),
                 QString("×2.000"));
        window().studyPage()->showEntry("observations");
        const auto* list = window().findChild<ui::ObservationList*>("studyObservations");
        QTRY_COMPARE_WITH_TIMEOUT(list->rowCount(), 12, 60'000);
        QCOMPARE(window().findChild<QComboBox*>("observationGroup")->count(), 4); // all, a domain, two models
    }

    void exportsWritePicturesAndData()
    {
        m_controller->open(writeStudy("exported", testing::knownStudy()));
        QTRY_VERIFY_WITH_TIMEOUT(window().studyPage()->isVisible(), 20'000);
        window().studyPage()->showEntry("figure-8");
        for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
            ui::StudyExport request = window().studyPage()->exported();
            request.path = m_folder.filePath(QString("throughput.") + suffix);
            emit window().studyExportRequested(request);
            QVERIFY2(QFileInfo(request.path).size() > 100, suffix);
        }
        window().studyPage()->showEntry("table-1");
        ui::StudyExport request = window().studyPage()->exported();
        request.path = m_folder.filePath("table.png");
        emit window().studyExportRequested(request);
        QVERIFY2(bannerText().contains("must end in .csv"), qPrintable(bannerText()));
    }

    void badFoldersAreOneClearLine_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        QTest::addRow("none") << QByteArray() << "it has no file study.json. Choose a folder that";
        QTest::addRow("half written") << QByteArray("{\"version\":1,\"id\":\"x\",\"pl") << "study.json";
        QTest::addRow("empty") << QByteArray(" ") << "study.json";
        QTest::addRow("newer") << QByteArray("{\"version\":99}") << "newer Stepscope";
    }
    void badFoldersAreOneClearLine()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        const QString folder = m_folder.filePath(QString("bad-") + QTest::currentDataTag());
        QDir().mkpath(folder);
        if (!json.isEmpty()) {
            QFile file(folder + "/study.json");
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(json) == json.size());
        }
        m_controller->open(folder);
        QTRY_VERIFY_WITH_TIMEOUT(!bannerText().isEmpty(), 20'000);
        QVERIFY2(bannerText().contains(says) && !bannerText().contains('\n'), qPrintable(bannerText()));
        QVERIFY(!window().studyPage()->hasStudy());
    }

    void theSweepDialogOffersTheModelsOfItsDevices()
    {
        const QStringList offered{"resnet50", "dqn"};
        ui::SweepDialog dialog({"local"}, offered, [&](const QString& device) {
            return device == "board" ? QStringList{"resnet50"} : offered;
        });
        const QListWidgetItem* dqn = dialog.findChild<QListWidget*>("sweepModels")->item(1);
        dialog.findChild<QListWidget*>("sweepModels")->item(1)->setCheckState(Qt::Checked);
        const auto isOffered = [&] { return dqn->flags().testFlag(Qt::ItemIsEnabled); };
        ui::SweepRequest request;
        dialog.setTarget("local");
        QVERIFY(isOffered() && dialog.fault(request).isEmpty());
        dialog.setTarget("local, board");
        QVERIFY(!isOffered() && dqn->toolTip().contains("board"));
        QCOMPARE(dialog.fault(request = {}), "board does not have the model dqn.");
        QVERIFY(request.models.isEmpty());
        dialog.setTarget("local");
        QVERIFY(isOffered() && dialog.fault(request = {}).isEmpty());
        QCOMPARE(request.models, QStringList{"dqn"});
    }
    void theSweepDialogChecksItsFields()
    {
        ui::SweepDialog dialog({"local"}, {"resnet50", "dqn"});
        auto* models = dialog.findChild<QListWidget*>("sweepModels");
        auto* batches = dialog.findChild<QLineEdit*>("sweepBatches");
        ui::SweepRequest request;
        QVERIFY(dialog.fault(request).contains("model"));
        models->item(1)->setCheckState(Qt::Checked);
        batches->setText("4, x");
        QVERIFY(dialog.fault(request = {}).contains("“x”"));
        batches->setText("0");
        QVERIFY(dialog.fault(request = {}).contains("“0”"));
        batches->setText("4,8");
        QCOMPARE(dialog.fault(request = {}), QString());
        QCOMPARE(request.models, QStringList{"dqn"});
        QCOMPARE(request.batches, (QList<int>{4, 8}));
        QVERIFY(request.powerSettings.isEmpty());
        dialog.findChild<QLineEdit*>("sweepPowerSettings")->setText("MAXN, MAXQ+locked");
        QCOMPARE(dialog.fault(request = {}), QString());
        QCOMPARE(request.powerSettings, (QStringList{"MAXN", "MAXQ+locked"}));
        QCOMPARE(request.targets, QStringList{"local"});
        QCOMPARE(request.leastSeconds, 10);
        dialog.setTarget(" tx2, ada@nano:22 ,");
        QCOMPARE(dialog.fault(request = {}), QString());
        QCOMPARE(request.targets, (QStringList{"tx2", "ada@nano:22"}));
        dialog.setTarget(",");
        QVERIFY(dialog.fault(request = {}).contains("device"));
    }

    /// A sweep on a virtual board: started in the dialog, paused, continued, and its rows appear.
    void aSweepRunsInTheWindow()
    {
        if (!qEnvironmentVariableIsSet("STEPSCOPE_VIRTUAL_BOARD"))
            QSKIP("This build has no virtual boards.");
        const QString folder = m_folder.filePath("sweep");
        for (QAction* action : window().actions())
            if (QString(action->text()).remove('&') == "Sweep…")
                action->trigger();
        auto* dialog = window().findChild<ui::SweepDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        dialog->setTarget("virtual-tx2");
        auto* models = dialog->findChild<QListWidget*>("sweepModels");
        for (QListWidgetItem* item : models->findItems("dqn", Qt::MatchExactly))
            item->setCheckState(Qt::Checked);
        dialog->findChild<QLineEdit*>("sweepBatches")->setText("4, 8");
        dialog->findChild<QSpinBox*>("sweepRepeats")->setValue(1);
        dialog->findChild<QSpinBox*>("sweepSteps")->setValue(40);
        dialog->findChild<QSpinBox*>("sweepSeconds")->setValue(0);
        dialog->findChild<QLineEdit*>("sweepFolder")->setText(folder);
        dialog->findChild<QPushButton*>("startSweep")->click();
        QTRY_VERIFY_WITH_TIMEOUT(window().studyPage()->isVisible(), 20'000);
        QCOMPARE(window().studyPage()->folder(), folder);
        auto* pause = window().findChild<QPushButton*>("pauseSweep");
        QTRY_VERIFY_WITH_TIMEOUT(rowsIn(window(), "running") == 1, 60'000);
        QVERIFY(pause->isVisible());
        pause->click();
        auto* more = window().findChild<QPushButton*>("continueSweep");
        QTRY_VERIFY_WITH_TIMEOUT(more->isVisible() && rowsIn(window(), "ok") == 1, 120'000);
        QCOMPARE(rowsIn(window(), "pending"), 1);
        QTRY_VERIFY(bannerText().contains("1 of 2 trainings done"));
        more->click();
        QTRY_VERIFY_WITH_TIMEOUT(rowsIn(window(), "ok") == 2, 120'000);
        QTRY_VERIFY_WITH_TIMEOUT(bannerText().contains("Trainings: 2;"), 20'000);
        QTRY_VERIFY(!window().findChild<QWidget*>("sweepStrip")->isVisible());
        // The same plan again has nothing to do; another one does not replace it.
        ui::SweepRequest request{{"virtual-tx2"}, {"dqn"}, {4, 8, 16}, 1, 40, folder};
        emit window().sweepRequested(request);
        QTRY_VERIFY2(bannerText().contains("--batches"), qPrintable(bannerText()));
    }

    /// Each training opens new connections; the window asks for the password once for the whole sweep.
    void aSweepAsksForThePasswordOnce()
    {
        const QString home = m_folder.filePath("target");
        writePython(home);
        const tests::PasswordTarget target(home, "correct horse");
        const LoginAnswers answers({"wrong", "correct horse"});
        const QString folder = m_folder.filePath("secret");
        const QString name = QString("ada@127.0.0.1:%1").arg(target.port());
        emit window().sweepRequested({{name}, {"smallcnn"}, {4, 8, 16}, 1, 12, folder});
        QTRY_VERIFY_WITH_TIMEOUT(bannerText().contains("The sweep is done. Trainings: 3; failed: 0"), 120'000);
        QTRY_COMPARE_WITH_TIMEOUT(rowsIn(window(), "ok"), 3, 20'000);
        QCOMPARE(answers.questions().size(), 2);
        QVERIFY2(answers.questions()[0].contains("Password of " + name), qPrintable(answers.questions()[0]));
        QVERIFY2(answers.questions()[1].contains("Not accepted"), qPrintable(answers.questions()[1]));
        QVERIFY2(target.logins() >= 4, qPrintable(QString::number(target.logins()))); // one to prepare, and one each
        QCOMPARE(target.attempts(), target.logins() + 1);
    }

    void aSweepWithoutThePasswordSaysWhy_data()
    {
        QTest::addColumn<QStringList>("passwords");
        QTest::addColumn<QString>("says");
        QTest::addRow("cancelled") << QStringList{} << "password";
        QTest::addRow("wrong") << QStringList{"a", "b", "c", "correct horse"} << "wrong password (3 tries)";
    }
    void aSweepWithoutThePasswordSaysWhy()
    {
        QFETCH(QStringList, passwords);
        QFETCH(QString, says);
        const QString home = m_folder.filePath(QString("target-") + QTest::currentDataTag());
        writePython(home);
        const tests::PasswordTarget target(home, "correct horse");
        const QString folder = m_folder.filePath(QString("refused-") + QTest::currentDataTag());
        const QString name = QString("ada@127.0.0.1:%1").arg(target.port());
        {
            const LoginAnswers answers(passwords);
            emit window().sweepRequested({{name}, {"smallcnn"}, {4}, 1, 12, folder});
            QTRY_VERIFY2_WITH_TIMEOUT(bannerText().contains(says), qPrintable(bannerText()), 60'000);
            QVERIFY(!bannerText().contains('\n'));
            QCOMPARE(answers.questions().size(), passwords.isEmpty() ? 1 : 3);
        }
        auto* more = window().findChild<QPushButton*>("continueSweep");
        QTRY_VERIFY_WITH_TIMEOUT(more->isVisible() && more->isEnabled(), 20'000);
        QVERIFY(!window().findChild<QPushButton*>("stopSweep")->isVisible());
        const LoginAnswers answers({"correct horse"});
        more->click();
        QTRY_VERIFY_WITH_TIMEOUT(bannerText().contains("Trainings: 1;"), 60'000);
    }

    /// A training that is left on its target is found again, not started twice.
    void aStoppedSweepContinues()
    {
        if (!qEnvironmentVariableIsSet("STEPSCOPE_VIRTUAL_BOARD"))
            QSKIP("This build has no virtual boards.");
        const QString folder = m_folder.filePath("stopped");
        emit window().sweepRequested({{"virtual-tx2"}, {"squeezenet"}, {4}, 1, 50, folder});
        QTRY_VERIFY_WITH_TIMEOUT(rowsIn(window(), "running") == 1, 60'000);
        const auto* text = window().findChild<QLabel*>("sweepText");
        QTRY_VERIFY_WITH_TIMEOUT(QDir(folder + "/recordings").entryList(QDir::Files).size() == 1, 60'000);
        window().findChild<QPushButton*>("stopSweep")->click();
        auto* more = window().findChild<QPushButton*>("continueSweep");
        QTRY_VERIFY_WITH_TIMEOUT(more->isVisible() && more->isEnabled(), 30'000);
        QCOMPARE(text->text(), QString("1 of 1 trainings are not done"));
        QVERIFY(bannerText().contains("0 of 1 trainings done"));
        more->click();
        QTRY_VERIFY_WITH_TIMEOUT(rowsIn(window(), "ok") == 1, 120'000);
        const auto study = analysis::readStudy(folder.toStdString());
        QVERIFY(study.ok() && study->cells.at(0).attempts == 1);
    }
};

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    StudyWindowTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_studywindow.moc"
