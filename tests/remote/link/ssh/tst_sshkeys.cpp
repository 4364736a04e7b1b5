#include "remote/link/ssh/sshtransport.h"
#include "tests/support/sshserver.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <atomic>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::readFile;
using stepscope::tests::ScriptedPrompter;
using stepscope::tests::SshServer;
using stepscope::tests::textOf;
using stepscope::tests::writeFile;

/// Host keys and user keys, against an OpenSSH server.
class TestSshKeys : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void asksAboutAnUnknownHost();
    void refusesAnUnknownHost();
    void refusesAnUnknownHostWithoutAPrompter();
    void acceptsANewHostByOption();
    void refusesAChangedHost_data();
    void refusesAChangedHost();

    void refusesAWrongKey();
    void usesAKeyWithAPassphrase();
    void asksThreeTimesForAPassphrase();
    void usesTheSshAgent();
    void reportsAMissingIdentity();

private:
    Result<void> connectWith(const SshOptions& options, Prompter* prompter = nullptr);
    [[nodiscard]] SshOptions configured(const QByteArray& text);

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<SshTransport> m_transport;
};

void TestSshKeys::initTestCase()
{
    const QString missing = SshServer::missing();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    qunsetenv("SSH_AUTH_SOCK");
}

void TestSshKeys::init()
{
    m_server = std::make_unique<SshServer>();
    QVERIFY2(m_server->start(), m_server->log());
}

void TestSshKeys::cleanup()
{
    m_transport.reset();
    m_server.reset();
}

Result<void> TestSshKeys::connectWith(const SshOptions& options, Prompter* prompter)
{
    m_transport = std::make_unique<SshTransport>(m_server->target(), options, prompter);
    return m_transport->connect();
}

SshOptions TestSshKeys::configured(const QByteArray& text)
{
    SshOptions options = m_server->options();
    options.configFile = m_server->filePath("ssh_config").toStdString();
    writeFile(m_server->filePath("ssh_config"), text);
    return options;
}

void TestSshKeys::asksAboutAnUnknownHost()
{
    ScriptedPrompter prompter;
    prompter.acceptsHostKey = true;
    const auto first = connectWith(m_server->options(), &prompter);
    QVERIFY2(first.ok(), textOf(first));
    QCOMPARE(prompter.hostKeys.size(), 1);
    const auto question = QByteArray::fromStdString(prompter.hostKeys.first());
    QVERIFY2(question.contains("127.0.0.1:" + QByteArray::number(m_server->port())), question);
    QVERIFY2(question.endsWith("ssh-ed25519 " + m_server->fingerprint()), question);
    // The key is stored, so there is no second question.
    const auto second = connectWith(m_server->options(), nullptr);
    QVERIFY2(second.ok(), textOf(second));
    QVERIFY(readFile(m_server->knownHosts()).startsWith("[127.0.0.1]:"));
}

void TestSshKeys::refusesAnUnknownHost()
{
    ScriptedPrompter prompter;
    const auto result = connectWith(m_server->options(), &prompter);
    QCOMPARE(result.error().code, Error::Code::HostKey);
    QVERIFY2(textOf(result).contains("was not accepted"), textOf(result));
    QVERIFY(readFile(m_server->knownHosts()).isEmpty());
    QVERIFY(!m_server->log().contains("Accepted publickey"));
}

void TestSshKeys::refusesAnUnknownHostWithoutAPrompter()
{
    const auto result = connectWith(m_server->options());
    QCOMPARE(result.error().code, Error::Code::HostKey);
    QVERIFY2(textOf(result).contains("--accept-new-host-key"), textOf(result));
    QVERIFY2(textOf(result).contains(m_server->fingerprint()), textOf(result));
}

void TestSshKeys::acceptsANewHostByOption()
{
    SshOptions options = m_server->options();
    options.acceptNewHostKey = true;
    const auto result = connectWith(options);
    QVERIFY2(result.ok(), textOf(result));
    QVERIFY(connectWith(m_server->options()).ok());
}

void TestSshKeys::refusesAChangedHost_data()
{
    QTest::addColumn<bool>("sameType");
    QTest::newRow("another key") << true;
    QTest::newRow("another type of key") << false;
}

