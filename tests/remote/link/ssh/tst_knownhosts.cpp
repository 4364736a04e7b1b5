#include "remote/link/ssh/sshtransport.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <memory>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::readFile;
using stepscope::tests::ScriptedPrompter;
using stepscope::tests::SshServer;
using stepscope::tests::textOf;
using stepscope::tests::writeFile;

/// The known_hosts file as OpenSSH has it: each file is given to this program and to `ssh`, for the same server.
class TestKnownHosts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup() { m_transport.reset(); }

    void decidesAsOpenSshDoes_data();
    void decidesAsOpenSshDoes();
    void neitherAnswerNorOptionAcceptsARevokedKey();
    void aKnownTypeIsNegotiated();
    void certificatesAreNotAcceptedSilently();
    void addsAKeyToAnIncompleteLine();
    void anUnreadableFileIsReported();

private:
    Result<void> connectWith(const SshOptions& options, Prompter* prompter = nullptr);
    [[nodiscard]] static bool opensshAccepts(const SshServer& server);
    [[nodiscard]] QByteArray filled(QByteArray text) const;
    [[nodiscard]] QByteArray hashed(const QByteArray& line) const;
    QByteArray newKey(const char* type, const QString& name) const;

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<SshTransport> m_transport;
    QByteArray m_rsa;   ///< the server's second key
    QByteArray m_other; ///< a key of another host
};

