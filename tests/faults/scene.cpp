#include "tests/faults/scene.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sched.h>
#include <sys/mount.h>

namespace stepscope::tests {

Scene::~Scene()
{
    m_program.kill();
    m_program.waitForFinished();
    // What a failed test left: the training names this folder.
    const int process = training();
    if (process > 1 && readFile(QStringLiteral("/proc/%1/cmdline").arg(process)).contains(m_folder.path().toUtf8()))
        kill(-process, SIGKILL);
    for (const QString& disk : m_disks)
        umount2(qPrintable(disk), MNT_DETACH);
}

QString Scene::missingDisks()
{
    // In a name space of mounts of this process and its children, which ends with them.
    static const int error = [] {
        const bool isSeparate =
            unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        return isSeparate ? 0 : errno;
    }();
    return error == 0 ? QString() : QStringLiteral("no file system can be mounted: %1").arg(std::strerror(error));
}

bool Scene::prepare(unsigned seed)
{
    if (!m_server.start() || !QDir().mkpath(m_folder.filePath("here")))
        return false;
    m_proxy = std::make_unique<LinkProxy>(m_server.port(), seed);
    trust();
    return ask({"doctor"}) == 0;
}

bool Scene::mountDisk(const QString& folder, const char* size)
{
    const QByteArray options = QByteArray("mode=700,size=") + size;
    if (!missingDisks().isEmpty() || !QDir().mkpath(folder) ||
        mount("none", qPrintable(folder), "tmpfs", 0, options.constData()) != 0)
        return false;
    m_disks += folder;
    return true;
}

/// Writes until nothing fits any more, at last byte by byte.
void Scene::fill(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return;
    for (const qsizetype size : {65536, 4096, 1}) {
        const QByteArray block(size, 'f');
        while (file.write(block) == size) {
        }
    }
}

void Scene::startTraining(const QStringList& options, int width)
{
    start(QStringLiteral("i=0; while [ $i -lt %1 ]; do echo line $i %2; sleep 0.05 || exit; i=$((i+1)); done; "
                         "touch ended; sleep 0.3 || exit; sleep 0.3 || exit; exit %3")
              .arg(kLines)
              .arg(QString(width, 'x'))
              .arg(kTrainingStatus),
          options);
}

void Scene::startLongTraining()
{
    start(QStringLiteral("i=0; until [ -e enough ]; do echo line $i; sleep 0.02; i=$((i+1)); done; exit %1")
              .arg(kTrainingStatus),
          {});
}

void Scene::letTrainingEnd() const
{
    writeFile(m_folder.filePath("enough"), {});
}

void Scene::start(const QString& script, const QStringList& options)
{
    m_program.setStandardErrorFile(m_folder.filePath("stderr"));
    setUp(m_program, QStringList{"profile", "-o", recording(), "--run", "night"} + options +
                         QStringList{"--", "sh", "-c", "cd '" + m_folder.path() + "'; echo x >> starts; " + script});
    m_program.start();
}

bool Scene::waitFor(Moment moment) const
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
    return QTest::qWaitFor(reached, 120'000);
}

int Scene::finish()
{
    if (m_program.state() != QProcess::NotRunning && !m_program.waitForFinished(180'000))
        return -1;
    return m_program.exitStatus() == QProcess::NormalExit ? m_program.exitCode() : -2;
}

int Scene::ask(const QStringList& words)
{
    QProcess process;
    setUp(process, words);
    process.start();
    process.waitForFinished(60'000);
    m_answer = process.readAllStandardOutput() + process.readAllStandardError();
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

void Scene::trust()
{
    const QByteArray key = readFile(m_server.filePath("host.pub"));
    writeFile(m_server.knownHosts(), "[127.0.0.1]:" + QByteArray::number(m_proxy->port()) + ' ' + key);
}

void Scene::reboot()
{
    const int processes[] = {supervisor(), drain(), training()};
    for (const int process : processes)
        send(process, SIGKILL);
    m_server.stop();
    QJsonObject facts = QJsonDocument::fromJson(readFile(runFolder() + "/run.json")).object();
    facts["boot"] = QStringLiteral("an earlier one");
    writeFile(runFolder() + "/run.json", QJsonDocument(facts).toJson(QJsonDocument::Compact));
    QTest::qWait(500);
    m_server.start();
}

void Scene::send(int process, int signal)
{
    if (process > 1)
        kill(process, signal);
}

int Scene::training() const
{
    return QJsonDocument::fromJson(readFile(runFolder() + "/run.json")).object()["pid"].toInt();
}

int Scene::supervisor() const
{
    return parentOf(training());
}

int Scene::drain() const
{
    const int parent = supervisor();
    for (const QString& process : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        const QByteArray name = readFile("/proc/" + process + "/comm");
        if (name.startsWith("stepscope-drain") && parentOf(process.toInt()) == parent)
            return process.toInt();
    }
    return 0;
}

int Scene::parentOf(int process)
{
    const QByteArray status = readFile(QStringLiteral("/proc/%1/stat").arg(process));
    return status.mid(status.lastIndexOf(')') + 2).split(' ').value(1).toInt();
}

void Scene::setUp(QProcess& process, QStringList words) const
{
    const bool isLocal = words[0] == "verify";
    if (!isLocal)
        words = QStringList{words[0],        "127.0.0.1:" + QString::number(m_proxy->port()),
                            "--identity",    m_server.userKey(),
                            "--known-hosts", m_server.knownHosts(),
                            "--ssh-config",  m_server.filePath("empty")} +
                words.mid(1);
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert("HOME", m_folder.path());
    variables.remove("SSH_AUTH_SOCK");
    process.setProcessEnvironment(variables);
    process.setProgram(STEPSCOPE_APP_FILE);
    process.setArguments(words);
}

} // namespace stepscope::tests
