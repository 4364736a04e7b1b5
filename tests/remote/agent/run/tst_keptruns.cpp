#include "tests/support/agentcommand.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

using namespace stepscope;
using testing::Answer;
using testing::ask;
using testing::askAgent;
using testing::isAlive;

namespace {

QJsonObject started(const QStringList& options, const QStringList& command)
{
    const Answer answer = askAgent(QStringList{"start"} + options + QStringList{"--"} + command);
    if (answer.status != 0)
        qWarning() << answer.error;
    return answer.object();
}

QJsonObject listed(const QString& run)
{
    for (const QJsonValue& entry : askAgent({"list"}).array()) {
        if (entry["run"].toString() == run)
            return entry.toObject();
    }
    return {};
}

QString usualFolder()
{
    return QDir::homePath() + "/.stepscope/runs";
}

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

int supervisorOf(const QJsonObject& run)
{
    QFile status(QString("/proc/%1/stat").arg(run["pid"].toInt()));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray line = status.readAll();
    return line.mid(line.lastIndexOf(')') + 2).split(' ').value(1).toInt();
}

} // namespace

/// Runs on the target: found wherever they are stored, started once, stopped also without their supervisor, and removed
/// when they are not needed any more.
class TestKeptRuns : public QObject
{
    Q_OBJECT

    testing::TemporaryFolder m_folder;
    QString m_elsewhere = QString::fromStdString(m_folder.path()) + "/elsewhere";

private slots:
    void init() { QVERIFY(QDir(QDir::homePath() + "/.stepscope").removeRecursively()); }

    /// A run that was started with --spool is found without it.
    void runsStoredElsewhereAreFound()
    {
        const QJsonObject run = started({"--spool", m_elsewhere}, {"sh", "-c", "echo here; sleep 60"});
        const QString name = run["run"].toString();
        QVERIFY(run["spool"].toString().startsWith(m_elsewhere));
        QCOMPARE(listed(name)["state"].toString(), "running");
        QCOMPARE(askAgent({"stop", name}).object()["state"].toString(), "ended");
        const Answer bytes = askAgent({"attach", name});
        QCOMPARE(bytes.status, 0);
        QVERIFY(!bytes.output.isEmpty());
        QCOMPARE(bytes.output.size(), QFileInfo(run["spool"].toString()).size());
        QCOMPARE(askAgent({"remove", name}).status, 0);
        QVERIFY(!QFileInfo::exists(run["spool"].toString()));
        QVERIFY(!QFileInfo(usualFolder() + "/" + name).isSymLink());
    }

    void aRunOfADeletedFolderIsNotListed()
    {
        const QJsonObject run = started({"--spool", m_elsewhere}, {"true"});
        askAgent({"attach", run["run"].toString()});
        QVERIFY(QDir(m_elsewhere).removeRecursively());
        QVERIFY(listed(run["run"].toString()).isEmpty());
        QCOMPARE(askAgent({"clean"}).status, 0);
        QVERIFY(!QFileInfo(usualFolder() + "/" + run["run"].toString()).isSymLink());
    }

    /// A client that did not get the answer repeats the command.
    void aNamedRunStartsOnce()
    {
        const QString marks = QString::fromStdString(m_folder.path()) + "/marks";
        const QStringList command{"sh", "-c", "echo x >> '" + marks + "'; sleep 60"};
        const QJsonObject first = started({"--run", "mine"}, command);
        QCOMPARE(first["run"].toString(), "mine");
        const QJsonObject second = started({"--run", "mine"}, command);
        QCOMPARE(second, first);
        const Answer other = askAgent({"start", "--run", "mine", "--", "true"});
        QCOMPARE(other.status, 1);
        QVERIFY2(other.error.contains("another command"), qPrintable(other.error));
        QCOMPARE(askAgent({"stop", "mine"}).status, 0);
        // Also after its end.
        QCOMPARE(started({"--run", "mine"}, command), first);
        QCOMPARE(QFileInfo(marks).size(), 2);
        QCOMPARE(askAgent({"start", "--run", "../x", "--", "true"}).status, 2);
    }

