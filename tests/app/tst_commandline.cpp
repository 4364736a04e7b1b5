// The command line: results, and for every error one line and a nonzero status.

#include "analysis/trace/tracestore.h"
#include "app/capture/unfinishedlist.h"
#include "tests/support/programrun.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/sshserver.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>

using namespace stepscope;

using testing::lineFault;
using testing::Outcome;

class CommandLineTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    Outcome stepscope(const QStringList& arguments, const QMap<QString, QString>& environment = {})
    {
        return testing::runProgram(m_folder.path(), arguments, environment);
    }

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    /// Samples may be lost on a busy machine.
    bool isIntact(const QString& file) { return stepscope({"verify", file}).out.contains(": intact"); }

    static void write(const QString& file, const QByteArray& bytes)
    {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }

    static QByteArray read(const QString& file)
    {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    /// A short real recording.
    QString shortRecording()
    {
        const QString file = path("short.stepscope");
        if (!QFileInfo::exists(file)) {
            const Outcome outcome =
                stepscope({"profile", "local", "-o", file, "--", "/bin/sh", "-c", "echo hello; sleep 0.3"});
            if (outcome.status != 0)
                qWarning("%s", outcome.err.constData());
        }
        return file;
    }

private slots:
    void reportsWrongUsageInOneLine()
    {
        QCOMPARE(lineFault(stepscope({"profile"}), 2, {"TARGET", "--help"}), QString());
        QCOMPARE(lineFault(stepscope({"profile", "local"}), 2, {"command", "--"}), QString());
        QCOMPARE(lineFault(stepscope({"report"}), 2, {"FILE"}), QString());
        QCOMPARE(lineFault(stepscope({"compare", "a", "b", "--skip-steps", "-1"}), 2, {"must not be negative"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"clean", "virtual-tx2", "--", "--dry-run"}), 2, {"starts no training"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"profile", "local", "--period", "soon", "--", "true"}), 2, {"period"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"export", shortRecording()}), 2, {"--figure", "--csv"}), QString());
    }

    void helpListsEveryCommand()
    {
        const Outcome help = stepscope({"--help"});
        QCOMPARE(help.status, 0);
        for (const char* const command :
             {"doctor", "profile", "runs", "attach", "report", "export", "import", "verify", "demo"})
            QVERIFY2(help.out.contains(command), command);
    }

    void helpOnACommandIsItsHelp()
    {
        QCOMPARE(stepscope({"help"}).out, stepscope({"--help"}).out);
        QCOMPARE(stepscope({"help", "report"}).out, stepscope({"report", "--help"}).out);
        QCOMPARE(lineFault(stepscope({"help", "reprot"}), 2, {"reprot", "did you mean report"}), QString());
    }

    void aWordThatIsNoFileIsReportedWithoutAWindow()
    {
        QCOMPARE(lineFault(stepscope({"prfile"}), 2, {"prfile", "did you mean profile", "stepscope help"}), QString());
        QCOMPARE(lineFault(stepscope({path("missing.stepscope")}), 2, {"missing.stepscope"}), QString());
    }

    void reportsAFileThatIsNotARecording()
    {
        QCOMPARE(lineFault(stepscope({"report", path("nothing.stepscope")}), 1, {"nothing.stepscope"}), QString());
        write(path("text.stepscope"), "These are words, not frames.");
        for (const char* const command : {"report", "verify"})
            QCOMPARE(lineFault(stepscope({command, path("text.stepscope")}), 1, {"not a Stepscope recording"}),
                     QString());
        write(path("empty.stepscope"), {});
        QCOMPARE(lineFault(stepscope({"report", path("empty.stepscope")}), 1, {"empty"}), QString());
        QCOMPARE(::mkfifo(QFile::encodeName(path("pipe")).constData(), 0600), 0);
        QCOMPARE(lineFault(stepscope({"report", path("pipe")}), 1, {"is a pipe"}), QString());
    }

    void readsATruncatedRecording()
    {
        const QByteArray whole = read(shortRecording());
        QVERIFY(whole.size() > 600);
        const QString cut = path("cut.stepscope");
        write(cut, whole.left(whole.size() - 7));
        const Outcome report = stepscope({"report", cut});
        QCOMPARE(report.status, 0);
        QVERIFY2(report.out.contains("truncated"), report.out.constData());
        const Outcome verify = stepscope({"verify", cut});
        QCOMPARE(verify.status, 1);
        QVERIFY(isIntact(shortRecording()));
    }

    void comparesSeveralRecordings()
    {
        const Outcome report = stepscope({"report", shortRecording(), shortRecording()});
        QVERIFY2(report.status == 0, report.err.constData());
        QVERIFY(report.out.contains("All together"));
        const Outcome json = stepscope({"report", shortRecording(), shortRecording(), "--json"});
        QVERIFY(json.out.startsWith("{") && json.out.contains("\"recordings\""));
        QCOMPARE(
            lineFault(stepscope({"report", shortRecording(), path("nothing.stepscope")}), 1, {"nothing.stepscope"}),
            QString());
    }

    void reportsAMissingCommand()
    {
        const QString file = path("notfound.stepscope");
        QCOMPARE(lineFault(stepscope({"profile", "local", "-o", file, "--", "no-such-command"}), 1,
                           {"no-such-command", "not found"}),
                 QString());
        QVERIFY2(!QFileInfo::exists(file), "an empty recording remains");
    }

    void reportsATargetWithoutPython()
    {
        QVERIFY(QDir().mkpath(path("bin")));
        for (const char* const tool : {"sh", "uname", "mkdir", "cat", "mv", "chmod", "rm", "sha256sum", "setsid", "ln",
                                       "printf", "test", "cut", "dd", "df", "id"})
            QFile::link(QStringLiteral("/usr/bin/") + tool, path("bin/") + tool);
        const Outcome outcome =
            stepscope({"profile", "local", "-o", path("nopython.stepscope"), "--", "python3", "train.py"},
                      {{"PATH", path("bin")}});
        QCOMPARE(lineFault(outcome, 1, {"python3", "not found"}), QString());
    }

    void recordsLogAndStatusOfACrash()
    {
        const QString file = path("crash.stepscope");
        const Outcome outcome =
            stepscope({"profile", "local", "-o", file, "--", "/bin/sh", "-c", "echo before; echo bad >&2; exit 7"});
        QCOMPARE(outcome.status, 7); // passed on
        // The training's status, its last output of two lines, and why there are no steps.
        // Two more lines where a busy machine lost samples.
        QCOMPARE(outcome.err.count('\n'), outcome.err.contains("LOST DATA") ? 6 : 4);
        QVERIFY2(outcome.err.contains("  bad\n") && !outcome.err.contains("  before\n"), outcome.err.constData());
        QVERIFY2(outcome.err.contains("status 7") && outcome.err.contains("No steps"), outcome.err.constData());
        const auto view = trace::loadRecording(file.toStdString());
        QVERIFY(view.ok());
        QVERIFY(view->ending());
        QCOMPARE(view->ending()->exitStatus, 7);
        std::string text;
        for (std::size_t i = 0; i < view->logSize(); ++i)
            text += view->log(i).text;
        QVERIFY2(text.find("before\n") != std::string::npos && text.find("bad\n") != std::string::npos, text.c_str());
    }

    void reportsAScriptWithoutSteps()
    {
        // On this computer a command runs in the current folder.
        write(path("plain.py"), "print(sum(range(1000)))\n");
        const QString file = path("plain.stepscope");
        QCOMPARE(stepscope({"profile", "local", "-o", file, "--", STEPSCOPE_PYTHON, "plain.py"}).status, 0);
        const Outcome report = stepscope({"report", file});
        QCOMPARE(report.status, 0);
        QVERIFY2(report.out.toLower().contains("no framework"), report.out.constData());
    }

    /// The header holds the command line, which may contain secrets.
    void aRecordingIsOfItsOwnerOnly()
    {
        QCOMPARE(stepscope({"profile", "local", "-o", path("own.stepscope"), "--", "true"}).status, 0);
        constexpr auto kOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile(path("own.stepscope")).permissions() & kOthers));
    }

    void aTrainingEndedBySignalHasTheStatusOfAShell()
    {
        const Outcome outcome =
            stepscope({"profile", "local", "-o", path("killed.stepscope"), "--", "sh", "-c", "kill -TERM $$"});
        QVERIFY2(outcome.status == 128 + 15, outcome.err.constData());
    }

    void refusesPeriodsOutsideTheRange()
    {
        for (const char* period : {"0ms", "-5ms", "500us", "11s", "nan s", "ms", "10"})
            QCOMPARE(lineFault(stepscope({"profile", "local", "--period=" + QString(period), "-o", path("p.stepscope"),
                                          "--", "true"}),
                               2, {"--period"}),
                     QString());
        QVERIFY(!QFile::exists(path("p.stepscope")));
    }

    void aFailedAttachLeavesNoFile()
    {
        QCOMPARE(lineFault(stepscope({"attach", "local", "no-such-run", "-o", path("none.stepscope")}), 1,
                           {"no-such-run", "stepscope runs"}),
                 QString());
        QVERIFY(!QFile::exists(path("none.stepscope")));
        const Outcome outside = stepscope({"attach", "local", "../x", "-o", path("none.stepscope")});
        QCOMPARE(lineFault(outside, 2, {"name of a run"}), QString());
        QVERIFY2(!outside.err.contains("not affected"), outside.err.constData());
    }

    void verifyFailsWhereDataWereLost()
    {
        const QString file = path("lost.stepscope");
        testing::RecordingBuilder recording;
        recording.event(0, format::Event::Severity::Info, "run", "x").footer();
        testing::writeFile(file.toStdString(), recording.bytes());
        QCOMPARE(stepscope({"verify", file}).status, 0);
        testing::RecordingBuilder lossy;
        lossy.loss({.what = "samples", .count = 3, .reason = "The disk was full."}).footer();
        testing::writeFile(file.toStdString(), lossy.bytes());
        const Outcome verify = stepscope({"verify", file});
        QCOMPARE(verify.status, 1);
        QVERIFY2(verify.out.contains("LOST DATA"), verify.out.constData());
    }

    /// With the first Ctrl+C the training is asked to end, and that is said at once.
    void ctrlCEndsTheTraining()
    {
        QProcess process;
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        variables.insert("HOME", m_folder.path());
        process.setProcessEnvironment(variables);
        process.setWorkingDirectory(m_folder.path());
        process.start(STEPSCOPE_APP_FILE,
                      {"profile", "local", "-o", path("interrupted.stepscope"), "--", "sleep", "60"});
        QTRY_VERIFY_WITH_TIMEOUT(stepscope({"runs", "local"}).out.contains("sleep 60"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path("interrupted.stepscope")).size() > 0, 20'000);
        process.setReadChannel(QProcess::StandardError);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForReadyRead(5000));
        QVERIFY2(process.readAllStandardError().contains("asked to end"), "no answer");
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(isIntact(path("interrupted.stepscope")));
    }

    /// A named run is started once, however often the command is repeated.
    void aNamedRunIsContinued()
    {
        const QStringList command{"profile", "local",
                                  "--run",   "night-1",
                                  "-o",      path("night.stepscope"),
                                  "--",      "sh",
                                  "-c",      "echo x >> '" + path("nights") + "'; exit 4"};
        QCOMPARE(stepscope(command).status, 4);
        QCOMPARE(stepscope(command).status, 4);
        QCOMPARE(read(path("nights")), QByteArray("x\n"));
        QVERIFY(isIntact(path("night.stepscope")));
        QCOMPARE(lineFault(stepscope({"profile", "local", "--run", "../x", "--", "true"}), 2, {"name of a run"}),
                 QString());
    }

    /// --spool only says where the target stores its copy: the run is streamed, listed and removed as any other one.
    void recordsWithASpoolElsewhere()
    {
        const QString spool = path("elsewhere");
        QCOMPARE(stepscope({"profile", "local", "--spool", spool, "-o", path("spooled.stepscope"), "--", "sh", "-c",
                            "echo spooled"})
                     .status,
                 0);
        QVERIFY(isIntact(path("spooled.stepscope")));
        const QStringList runs = QDir(spool).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(runs.size(), 1);
        QVERIFY(stepscope({"runs", "local"}).out.contains(runs.first().toUtf8()));
        QCOMPARE(stepscope({"runs", "local", "--remove", runs.first()}).status, 0);
        QVERIFY(QDir(spool).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
        const Outcome relative = stepscope({"profile", "local", "--spool", "here", "--", "true"});
        QVERIFY2(relative.status == 0, relative.err.constData());
        QVERIFY(!QDir(path("here")).isEmpty());
    }

    void cleanRemovesFetchedRuns()
    {
        const Outcome all = stepscope({"clean", "local", "--all"});
        QVERIFY2(all.status == 0, all.err.constData());
        QCOMPARE(stepscope({"profile", "local", "-o", path("fetched.stepscope"), "--", "true"}).status, 0);
        QVERIFY(stepscope({"runs", "local"}).out.contains("1 run, "));
        const Outcome plan = stepscope({"clean", "local", "--dry-run"});
        QVERIFY2(plan.out.contains("1 run and ") && plan.out.contains("would be removed"), plan.out.constData());
        QVERIFY(stepscope({"runs", "local"}).out.contains("1 run, "));
        const Outcome cleaned = stepscope({"clean", "local"});
        QVERIFY2(cleaned.out.startsWith("1 run and ") && cleaned.out.contains("0 runs are left"),
                 cleaned.out.constData());
        QVERIFY(isIntact(path("fetched.stepscope")));
    }

    /// The window offers to continue it; a capture that reaches the end of its run leaves nothing behind.
    void aKilledCaptureIsListedAsUnfinished()
    {
        qputenv("XDG_DATA_HOME", QFile::encodeName(path("data")));
        qputenv("XDG_STATE_HOME", QFile::encodeName(path("state")));
        QCOMPARE(stepscope({"profile", "local", "-o", path("ended.stepscope"), "--", "true"}).status, 0);
        QVERIFY(app::readUnfinished().isEmpty());
        QProcess capture;
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        variables.insert("HOME", m_folder.path());
        capture.setProcessEnvironment(variables);
        capture.start(STEPSCOPE_APP_FILE,
                      {"profile", "local", "--run", "unfinished", "-o", path("unfinished.stepscope"), "--known-hosts",
                       path("hosts"), "--", "sleep", "600"});
        link::SshOptions ssh;
        ssh.knownHostsFile = path("hosts").toStdString();
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path("unfinished.stepscope")).size() > 1000, 30'000);
        capture.kill();
        QVERIFY(capture.waitForFinished(10'000));
        QCOMPARE(app::readUnfinished(),
                 QList{app::unfinishedCapture("local", "unfinished", path("unfinished.stepscope"), ssh)});
        QCOMPARE(stepscope({"runs", "local", "--stop", "unfinished"}).status, 0);
        QCOMPARE(stepscope({"attach", "local", "unfinished", "-o", path("unfinished.stepscope")}).status,
                 128 + SIGTERM);
        QVERIFY(app::readUnfinished().isEmpty());
    }

    /// The command line of a run could move the cursor, or set the title of the terminal that lists it.
    void printsNoControlCharacters()
    {
        const QString word = QString::fromUtf8("a\x1b[2J\xc2\x9b"
                                               "2J\xe2\x80\xae"
                                               "b");
        QCOMPARE(stepscope({"profile", "local", "-o", path("escape.stepscope"), "--", "true", word}).status, 0);
        const QList<Outcome> outcomes{stepscope({"runs", "local"}),
                                      stepscope({"report", path("escape.stepscope")}),
                                      stepscope({"report", path("escape.stepscope"), "--json"}),
                                      stepscope({"verify", path("escape.stepscope")}),
                                      stepscope({"profile", "local", "-o", path("none.stepscope"), "--", word}),
                                      stepscope({"attach", "local", word}),
                                      stepscope({"report", word})};
        for (const Outcome& outcome : outcomes) {
            const QString text = QString::fromUtf8(outcome.out + outcome.err);
            QVERIFY(!text.isEmpty());
            for (const QChar c : text)
                QVERIFY2(c == '\n' || (c.unicode() >= 0x20 && (c.unicode() < 0x7f || c.unicode() > 0x9f) &&
                                       c.unicode() != 0x202e),
                         qPrintable(text.toHtmlEscaped() + QString::number(c.unicode(), 16)));
        }
    }

    /// Resuming fetches a damaged recording again from its damage on; without the run on the target it stays.
    void attachKeepsADamagedRecordingWithoutItsRun()
    {
        const QString file = path("kept.stepscope");
        QCOMPARE(stepscope({"profile", "local", "-o", file, "--", "sh", "-c", "seq 100000"}).status, 0);
        const QString run = QJsonDocument::fromJson(stepscope({"report", file, "--json"}).out)
                                .object()["run"]
                                .toObject()["id"]
                                .toString();
        QVERIFY(!run.isEmpty());
        QByteArray bytes = read(file);
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
        write(file, bytes);
        // While the target has the run, its bytes come back.
        const Outcome fetched = stepscope({"attach", "local", run, "-o", file});
        QVERIFY2(fetched.status == 0, fetched.err.constData());
        QVERIFY(isIntact(file));
        write(file, bytes);
        QCOMPARE(stepscope({"runs", "local", "--remove", run}).status, 0);
        QCOMPARE(lineFault(stepscope({"attach", "local", run, "-o", file}), 1, {"damaged", run, "not changed"}),
                 QString());
        QVERIFY(read(file) == bytes);
    }

    void exportsReplaceFilesOnlyWhenAsked()
    {
        const QStringList figure{"export", shortRecording(), "--figure", "timeline", "-o", path("twice.png")};
        QCOMPARE(stepscope(figure).status, 0);
        QCOMPARE(lineFault(stepscope(figure), 1, {"twice.png", "--force"}), QString());
        QCOMPARE(stepscope(figure + QStringList{"--force"}).status, 0);
        const QStringList tables{"export", shortRecording(), "--csv", path("twice")};
        QCOMPARE(stepscope(tables).status, 0);
        QCOMPARE(lineFault(stepscope(tables), 1, {"twice/", "--force"}), QString());
        QCOMPARE(stepscope(tables + QStringList{"--force"}).status, 0);
    }

    void aWindowThatCannotOpenIsOneLine()
    {
        const Outcome outcome = stepscope({shortRecording()}, {{"QT_QPA_PLATFORM", "xcb"}, {"DISPLAY", ":98765"}});
        QCOMPARE(lineFault(outcome, 1, {"DISPLAY is :98765", "log in with a desktop"}), QString());
    }

    void demoReplacesOnlyADemo()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("mine"));
        QVERIFY(QFile::copy(shortRecording(), path("mine/recording.stepscope")));
        QCOMPARE(lineFault(stepscope({"demo", "--virtual", "--no-window", "--dir", path("mine")}), 1,
                           {"may not be of a demo", "--dir"}),
                 QString());
        QCOMPARE(read(path("mine/recording.stepscope")), read(shortRecording()));
    }

    void foldersAreRelativeToTheCurrentOne()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("inner/work"));
        const Outcome outcome =
            testing::runScript(path("inner"), "$0 profile local --cwd work -o cwd.stepscope -- pwd; $0 export "
                                              "cwd.stepscope --csv csv >&2; cat csv/log.txt");
        QVERIFY2(outcome.out.contains("/inner/work"), outcome.err.constData());
    }

    void doesNotOverwriteARecording()
    {
        const QByteArray before = read(shortRecording());
        QCOMPARE(
            lineFault(stepscope({"profile", "local", "-o", shortRecording(), "--", "true"}), 1, {"never overwritten"}),
            QString());
        QCOMPARE(read(shortRecording()), before);
    }

    void reportsAFolderThatIsNotWritable()
    {
        QCOMPARE(lineFault(stepscope({"profile", "local", "-o", "/proc/x.stepscope", "--", "true"}), 1,
                           {"/proc/x.stepscope"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--csv", "/proc/csv"}), 1, {"/proc/csv"}), QString());
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--figure", "timeline", "-o", "/proc/x.png"}), 1,
                           {"/proc/x.png"}),
                 QString());
    }

    void exportsForOtherPrograms()
    {
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--trace", path("t.zip")}), 2, {".json", ".pftrace"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--trace", path("t.json"), "--weight", "time"}), 2,
                           {"--folded"}),
                 QString());
        const QStringList all{"export",       shortRecording(), "--trace",     path("t.json"), "--html",
                              path("t.html"), "--npz",          path("t.npz"), "--folded",     path("t.folded"),
                              "--pprof",      path("t.pb.gz"),  "--wide-csv",  path("t.csv")};
        const Outcome first = stepscope(all);
        QVERIFY2(first.status == 0, first.err.constData());
        for (const char* name : {"t.json", "t.html", "t.npz", "t.folded", "t.pb.gz", "t.csv"})
            QVERIFY2(QFileInfo(path(name)).isFile(), name);
        QCOMPARE(lineFault(stepscope(all), 1, {"exists already", "--force"}), QString());
        QCOMPARE(stepscope(all + QStringList{"--force"}).status, 0);
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--trace", "/dev/full"}), 1, {"/dev/full", "full"}),
                 QString());
    }

    void exportsFiguresAndCsv()
    {
        for (const char* const name : {"figure.png", "figure.svg", "figure.pdf"}) {
            const Outcome outcome = stepscope({"export", shortRecording(), "--figure", "timeline", "-o", path(name)});
            QVERIFY2(outcome.status == 0, outcome.err.constData());
            QVERIFY(QFileInfo(path(name)).size() > 1000);
        }
        QCOMPARE(stepscope({"export", shortRecording(), "--csv", path("csv")}).status, 0);
        QVERIFY(QFileInfo::exists(path("csv/channels.csv")));
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--figure", "cake", "-o", path("c.png")}), 2,
                           {"cake", "timeline"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"export", shortRecording(), "--figure", "timeline", "-o", path("c.gif")}), 2,
                           {".png"}),
                 QString());
    }

    void importsTegrastatsLogs()
    {
        const QByteArray line = "RAM 1024/7846MB (lfb 17x4MB) CPU [40%@2035,off] GR3D_FREQ 71%@1300 VDD_IN 4000/4000\n";
        write(path("tx2.log"), line + "what is this\n" + line + line);
        const QString recording = path("imported.stepscope");
        const Outcome imported = stepscope({"import", path("tx2.log"), "-o", recording, "--interval", "500ms"});
        QCOMPARE(lineFault(imported, 0, {"3 lines", "500", "1 line is not of tegrastats"}), QString());
        QCOMPARE(stepscope({"verify", recording}).status, 0);
        const Outcome report = stepscope({"report", recording});
        QCOMPARE(report.status, 0);
        for (const char* const word : {"VDD_IN", "4.000 W", "imported", "71.0 %"})
            QVERIFY2(report.out.contains(word), report.out.constData());
        QCOMPARE(lineFault(stepscope({"import", path("tx2.log"), "-o", recording}), 1, {"overwritten"}), QString());
        write(path("words.txt"), "These are words.\n");
        QCOMPARE(lineFault(stepscope({"import", path("words.txt"), "-o", path("none.stepscope")}), 1, {"tegrastats"}),
                 QString());
        QVERIFY(!QFileInfo::exists(path("none.stepscope")));
        QCOMPARE(lineFault(stepscope({"import", path("gone.log"), "-o", path("none.stepscope")}), 1, {"gone.log"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"import", path("tx2.log")}), 2, {"output"}), QString());
        QCOMPARE(lineFault(stepscope({"import", path("tx2.log"), "-o", path("none.stepscope"), "--offset", "x"}), 2,
                           {"FILE=TIME"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"import", path("tx2.log"), "-o", path("none.stepscope"), "--offset",
                                      path("tx2.log") + "=1ms"}),
                           2, {"belongs to the first source"}),
                 QString());
        QVERIFY(!QFile::exists(path("none.stepscope")));
        QCOMPARE(
            lineFault(stepscope({"import", path("tx2.log"), "-o", path("x"), "--interval", "0s"}), 2, {"interval"}),
            QString());
    }

    void reportsJson()
    {
        const Outcome outcome = stepscope({"report", shortRecording(), "--json"});
        QCOMPARE(outcome.status, 0);
        const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(report["run"].toObject()["exit_status"].toInt(-1), 0);
        QVERIFY(report["cpu"].toObject()["utilization"].isDouble());
    }

    void doctorMeasuresTheOverheadOfATraining()
    {
        QFile script(m_folder.filePath("steps.py"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(
            "import stepscope, time\nfor i in range(300):\n    time.sleep(0.01)\n    stepscope.step(samples=1)\n");
        script.close();
        const Outcome outcome = stepscope(
            {"doctor", "local", "--overhead", "--block", "0.1", "--json", "--", STEPSCOPE_PYTHON, script.fileName()});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject overhead = QJsonDocument::fromJson(outcome.out).object()["overhead"].toObject();
        QVERIFY2(overhead["slowdown"].isDouble(), outcome.out.constData());
        QVERIFY(overhead["sampled_steps"].toInt() > 50 && overhead["paused_steps"].toInt() > 50);
        QCOMPARE(overhead["slowdown_interval"].toArray().size(), 2);
        // The temporary run is deleted.
        QVERIFY(!stepscope({"runs", "local"}).out.contains("steps.py"));

        // As in `profile`, a command on this computer runs in the current folder; what it says about a failure is
        // shown.
        QCOMPARE(
            lineFault(stepscope({"doctor", "local", "--overhead", "--", "sh", "-c", "echo \"in $PWD\" >&2; exit 3"}), 1,
                      {"training", "status 3", m_folder.path()}),
            QString());
        QCOMPARE(lineFault(stepscope({"doctor", "local", "--", "true"}), 2, {"--overhead"}), QString());
        QCOMPARE(lineFault(stepscope({"doctor", "virtual-tx2", "--overhead"}), 2, {"played"}), QString());
    }

    void doctorDescribesThisComputer()
    {
        const Outcome outcome = stepscope({"doctor", "local"});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY(outcome.out.contains("cpu.utilization"));
        for (const QByteArray& line : outcome.out.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
    }

    void reportsHostsThatDoNotAnswer()
    {
        QTcpServer closed;
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const QString port = QString::number(closed.serverPort());
        closed.close();
        QCOMPARE(lineFault(stepscope({"doctor", "127.0.0.1:" + port}), 1, {"refused"}), QString());
        QCOMPARE(lineFault(stepscope({"doctor", "no-such-host.invalid"}), 1, {"no-such-host.invalid"}), QString());
        QCOMPARE(lineFault(stepscope({"doctor", "host:99999"}), 2, {"port"}), QString());
    }

    void acceptsNoHostKeyWithoutAQuestion()
    {
        if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        tests::SshServer server;
        QVERIFY2(server.start(), server.log());
        const QStringList doctor{"doctor",        "127.0.0.1:" + QString::number(server.port()),
                                 "--identity",    server.userKey(),
                                 "--known-hosts", server.knownHosts()};
        QCOMPARE(lineFault(stepscope(doctor), 1, {"host key"}), QString());
        const Outcome accepted = stepscope(doctor + QStringList{"--accept-new-host-key"});
        QVERIFY2(accepted.status == 0, accepted.err.constData());
        QVERIFY(stepscope(doctor).status == 0);
        server.stop();
        server.changeHostKey();
        QVERIFY2(server.start(), server.log());
        QCOMPARE(lineFault(stepscope(doctor + QStringList{"--accept-new-host-key"}), 1, {"changed"}), QString());
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