void TestSshKeys::refusesAChangedHost()
{
    QFETCH(bool, sameType);
    if (sameType) {
        m_server->trust();
        m_server->stop();
        m_server->changeHostKey();
        QVERIFY2(m_server->start(), m_server->log());
    } else {
        QProcess::execute("ssh-keygen", {"-q", "-t", "ecdsa", "-N", "", "-f", m_server->filePath("other")});
        writeFile(m_server->knownHosts(), "[127.0.0.1]:" + QByteArray::number(m_server->port()) + ' ' +
                                              readFile(m_server->filePath("other.pub")));
    }
    const QByteArray before = readFile(m_server->knownHosts());
    // Neither an answer, nor the option, nor the configuration can accept it.
    ScriptedPrompter prompter;
    prompter.acceptsHostKey = true;
    SshOptions options = configured("StrictHostKeyChecking no\n");
    options.acceptNewHostKey = true;
    const auto result = connectWith(options, &prompter);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::HostKey);
    QVERIFY2(textOf(result).contains("WARNING: the host key of"), textOf(result));
    QVERIFY2(textOf(result).contains("the connection is under attack"), textOf(result));
    QVERIFY2(textOf(result).contains("ssh-keygen -f '" + m_server->knownHosts().toUtf8() + "' -R '[127.0.0.1]:"),
             textOf(result));
    QVERIFY(!textOf(result).contains('\n'));
    QVERIFY(prompter.hostKeys.isEmpty());
    QCOMPARE(readFile(m_server->knownHosts()), before);
}

void TestSshKeys::refusesAWrongKey()
{
    m_server->trust();
    QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", m_server->filePath("wrong")});
    SshOptions options = m_server->options();
    options.identityFile = m_server->filePath("wrong").toStdString();
    const auto result = connectWith(options);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QVERIFY2(textOf(result).contains("no key was accepted, and the server accepts no password"), textOf(result));
}

void TestSshKeys::usesAKeyWithAPassphrase()
{
    m_server->trust();
    SshOptions options = m_server->options();
    options.identityFile = m_server->lockedKey().toStdString();
    ScriptedPrompter prompter;
    prompter.secrets = {"wrong", "open sesame"};
    const auto result = connectWith(options, &prompter);
    QVERIFY2(result.ok(), textOf(result));
    QCOMPARE(prompter.prompts.size(), 2);
    QVERIFY(QByteArray::fromStdString(prompter.prompts.first()).contains(m_server->lockedKey().toUtf8()));
    // The passphrase is cached for the next connection.
    QVERIFY(connectWith(options).ok());
}

void TestSshKeys::asksThreeTimesForAPassphrase()
{
    m_server->trust();
    SshOptions options = m_server->options();
    options.identityFile = m_server->lockedKey().toStdString();
    ScriptedPrompter prompter;
    prompter.secrets = {"1", "2", "3", "4", "5"};
    const auto result = connectWith(options, &prompter);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QVERIFY2(textOf(result).contains("its passphrase was not given"), textOf(result));
    QCOMPARE(prompter.prompts.size(), 3);
}

void TestSshKeys::usesTheSshAgent()
{
    m_server->trust();
    QProcess keyAgent;
    const QString socket = m_server->filePath("agent.socket");
    keyAgent.start("ssh-agent", {"-D", "-a", socket});
    QTRY_VERIFY(QFileInfo::exists(socket));
    qputenv("SSH_AUTH_SOCK", socket.toUtf8());
    QCOMPARE(QProcess::execute("ssh-add", {"-q", m_server->userKey()}), 0);
    SshOptions options = m_server->options();
    options.identityFile.clear();
    const auto result = connectWith(options);
    qunsetenv("SSH_AUTH_SOCK");
    keyAgent.terminate();
    keyAgent.waitForFinished();
    QVERIFY2(result.ok(), textOf(result));
}

void TestSshKeys::reportsAMissingIdentity()
{
    SshOptions options = m_server->options();
    options.identityFile = "/no/such/key";
    const auto result = connectWith(options);
    QCOMPARE(result.error().code, Error::Code::NotFound);
    QVERIFY2(textOf(result).contains("/no/such/key"), textOf(result));
}

QTEST_GUILESS_MAIN(TestSshKeys)
#include "tst_sshkeys.moc"