    /// Both commands may be at work at the same time.
    void twoStartsOfANameAreOneRun()
    {
        const QString agent = STEPSCOPE_AGENT_FILE;
        const Answer both =
            ask({"sh", "-c", "for i in 1 2 3 4; do '" + agent + "' start --run once -- sleep 60 & done; wait"});
        const QList<QByteArray> lines = both.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QByteArray& line : lines)
            QCOMPARE(line, lines.first());
        QCOMPARE(askAgent({"stop", "once"}).status, 0);
    }

    void aFailedStartCanBeRepeated()
    {
        QCOMPARE(askAgent({"start", "--run", "later", "--", "no-such-command"}).status, 1);
        QCOMPARE(started({"--run", "later"}, {"true"})["run"].toString(), "later");
    }

    void aTrainingWithoutSupervisorIsStopped_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("killed") << SIGKILL;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void aTrainingWithoutSupervisorIsStopped()
    {
        QFETCH(int, signal);
        const QJsonObject run = started({}, {"sleep", "60"});
        const QString name = run["run"].toString();
        const int supervisor = supervisorOf(run);
        QVERIFY(supervisor > 1);
        kill(supervisor, signal);
        QTRY_VERIFY(!isAlive(supervisor));
        // The lock lasts until the last thread of the supervisor has ended.
        QTRY_VERIFY(listed(name)["orphan"].toBool());
        const Answer early = askAgent({"remove", name});
        QCOMPARE(early.status, 1);
        QVERIFY2(early.error.contains("stop it first"), qPrintable(early.error));
        QVERIFY(isAlive(run["pid"].toInt()));
        QCOMPARE(askAgent({"stop", name}).status, 0);
        QVERIFY(!isAlive(run["pid"].toInt()));
        QVERIFY(!listed(name)["orphan"].toBool());
        QCOMPARE(askAgent({"remove", name}).status, 0);
    }

    /// After a restart of the device, another process can have the training's ID and time of start.
    void aProcessOfAnotherBootIsNoTraining()
    {
        const QJsonObject run = started({}, {"sleep", "60"});
        const QString name = run["run"].toString();
        const int supervisor = supervisorOf(run);
        kill(supervisor, SIGKILL);
        QTRY_VERIFY(listed(name)["orphan"].toBool());
        const QString path = usualFolder() + "/" + name + "/run.json";
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonObject facts = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(!facts["boot"].toString().isEmpty());
        facts["boot"] = "00000000-0000-4000-8000-000000000000";
        write(path, QJsonDocument(facts).toJson(QJsonDocument::Compact));
        QVERIFY(!listed(name)["orphan"].toBool());
        QCOMPARE(askAgent({"stop", name}).object()["state"].toString(), "crashed");
        QVERIFY(isAlive(run["pid"].toInt()));
        QCOMPARE(askAgent({"remove", name}).status, 0);
        kill(run["pid"].toInt(), SIGKILL);
    }

    /// `stop` reaches a supervisor that is stopped by SIGSTOP.
    void aStoppedSupervisorEnds()
    {
        const QJsonObject run = started({}, {"sleep", "60"});
        kill(supervisorOf(run), SIGSTOP);
        QCOMPARE(askAgent({"stop", run["run"].toString()}).object()["state"].toString(), "ended");
        QVERIFY(!isAlive(run["pid"].toInt()));
    }

    /// More output than a pipe holds while the supervisor does not read it.
    void aStoppedSupervisorDoesNotBlockTheTraining()
    {
        const QString flag = QString::fromStdString(m_folder.path()) + "/go";
        const QString end = QString::fromStdString(m_folder.path()) + "/written";
        const QJsonObject run = started({}, {"sh", "-c",
                                             "until test -e '" + flag +
                                                 "'; do sleep 0.02; done; head -c 4000000 "
                                                 "/dev/zero | tr '\\0' x; touch '" +
                                                 end + "'; sleep 60"});
        const int supervisor = supervisorOf(run);
        kill(supervisor, SIGSTOP);
        write(flag, {});
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(end), 30'000);
        kill(supervisor, SIGCONT);
        QCOMPARE(askAgent({"stop", run["run"].toString()}).status, 0);
        // What was lost is reported.
        const Answer bytes = askAgent({"attach", run["run"].toString()});
        QVERIFY(bytes.output.contains("bytes of the log lost. The agent was stopped"));
    }

    /// The verdict and the losses of a run are stored although the disk stays full until its end.
    void aFullDiskKeepsTheEnd()
    {
        const QString disk = QString::fromStdString(m_folder.path()) + "/disk";
        const QString copy = QString::fromStdString(m_folder.path()) + "/copy.stepscope";
        QDir().mkpath(disk);
        // More output than the space that the agent allocates ahead.
        const QString training = QString::fromStdString(m_folder.path()) + "/prints.sh";
        write(training,
              "i=0; while [ $i -lt 30 ]; do head -c 20000 /dev/zero | tr '\\0' x; sleep 0.1; i=$((i + 1)); done\n"
              "exit 3\n");
        const QString script = "mount -t tmpfs -o size=8m none '%1' || exit 77\n"
                               "'%2' start --spool '%1' --run full -- sh '%4' > /dev/null || exit 1\n"
                               "sleep 1; cat /dev/zero > '%1/filler' 2> /dev/null\n"
                               "'%2' attach full > /dev/null; cp '%1/full/recording.stepscope' '%3'\n";
        const Answer answer =
            ask({"unshare", "-m", "sh", "-c", script.arg(disk, STEPSCOPE_AGENT_FILE, copy, training)});
        if (answer.status == 77 || answer.error.contains("unshare"))
            QSKIP("This user may not mount a file system in a new namespace.");
        QVERIFY2(answer.status == 0, qPrintable(answer.error));
        const auto recording = testing::decodeRecording(copy.toStdString());
        QVERIFY2(recording.footer.find("\"exit_status\":3") != std::string::npos, recording.footer.c_str());
        QVERIFY(recording.lossCount("samples") > 0);
        QCOMPARE(recording.damage.skippedBytes + recording.damage.tornBytes, 0U);
    }

    void runsShareOneHook()
    {
        for (int i = 0; i < 3; ++i)
            askAgent({"attach", started({}, {"true"})["run"].toString()});
        const QStringList hooks = QDir(usualFolder()).entryList({".hook-*"}, QDir::Dirs | QDir::Hidden);
        QCOMPARE(hooks.size(), 1);
        for (const QJsonValue& run : askAgent({"list"}).array())
            QVERIFY2(run["disk_bytes"].toInt() < 100'000, qPrintable(QString::number(run["disk_bytes"].toInt())));
        // A damaged file is replaced.
        const QString file = usualFolder() + "/" + hooks.first() + "/sitecustomize.py";
        const qint64 size = QFileInfo(file).size();
        QVERIFY(size > 0);
        write(file, "damaged");
        started({}, {"true"});
        QCOMPARE(QFileInfo(file).size(), size);
    }

    void cleanRemovesWhatWasReceived()
    {
        const QString whole = started({}, {"true"})["run"].toString();
        const QString part = started({}, {"true"})["run"].toString();
        const QJsonObject live = started({}, {"sleep", "60"});
        for (const QString& run : {whole, part}) {
            const Answer bytes = askAgent({"attach", run});
            const auto size = bytes.output.size() - (run == part ? 1 : 0);
            QCOMPARE(askAgent({"received", run, "--bytes", QString::number(size)}).status, 0);
        }
        QVERIFY(listed(whole)["received"].toBool());
        QVERIFY(!listed(part)["received"].toBool());
        QDir().mkpath(usualFolder() + "/.hook-0000000000000000");
        // The plan names what the command then removes, and removes nothing.
        const QJsonObject plan = askAgent({"clean", "--mode", "plan"}).object();
        QVERIFY(!listed(whole).isEmpty() && !listed(part).isEmpty());
        const QJsonObject planForAll = askAgent({"clean", "--mode", "plan", "--runs", "all"}).object();
        QCOMPARE(planForAll["names"].toArray().size(), 2);
        QVERIFY(planForAll["names"].toArray().contains(part) && planForAll["names"].toArray().contains(whole));
        const QJsonObject cleaned = askAgent({"clean"}).object();
        QCOMPARE(cleaned, plan);
        QCOMPARE(cleaned["names"].toArray(), QJsonArray{whole});
        QCOMPARE(cleaned["runs"].toInt(), 1);
        QVERIFY(cleaned["bytes"].toInt() > 1000);
        QVERIFY(listed(whole).isEmpty() && !listed(part).isEmpty());
        // A live run is never removed, and the files of its version stay.
        QCOMPARE(askAgent({"clean", "--runs", "all"}).object()["runs"].toInt(), 1);
        QCOMPARE(listed(live["run"].toString())["state"].toString(), "running");
        QVERIFY(QFileInfo::exists(usualFolder() + "/.hook-0000000000000000"));
        QCOMPARE(askAgent({"stop", live["run"].toString()}).status, 0);
        QCOMPARE(askAgent({"clean", "--runs", "all"}).object()["runs"].toInt(), 1);
        QVERIFY(!QFileInfo::exists(usualFolder() + "/.hook-0000000000000000"));
    }

    /// A client installs the agent in ~/.stepscope/bin; an upload that broke off stays there.
    void cleanRemovesInterruptedUploads()
    {
        if (QString(STEPSCOPE_AGENT_FILE).contains("/emulated/"))
            QSKIP("A script starts the emulated agent, which therefore does not lie in the copy's folder.");
        const QString bin = QDir::homePath() + "/.stepscope/bin";
        QVERIFY(QDir().mkpath(bin));
        const QString agent = bin + "/stepscope-agent-1";
        QVERIFY(QFile::copy(STEPSCOPE_AGENT_FILE, agent));
        for (const char* name : {"old", "new"})
            write(bin + "/stepscope-agent-2.part-" + name, "half");
        const utimbuf longAgo{1'000'000'000, 1'000'000'000};
        QCOMPARE(utime(qPrintable(bin + "/stepscope-agent-2.part-old"), &longAgo), 0);
        QCOMPARE(ask({agent, "clean"}).object()["files"].toInt(), 1);
        QCOMPARE(QDir(bin).entryList(QDir::Files), (QStringList{"stepscope-agent-1", "stepscope-agent-2.part-new"}));
    }

    void damagedFactsHideNoRun_data()
    {
        QTest::addColumn<QByteArray>("facts");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("{\"run\":\"x\",\"comm");
        QTest::newRow("invalid UTF-8") << QByteArray("{\"label\":\"\xff\xfe\",\"command\":[\"\xc0\x80\"]}");
        QTest::newRow("half a surrogate pair") << QByteArray(R"({"label":"\ude00","command":["a"]})");
        QTest::newRow("wrong types") << QByteArray(
            "{\"command\":{\"a\":1},\"label\":[],\"started_realtime_ns\":\"x\"}");
    }
    void damagedFactsHideNoRun()
    {
        QFETCH(QByteArray, facts);
        const QString damaged = started({}, {"true"})["run"].toString();
        const QString other = started({}, {"true"})["run"].toString();
        askAgent({"attach", damaged});
        write(usualFolder() + "/" + damaged + "/run.json", facts);
        QCOMPARE(listed(damaged)["command"].toArray(), QJsonArray());
        QCOMPARE(listed(damaged)["label"].toString("none"), QString());
        QVERIFY(listed(damaged)["bytes"].toInt() > 0);
        QCOMPARE(listed(other)["command"].toArray().size(), 1);
        QCOMPARE(askAgent({"remove", damaged}).status, 0);
    }

    void longCommandsAreListed()
    {
        const QString word(100'000, 'x');
        const QString run = started({}, {"true", word})["run"].toString();
        QCOMPARE(listed(run)["command"].toArray().at(1).toString(), word);
    }

    void secretsAreNotStored()
    {
        const QStringList command{"true", "--password=pa55word", "--user", "me"};
        const QString masked = started({}, command)["run"].toString();
        const QString kept = started({"--secrets", "keep"}, command)["run"].toString();
        const auto stored = [](const QString& run) {
            QByteArray all = askAgent({"attach", run}).output;
            QFile facts(usualFolder() + "/" + run + "/run.json");
            return facts.open(QIODevice::ReadOnly) ? all + facts.readAll() : QByteArray();
        };
        QVERIFY(!stored(masked).contains("pa55word"));
        QVERIFY(stored(masked).contains("--password=***"));
        QCOMPARE(stored(kept).count("pa55word"), 2);
    }
};

QTEST_GUILESS_MAIN(TestKeptRuns)
#include "tst_keptruns.moc"
