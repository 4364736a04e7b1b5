#include "remote/format/version.h"
#include "tests/support/agentcommand.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTest>

#include <csignal>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace stepscope;
using testing::Answer;
using testing::askAgent;
using testing::DecodedRecording;
using testing::isAlive;
using Stream = format::LogChunk::Stream;

class TestRuns : public QObject
{
    Q_OBJECT

    testing::TemporaryFolder m_folder;
    QString m_spool = QString::fromStdString(m_folder.path()) + "/runs";

    Answer agent(QStringList words, bool withSpool = true) const
    {
        if (withSpool)
            words.insert(1, "--spool=" + m_spool);
        return askAgent(words);
    }
    QJsonObject start(const QStringList& command, const QStringList& options = {}) const
    {
        const Answer answer = agent(QStringList{"start"} + options + QStringList{"--"} + command);
        if (answer.status != 0)
            qWarning() << answer.error;
        return answer.object();
    }
    /// Waits for the end of the run and returns its recording.
    DecodedRecording wholeRecording(const QJsonObject& started) const
    {
        const Answer bytes = agent({"attach", started["run"].toString()});
        QFile spool(started["spool"].toString());
        if (!spool.open(QIODevice::ReadOnly) || spool.readAll() != bytes.output)
            return {};
        return testing::decodeBytes(bytes.output.toStdString());
    }
    QJsonObject listed(const QString& run) const
    {
        for (const QJsonValue& entry : agent({"list"}).array()) {
            if (entry["run"].toString() == run)
                return entry.toObject();
        }
        return {};
    }
    static int supervisorOf(const QJsonObject& started)
    {
        QFile status(QString("/proc/%1/stat").arg(started["pid"].toInt()));
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        // "pid (name) state parent ..."
        const QByteArray line = status.readAll();
        return line.mid(line.lastIndexOf(')') + 2).split(' ').value(1).toInt();
    }

private slots:
    void version()
    {
        const Answer answer = agent({"--version"}, false);
        QCOMPARE(answer.status, 0);
        QVERIFY(answer.output.startsWith(QByteArray("stepscope-agent ") + format::version()));
    }

    void probeDescribesTheMachine()
    {
        const Answer answer = agent({"probe"}, false);
        QCOMPARE(answer.status, 0);
        const QJsonObject probe = answer.object();
        for (const char* key : {"agent", "device", "sources", "channels", "python", "advice"})
            QVERIFY2(probe.contains(key), key);
        QVERIFY(!probe["device"].toObject()["cores"].toArray().isEmpty());
        int utilization = 0;
        for (const QJsonValue& channel : probe["channels"].toArray())
            utilization += channel["quantity"].toString() == "cpu.utilization";
        QCOMPARE(utilization, probe["device"].toObject()["cores"].toArray().size());
    }

    void probeOfADescribedBoard()
    {
        testing::BoardTree board;
        board.makeTx2();
        const Answer answer = agent({"probe", "--sysroot", QString::fromStdString(board.root())}, false);
        QCOMPARE(answer.object()["device"].toObject()["board"].toString(), "Jetson TX2");
        const Answer missing = agent({"probe", "--sysroot", "/no/such/folder"}, false);
        QCOMPARE(missing.status, 1);
    }

    void runFromStartToRemove()
    {
        const QJsonObject started = start({"sh", "-c", "echo one; sleep 0.6; echo two >&2; exit 3"});
        const QString run = started["run"].toString();
        QVERIFY(QRegularExpression("^\\d{8}-\\d{6}-[0-9a-f]{4}$").match(run).hasMatch());
        QVERIFY(started["pid"].toInt() > 1);
        QCOMPARE(listed(run)["state"].toString(), "running");
        QVERIFY(listed(run)["exit_status"].isNull());
        const Answer tooEarly = agent({"remove", run});
        QCOMPARE(tooEarly.status, 1);
        QVERIFY(tooEarly.error.contains("stop it first"));

        const DecodedRecording recording = wholeRecording(started);
        QVERIFY(recording.errors.empty());
        QCOMPARE(recording.logText(Stream::Output), "one\n");
        QCOMPARE(recording.logText(Stream::Error), "two\n");
        QVERIFY(recording.order.back() == format::FrameType::Footer);
        const QJsonObject footer = QJsonDocument::fromJson(QByteArray::fromStdString(recording.footer)).object();
        QCOMPARE(footer["exit_status"].toInt(), 3);
        QCOMPARE(footer["state"].toString(), "ended");
        const QJsonObject header = QJsonDocument::fromJson(QByteArray::fromStdString(recording.header)).object();
        QCOMPARE(header["run"].toString(), run);
        QCOMPARE(header["command"].toArray().at(0).toString(), "sh");

        const QJsonObject entry = listed(run);
        QCOMPARE(entry["state"].toString(), "ended");
        QCOMPARE(entry["exit_status"].toInt(-1), 3);
        QCOMPARE(entry["bytes"].toInteger(), QFileInfo(started["spool"].toString()).size());
        QCOMPARE(entry["command"].toArray().at(2).toString(), "echo one; sleep 0.6; echo two >&2; exit 3");
        const Answer removed = agent({"remove", run});
        QCOMPARE(removed.object()["state"].toString(), "ended");
        QVERIFY(listed(run).isEmpty());
        QVERIFY(!QFileInfo::exists(started["spool"].toString()));
    }

