#include "tests/support/sshserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <csignal>
#include <unistd.h>

namespace stepscope::tests {

void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
}

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray textOf(const link::Result<void>& result)
{
    return result.ok() ? QByteArray("(connected)") : QByteArray::fromStdString(result.error().text);
}

namespace {

const QString Sshd = QStringLiteral("/usr/sbin/sshd");
const QString Passphrase = QStringLiteral("open sesame");

quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost, 0);
    return server.serverPort();
}

bool acceptsConnections(quint16 port)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    return socket.waitForConnected(1000);
}

/// Parent and name of a process, from /proc.
struct ProcessFacts
{
    qint64 parent = 0;
    QByteArray name;
};

ProcessFacts factsOf(const QString& process)
{
    const QByteArray text = readFile(QStringLiteral("/proc/%1/stat").arg(process));
    const auto open = text.indexOf('(');
    const auto close = text.lastIndexOf(')');
    const QList<QByteArray> rest = text.mid(close + 2).split(' ');
    return {rest.value(1).toLongLong(), text.mid(open + 1, close - open - 1)};
}

/// The server's processes below `parent`.
QList<qint64> serversBelow(qint64 parent)
{
    QList<qint64> servers;
    const QStringList processes = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& process : processes) {
        const ProcessFacts facts = factsOf(process);
        if (facts.parent != parent || !facts.name.startsWith("sshd"))
            continue;
        servers += process.toLongLong();
        servers += serversBelow(process.toLongLong());
    }
    return servers;
}

} // namespace

SshServer::SshServer()
{
    QDir(m_folder.path()).mkdir(QStringLiteral("home"));
    makeKey(QStringLiteral("host"), {});
    makeKey(QStringLiteral("user"), {});
    makeKey(QStringLiteral("locked"), Passphrase);
    writeFile(filePath(QStringLiteral("authorized")), readFile(userKey() + ".pub") + readFile(lockedKey() + ".pub"));
    // The command of every session, which replaces this user's home folder.
    writeFile(filePath(QStringLiteral("session")), "#!/bin/sh\nHOME='" + home().toUtf8() +
                                                       "'\nexport HOME\ncd \"$HOME\" || exit 1\n"
                                                       "exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"\n");
    QFile::setPermissions(filePath(QStringLiteral("session")),
                          QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    writeFile(filePath(QStringLiteral("empty")), {});
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(filePath(QStringLiteral("log")), QIODevice::Append);
}

SshServer::~SshServer()
{
    stop();
}

QString SshServer::missing()
{
    if (!QFileInfo(Sshd).isExecutable())
        return QStringLiteral("%1 is missing (package openssh-server)").arg(Sshd);
    // As root the server needs this folder, which the system service would create.
    if (geteuid() == 0 && !QDir().mkpath(QStringLiteral("/run/sshd")))
        return QStringLiteral("the server's folder /run/sshd cannot be created");
    return {};
}

QString SshServer::missingNamespaces()
{
    QProcess probe;
    probe.start(QStringLiteral("unshare"), {"-m", "mount", "-t", "tmpfs", "none", "/mnt"});
    if (probe.waitForFinished() && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0)
        return {};
    return QStringLiteral("this user may not mount a file system in a new namespace");
}

void SshServer::makeKey(const QString& name, const QString& passphrase)
{
    QFile::remove(filePath(name));
    QProcess::execute(QStringLiteral("ssh-keygen"),
                      {"-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", filePath(name)});
}

void SshServer::changeHostKey()
{
    makeKey(QStringLiteral("host"), {});
}

void SshServer::writeConfig(const Options& options)
{
    const QByteArray folder = m_folder.path().toUtf8();
    QByteArray config = "ListenAddress 127.0.0.1\nPort " + QByteArray::number(m_port) + "\nHostKey " + folder +
                        "/host\nAuthorizedKeysFile " + folder + "/authorized\nForceCommand " + folder +
                        "/session\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
                        "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\nPidFile none\n"
                        "MaxStartups 100\nLogLevel VERBOSE\n";
    if (options.sftp)
        config += "Subsystem sftp /usr/lib/openssh/sftp-server\n";
    writeFile(filePath(QStringLiteral("config")), config + options.extraConfig);
}

bool SshServer::start(const Options& options)
{
    if (m_port == 0)
        m_port = freePort();
    writeConfig(options);
    const QStringList server = {Sshd, "-D", "-e", "-f", filePath(QStringLiteral("config"))};
    if (options.smallDisk || options.noexecHome) {
        const QString mount = QStringLiteral("mount -t tmpfs -o size=1m%1 none '%2' && exec \"$@\"")
                                  .arg(options.noexecHome ? QStringLiteral(",noexec") : QString(), home());
        m_process.start(QStringLiteral("unshare"), QStringList{"-m", "sh", "-c", mount, "sh"} + server);
    } else {
        m_process.start(server.first(), server.mid(1));
    }
    if (!m_process.waitForStarted())
        return false;
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < 10'000 && m_process.state() == QProcess::Running;) {
        if (acceptsConnections(m_port))
            return true;
        m_process.waitForFinished(20);
    }
    return false;
}

void SshServer::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    const auto children = serversBelow(m_process.processId());
    m_process.terminate();
    m_process.waitForFinished();
    for (const qint64 process : children)
        kill(static_cast<pid_t>(process), SIGKILL);
    // A child that was just forked can keep the port open for a short time.
    for (int round = 0; round < 1000 && acceptsConnections(m_port); ++round)
        QThread::msleep(5);
}

int SshServer::killConnections()
{
    return signalConnections(SIGKILL);
}

int SshServer::signalConnections(int signal)
{
    const auto children = serversBelow(m_process.processId());
    for (const qint64 process : children)
        kill(static_cast<pid_t>(process), signal);
    return static_cast<int>(children.size());
}

void SshServer::trust()
{
    const QByteArray key = readFile(filePath(QStringLiteral("host.pub")));
    writeFile(knownHosts(), "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + key);
}

QByteArray SshServer::fingerprint() const
{
    QProcess process;
    process.start(QStringLiteral("ssh-keygen"), {"-l", "-f", filePath(QStringLiteral("host.pub"))});
    process.waitForFinished();
    return process.readAllStandardOutput().split(' ').value(1);
}

QByteArray SshServer::log() const
{
    return readFile(filePath(QStringLiteral("log")));
}

link::Target SshServer::target() const
{
    return link::parseTarget("127.0.0.1:" + std::to_string(m_port)).value();
}

link::SshOptions SshServer::options() const
{
    link::SshOptions options;
    options.identityFile = userKey().toStdString();
    options.knownHostsFile = knownHosts().toStdString();
    options.configFile = filePath(QStringLiteral("empty")).toStdString();
    return options;
}

bool ScriptedPrompter::askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint)
{
    hostKeys += host + ' ' + type + ' ' + fingerprint;
    return acceptsHostKey;
}

std::optional<std::string> ScriptedPrompter::askSecret(const std::string& prompt, SecretKind /*kind*/)
{
    prompts += prompt;
    if (secrets.isEmpty())
        return std::nullopt;
    return secrets.takeFirst();
}

} // namespace stepscope::tests
