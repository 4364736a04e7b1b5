// `stepscope sweep` through the real agent: failing trainings, a sweep that is killed and continued, wrong usage.

#include "tests/support/programrun.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace stepscope;
using testing::lineFault;
using testing::Outcome;

namespace {

/// Marks steps through the hook and fails as its batch size says.
constexpr const char* kTraining = R"(
import ctypes, os, resource, sys, time
import stepscope
batch, steps, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
with open(os.path.join(folder, "starts"), "a") as starts:
    starts.write("%d\n" % batch)
if batch == 8:
    sys.exit(3)
if batch == 16:
    os.kill(os.getpid(), 9)
if batch == 32:
    resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
    data = bytearray(1 << 30)
if batch == 64:
    ctypes.string_at(0)
for step in range(steps):
    time.sleep(0.03)
    stepscope.step(samples=batch)
if batch == 128:
    print("waiting", flush=True)
    time.sleep(600)
)";

} // namespace

class SweepTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] Outcome stepscope(const QStringList& arguments) const
    {
        return testing::runProgram(m_folder->path(), arguments);
    }
    void start(QProcess& process, const QStringList& arguments) const
    {
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        variables.insert("HOME", m_folder->path());
        process.setProcessEnvironment(variables);
        process.setWorkingDirectory(m_folder->path());
        process.start(STEPSCOPE_APP_FILE, arguments);
    }
    [[nodiscard]] QStringList sweep(const QString& batches, const QStringList& more, int steps = 8) const
    {
        return QStringList{"sweep", "local", "-o", path("study"), "--batches", batches} + more +
               QStringList{"--",      STEPSCOPE_PYTHON,       path("train.py"),
                           "{batch}", QString::number(steps), m_folder->path()};
    }
    [[nodiscard]] QJsonObject study() const
    {
        QFile file(path("study/study.json"));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    }
    [[nodiscard]] QJsonObject resultOf(int batch) const
    {
        for (const QJsonValue& cell : study()["cells"].toArray()) {
            if (cell["batch"].toInt() == batch)
                return cell["result"].toObject();
        }
        return {};
    }
    /// Batch sizes in the order in which trainings were started.
    [[nodiscard]] QList<QByteArray> starts() const
    {
        QFile file(path("starts"));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n') : QList<QByteArray>();
    }
    [[nodiscard]] int doneCells() const
    {
        int done = 0;
        for (const QJsonValue& cell : study()["cells"].toArray())
            done += cell["state"].toString() == "done";
        return done;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QFile script(path("train.py"));
        QVERIFY(script.open(QIODevice::WriteOnly) && script.write(kTraining) > 0);
    }

    void failedTrainingsAreResults()
    {
        const Outcome outcome = stepscope(sweep("4,8,16,32,64,128", {"--timeout", "2s"}));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("5 of them failed"), outcome.err.constData());
        QVERIFY2(outcome.err.contains("seed 1") && outcome.err.contains("first 3 steps"), outcome.err.constData());
        const QMap<int, QString> expected{
            {4, "ok"},       {8, "exit_status"}, {16, "killed"}, {32, "out_of_memory"}, {64, "segmentation_fault"},
            {128, "timeout"}};
        for (auto it = expected.begin(); it != expected.end(); ++it)
            QCOMPARE(resultOf(it.key())["outcome"].toString(), it.value());
        QCOMPARE(resultOf(4)["counted_steps"].toInt(), 5);
        const double throughput = resultOf(4)["throughput_samples_per_second"].toDouble();
        QVERIFY2(throughput > 4 && throughput < 4 / 0.03, qPrintable(QString::number(throughput)));
        QCOMPARE(resultOf(8)["exit_status"].toInt(), 3);
        QCOMPARE(resultOf(64)["signal"].toInt(), SIGSEGV);
        QVERIFY(resultOf(32)["last_output"].toString().contains("MemoryError"));
        QVERIFY(resultOf(128)["last_output"].toString().contains("waiting"));
        for (const QJsonValue& cell : study()["cells"].toArray())
            QVERIFY(QFileInfo(path("study/" + cell["recording"].toString())).size() > 0);
        // The target keeps nothing of a cell that is done.
        const QJsonObject before = study();
        QCOMPARE(lineFault(stepscope({"observations", path("study"), "--csv", path("study/study.json")}), 1,
                           {"exists already", "--force"}),
                 QString());
        QCOMPARE(study(), before);
        QVERIFY(stepscope({"runs", "local"}).out.contains("no run"));
    }

    void figuresAndCsvOfAStudy()
    {
        QCOMPARE(stepscope(sweep("4,2,8", {"--repeats", "2"})).status, 0);
        const Outcome outcome = stepscope({"figures", path("study"), "-o", path("figures")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        for (const char* file : {"figure-3.png", "figure-4.svg", "figure-5a.pdf", "figure-8.png", "figure-8.csv",
                                 "figure-6.csv", "table-1.csv", "table-2.csv", "study.csv", "study.tex"})
            QVERIFY2(QFileInfo(path(QString("figures/") + file)).size() > 40, file);
        // Without rails there is no energy, which is said instead of drawn.
        QVERIFY(!QFileInfo::exists(path("figures/figure-6.png")) && outcome.err.contains("figure-6 is empty"));
        QCOMPARE(lineFault(stepscope({"figures", path("study"), "-o", path("figures")}), 1, {"--force"}), QString());
        QCOMPARE(stepscope({"figures", path("study"), "-o", path("figures"), "--force"}).status, 0);
        QFile csv(path("figures/figure-8.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), 3); // batch sizes 2 and 4; 8 failed
        QCOMPARE(stepscope({"export", path("study"), "--csv", path("csv")}).status, 0);
        QFile rows(path("csv/study.csv"));
        QVERIFY(rows.open(QIODevice::ReadOnly));
        QCOMPARE(rows.readAll().count('\n'), 7);
        // A copy without a recording says so, and keeps its result.
        QVERIFY(QFile::remove(path("study/" + study()["cells"].toArray().first().toObject()["recording"].toString())));
        const Outcome lacking = stepscope({"figures", path("study"), "-o", path("figures"), "--force"});
        QVERIFY2(lacking.status == 0 && lacking.err.contains("1 recording is missing"), lacking.err.constData());
        QVERIFY(stepscope({"sweep", "--resume", path("study")}).err.contains("1 recording is missing"));
        QCOMPARE(starts().size(), 6);
        // So does one whose recording is cut, which would change the verdicts of the observations.
        const QJsonArray cells = study()["cells"].toArray();
        const auto succeeded = std::find_if(cells.begin() + 1, cells.end(), [](const QJsonValue& cell) {
            return cell.toObject()["batch"].toInt() < 8;
        });
        QVERIFY(succeeded != cells.end());
        const QString cut = path("study/" + (*succeeded).toObject()["recording"].toString());
        QVERIFY(QFile::resize(cut, QFileInfo(cut).size() / 2));
        for (const QStringList& command : {QStringList{"observations", path("study")},
                                           {"advise", path("study")},
                                           {"export", path("study"), "--csv", path("csv"), "--force"}}) {
            const Outcome incomplete = stepscope(command);
            QVERIFY2(incomplete.status == 0 && incomplete.err.contains("2 recordings are missing or incomplete"),
                     incomplete.err.constData());
        }
        QVERIFY(stepscope({"observations", path("study")})
                    .out.simplified()
                    .contains("is damaged or cut, so it is left out"));
        // The name of the folder is no UTF-8.
        const Outcome named = testing::runScript(
            m_folder->path(), "mv study $'st\\xff'; $0 observations $'st\\xff' --json; mv $'st\\xff' study");
        QVERIFY2(!QJsonDocument::fromJson(named.out).isNull(), named.err.constData());
        const Outcome byFile = stepscope({"advise", path("study/study.json")});
        QVERIFY2(byFile.status == 0 && byFile.out == stepscope({"advise", path("study")}).out, byFile.err.constData());
        QCOMPARE(lineFault(stepscope({"figures", path("nothing"), "-o", path("figures")}), 1, {"study.json"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"export", path("study"), "--csv", path("study/study.json/csv")}), 1,
                           {"Creating the folder", "Not a directory"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"export", path("study"), "--figure", "timeline", "-o", path("x.png")}), 2,
                           {"stepscope figures"}),
                 QString());
    }

    void aKilledSweepContinuesWithoutLossOrRepetition()
    {
        const QStringList arguments = sweep("1,2,3,4", {"--repeats", "2"}, 30);
        for (const int cells : {1, 1, 3}) {
            QProcess killed;
            start(killed, arguments);
            // In the middle of a training: of the second one twice, then of the fourth.
            QTRY_VERIFY_WITH_TIMEOUT(doneCells() >= cells && starts().size() > doneCells(), 60'000);
            killed.kill();
            QVERIFY(killed.waitForFinished(10'000));
        }
        const int done = doneCells();
        QVERIFY2(done >= 3 && done < 8, qPrintable(QString::number(done)));
        const Outcome outcome = stepscope({"sweep", "--resume", path("study")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonArray cells = study()["cells"].toArray();
        QCOMPARE(cells.size(), 8);
        for (const QJsonValue& cell : cells) {
            QCOMPARE(cell["state"].toString(), "done");
            QCOMPARE(cell["result"]["outcome"].toString(), "ok");
            QCOMPARE(cell["attempts"].toInt(), 1);
            QCOMPARE(cell["result"]["steps"].toInt(), 30);
            const QString recording = path("study/" + cell["recording"].toString());
            QVERIFY(stepscope({"verify", recording}).out.contains(": intact"));
        }
        QCOMPARE(starts().size(), 8);
        QVERIFY(stepscope({"runs", "local"}).out.contains("no run"));
        // A study that is complete starts nothing.
        QCOMPARE(stepscope(arguments).status, 0);
        QCOMPARE(starts().size(), 8);
    }

    void anInterruptEndsTheSweepAfterTheTraining()
    {
        QProcess interrupted;
        start(interrupted, sweep("1,2,3", {}, 20));
        QTRY_VERIFY_WITH_TIMEOUT(starts().size() == 1 && !study().isEmpty(), 60'000);
        ::kill(static_cast<pid_t>(interrupted.processId()), SIGINT);
        QVERIFY(interrupted.waitForFinished(30'000));
        QCOMPARE(interrupted.exitCode(), 1);
        QVERIFY(interrupted.readAllStandardError().contains("--resume"));
        QCOMPARE(doneCells(), 1);
        QCOMPARE(starts().size(), 1);
        QCOMPARE(stepscope({"sweep", "--resume", path("study")}).status, 0);
        QCOMPARE(doneCells(), 3);
        QCOMPARE(starts().size(), 3);
    }

    /// The run of a training whose agent was killed is started again, once.
    void aTrainingWhoseAgentDiesIsRepeatedOnce()
    {
        QProcess sweeping;
        start(sweeping, sweep("1", {}, 60));
        for (int round = 0; round < 2; ++round) {
            QTRY_VERIFY_WITH_TIMEOUT(starts().size() == round + 1, 60'000);
            // The supervisor holds the lock of the run.
            const QStringList runs = QDir(path(".stepscope/runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            QCOMPARE(runs.size(), 1);
            QProcess fuser;
            fuser.start("fuser", {path(".stepscope/runs/" + runs[0] + "/recording.stepscope")});
            if (!fuser.waitForStarted())
                QSKIP("fuser is not installed; on Debian install psmisc.");
            QVERIFY(fuser.waitForFinished());
            const auto processes = fuser.readAllStandardOutput().simplified().split(' ');
            for (const QByteArray& process : processes) {
                QFile name("/proc/" + process + "/cmdline");
                if (name.open(QIODevice::ReadOnly) && name.readAll().contains(QByteArray("start\0", 6)))
                    ::kill(process.toInt(), SIGKILL);
            }
        }
        QVERIFY(sweeping.waitForFinished(60'000));
        QCOMPARE(resultOf(1)["outcome"].toString(), "target_lost");
        QCOMPARE(resultOf(1)["attempts"].toInt(), 2);
        QCOMPARE(sweeping.exitCode(), 0);
    }

    /// The server is stopped in the middle of a training, then the program and the server.
    void aSweepOverSshSurvivesBothSides()
    {
        if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        tests::SshServer server;
        QVERIFY2(server.start(), server.log().constData());
        server.trust();
        const QStringList login{"--identity",        server.userKey(), "--known-hosts",
                                server.knownHosts(), "--ssh-config",   "/dev/null"};
        QStringList arguments = sweep("1,2,3", login, 60);
        arguments[1] = QString("127.0.0.1:%1").arg(server.port());
        QProcess sweeping;
        start(sweeping, arguments);
        QTRY_VERIFY_WITH_TIMEOUT(starts().size() == 1, 60'000);
        server.stop();
        QVERIFY2(server.start(), server.log().constData());
        QTRY_VERIFY_WITH_TIMEOUT(doneCells() == 1 && starts().size() == 2, 60'000);
        sweeping.kill();
        QVERIFY(sweeping.waitForFinished(10'000));
        server.stop();
        QVERIFY2(server.start(), server.log().constData());
        const Outcome outcome = stepscope(QStringList{"sweep", "--resume", path("study")} + login);
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QCOMPARE(starts().size(), 3);
        for (const QJsonValue& cell : study()["cells"].toArray()) {
            QVERIFY2(cell["result"]["outcome"].toString() == "ok",
                     qPrintable(cell["result"]["reason"].toString() + QString::fromUtf8(outcome.err)));
            QCOMPARE(cell["result"]["steps"].toInt(), 60);
            QCOMPARE(cell["attempts"].toInt(), 1);
        }
    }

    /// Two boards at the same time; one training needs more memory than its board has.
    void sweepsVirtualBoards()
    {
        if (qEnvironmentVariableIsEmpty("STEPSCOPE_VIRTUAL_BOARD") || !QFileInfo::exists("/dev/fuse"))
            QSKIP("There are no virtual boards.");
        const Outcome outcome =
            stepscope({"sweep", "virtual-tx2", "virtual-tx2:nano", "-o", path("study"), "--models", "dqn,resnet50",
                       "--batches", "4,256", "--steps", "12", "--seconds", "0", "--skip-steps", "2"});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QCOMPARE(study()["devices"].toArray().size(), 2);
        for (const QJsonValue& cell : study()["cells"].toArray()) {
            const bool fits = cell["batch"].toInt() == 4;
            const QJsonObject result = cell["result"].toObject();
            QCOMPARE(result["outcome"].toString(), fits ? "ok" : "out_of_memory");
            if (!fits)
                continue;
            QCOMPARE(result["counted_steps"].toInt(), 10);
            QVERIFY(!result["memory_part_bytes"]["intermediate"].isNull());
            QVERIFY(result["step_energy_joules"].toDouble() > 0);
            QVERIFY(!result["begin_temperature_celsius"].toObject().isEmpty());
            QVERIFY(result["gpu_utilization"].toDouble() > 0);
        }
    }

    void sweepsPowerModes()
    {
        if (qEnvironmentVariableIsEmpty("STEPSCOPE_VIRTUAL_BOARD") || !QFileInfo::exists("/dev/fuse"))
            QSKIP("There are no virtual boards.");
        const QStringList arguments{"sweep", "virtual-tx2", "--models",   "resnet50",  "--batches",
                                    "8",     "--steps",     "12",         "--seconds", "0",
                                    "-o",    path("study"), "--cooldown", "0s",        "--power-modes"};
        const Outcome refused = stepscope(arguments + QStringList{"MAXN,MAXX"});
        QVERIFY2(refused.status == 1 && refused.err.contains("did you mean MAX"), refused.err.constData());
        QVERIFY(!QFileInfo::exists(path("study")));
        QVERIFY(QDir().mkpath(path("study")));
        QCOMPARE(stepscope(arguments + QStringList{"MAXN,MAXX"}).status, 1);
        QCOMPARE(QDir(path("study")).entryList(QDir::NoDotAndDotDot | QDir::AllEntries), QStringList());
        QVERIFY(QFileInfo::exists(path("study"))); // a folder of the user stays
        const Outcome outcome = stepscope(arguments + QStringList{"MAXN,MAXQ,MAXN+locked"});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QMap<QString, QJsonObject> results;
        for (const QJsonValue& cell : study()["cells"].toArray())
            results[cell["power_setting"].toString()] = cell["result"].toObject();
        QCOMPARE(results["MAXN"]["power_mode"].toString(), "MAXN");
        QCOMPARE(results["MAXQ"]["power_mode"].toString(), "MAXQ");
        QCOMPARE(results["MAXN"]["clocks_locked"].toInt(-1), 0);
        QCOMPARE(results["MAXN+locked"]["clocks_locked"].toInt(-1), 1);
        QVERIFY(results["MAXQ"]["step_mean_seconds"].toDouble() > results["MAXN"]["step_mean_seconds"].toDouble());
        QVERIFY(results["MAXQ"]["step_energy_joules"].toDouble() < results["MAXN"]["step_energy_joules"].toDouble());
        QVERIFY(!QFileInfo::exists(path(".stepscope/virtual/tx2-l4t32/.stepscope/power/before")));
        const Outcome advice = stepscope({"advise", path("study")});
        QVERIFY2(advice.out.contains("MAXQ") && advice.out.contains("MAXN+locked"), advice.out.constData());
    }

    /// The agent restores the mode at the end of the training although the program is gone; the sweep continues.
    void aPowerModeIsRestoredAfterAKilledProgram()
    {
        if (qEnvironmentVariableIsEmpty("STEPSCOPE_VIRTUAL_BOARD") || !QFileInfo::exists("/dev/fuse"))
            QSKIP("There are no virtual boards.");
        const QString home = path(".stepscope/virtual/tx2-l4t32/");
        const auto mode = [&] {
            QFile status(home + "tree/var/lib/nvpmodel/status");
            return status.open(QIODevice::ReadOnly) ? status.readAll().left(10) : QByteArray();
        };
        QProcess sweeping;
        start(sweeping, {"sweep", "virtual-tx2", "--models", "resnet50", "--batches", "8", "--steps", "12", "-o",
                         path("study"), "--power-modes", "MAXQ"});
        QTRY_COMPARE_WITH_TIMEOUT(mode(), QByteArray("pmode:0001"), 60'000);
        QFile kept(home + "tree/.board/keep"); // the board does not end
        QVERIFY(kept.open(QIODevice::ReadOnly) && QFileInfo::exists(home + ".stepscope/power/before"));
        sweeping.kill();
        QVERIFY(sweeping.waitForFinished(10'000));
        QTRY_COMPARE_WITH_TIMEOUT(mode(), QByteArray("pmode:0000"), 60'000);
        QTRY_VERIFY(!QFileInfo::exists(home + ".stepscope/power/before"));
        const Outcome outcome = stepscope({"sweep", "--resume", path("study")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject cell = study()["cells"].toArray()[0].toObject();
        QCOMPARE(cell["result"]["outcome"].toString(), "ok");
        QCOMPARE(cell["result"]["power_mode"].toString(), "MAXQ");
        QCOMPARE(cell["attempts"].toInt(), 1);
        QCOMPARE(mode(), QByteArray("pmode:0000"));
    }

    void aCommandThatDoesNotExistIsAResult()
    {
        const Outcome outcome =
            stepscope({"sweep", "local", "-o", path("study"), "--batches", "4", "--", "/no/such/program", "{batch}"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(resultOf(4)["outcome"].toString(), "not_started");
        QVERIFY(resultOf(4)["reason"].toString().contains("/no/such/program"));
        // To continue the sweep would not help: all trainings are done.
        QCOMPARE(
            lineFault(stepscope({"observations", path("study")}), 1, {"stepscope export", "why each of them failed"}),
            QString());
    }

    void oneSweepAtATimeInAFolder()
    {
        QProcess first;
        start(first, sweep("1", {}, 60));
        QTRY_VERIFY_WITH_TIMEOUT(starts().size() == 1, 60'000);
        QCOMPARE(lineFault(stepscope(sweep("1", {}, 60)), 1, {"Another stepscope"}), QString());
        QVERIFY(first.waitForFinished(60'000));
        QCOMPARE(starts().size(), 1);
    }

    /// Two studies on one device: their trainings run one after the other, so that none measures the load of the other.
    void twoSweepsOfADeviceTakeTurns()
    {
        QFile script(path("train.py"));
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        script.write("import sys, time, stepscope\n"
                     "log = open(sys.argv[3] + '/turns', 'a')\n"
                     "print('begin', file=log, flush=True)\n"
                     "for step in range(int(sys.argv[2])):\n"
                     "    time.sleep(0.03)\n"
                     "    stepscope.step(samples=4)\n"
                     "print('end', file=log, flush=True)\n");
        script.close();
        QStringList arguments = sweep("1,2,3", {}, 12);
        QProcess first;
        start(first, arguments);
        arguments[3] = path("other");
        QProcess second;
        start(second, arguments);
        QVERIFY(first.waitForFinished(60'000) && second.waitForFinished(60'000));
        const QByteArray lines = first.readAllStandardError() + second.readAllStandardError();
        QVERIFY2(first.exitCode() == 0 && second.exitCode() == 0, lines.constData());
        QCOMPARE(lines.count("3 trainings done, 0 of them failed"), 2);
        QVERIFY2(lines.contains("local: Waiting for another sweep (run "), lines.constData());
        QVERIFY2(lines.count("Waiting for") <= 2, lines.constData()); // at most once by each
        QFile turns(path("turns"));
        QVERIFY(turns.open(QIODevice::ReadOnly));
        QCOMPARE(turns.readAll(), QByteArray("begin\nend\n").repeated(6));
    }

    /// A capture that runs already is waited for, too, and Ctrl+C ends the wait.
    void waitsForARunThatUsesTheDevice()
    {
        QProcess capture;
        start(capture, {"profile", "local", "-o", path("long.stepscope"), "--", "sleep", "600"});
        QTRY_VERIFY_WITH_TIMEOUT(stepscope({"runs", "local"}).out.contains("running"), 30'000);
        QProcess waiting;
        start(waiting, sweep("1", {}, 8));
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += waiting.readAllStandardError()).contains("(sleep), which uses this target"),
                                 30'000);
        QVERIFY(starts().isEmpty());
        ::kill(static_cast<pid_t>(waiting.processId()), SIGINT);
        QVERIFY(waiting.waitForFinished(20'000));
        QVERIFY2(waiting.readAllStandardError().contains("0 of 1 training done"), said.constData());
        ::kill(static_cast<pid_t>(capture.processId()), SIGINT);
        QVERIFY(capture.waitForFinished(20'000));
        QCOMPARE(stepscope({"sweep", "--resume", path("study")}).status, 0);
        QCOMPARE(resultOf(1)["outcome"].toString(), "ok");
    }

    void refusesAnotherPlanForAStudy()
    {
        QCOMPARE(stepscope(sweep("1", {}, 4)).status, 0);
        QCOMPARE(lineFault(stepscope(sweep("1,2", {}, 4)), 2, {"--batches", "--resume"}), QString());
        QCOMPARE(lineFault(stepscope(sweep("1", {"--repeats", "2"}, 4)), 2, {"--repeats"}), QString());
        QCOMPARE(lineFault(stepscope(sweep("1", {"--power-modes", "MAXN"}, 4)), 2, {"--power-modes"}), QString());
        QCOMPARE(starts().size(), 1);
    }

    void reportsErrorsInOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QStringList& arguments, const QStringList& words) {
            QTest::newRow(name) << arguments << words;
        };
        row("no folder", {"local", "--models", "smallcnn"}, {"-o"});
        row("no target", {"-o", "s", "--models", "smallcnn"}, {"no target"});
        row("nothing to train", {"local", "-o", "s"}, {"--models"});
        row("an unknown model", {"local", "-o", "s", "--models", "bigcnn"}, {"bigcnn", "smallcnn"});
        row("a model with a typing error", {"local", "-o", "s", "--models", "resnet5O"}, {"did you mean resnet50?"});
        row("batch 0", {"local", "-o", "s", "--models", "smallcnn", "--batches", "4,0"}, {"batch size", "not 0"});
        row("text as a batch", {"local", "-o", "s", "--models", "smallcnn", "--batches", "4,big"}, {"big"});
        row("a power setting with a space", {"local", "-o", "s", "--models", "smallcnn", "--power-modes", "a b"},
            {"'a b'", "--power-modes MAXN"});
        row("a power mode of a device without", {"local", "-o", "s", "--models", "smallcnn", "--power-modes", "MAXN"},
            {"power setting MAXN", "no power modes"});
        row("less time than a training lasts",
            {"local", "-o", "s", "--models", "smallcnn", "--timeout", "5s", "--seconds", "10"},
            {"--timeout", "--seconds 10"});
        row("no {batch}", {"local", "-o", "s", "--", "true"}, {"{batch}"});
        row("no such study", {"--resume", "nowhere"}, {"nowhere", "study.json"});
        row("resume with a target", {"local", "--resume", "nowhere"}, {"--resume", "remove TARGET"});
        row("resume with batches", {"--resume", "nowhere", "--batches", "4"}, {"--resume", "remove --batches"});
        row("resume with a command", {"--resume", "nowhere", "--", "true"}, {"--resume", "remove the command"});
        row("an argument that the agent refuses", {"local", "-o", "s", "--models", "smallcnn", "--ops", "few"},
            {"--ops needs", "'few'"});
    }
    void reportsErrorsInOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, words);
        const Outcome outcome = stepscope(QStringList{"sweep"} + arguments);
        QVERIFY(outcome.status == 1 || outcome.status == 2);
        // The first line of a sweep that was begun states its order.
        QByteArray error = outcome.err.trimmed();
        if (error.startsWith("Sweeping"))
            error = error.mid(error.indexOf('\n') + 1);
        QCOMPARE(error.count('\n'), 0);
        for (const QString& word : words)
            QVERIFY2(error.contains(word.toUtf8()), error.constData());
        QVERIFY(!QFileInfo::exists(path("s")));
    }

    void refusesADamagedStudy()
    {
        QVERIFY(QDir().mkpath(path("study")));
        for (const QByteArray& text : {QByteArray("{\"version\": 1"), QByteArray("[]"), QByteArray("{\"version\": 99}"),
                                       QByteArray(1 << 20, '['), QByteArray()}) {
            QFile file(path("study/study.json"));
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(text);
            file.close();
            QCOMPARE(lineFault(stepscope({"sweep", "--resume", path("study")}), 1, {"study.json"}), QString());
            QCOMPARE(lineFault(stepscope(sweep("4", {})), 1, {"study.json"}), QString());
        }
        QVERIFY(starts().isEmpty());
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "tst_sweep.moc"