    void listReturnsTheLabel()
    {
        const QString label = QStringLiteral("study \"7\" \u00e4 \\ cell 3");
        const QJsonObject labelled = agent({"start", "--label", label, "--", "true"}).object();
        const QJsonObject plain = agent({"start", "--", "true"}).object();
        QCOMPARE(listed(labelled["run"].toString())["label"].toString(), label);
        QCOMPARE(listed(plain["run"].toString())["label"].toString("none"), QString());
    }

    /// Of starts at the same time that refuse others, one succeeds; another one does so after its end.
    void refusesToRunBesideOthers()
    {
        const QStringList words{"start", "--others", "refuse", "--", "sleep", "600"};
        QTRY_VERIFY(!agent({"list"}).output.contains("\"running\"")); // of earlier tests
        const auto before = agent({"list"}).array().size();
        std::vector<Answer> answers(4);
        std::vector<std::thread> starts;
        for (Answer& answer : answers)
            starts.emplace_back([&] { answer = agent(words); });
        for (std::thread& one : starts)
            one.join();
        QString run;
        for (const Answer& answer : answers) {
            if (answer.status == 0) {
                QVERIFY2(run.isEmpty(), "two runs were started");
                run = answer.object()["run"].toString();
            }
        }
        QVERIFY2(!run.isEmpty(), qPrintable(answers[0].error));
        for (const Answer& answer : answers)
            QVERIFY2(answer.status == 0 || answer.error.contains("in use by run " + run), qPrintable(answer.error));
        QCOMPARE(agent({"list"}).array().size(), before + 1); // nothing remains of the others
        // The same run again is an answer that was lost; a start that does not ask is not refused.
        QCOMPARE(start({"sleep", "600"}, {"--others", "refuse", "--run", run})["run"].toString(), run);
        const QString beside = start({"true"})["run"].toString();
        QVERIFY(!beside.isEmpty());
        QTRY_COMPARE(listed(beside)["state"].toString(), "ended");
        QCOMPARE(agent({"stop", run}).status, 0);
        const QString next = start({"true"}, {"--others", "refuse"})["run"].toString();
        QVERIFY(!next.isEmpty());
        for (const QString& each : {run, beside, next}) {
            QTRY_COMPARE(listed(each)["state"].toString(), "ended");
            QCOMPARE(agent({"remove", each}).status, 0);
        }
    }

    void recordsLogAndStatusOfACrash()
    {
        const QJsonObject started = start({"sh", "-c", "echo before; kill -SEGV $$"});
        const DecodedRecording recording = wholeRecording(started);
        QCOMPARE(recording.logText(Stream::Output), "before\n");
        const QJsonObject footer = QJsonDocument::fromJson(QByteArray::fromStdString(recording.footer)).object();
        QCOMPARE(footer["signal"].toInt(), SIGSEGV);
        QCOMPARE(footer["exit_status"].toInt(), 128 + SIGSEGV);
        QCOMPARE(listed(started["run"].toString())["exit_status"].toInt(), 128 + SIGSEGV);
    }

    /// Opening a pipe waits for its other end, so a pipe in a folder of a run could hold every command.
    void aPipeInARunHoldsNoCommand()
    {
        const QJsonObject started = start({"true"});
        QVERIFY(!wholeRecording(started).footer.empty());
        const QString run = started["run"].toString();
        const QString folder = QFileInfo(started["spool"].toString()).path();
        const auto replaceByPipe = [&folder](const QString& name) {
            QFile::remove(folder + "/" + name);
            return ::mkfifo(QFile::encodeName(folder + "/" + name).constData(), 0600) == 0;
        };
        for (const char* const name : {"state.json", "run.json", "lock", "received"})
            QVERIFY2(replaceByPipe(name), name);
        QCOMPARE(listed(run)["state"].toString(), QString("crashed"));
        QVERIFY(replaceByPipe("recording.stepscope"));
        const Answer attached = agent({"attach", run});
        QVERIFY2(attached.status != 0 && attached.error.contains("is not a file"), qPrintable(attached.error));
        QCOMPARE(agent({"remove", run}).status, 0);
    }

