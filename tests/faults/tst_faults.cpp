// The fault matrix: a real training, agent, OpenSSH server and program, with one fault at the start, in the middle or
// at the end of a run. For each cell a promise is checked, and what the person reads is recorded; README.md has the
// table.

#include "tests/support/linkproxy.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace stepscope;
using tests::LinkProxy;
using tests::readFile;
using tests::SshServer;

namespace {

enum class Moment { Start, Middle, End };

/// What has to hold after the run.
enum class Promise {
    Whole,     ///< the program ends with the status of the training, and its file equals the spool
    Continued, ///< the program ends with an error that names the run; after the repair `attach` fetches the rest
    Ended,     ///< the recording ends early, which the program says; the training continues and can be stopped
    Killed,    ///< as Whole, with the status of the signal
};

class Scene;

struct Fault
{
    const char* name;
    void (*strike)(Scene& scene);
    void (*repair)(Scene& scene);
    Promise promise;
};

/// One server, proxy and program with a training of some seconds.
class Scene
{
public:
    bool prepare(unsigned seed)
    {
        if (!m_server.start())
            return false;
        m_proxy = std::make_unique<LinkProxy>(m_server.port(), seed);
        trust();
        // Installs the agent, so that the faults meet the run and not the upload.
        return ask({"doctor"}) == 0;
    }

    void startTraining()
    {
        const QString script =
            QStringLiteral("echo x >> '%1/starts'; i=0; while [ $i -lt 60 ]; do echo line $i; sleep 0.05; "
                           "i=$((i+1)); done; touch '%1/ended'; sleep 0.3; exit 5")
                .arg(m_folder.path());
        m_program.setStandardErrorFile(m_folder.filePath("stderr"));
        start({"profile", "-o", recording(), "--run", "night", "--", "sh", "-c", script});
    }

