#include "remote/hookwire/encoder.h"
#include "tests/support/agentcommand.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <grp.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace stepscope;
using testing::Answer;
using testing::ask;

namespace {

struct User
{
    QString name;
    uid_t id = 0;
    gid_t group = 0;
};

/// What a process of the user finds; its result is its exit status.
int asUser(const User& user, const std::function<int()>& task)
{
    const pid_t child = fork();
    if (child == 0) {
        const bool isUser = setgroups(0, nullptr) == 0 && setresgid(user.group, user.group, user.group) == 0 &&
                            setresuid(user.id, user.id, user.id) == 0;
        _exit(isUser ? task() : 99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

/// The ways to read, change, replace and remove a file or folder that succeed, as a sum of bits.
int accessTo(const QByteArray& path, bool isFolder)
{
    int ways = 0;
    for (const int mode : {O_RDONLY, O_WRONLY, O_RDWR}) {
        if (const int file = open(path.constData(), mode | O_NONBLOCK | O_CLOEXEC); file >= 0) {
            ways |= 1;
            close(file);
        }
    }
    if (isFolder && open((path + "/planted").constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600) >= 0)
        ways |= 2;
    if (rename(path.constData(), (path + ".moved").constData()) == 0)
        ways |= 4;
    if (chmod(path.constData(), 0777) == 0 || truncate(path.constData(), 0) == 0)
        ways |= 8;
    if (unlink(path.constData()) == 0)
        ways |= 16;
    return ways;
}

int connectedTo(const QByteArray& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= static_cast<qsizetype>(sizeof address.sun_path))
        return -1;
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

/// Sends a step as a hook does, and waits until the agent closes the connection.
/// 0: the agent has read it; 1: no connection; 2: it closed the connection at once.
int sendStep(const QByteArray& path)
{
    signal(SIGPIPE, SIG_IGN);
    const int descriptor = connectedTo(path);
    if (descriptor < 0)
        return 1;
    const std::string text = hookwire::encodeHello({.process = getpid(), .parentProcess = getppid()}) +
                             hookwire::encodeStep({.index = 7, .start = 1'000, .end = 2'000});
    timeval patience{.tv_sec = 1, .tv_usec = 0};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const bool sent = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    char nothing = 0;
    const bool closed = read(descriptor, &nothing, 1) == 0 || errno == ECONNRESET;
    close(descriptor);
    return !sent || closed ? 2 : 0;
}

} // namespace

/// A second user of the target, in the same group, can neither read what is recorded, nor add to it, nor replace the
/// hook or the agent. As root: the test creates two users.
class TestOtherUser : public QObject
{
    Q_OBJECT

    testing::TemporaryFolder m_folder;
    QString m_top = QString::fromStdString(m_folder.path());
    QString m_agent = m_top + "/stepscope-agent";
    User m_owner;
    User m_other;

    static User addUser(const char* prefix);
    QString newFolder(const QString& name, const User& user, mode_t mode) const;
    Answer askAs(const User& user, const QString& home, const QStringList& words) const;
    QString startedRun(const QString& home, const QStringList& command) const;
    static QList<int> processesOf(const User& user);

private slots:
    void initTestCase();
    void cleanupTestCase();

    void readsNoFileOfARun();
    void readsNoMemoryOfARun();
    void sendsNoSteps();
    void findsNoSocketInTmp();
    void plantsNoHook();
};

User TestOtherUser::addUser(const char* prefix)
{
    User user;
    user.name = QString("%1%2").arg(prefix).arg(getpid());
    const Answer made = ask({"useradd", "--no-create-home", "--no-user-group", user.name});
    if (const passwd* entry = getpwnam(qPrintable(user.name)); made.status == 0 && entry != nullptr) {
        user.id = entry->pw_uid;
        user.group = entry->pw_gid;
    }
    return user;
}

void TestOtherUser::initTestCase()
{
    if (geteuid() != 0)
        QSKIP("Only root can create the two users of this test.");
    if (QString(STEPSCOPE_AGENT_FILE).contains("/emulated/"))
        QSKIP("The script that starts the emulated agent names a file that other users may not reach.");
    m_owner = addUser("ss-owner-");
    m_other = addUser("ss-other-");
    if (m_owner.id == 0 || m_other.id == 0)
        QSKIP("useradd (package passwd) cannot create users here.");
    QCOMPARE(chmod(qPrintable(m_top), 0755), 0);
    QVERIFY(QFile::copy(STEPSCOPE_AGENT_FILE, m_agent));
    QCOMPARE(chmod(qPrintable(m_agent), 0755), 0);
}

void TestOtherUser::cleanupTestCase()
{
    for (const User& user : {m_owner, m_other}) {
        for (const int process : user.id == 0 ? QList<int>() : processesOf(user))
            kill(process, SIGKILL);
        if (!user.name.isEmpty())
            ask({"userdel", user.name});
    }
}

QString TestOtherUser::newFolder(const QString& name, const User& user, mode_t mode) const
{
    const QString path = m_top + "/" + name;
    [[maybe_unused]] const bool done =
        QDir().mkpath(path) && chown(qPrintable(path), user.id, user.group) == 0 && chmod(qPrintable(path), mode) == 0;
    return path;
}

Answer TestOtherUser::askAs(const User& user, const QString& home, const QStringList& words) const
{
    return ask(QStringList{"setpriv", "--reuid", QString::number(user.id), "--regid", QString::number(user.group),
                           "--clear-groups", "env", "HOME=" + home, m_agent} +
               words);
}

QString TestOtherUser::startedRun(const QString& home, const QStringList& command) const
{
    const Answer answer = askAs(m_owner, home, QStringList{"start", "--cwd", "/", "--run", "night", "--"} + command);
    if (answer.status != 0)
        qWarning() << answer.error;
    return home + "/.stepscope/runs/night";
}

QList<int> TestOtherUser::processesOf(const User& user)
{
    QList<int> found;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
        struct stat status
        {};
        if (name.toInt() > 0 && stat(qPrintable("/proc/" + name), &status) == 0 && status.st_uid == user.id)
            found += name.toInt();
    }
    return found;
}

/// Neither as installed, nor after the owner has opened ~/.stepscope and the folder of runs to all users.
void TestOtherUser::readsNoFileOfARun()
{
    const QString home = newFolder("files", m_owner, 0755);
    const QString run = startedRun(home, {"sh", "-c", "echo secret; sleep 60"});
    QTRY_VERIFY(QFileInfo(run + "/recording.stepscope").size() > 1000);
    QVERIFY(QFileInfo::exists(run + "/hook.socket"));
    const QString bin = newFolder("files/.stepscope/bin", m_owner, 0700);
    QVERIFY(QFile::copy(m_agent, bin + "/stepscope-agent"));
    QCOMPARE(chown(qPrintable(bin + "/stepscope-agent"), m_owner.id, m_owner.group), 0);
    for (const mode_t mode : {0700, 0755}) {
        for (const char* folder : {"/.stepscope", "/.stepscope/runs"})
            QCOMPARE(chmod(qPrintable(home + folder), mode), 0);
        int files = 0;
        for (QDirIterator it(home + "/.stepscope",
                             QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                             QDirIterator::Subdirectories);
             it.hasNext(); ++files) {
            const QString path = it.next();
            if (mode == 0755 && path == home + "/.stepscope/runs")
                continue; // open on purpose
            const int ways = asUser(m_other, [&] { return accessTo(path.toUtf8(), it.fileInfo().isDir()); });
            QVERIFY2(ways == 0, qPrintable(path + ": " + QString::number(ways)));
        }
        QVERIFY(files > 10);
    }
    // The check finds access where there is one.
    const QByteArray recording = (run + "/recording.stepscope").toUtf8();
    QVERIFY((asUser(m_owner, [&] { return accessTo(recording, false); }) & 1) != 0);
}

/// Marks of steps go through memory that the hook shares with the agent.
void TestOtherUser::readsNoMemoryOfARun()
{
    const QString home = newFolder("memory", m_owner, 0755);
    const QString flag = home + "/stepping";
    const QString script = "import stepscope, time\n"
                           "for i in range(6000):\n"
                           "    stepscope.step(samples=1)\n"
                           "    time.sleep(0.01)\n"
                           "    if i == 20: open('" +
                           flag + "', 'w')\n";
    startedRun(home, {STEPSCOPE_PYTHON, "-c", script});
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(flag), 30'000);
    const QList<int> processes = processesOf(m_owner);
    bool hasRing = false;
    for (const int process : processes) {
        const QString base = QString("/proc/%1/").arg(process);
        QStringList paths{base + "mem", base + "environ", base + "maps"};
        for (const QString& name : QDir(base + "fd").entryList(QDir::Files | QDir::System)) {
            paths += base + "fd/" + name;
            hasRing = hasRing || QFile::symLinkTarget(paths.last()).contains("/dev/shm");
            hasRing = hasRing || QFile::symLinkTarget(paths.last()).contains("memfd");
        }
        for (const QString& path : paths) {
            const int ways = asUser(m_other, [&] { return accessTo(path.toUtf8(), false); });
            QVERIFY2(ways == 0, qPrintable(path + ": " + QString::number(ways)));
        }
        QCOMPARE(asUser(m_other, [&] { return kill(process, SIGCONT) == 0 ? 1 : 0; }), 0);
    }
    QVERIFY(processes.size() >= 3); // training, supervisor and drain
    QVERIFY(hasRing);
    // The memory has no name that another process could open.
    for (QDirIterator it("/dev/shm", QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
         it.hasNext();) {
        it.next();
        QVERIFY2(it.fileInfo().ownerId() != m_owner.id, qPrintable(it.filePath()));
    }
    QCOMPARE(askAs(m_owner, home, {"stop", "night"}).status, 0);
}

/// The folder keeps others from the socket; if it is opened, the agent refuses them.
void TestOtherUser::sendsNoSteps()
{
    const QString home = newFolder("steps", m_owner, 0755);
    const QString run = startedRun(home, {"sleep", "60"});
    const QByteArray socket = (run + "/hook.socket").toUtf8();
    QVERIFY(QFileInfo::exists(socket));
    QCOMPARE(asUser(m_other, [&] { return sendStep(socket); }), 1);
    for (const QString& path : {home + "/.stepscope", home + "/.stepscope/runs", run, QString(socket)})
        QCOMPARE(chmod(qPrintable(path), 0777), 0);
    QCOMPARE(asUser(m_other, [&] { return sendStep(socket); }), 2);
    const Answer closed = askAs(m_owner, home, {"stop", "night"});
    QCOMPARE(closed.status, 0);
    const auto recording = testing::decodeRecording((run + "/recording.stepscope").toStdString());
    QCOMPARE(recording.steps.size(), 0U);
    QVERIFY(recording.footer.find("\"steps\":0") != std::string::npos);

    // The same bytes from the owner are a step.
    const QString ownHome = newFolder("own-steps", m_owner, 0755);
    const QString own = startedRun(ownHome, {"sleep", "60"});
    QCOMPARE(asUser(m_owner, [&] { return sendStep((own + "/hook.socket").toUtf8()); }), 0);
    QCOMPARE(askAs(m_owner, ownHome, {"stop", "night"}).status, 0);
    QCOMPARE(testing::decodeRecording((own + "/recording.stepscope").toStdString()).steps.size(), 1U);
}

/// With a long path of the run, the socket lies in /tmp.
void TestOtherUser::findsNoSocketInTmp()
{
    const QString home = newFolder(QString(100, 'x'), m_owner, 0755);
    startedRun(home, {"sleep", "60"});
    int sockets = 0;
    for (const QFileInfo& folder : QDir("/tmp").entryInfoList({"stepscope-*"}, QDir::Dirs)) {
        if (folder.ownerId() != m_owner.id)
            continue;
        const QByteArray socket = (folder.filePath() + "/hook.socket").toUtf8();
        QVERIFY(QFileInfo::exists(socket));
        ++sockets;
        QCOMPARE(asUser(m_other, [&] { return sendStep(socket); }), 1);
        QCOMPARE(asUser(m_other, [&] { return accessTo(folder.filePath().toUtf8(), true); }), 0);
    }
    QCOMPARE(sockets, 1);
    QCOMPARE(askAs(m_owner, home, {"stop", "night"}).status, 0);
}

/// In a folder for recordings that others can change, they could replace the hook, which the training executes.
void TestOtherUser::plantsNoHook()
{
    const QString home = newFolder("hook", m_owner, 0755);
    const auto startIn = [&](const QString& spool) {
        return askAs(m_owner, home, {"start", "--cwd", "/", "--spool", spool, "--", "touch", home + "/started"});
    };
    const QString started = home + "/started";
    const Answer foreign = startIn(newFolder("foreign", m_other, 0777));
    QCOMPARE(foreign.status, 1);
    QVERIFY2(foreign.error.contains("belongs to another user") && foreign.error.contains("--spool"),
             qPrintable(foreign.error));
    const Answer open = startIn(newFolder("open", m_owner, 0777));
    QCOMPARE(open.status, 1);
    QVERIFY2(open.error.contains("can be changed by every user") && open.error.contains("--spool"),
             qPrintable(open.error));
    QVERIFY(!QFileInfo::exists(started));

    // A folder as /tmp: only the owner of an entry can rename or remove it.
    const User root{"root", 0, 0};
    const QString usual = newFolder("sticky", root, 01777);
    QCOMPARE(startIn(usual).status, 0);
    QTRY_VERIFY(QFileInfo::exists(started));
    QVERIFY(QFile::remove(started));
    const QString hook = QDir(usual).entryList({".hook-*"}, QDir::Dirs | QDir::Hidden).value(0);
    QVERIFY(!hook.isEmpty());
    QCOMPARE(asUser(m_other, [&] { return accessTo((usual + "/" + hook).toUtf8(), true); }), 0);
    // Another user creates the hook's folder first.
    for (const bool isLink : {false, true}) {
        const QString planted = newFolder(QString("planted-%1").arg(isLink), root, 01777);
        QCOMPARE(asUser(m_other,
                        [&] {
                            const QByteArray path = (planted + "/" + hook).toUtf8();
                            if (!isLink)
                                return mkdir(path.constData(), 0777) == 0 && chmod(path.constData(), 0777) == 0 ? 0 : 1;
                            return symlink("/tmp", path.constData());
                        }),
                 0);
        const Answer refused = startIn(planted);
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.error.contains("another user can change"), qPrintable(refused.error));
        QVERIFY(!QFileInfo::exists(started));
    }
}

QTEST_GUILESS_MAIN(TestOtherUser)
#include "tst_otheruser.moc"
