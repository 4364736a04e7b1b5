#include "remote/link/ssh/sshtransport.h"
#include "tests/support/login/passwordserver.h"
#include "tests/support/sshserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::PasswordServer;
using stepscope::tests::ScriptedPrompter;
using namespace std::chrono_literals;

namespace {

QByteArray textOf(const Result<void>& result)
{
    return result.ok() ? QByteArray("(connected)") : QByteArray::fromStdString(result.error().text);
}

} // namespace

/// Passwords and keyboard-interactive questions, against a server made with libssh.
class TestSshLogin : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void logsInWithAPassword();
    void asksThreeTimes();
    void acceptsTheSecondTry();
    void failsWithoutAPrompter();
    void endsWhenTheUserGivesNoAnswer();
    void cachesForTheNextConnection();
    void removesAWrongAnswerFromTheCache();
    void answersQuestions();
    void countsWrongAnswers();
    void asksOnceIfBothMethodsAsk();
    void requiresAnExitStatus();

private:
    [[nodiscard]] SshOptions options() const;
    Result<void> connectTo(const PasswordServer& server, const SshOptions& options, Prompter* prompter);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshTransport> m_transport;
};

void TestSshLogin::init()
{
    qunsetenv("SSH_AUTH_SOCK");
    m_transport.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    QFile empty(m_folder->filePath("config"));
    QVERIFY(empty.open(QIODevice::WriteOnly));
}

SshOptions TestSshLogin::options() const
{
    SshOptions options;
    options.configFile = m_folder->filePath("config").toStdString();
    options.knownHostsFile = m_folder->filePath("known_hosts").toStdString();
    options.acceptNewHostKey = true;
    return options;
}

Result<void> TestSshLogin::connectTo(const PasswordServer& server, const SshOptions& options, Prompter* prompter)
{
    // This server has a new key for each connection; host keys are not tested here.
    QFile::remove(m_folder->filePath("known_hosts"));
    const auto target = parseTarget("nvidia@127.0.0.1:" + std::to_string(server.port())).value();
    m_transport.reset();
    m_transport = std::make_unique<SshTransport>(target, options, prompter);
    return m_transport->connect();
}

void TestSshLogin::logsInWithAPassword()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    QVERIFY(server.listening());
    ScriptedPrompter prompter;
    prompter.secrets = {"correct horse"};
    const auto result = connectTo(server, options(), &prompter);
    QVERIFY2(result.ok(), textOf(result));
    QCOMPARE(prompter.prompts.size(), 1);
    QCOMPARE(prompter.prompts.first(), "Password of nvidia@127.0.0.1:" + std::to_string(server.port()) + ": ");
    const auto output = m_transport->run("echo hello", 10s);
    QVERIFY2(output.ok(), output.ok() ? "" : output.error().text.c_str());
    QCOMPARE(output.value().standardOutput, std::string("ran: exec /bin/sh -c 'echo hello'"));
}

void TestSshLogin::asksThreeTimes()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    ScriptedPrompter prompter;
    prompter.secrets = {"1", "2", "3", "correct horse"};
    const auto result = connectTo(server, options(), &prompter);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QVERIFY2(textOf(result).contains("wrong password (3 tries)"), textOf(result));
    QVERIFY(!textOf(result).contains('\n'));
    QCOMPARE(prompter.prompts.size(), 3);
    QVERIFY(prompter.prompts.last().starts_with("Not accepted. "));
    QCOMPARE(server.attempts(), 3);
}

void TestSshLogin::acceptsTheSecondTry()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    ScriptedPrompter prompter;
    prompter.secrets = {"1", "correct horse"};
    const auto result = connectTo(server, options(), &prompter);
    QVERIFY2(result.ok(), textOf(result));
}

void TestSshLogin::failsWithoutAPrompter()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    const auto result = connectTo(server, options(), nullptr);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QVERIFY2(textOf(result).contains("there is no terminal to ask for the password"), textOf(result));
    QCOMPARE(server.attempts(), 0);
}

void TestSshLogin::endsWhenTheUserGivesNoAnswer()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    ScriptedPrompter prompter;
    const auto result = connectTo(server, options(), &prompter);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QCOMPARE(prompter.prompts.size(), 1);
    QCOMPARE(server.attempts(), 0);
}

void TestSshLogin::cachesForTheNextConnection()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    const SshOptions shared = options();
    ScriptedPrompter prompter;
    prompter.secrets = {"correct horse"};
    QVERIFY(connectTo(server, shared, &prompter).ok());
    const auto again = connectTo(server, shared, nullptr);
    QVERIFY2(again.ok(), textOf(again));
    // Other options have their own cache.
    QVERIFY(!connectTo(server, options(), nullptr).ok());
}

void TestSshLogin::removesAWrongAnswerFromTheCache()
{
    const PasswordServer server(PasswordServer::Asks::Password);
    const SshOptions shared = options();
    const std::string name = "nvidia@127.0.0.1:" + std::to_string(server.port());
    shared.secrets->insert(name + "\nPassword of " + name + ": ", "yesterday's");
    ScriptedPrompter prompter;
    prompter.secrets = {"correct horse"};
    const auto result = connectTo(server, shared, &prompter);
    QVERIFY2(result.ok(), textOf(result));
    QCOMPARE(server.attempts(), 2);
}

void TestSshLogin::answersQuestions()
{
    const PasswordServer server(PasswordServer::Asks::Questions);
    const SshOptions shared = options();
    ScriptedPrompter prompter;
    prompter.secrets = {"correct horse", "42"};
    const auto result = connectTo(server, shared, &prompter);
    QVERIFY2(result.ok(), textOf(result));
    QCOMPARE(prompter.prompts.size(), 2);
    QVERIFY(prompter.prompts.first().ends_with("Password: "));
    QVERIFY(prompter.prompts.last().ends_with("Token: "));
    QVERIFY(connectTo(server, shared, nullptr).ok());
}

void TestSshLogin::countsWrongAnswers()
{
    const PasswordServer server(PasswordServer::Asks::Questions);
    ScriptedPrompter prompter;
    prompter.secrets = {"1", "42", "2", "42", "3", "42", "correct horse", "42"};
    const auto result = connectTo(server, options(), &prompter);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QVERIFY2(textOf(result).contains("wrong password (3 tries)"), textOf(result));
    QCOMPARE(server.attempts(), 3);
}

void TestSshLogin::asksOnceIfBothMethodsAsk()
{
    const PasswordServer server(PasswordServer::Asks::PasswordAndQuestions);
    ScriptedPrompter prompter;
    prompter.secrets = {"1", "42", "2", "42", "3", "42", "4", "5", "6"};
    const auto result = connectTo(server, options(), &prompter);
    QCOMPARE(result.error().code, Error::Code::Denied);
    QCOMPARE(prompter.prompts.size(), 6);
    QCOMPARE(server.attempts(), 3);
}

void TestSshLogin::requiresAnExitStatus()
{
    // A channel that closes without an exit status is a broken link, and its output may be incomplete.
    const PasswordServer server(PasswordServer::Asks::Password);
    ScriptedPrompter prompter;
    prompter.secrets = {"correct horse"};
    QVERIFY(connectTo(server, options(), &prompter).ok());
    const auto output = m_transport->run("vanish", 10s);
    QVERIFY(!output.ok());
    QCOMPARE(output.error().code, Error::Code::Disconnected);
}

QTEST_GUILESS_MAIN(TestSshLogin)
#include "tst_sshlogin.moc"