    void recordsLongOutputCompletely()
    {
        const QJsonObject started =
            start({"sh", "-c",
                   "i=0; while [ $i -lt 3000 ]; do echo \"$i 0123456789012345678901234567890123456789\"; i=$((i+1)); "
                   "done; printf 'no end of line'"});
        const std::string text = wholeRecording(started).logText(Stream::Output);
        QVERIFY(text.ends_with("\n2999 0123456789012345678901234567890123456789\nno end of line"));
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), 3000);
    }

    void reportsErrorsOfTheCommand_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such command") << QStringList{"start", "--", "no-such-command-here"}
                                         << "command not found: no-such-command-here";
        QTest::newRow("no such path") << QStringList{"start", "--", "/no/such/program"} << "command not found";
        QTest::newRow("no Python") << QStringList{"start", "--env", "PATH=/nowhere", "--", "python3", "train.py"}
                                   << "install Python 3";
        QTest::newRow("not executable") << QStringList{"start", "--", "/etc/passwd"} << "Permission denied";
        QTest::newRow("a folder") << QStringList{"start", "--", "/etc"} << "command not found";
        QTest::newRow("no such working folder")
            << QStringList{"start", "--cwd", "/no/such", "--", "true"} << "/no/such was not found";
        QTest::newRow("no such hook") << QStringList{"start", "--hook", "/no/such", "--", "true"} << "--hook";
        QTest::newRow("no such run") << QStringList{"attach", "20200101-000000-0000"} << "no such run";
        QTest::newRow("nothing to stop") << QStringList{"stop", "20200101-000000-0000"} << "no such run";
    }
    void reportsErrorsOfTheCommand()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const QStringList before = QDir(m_spool).entryList();
        const Answer answer = agent(words);
        QCOMPARE(answer.status, 1);
        QVERIFY2(answer.error.contains(says), qPrintable(answer.error));
        QCOMPARE(answer.error.count('\n'), 1);
        QVERIFY(answer.output.isEmpty());
        // The run's folder is removed.
        QCOMPARE(QDir(m_spool).entryList(), before);
    }

    void reportsAProgramForAnotherArchitecture()
    {
        const QString path = QString::fromStdString(m_folder.path()) + "/program";
        QFile program(path);
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/no/such/interpreter\n");
        program.close();
        program.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        const Answer answer = agent({"start", "--", path});
        QCOMPARE(answer.status, 1);
        QVERIFY2(answer.error.contains("cannot be executed"), qPrintable(answer.error));
    }

    void reportsUnwritableFolders()
    {
        const Answer answer = askAgent({"start", "--spool", "/proc/nothing", "--", "true"});
        QCOMPARE(answer.status, 1);
        QVERIFY(answer.error.contains("choose another one with --spool"));
    }

    void wrongUsageHasStatusTwo()
    {
        QCOMPARE(agent({"start"}).status, 2);
        QCOMPARE(agent({"dance"}, false).status, 2);
        QCOMPARE(agent({}, false).status, 2);
    }

    void stopEndsTheTraining()
    {
        const QJsonObject started =
            start({"sh", "-c", "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done"});
        QFile spool(started["spool"].toString());
        QVERIFY(spool.open(QIODevice::ReadOnly));
        QTRY_VERIFY(spool.seek(0) && spool.readAll().contains("ready"));
        const Answer stopped = agent({"stop", started["run"].toString()});
        QCOMPARE(stopped.object()["state"].toString(), "ended");
        const DecodedRecording recording = wholeRecording(started);
        QCOMPARE(recording.logText(Stream::Output), "ready\nbye\n");
        QVERIFY(recording.footer.find("\"state\":\"stopped\"") != std::string::npos);
        QCOMPARE(recording.eventsWith("stop of the run was requested"), 1U);
        // A second stop has no effect.
        QCOMPARE(agent({"stop", started["run"].toString()}).status, 0);
    }

    void stopKillsATrainingThatIgnoresSigterm()
    {
        const QJsonObject started = start({"sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"});
        QFile spool(started["spool"].toString());
        QVERIFY(spool.open(QIODevice::ReadOnly));
        QTRY_VERIFY(spool.seek(0) && spool.readAll().contains("ready"));
        QCOMPARE(agent({"stop", started["run"].toString()}).status, 0);
        const DecodedRecording recording = wholeRecording(started);
        QCOMPARE(recording.eventsWith("was killed"), 1U);
        QVERIFY(recording.footer.find("\"signal\":9") != std::string::npos);
        QVERIFY(!isAlive(started["pid"].toInt()));
    }

    void attachFollowsAndResumes()
    {
        const QJsonObject started = start({"sh", "-c", "for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done"});
        const QString run = started["run"].toString();
        // Interrupts the transfer and resumes it: the parts together are the recording.
        testing::ChildProcess first(
            {STEPSCOPE_AGENT_FILE, "attach", "--spool", m_spool.toStdString(), run.toStdString()});
        while (first.output.size() < 5000 && first.read(5000)) {
        }
        QVERIFY(!first.output.empty());
        first.kill();
        first.finish(5000);
        const QByteArray bytes = QByteArray::fromStdString(first.output);
        const Answer rest = agent({"attach", run, "--from", QString::number(bytes.size())});
        QCOMPARE(rest.status, 0);
        QFile spool(started["spool"].toString());
        QVERIFY(spool.open(QIODevice::ReadOnly));
        QCOMPARE(bytes + rest.output, spool.readAll());
        // From the end: no bytes. Beyond the end: an error.
        const Answer none = agent({"attach", run, "--from", QString::number(spool.size())});
        QCOMPARE(none.status, 0);
        QVERIFY(none.output.isEmpty());
        const Answer beyond = agent({"attach", run, "--from", QString::number(spool.size() + 1)});
        QCOMPARE(beyond.status, 1);
        QVERIFY(beyond.error.contains("beyond"));
    }

    void attachToAFileAndToAClosedPipe()
    {
        const QJsonObject started = start({"true"});
        const QString run = started["run"].toString();
        const DecodedRecording whole = wholeRecording(started);
        QVERIFY(!whole.footer.empty());
        // sendfile does not support files opened for appending.
        const QString copy = QString::fromStdString(m_folder.path()) + "/copy";
        const Answer copied = testing::ask(
            {"sh", "-c", QString("'%1' attach --spool '%2' %3 >> '%4'").arg(STEPSCOPE_AGENT_FILE, m_spool, run, copy)});
        QCOMPARE(copied.status, 0);
        QCOMPARE(QFileInfo(copy).size(), QFileInfo(started["spool"].toString()).size());
        const Answer closed = testing::ask({"bash", "-c",
                                            QString("'%1' attach --spool '%2' %3 | true; echo ${PIPESTATUS[0]}")
                                                .arg(STEPSCOPE_AGENT_FILE, m_spool, run)});
        QCOMPARE(closed.output, "0\n");
        QVERIFY(closed.error.isEmpty());
    }

    /// No command finds the run afterwards, so the way to its training is named.
    void attachNamesTheTrainingOfARunThatIsRemoved()
    {
        const QJsonObject started = start({"sleep", "600"});
        const QString run = started["run"].toString();
        const QString copy = QString::fromStdString(m_folder.path()) + "/removed";
        const Answer attached = testing::ask(
            {"bash", "-c",
             QString("'%1' attach --spool '%2' %3 > '%4' & while [ ! -s '%4' ]; do sleep 0.01; done; rm '%2/%3/lock'; "
                     "wait $!")
                 .arg(STEPSCOPE_AGENT_FILE, m_spool, run, copy)});
        const QString training = QString::number(started["pid"].toInt());
        ::kill(started["pid"].toInt(), SIGKILL);
        QVERIFY2(attached.status != 0 && attached.error.contains("was removed on the target") &&
                     attached.error.contains("kill " + training),
                 qPrintable(attached.error));
    }

    void trainingOutlivesItsAgent_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("state");
        QTest::newRow("killed") << SIGKILL << "crashed";
        QTest::newRow("SIGTERM") << SIGTERM << "ended";
    }
    void trainingOutlivesItsAgent()
    {
        QFETCH(int, signal);
        QFETCH(QString, state);
        // The training writes more than a pipe holds after the agent has ended; it must not fail or block.
        const QString marker = QString::fromStdString(m_folder.path()) + "/finished-" + QString::number(signal);
        const QJsonObject started =
            start({"sh", "-c",
                   "echo ready; while [ ! -e '" + marker +
                       ".go' ]; do sleep 0.02; done; i=0; while [ $i -lt 40000 ]; do "
                       "echo 01234567890123456789012345678901234567890123456789 || exit 9; i=$((i+1)); done; touch '" +
                       marker + "'"});
        const int supervisor = supervisorOf(started);
        QVERIFY(supervisor > 1);
        ::kill(supervisor, signal);
        QTRY_VERIFY(!isAlive(supervisor));
        QVERIFY(isAlive(started["pid"].toInt()));
        // The lock of the run lasts until the last thread of the supervisor has ended.
        QTRY_COMPARE(listed(started["run"].toString())["state"].toString(), state);
        QVERIFY(listed(started["run"].toString())["exit_status"].isNull());
        QFile go(marker + ".go");
        QVERIFY(go.open(QIODevice::WriteOnly));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(marker), 30'000);
        // The recording until then is readable, and attach ends.
        const Answer bytes = agent({"attach", started["run"].toString()});
        QCOMPARE(bytes.status, 0);
        const DecodedRecording recording = testing::decodeBytes(bytes.output.toStdString());
        QVERIFY(!recording.header.empty());
        QCOMPARE(recording.footer.empty(), signal == SIGKILL);
    }

    void environmentOfTheTraining()
    {
        const QJsonObject started = start(
            {"sh", "-c",
             "echo $A; echo $PYTHONPATH; echo $STEPSCOPE_OPS; test -S \"$STEPSCOPE_SOCKET\" && echo socket; pwd; cat"},
            {"--env", "A=b c", "--env", "PYTHONPATH=/mine", "--ops", "2:3", "--cwd", "/usr"});
        const QStringList lines = QString::fromStdString(wholeRecording(started).logText(Stream::Output)).split('\n');
        QCOMPARE(lines.value(0), "b c");
        QVERIFY2(QRegularExpression("/\\.hook-[0-9a-f]{16}:/mine$").match(lines.value(1)).hasMatch(),
                 qPrintable(lines.value(1)));
        QCOMPARE(lines.value(2), "2:3");
        QCOMPARE(lines.value(3), "socket");
        QCOMPARE(lines.value(4), "/usr"); // and `cat` found no input
    }

    /// Python finds the suite, of which all runs share a copy.
    void benchmarkSuiteOfTheAgent()
    {
        const QJsonObject listing = start({STEPSCOPE_PYTHON, "-m", "benchmarks", "list"});
        const DecodedRecording recording = wholeRecording(listing);
        const std::string text = recording.logText(Stream::Output);
        QVERIFY2(text.find("resnet50") != std::string::npos, text.c_str());
        QVERIFY(recording.footer.find("\"exit_status\":0") != std::string::npos);
        const QStringList copies = QDir(m_spool).entryList({".suite-*"}, QDir::Dirs | QDir::Hidden);
        QCOMPARE(copies.size(), 1);
        QVERIFY(QFileInfo::exists(m_spool + "/" + copies.first() + "/benchmarks/models.json"));
    }

    void longPathsPutTheSocketIntoTmp()
    {
        m_spool += "/" + QString(120, 'x');
        const QJsonObject started = start({"sh", "-c", "test -S \"$STEPSCOPE_SOCKET\" && echo $STEPSCOPE_SOCKET"});
        const QString socket = QString::fromStdString(wholeRecording(started).logText(Stream::Output)).trimmed();
        m_spool.chop(121);
        QVERIFY(socket.startsWith("/tmp/"));
        QTRY_VERIFY(!QFileInfo::exists(QFileInfo(socket).path()));
    }

    void pythonHookReports()
    {
        const QString script = QString::fromStdString(m_folder.path()) + "/plain.py";
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("print('no framework here')\n");
        file.close();
        const QJsonObject started = start({STEPSCOPE_PYTHON, script});
        const DecodedRecording recording = wholeRecording(started);
        QCOMPARE(recording.logText(Stream::Output), "no framework here\n");
        QVERIFY(recording.eventsWith("The hook is in process") == 1);
        QVERIFY(!recording.facts.empty());
        QVERIFY(recording.footer.find("\"exit_status\":0") != std::string::npos);
    }

    void stepsSurviveTheEndOfTheProcess_data()
    {
        QTest::addColumn<QString>("end");
        QTest::newRow("exit") << "os._exit(0)";
        QTest::newRow("abort") << "os.abort()";
        QTest::newRow("killed") << "os.kill(os.getpid(), 9)";
        QTest::newRow("interrupted") << "os.kill(os.getpid(), 2)";
        QTest::newRow("exec") << "os.execv('/bin/true', ['true'])";
    }
    void stepsSurviveTheEndOfTheProcess()
    {
        QFETCH(QString, end);
        const QString script = "import os, stepscope\nfor i in range(5000): stepscope.step(3)\n" + end;
        const DecodedRecording recording = wholeRecording(start({STEPSCOPE_PYTHON, "-c", script}));
        QCOMPARE(recording.steps.size(), 5000U);
        for (std::size_t i = 0; i < recording.steps.size(); ++i)
            QCOMPARE(recording.steps[i].index, i);
        QCOMPARE(recording.lossCount("steps"), 0U);
    }

    void explainsWhyThereAreNoSteps_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("reason");
        const QString script = "import time; time.sleep(0.5)";
        const QString later = "import time; time.sleep(4)";
        const QString python = STEPSCOPE_PYTHON;
        QTest::newRow("environment") << QStringList{"env", "-i", python, "-c", script}
                                     << "without the hook's environment";
        QTest::newRow("isolated") << QStringList{python, "-X", "dev", "-sI", "-c", script} << "the option -I";
        QTest::newRow("without site") << QStringList{"sh", "-c", python + " -S -c '" + script + "'; true"}
                                      << "the option -S";
        QTest::newRow("path") << QStringList{"env", "PYTHONPATH=/tmp", python, "-c", script} << "another PYTHONPATH";
        QTest::newRow("detached") << QStringList{"sh", "-c",
                                                 "setsid " + python + " -c '" + later + "' >/dev/null 2>&1 &"}
                                  << "continues in the background";
        QTest::newRow("not Python") << QStringList{"sleep", "0.1"} << "no process of the training has loaded the hook";
    }
    void explainsWhyThereAreNoSteps()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, reason);
        int isSubreaper = 0;
        if (QLatin1String(QTest::currentDataTag()) == "detached" &&
            prctl(PR_GET_CHILD_SUBREAPER, &isSubreaper, 0, 0, 0) != 0)
            QSKIP("The user mode of qemu has no sub-reapers, so the agent cannot find detached processes.");
        const DecodedRecording recording = wholeRecording(start(command));
        QCOMPARE(recording.eventsWith("No steps are recorded"), 1U);
        QCOMPARE(recording.eventsWith(reason.toStdString()), 1U);
    }

    void saysThatATrainingContinues()
    {
        const QString flag = QString::fromStdString(m_folder.path()) + "/trains";
        const QString script = "import stepscope, time\nfor i in range(150): stepscope.step(); open(\"" + flag +
                               "\", \"w\").close(); time.sleep(0.02)";
        const DecodedRecording recording =
            wholeRecording(start({"sh", "-c",
                                  QString(STEPSCOPE_PYTHON) + " -c '" + script + "' >/dev/null 2>&1 & until test -e " +
                                      flag + "; do sleep 0.05; done"}));
        QVERIFY(!recording.steps.empty() && recording.steps.size() < 150);
        QCOMPARE(recording.eventsWith("Further steps are not recorded"), 1U);
        // Of a training with the hook and with steps nothing is reported.
        const DecodedRecording whole =
            wholeRecording(start({STEPSCOPE_PYTHON, "-c", "import stepscope; stepscope.step()"}));
        QCOMPARE(whole.eventsWith("are recorded") + whole.eventsWith("are not recorded"), 0U);
    }

    void trainingInheritsNoDescriptors()
    {
        // Inherited descriptors of the agent would keep files and pipes open.
        const QJsonObject started = start({"sh", "-c", "ls /proc/$$/fd; true"});
        QCOMPARE(wholeRecording(started).logText(Stream::Output), "0\n1\n2\n");
    }

    void trainingHasDefaultSignalHandling()
    {
        const QJsonObject started = start({"grep", "-E", "SigBlk|SigIgn", "/proc/self/status"});
        const QString text = QString::fromStdString(wholeRecording(started).logText(Stream::Output));
        QVERIFY2(text.count("0000000000000000") == 2, qPrintable(text));
    }

    void cleanupTestCase()
    {
        for (const QJsonValue& run : agent({"list"}).array())
            QVERIFY(run["state"].toString() != "running");
    }
};

QTEST_GUILESS_MAIN(TestRuns)
#include "tst_runs.moc"