    [[nodiscard]] bool waitFor(Moment moment) const
    {
        const auto reached = [&] {
            switch (moment) {
            case Moment::Start:
                return QFileInfo::exists(runFolder());
            case Moment::Middle:
                return QFileInfo(recording()).size() > 4000;
            case Moment::End:
                break;
            }
            return QFileInfo::exists(m_folder.filePath("ended"));
        };
        return QTest::qWaitFor(reached, 30'000);
    }

    /// Runs another command of the program to its end; returns its status.
    int ask(const QStringList& words)
    {
        QProcess process;
        setUp(process, words);
        process.start();
        process.waitForFinished(60'000);
        m_answer = process.readAllStandardOutput() + process.readAllStandardError();
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

    int finish()
    {
        if (!m_program.waitForFinished(90'000))
            return -1;
        return m_program.exitStatus() == QProcess::NormalExit ? m_program.exitCode() : -2;
    }

    void trust()
    {
        const QByteArray key = readFile(m_server.filePath("host.pub"));
        tests::writeFile(m_server.knownHosts(), "[127.0.0.1]:" + QByteArray::number(m_proxy->port()) + ' ' + key);
    }

    [[nodiscard]] int training() const
    {
        const QByteArray facts = readFile(runFolder() + "/run.json");
        const auto at = facts.indexOf("\"pid\":");
        return at < 0 ? 0 : facts.mid(at + 6).split(',').first().toInt();
    }
    [[nodiscard]] int supervisor() const { return parentOf(training()); }
    [[nodiscard]] int drain() const
    {
        const int parent = supervisor();
        for (const QString& process : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
            const QByteArray name = readFile("/proc/" + process + "/comm");
            if (name.startsWith("stepscope-drain") && parentOf(process.toInt()) == parent)
                return process.toInt();
        }
        return 0;
    }

    SshServer& server() { return m_server; }
    LinkProxy& proxy() { return *m_proxy; }
    QProcess& program() { return m_program; }
    [[nodiscard]] QString recording() const { return m_folder.filePath("r.stepscope"); }
    [[nodiscard]] QString runFolder() const { return m_server.home() + "/.stepscope/runs/night"; }
    [[nodiscard]] QByteArray spool() const { return readFile(runFolder() + "/recording.stepscope"); }
    [[nodiscard]] QByteArray read() const { return readFile(m_folder.filePath("stderr")); }
    [[nodiscard]] QByteArray answer() const { return m_answer; }
    [[nodiscard]] int starts() const { return static_cast<int>(readFile(m_folder.filePath("starts")).size() / 2); }

private:
    static int parentOf(int process)
    {
        const QByteArray status = readFile(QStringLiteral("/proc/%1/stat").arg(process));
        return status.mid(status.lastIndexOf(')') + 2).split(' ').value(1).toInt();
    }
    void setUp(QProcess& process, QStringList words) const
    {
        words.insert(1, "127.0.0.1:" + QString::number(m_proxy->port()));
        words = QStringList{words[0],        words[1],
                            "--identity",    m_server.userKey(),
                            "--known-hosts", m_server.knownHosts(),
                            "--ssh-config",  m_server.filePath("empty")} +
                words.mid(2);
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        variables.insert("HOME", m_folder.path());
        variables.remove("SSH_AUTH_SOCK");
        process.setProcessEnvironment(variables);
        process.setProgram(STEPSCOPE_APP_FILE);
        process.setArguments(words);
    }
    void start(const QStringList& words)
    {
        setUp(m_program, words);
        m_program.start();
    }

    QTemporaryDir m_folder;
    SshServer m_server;
    std::unique_ptr<LinkProxy> m_proxy;
    QProcess m_program;
    QByteArray m_answer;
};

void nothing(Scene& /*scene*/) {}

void stopServer(Scene& scene)
{
    scene.server().stop();
}

void startServer(Scene& scene)
{
    QTest::qWait(500);
    scene.server().start();
}

void pauseOf(int process)
{
    ::kill(process, SIGSTOP);
    QTest::qWait(1500);
    ::kill(process, SIGCONT);
}

const Fault kFaults[] = {
    {"link cut", [](Scene& s) { s.proxy().cut(); }, nothing, Promise::Whole},
    {"link cut, then refused for a second", [](Scene& s) { s.proxy().refuse(true), s.proxy().cut(); },
     [](Scene& s) { QTest::qWait(1000), s.proxy().refuse(false); }, Promise::Whole},
    {"link half-open for 4 s", [](Scene& s) { s.proxy().stall(true); },
     [](Scene& s) { QTest::qWait(4000), s.proxy().stall(false); }, Promise::Whole},
    {"link at 64 kbit/s", [](Scene& s) { s.proxy().limit(8000); }, nothing, Promise::Whole},
    {"corrupt packet", [](Scene& s) { s.proxy().corruptOnce(); }, nothing, Promise::Whole},
    {"process of the server killed", [](Scene& s) { s.server().killConnections(); }, nothing, Promise::Whole},
    {"server restarted", stopServer, startServer, Promise::Whole},
    {"host key changed", [](Scene& s) { s.server().stop(), s.server().changeHostKey(), s.server().start(); }, nothing,
     Promise::Continued},
    {"supervisor killed", [](Scene& s) { ::kill(s.supervisor(), SIGKILL); }, nothing, Promise::Ended},
    {"supervisor ended by SIGTERM", [](Scene& s) { ::kill(s.supervisor(), SIGTERM); }, nothing, Promise::Ended},
    {"drain killed", [](Scene& s) { ::kill(s.drain(), SIGKILL); }, nothing, Promise::Whole},
    {"training killed", [](Scene& s) { ::kill(s.training(), SIGKILL); }, nothing, Promise::Killed},
    {"program killed", [](Scene& s) { s.program().kill(); }, nothing, Promise::Continued},
    {"supervisor stopped for 1.5 s", [](Scene& s) { pauseOf(s.supervisor()); }, nothing, Promise::Whole},
    {"training stopped for 1.5 s", [](Scene& s) { pauseOf(s.training()); }, nothing, Promise::Whole},
    {"program stopped for 1.5 s", [](Scene& s) { pauseOf(static_cast<int>(s.program().processId())); }, nothing,
     Promise::Whole},
};

const std::pair<const char*, Moment> kMoments[] = {
    {"start", Moment::Start}, {"middle", Moment::Middle}, {"end", Moment::End}};

QByteArray lastLine(const QByteArray& text)
{
    return text.trimmed().split('\n').last();
}

/// The message without folders, ports and keys of this run.
QString withoutNames(QString message)
{
    static const QRegularExpression options(QStringLiteral(" --(identity|ssh-config|known-hosts) \\S+"));
    static const QRegularExpression folders(QStringLiteral("/\\S*tst_faults-\\w+/"));
    static const QRegularExpression hosts(QStringLiteral("\\w+@127\\.0\\.0\\.1:\\d+|\\[?127\\.0\\.0\\.1\\]?:\\d+"));
    static const QRegularExpression keys(QStringLiteral("SHA256:[^ )]+"));
    message.remove(options);
    message.remove(folders);
    message.replace(hosts, QStringLiteral("board"));
    message.replace(keys, QStringLiteral("SHA256:..."));
    return message.simplified();
}

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

    QMap<QString, QMap<QString, QString>> m_cells; ///< by fault and moment: what was kept, and what the person reads

    void check(Scene& scene, Promise promise, int status);
    void writeTable() const;

private slots:
    void initTestCase();
    void cell_data();
    void cell();
    void cleanupTestCase() { writeTable(); }
};

void TestFaults::initTestCase()
{
    if (const QString missing = SshServer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
}

void TestFaults::cell_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<Moment>("moment");
    for (int i = 0; i < static_cast<int>(std::size(kFaults)); ++i) {
        for (const auto& [name, moment] : kMoments)
            QTest::newRow(qPrintable(QString(kFaults[i].name) + ", " + name)) << i << moment;
    }
}

/// Also that the training was started once.
void TestFaults::check(Scene& scene, Promise promise, int status)
{
    constexpr int kStatus = 5;
    const QByteArray read = scene.read();
    if (promise == Promise::Whole || promise == Promise::Killed) {
        QVERIFY2(status == (promise == Promise::Whole ? kStatus : 128 + SIGKILL), read);
    } else if (promise == Promise::Continued) {
        const bool wasKilled = status == -2;
        QVERIFY2(wasKilled || (read.contains("night") && read.contains("stepscope attach")), read);
        scene.trust();
        QCOMPARE(scene.ask({"attach", "night", "-o", scene.recording()}), kStatus);
    } else {
        QVERIFY2(status == 1 && read.contains("--stop night"), read);
        QCOMPARE(scene.ask({"runs", "--stop", "night"}), 0);
    }
    QCOMPARE(scene.starts(), 1);
    QVERIFY2(readFile(scene.recording()) == scene.spool(), QByteArray::number(QFileInfo(scene.recording()).size()) +
                                                               " of " + QByteArray::number(scene.spool().size()) +
                                                               " bytes");
}

void TestFaults::cell()
{
    QFETCH(int, fault);
    QFETCH(Moment, moment);
    const Fault& row = kFaults[fault];
    Scene scene;
    QVERIFY2(scene.prepare(static_cast<unsigned>(fault) + 1), scene.answer());
    scene.startTraining();
    QVERIFY2(scene.waitFor(moment), scene.read());
    // A process is known once its facts are written.
    QVERIFY(QTest::qWaitFor([&] { return scene.training() > 0; }, 20'000));
    row.strike(scene);
    row.repair(scene);
    const int status = scene.finish();
    QString kept = QStringLiteral("FAILED");
    check(scene, row.promise, status);
    if (!QTest::currentTestFailed())
        kept = QStringLiteral("kept");
    m_cells[row.name][QString(QTest::currentDataTag()).section(", ", -1)] =
        row.promise == Promise::Whole ? kept : kept + ": " + withoutNames(QString::fromUtf8(lastLine(scene.read())));
}

/// Writes the table to the file named by STEPSCOPE_FAULTS_TABLE.
void TestFaults::writeTable() const
{
    const QString path = qEnvironmentVariable("STEPSCOPE_FAULTS_TABLE");
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::WriteOnly))
        return;
    file.write("| fault | start | middle | end |\n|---|---|---|---|\n");
    for (const Fault& fault : kFaults) {
        QString line = QStringLiteral("| %1 |").arg(fault.name);
        for (const auto& [name, moment] : kMoments) {
            const QString cell = m_cells.value(fault.name).value(name, QStringLiteral("not run"));
            line += ' ' + QString(cell).replace('|', '/') + " |";
        }
        file.write(line.toUtf8() + '\n');
    }
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