void TestKnownHosts::initTestCase()
{
    if (const QString missing = SshServer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    qunsetenv("SSH_AUTH_SOCK");
    m_server = std::make_unique<SshServer>();
    m_rsa = newKey("rsa", "host-rsa");
    m_other = newKey("ed25519", "other");
    SshServer::Options options;
    options.extraConfig = "HostKey " + m_server->filePath("host-rsa").toUtf8() + '\n';
    QVERIFY2(m_server->start(options), m_server->log());
}

/// Type and base64 of a new key.
QByteArray TestKnownHosts::newKey(const char* type, const QString& name) const
{
    QProcess::execute("ssh-keygen", {"-q", "-t", type, "-N", "", "-f", m_server->filePath(name)});
    return readFile(m_server->filePath(name + ".pub")).split(' ').mid(0, 2).join(' ');
}

Result<void> TestKnownHosts::connectWith(const SshOptions& options, Prompter* prompter)
{
    m_transport = std::make_unique<SshTransport>(m_server->target(), options, prompter);
    return m_transport->connect();
}

bool TestKnownHosts::opensshAccepts(const SshServer& server)
{
    QProcess ssh;
    ssh.start("ssh", {"-F", "none", "-i", server.userKey(), "-o", "UserKnownHostsFile=" + server.knownHosts(), "-o",
                      "GlobalKnownHostsFile=/dev/null", "-o", "StrictHostKeyChecking=yes", "-o", "BatchMode=yes", "-p",
                      QString::number(server.port()), "127.0.0.1", "true"});
    return ssh.waitForFinished() && ssh.exitStatus() == QProcess::NormalExit && ssh.exitCode() == 0;
}

/// The same line with hashed names.
QByteArray TestKnownHosts::hashed(const QByteArray& line) const
{
    const QString file = m_server->filePath("hashed");
    writeFile(file, line);
    QProcess keygen;
    keygen.start("ssh-keygen", {"-H", "-f", file});
    keygen.waitForFinished();
    return readFile(file);
}

/// Puts names and keys into a file's text. `HASHED(x)` becomes a hashed line.
QByteArray TestKnownHosts::filled(QByteArray text) const
{
    const QByteArray key = readFile(m_server->filePath("host.pub")).split(' ').mid(0, 2).join(' ');
    text.replace("HOST", "[127.0.0.1]:" + QByteArray::number(m_server->port()));
    text.replace("KEY", key).replace("OTHER", m_other).replace("RSA", m_rsa);
    for (auto at = text.indexOf("HASHED("); at >= 0; at = text.indexOf("HASHED(")) {
        const auto end = text.indexOf(')', at);
        QByteArray line = hashed(text.mid(at + 7, end - at - 7) + '\n').trimmed();
        text.replace(at, end - at + 1, line);
    }
    return text;
}

void TestKnownHosts::decidesAsOpenSshDoes_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("message"); // empty: it connects
    const QByteArray accepted;
    const QByteArray changed = "has changed";
    const QByteArray unknown = "is unknown";
    const QByteArray revoked = "is revoked";
    const auto row = [](const char* name, const QByteArray& file, const QByteArray& message) {
        QTest::newRow(name) << file << message;
    };
    row("its key", "HOST KEY\n", accepted);
    row("no line", "", unknown);
    row("a line without an end", "HOST KEY", accepted);
    row("with a comment", "# boards\n\nHOST KEY nvidia@board\n", accepted);
    row("hashed", "HASHED(HOST KEY)\n", accepted);
    row("hashed, another key", "HASHED(HOST OTHER)\n", changed);
    row("hashed, another host", "HASHED(board KEY)\n", unknown);
    row("several keys, the right one last", "HOST OTHER\nHASHED(HOST RSA)\nHOST KEY\n", accepted);
    row("several keys, the right one first", "HOST KEY\nHOST OTHER\n", accepted);
    row("another key", "HOST OTHER\n", changed);
    row("in a list", "board,HOST,tx2 KEY\n", accepted);
    row("a wildcard", "[127.0.*]:* KEY\n", accepted);
    row("excluded", "!HOST,[127.0.*]:* KEY\n", unknown);
    row("excluded at the end", "[127.0.*]:*,!HOST KEY\n", unknown);
    row("another port", "[127.0.0.1]:1 KEY\n", unknown);
    row("known without a port", "127.0.0.1 KEY\n", accepted);
    row("another key without a port", "127.0.0.1 OTHER\n", unknown);
    row("another key here, the right one without a port", "127.0.0.1 KEY\nHOST OTHER\n", changed);
    row("revoked", "@revoked HOST KEY\n", revoked);
    row("revoked after its line", "HOST KEY\n@revoked HOST KEY\n", revoked);
    row("revoked before its line", "@revoked * KEY\nHOST KEY\n", revoked);
    row("revoked, hashed", "HOST KEY\n@revoked HASHED(HOST KEY)\n", revoked);
    row("another key is revoked", "@revoked HOST OTHER\nHOST KEY\n", accepted);
    row("revoked for another host", "@revoked board KEY\nHOST KEY\n", accepted);
    row("only a revoked other key", "@revoked HOST OTHER\n", unknown);
    row("an authority, and its key", "@cert-authority * OTHER\nHOST KEY\n", accepted);
    row("an authority", "@cert-authority HOST OTHER\n", "cannot be checked");
    row("an authority with this key", "@cert-authority HOST KEY\n", "cannot be checked");
    row("an authority of other hosts", "@cert-authority *.lab OTHER\n", unknown);
    row("an unknown marker", "@trusted HOST KEY\n", unknown);
    row("an unreadable line before", "HOST ssh-new AAAA\nHOST KEY\n", accepted);
    row("an unreadable key", "HOST ssh-ed25519 AAAA\n", changed);
    row("a long line before", "board KEY " + QByteArray(20'000, 'x') + "\nHOST KEY\n", accepted);
    row("a long line before, another key", "board KEY " + QByteArray(20'000, 'x') + "\nHOST OTHER\n", changed);
}

void TestKnownHosts::decidesAsOpenSshDoes()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, message);
    const QByteArray text = filled(file);
    writeFile(m_server->knownHosts(), text);
    ScriptedPrompter prompter; // refuses unknown hosts
    const auto result = connectWith(m_server->options());
    const auto asked = connectWith(m_server->options(), &prompter);
    QCOMPARE(result.ok(), message.isEmpty());
    QCOMPARE(asked.ok(), message.isEmpty());
    // Only about an unknown host is there a question.
    QCOMPARE(prompter.hostKeys.size(), message == "is unknown" ? 1 : 0);
    if (!result.ok()) {
        QCOMPARE(result.error().code, Error::Code::HostKey);
        QVERIFY2(textOf(result).contains(message), textOf(result));
        QVERIFY(!textOf(result).contains('\n'));
    }
    QCOMPARE(opensshAccepts(*m_server), message.isEmpty());
    QCOMPARE(readFile(m_server->knownHosts()), text);
}

void TestKnownHosts::neitherAnswerNorOptionAcceptsARevokedKey()
{
    for (const char* file : {"@revoked HOST KEY\n", "@cert-authority HOST OTHER\n"}) {
        const QByteArray text = filled(file);
        writeFile(m_server->knownHosts(), text);
        ScriptedPrompter prompter;
        prompter.acceptsHostKey = true;
        SshOptions options = m_server->options();
        options.acceptNewHostKey = true;
        const auto result = connectWith(options, &prompter);
        QVERIFY2(!result.ok() && result.error().code == Error::Code::HostKey, file);
        // What happened, what it means, what to do.
        QVERIFY2(textOf(result).contains(m_server->fingerprint()), textOf(result));
        QVERIFY2(textOf(result).contains(m_server->knownHosts().toUtf8()), textOf(result));
        QVERIFY(prompter.hostKeys.isEmpty());
        QCOMPARE(readFile(m_server->knownHosts()), text);
    }
}

/// The server has two keys, of which the file has the less usual one.
void TestKnownHosts::aKnownTypeIsNegotiated()
{
    for (const char* file : {"HOST RSA\n", "HASHED(HOST RSA)\n"}) {
        writeFile(m_server->knownHosts(), filled(file));
        const auto result = connectWith(m_server->options());
        QVERIFY2(result.ok(), textOf(result));
    }
}

/// OpenSSH accepts the server's certificate; this program explains that it cannot verify it.
void TestKnownHosts::certificatesAreNotAcceptedSilently()
{
    SshServer server;
    const auto keygen = [](const QStringList& words) { return QProcess::execute("ssh-keygen", words); };
    QCOMPARE(keygen({"-q", "-t", "ed25519", "-N", "", "-f", server.filePath("authority")}), 0);
    QCOMPARE(keygen({"-q", "-s", server.filePath("authority"), "-I", "board", "-h", "-n", "127.0.0.1",
                     server.filePath("host.pub")}),
             0);
    SshServer::Options options;
    options.extraConfig = "HostCertificate " + server.filePath("host-cert.pub").toUtf8() + '\n';
    QVERIFY2(server.start(options), server.log());
    writeFile(server.knownHosts(), "@cert-authority [127.0.0.1]:" + QByteArray::number(server.port()) + ' ' +
                                       readFile(server.filePath("authority.pub")));
    QVERIFY(opensshAccepts(server));
    SshTransport transport(server.target(), server.options(), nullptr);
    const auto result = transport.connect();
    QVERIFY2(!result.ok() && textOf(result).contains("cannot verify certificates of hosts"), textOf(result));
}

void TestKnownHosts::addsAKeyToAnIncompleteLine()
{
    writeFile(m_server->knownHosts(), "board " + m_other);
    SshOptions options = m_server->options();
    options.acceptNewHostKey = true;
    QVERIFY(connectWith(options).ok());
    const auto again = connectWith(m_server->options());
    QVERIFY2(again.ok(), textOf(again));
    QVERIFY(readFile(m_server->knownHosts()).startsWith("board " + m_other + "\n["));
}

void TestKnownHosts::anUnreadableFileIsReported()
{
    QFile::remove(m_server->knownHosts());
    QVERIFY(QDir().mkdir(m_server->knownHosts()));
    SshOptions options = m_server->options();
    options.acceptNewHostKey = true;
    const auto result = connectWith(options);
    QVERIFY(!result.ok());
    QVERIFY2(textOf(result).contains("cannot read " + m_server->knownHosts().toUtf8()), textOf(result));
    QVERIFY(QDir().rmdir(m_server->knownHosts()));
}

QTEST_GUILESS_MAIN(TestKnownHosts)
#include "tst_knownhosts.moc"
