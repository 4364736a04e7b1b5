#include "remote/link/ssh/sshtransport.h"
#include "remote/link/ssh/tcpconnect.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTcpServer>
#include <QTest>

#include <array>
#include <atomic>
#include <csignal>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::readFile;
using stepscope::tests::SshServer;
using stepscope::tests::textOf;
using stepscope::tests::writeFile;
using namespace std::chrono_literals;

namespace {

/// A listener with a full queue, which drops further connections like a firewall.
class FullListener
{
public:
    FullListener()
    {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof m_address;
        auto* const address = reinterpret_cast<sockaddr*>(&m_address);
        if (bind(m_listener, address, size) != 0 || listen(m_listener, 0) != 0 ||
            getsockname(m_listener, address, &size) != 0)
            qFatal("no port to listen on");
        for (int& filler : m_queue) {
            filler = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
            (void)::connect(filler, address, size);
        }
    }
    ~FullListener()
    {
        clear();
        close(m_listener);
    }
    FullListener(const FullListener&) = delete;
    FullListener& operator=(const FullListener&) = delete;

    [[nodiscard]] int port() const { return ntohs(m_address.sin_port); }
    /// Empties the queue.
    void open()
    {
        clear();
        for (int accepted = 0; (accepted = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;)
            close(accepted);
    }

private:
    void clear()
    {
        for (int& filler : m_queue) {
            if (filler >= 0)
                close(filler);
            filler = -1;
        }
    }

    int m_listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in m_address{};
    std::array<int, 4> m_queue{};
};

} // namespace

/// Connections to an OpenSSH server: configuration, broken links, and error messages of one line.
class TestSshConnection : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void readsTheConfiguration();
    void targetOverridesTheConfiguration();
    void usesAProxyCommand();
    void reportsABrokenProxyCommand();
    void usesAJumpHost();
    void reportsAMissingConfiguration();

    void reportsARefusedConnection();
    void reportsANameThatDoesNotResolve();
    void reportsAHostThatDoesNotAnswer();
    void noticesANetworkThatWorksAgain();
    void reportsAServerThatIsNotSsh();
    void cancelsAConnectionAttempt();

    void detectsABrokenLink();
    void detectsALinkWithoutAnswers();
    void keepsAnIdleLinkAlive();
    void uploadsWithoutSftp();
    void closesAllDescriptors();

private:
    Result<void> connectWith(const SshOptions& options, Prompter* prompter = nullptr);
    [[nodiscard]] SshOptions configured(const QByteArray& text);

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<SshTransport> m_transport;
};

void TestSshConnection::initTestCase()
{
    const QString missing = SshServer::missing();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    qunsetenv("SSH_AUTH_SOCK");
    std::signal(SIGPIPE, SIG_IGN); // as the program does
}

void TestSshConnection::init()
{
    m_server = std::make_unique<SshServer>();
    QVERIFY2(m_server->start(), m_server->log());
}

void TestSshConnection::cleanup()
{
    m_transport.reset();
    m_server.reset();
}

Result<void> TestSshConnection::connectWith(const SshOptions& options, Prompter* prompter)
{
    m_transport = std::make_unique<SshTransport>(m_server->target(), options, prompter);
    return m_transport->connect();
}

SshOptions TestSshConnection::configured(const QByteArray& text)
{
    SshOptions options = m_server->options();
    options.configFile = m_server->filePath("ssh_config").toStdString();
    writeFile(m_server->filePath("ssh_config"), text);
    return options;
}

void TestSshConnection::readsTheConfiguration()
{
    m_server->trust();
    SshOptions options = configured("Host board\n  HostName 127.0.0.1\n  Port " + QByteArray::number(m_server->port()) +
                                    "\n  IdentityFile " + m_server->userKey().toUtf8() + "\n  UserKnownHostsFile " +
                                    m_server->knownHosts().toUtf8() + '\n');
    options.identityFile.clear();
    options.knownHostsFile.clear();
    SshTransport transport(parseTarget("board").value(), options, nullptr);
    const auto result = transport.connect();
    QVERIFY2(result.ok(), textOf(result));
    QVERIFY(transport.name().ends_with("board:" + std::to_string(m_server->port())));
}

void TestSshConnection::targetOverridesTheConfiguration()
{
    m_server->trust();
    const SshOptions options = configured("Host *\n  Port 1\n  User nobody-at-all\n  UserKnownHostsFile /dev/null\n");
    const std::string user = qEnvironmentVariable("USER", "root").toStdString();
    const std::string text = user + "@127.0.0.1:" + std::to_string(m_server->port());
    SshTransport transport(parseTarget(text).value(), options, nullptr);
    const auto result = transport.connect();
    QVERIFY2(result.ok(), textOf(result));
    QCOMPARE(transport.name(), text);
}

void TestSshConnection::usesAProxyCommand()
{
    m_server->trust();
    // Equivalent to ProxyJump: another ssh that forwards its standard input and output.
    const QByteArray port = QByteArray::number(m_server->port());
    const SshOptions options = configured(
        "Host board\n  HostName 127.0.0.1\n  Port " + port +
        "\n  ProxyCommand ssh -F none -o BatchMode=yes -o UserKnownHostsFile=" + m_server->knownHosts().toUtf8() +
        " -i " + m_server->userKey().toUtf8() + " -p " + port + " -W %h:%p 127.0.0.1\n  UserKnownHostsFile " +
        m_server->knownHosts().toUtf8() + '\n');
    SshTransport transport(parseTarget("board").value(), options, nullptr);
    const auto result = transport.connect();
    QVERIFY2(result.ok(), textOf(result) + m_server->log());
    QCOMPARE(transport.run("echo through", 10s).value().standardOutput, std::string("through\n"));
}

void TestSshConnection::reportsABrokenProxyCommand()
{
    SshOptions options = configured("ProxyCommand false\n");
    const auto result = connectWith(options);
    QVERIFY(!result.ok());
    QVERIFY2(textOf(result).contains("proxy command"), textOf(result));
}

void TestSshConnection::usesAJumpHost()
{
    m_server->trust();
    // libssh runs `ssh -W`, which reads its own configuration, so the wrapper below passes one with the keys.
    const QByteArray port = QByteArray::number(m_server->port());
    const QByteArray config = "Host board jump\n  HostName 127.0.0.1\n  Port " + port + "\n  IdentityFile " +
                              m_server->userKey().toUtf8() + "\n  UserKnownHostsFile " +
                              m_server->knownHosts().toUtf8() + "\nHost board\n  ProxyJump jump\n";
    const SshOptions options = configured(config);
    // A wrapper for ssh, since libssh passes it no configuration file.
    QVERIFY(QDir(m_server->filePath("")).mkpath("bin"));
    const QString wrapper = m_server->filePath("bin/ssh");
    writeFile(wrapper,
              "#!/bin/sh\nexec /usr/bin/ssh -F '" + QByteArray::fromStdString(options.configFile) + "' \"$@\"\n");
    QFile::setPermissions(wrapper, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", m_server->filePath("bin").toUtf8() + ':' + path);
    SshTransport transport(parseTarget("board").value(), options, nullptr);
    const auto result = transport.connect();
    qputenv("PATH", path);
    QVERIFY2(result.ok(), textOf(result) + m_server->log());
    QCOMPARE(transport.run("echo through", 10s).value().standardOutput, std::string("through\n"));
}

void TestSshConnection::reportsAMissingConfiguration()
{
    SshOptions options = m_server->options();
    options.configFile = "/no/such/config";
    const auto result = connectWith(options);
    QCOMPARE(result.error().code, Error::Code::NotFound);
    QVERIFY2(textOf(result).contains("/no/such/config"), textOf(result));
}

void TestSshConnection::reportsARefusedConnection()
{
    m_server->stop();
    const auto result = connectWith(m_server->options());
    QCOMPARE(result.error().code, Error::Code::Disconnected);
    QVERIFY2(textOf(result).contains("connection refused"), textOf(result));
    QVERIFY(textOf(result).contains(QByteArray::number(m_server->port())));
}

void TestSshConnection::reportsANameThatDoesNotResolve()
{
    // ".invalid" never resolves (RFC 2606).
    SshTransport transport(parseTarget("nvidia@no-such-board.invalid").value(), m_server->options(), nullptr);
    const auto result = transport.connect();
    QCOMPARE(result.error().code, Error::Code::NotFound);
    QVERIFY2(textOf(result).contains("'no-such-board.invalid' was not resolved"), textOf(result));
}

void TestSshConnection::reportsAHostThatDoesNotAnswer()
{
    const FullListener listener;
    SshOptions options = m_server->options();
    options.connectTimeout = 300ms;
    const std::string text = "127.0.0.1:" + std::to_string(listener.port());
    SshTransport transport(parseTarget(text).value(), options, nullptr);
    const auto result = transport.connect();
    QCOMPARE(result.error().code, Error::Code::Disconnected);
    QVERIFY2(textOf(result).contains("no answer in time"), textOf(result));
}

/// The kernel alone would repeat the attempt after 7 s only 4 s later (since Linux 6.5), or 8 s later.
void TestSshConnection::noticesANetworkThatWorksAgain()
{
    FullListener listener;
    Interrupt interrupt;
    std::thread opener([&listener] {
        std::this_thread::sleep_for(7500ms);
        listener.open();
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto connected = connectTcp("127.0.0.1", listener.port(), "board", 20s, interrupt);
    const auto took = std::chrono::steady_clock::now() - begin;
    opener.join();
    QVERIFY2(connected.ok(), connected.ok() ? "" : connected.error().text.c_str());
    close(*connected);
    QVERIFY(took > 7s);
    QVERIFY(took < 10s);
}

void TestSshConnection::reportsAServerThatIsNotSsh()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    SshOptions options = m_server->options();
    options.connectTimeout = 300ms;
    SshTransport transport(parseTarget("127.0.0.1:" + std::to_string(silent.serverPort())).value(), options, nullptr);
    const auto result = transport.connect();
    QCOMPARE(result.error().code, Error::Code::Disconnected);
    QVERIFY2(textOf(result).contains("the SSH handshake failed"), textOf(result));
}

void TestSshConnection::cancelsAConnectionAttempt()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    SshOptions options = m_server->options();
    options.connectTimeout = std::chrono::hours(1);
    SshTransport transport(parseTarget("127.0.0.1:" + std::to_string(silent.serverPort())).value(), options, nullptr);
    std::thread canceller([&] {
        std::this_thread::sleep_for(50ms);
        transport.cancel();
    });
    const auto result = transport.connect();
    canceller.join();
    QCOMPARE(result.error().code, Error::Code::Cancelled);
}

void TestSshConnection::detectsABrokenLink()
{
    m_server->trust();
    QVERIFY(connectWith(m_server->options()).ok());
    auto stream = m_transport->open("echo begun; sleep 600").value();
    std::vector<std::byte> part(100);
    QVERIFY(stream->read(part, 10s).value() > 0);
    QVERIFY(m_server->killConnections() > 0);
    const auto size = stream->read(part, 60s);
    QVERIFY(!size.ok());
    QCOMPARE(size.error().code, Error::Code::Disconnected);
    QVERIFY(!stream->finished());
    QCOMPARE(m_transport->run("true", 10s).error().code, Error::Code::Disconnected);
    // The transport can be used again while the old stream exists.
    QVERIFY(m_transport->connect().ok());
    QVERIFY(m_transport->run("true", 10s).ok());
    QVERIFY(!stream->read(part, 10s).ok());
}

void TestSshConnection::detectsALinkWithoutAnswers()
{
    m_server->trust();
    SshOptions options = m_server->options();
    options.keepAliveInterval = 100ms;
    QVERIFY(connectWith(options).ok());
    // A stopped server acts like an unplugged cable: the connection stays open without data.
    auto stream = m_transport->open("echo $PPID; sleep 600").value();
    std::vector<std::byte> part(100);
    const std::size_t size = stream->read(part, 10s).value();
    const int process = QByteArray(reinterpret_cast<const char*>(part.data()), static_cast<int>(size)).toInt();
    QVERIFY(process > 1);
    QCOMPARE(kill(process, SIGSTOP), 0);
    const auto silent = stream->read(part, 60s);
    kill(process, SIGCONT);
    QVERIFY(!silent.ok());
    QCOMPARE(silent.error().code, Error::Code::Disconnected);
    QVERIFY2(silent.error().text.find("keep-alive") != std::string::npos, silent.error().text.c_str());
}

void TestSshConnection::keepsAnIdleLinkAlive()
{
    m_server->trust();
    SshOptions options = m_server->options();
    options.keepAliveInterval = 100ms;
    QVERIFY(connectWith(options).ok());
    auto stream = m_transport->open("sleep 3; echo done").value();
    std::vector<std::byte> part(100);
    const auto size = stream->read(part, 60s);
    QVERIFY2(size.ok(), size.ok() ? "" : size.error().text.c_str());
    QCOMPARE(size.value(), std::size_t{5});
}

void TestSshConnection::uploadsWithoutSftp()
{
    m_server->stop();
    SshServer::Options without;
    without.sftp = false;
    QVERIFY2(m_server->start(without), m_server->log());
    m_server->trust();
    QVERIFY(connectWith(m_server->options()).ok());
    QByteArray bytes(5'000'001, Qt::Uninitialized);
    for (int i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>((static_cast<unsigned>(i) * 2654435761U) >> 9);
    const auto content = std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size())));
    const auto result = m_transport->upload("agent", content, 0700, {});
    QVERIFY2(result.ok(), textOf(result));
    QVERIFY(readFile(m_server->home() + "/agent") == bytes);
    QCOMPARE(m_transport->run("stat -c %a agent; ls", 10s).value().standardOutput, std::string("700\nagent\n"));
    const auto nowhere = m_transport->upload("missing/agent", content, 0700, {});
    QCOMPARE(nowhere.error().code, Error::Code::NotFound);
    // A cancelled upload leaves no file under the final name.
    const auto cancelled =
        m_transport->upload("second", content, 0700, [this](std::uint64_t, std::uint64_t) { m_transport->cancel(); });
    QCOMPARE(cancelled.error().code, Error::Code::Cancelled);
    QVERIFY(!QFileInfo::exists(m_server->home() + "/second"));
}

void TestSshConnection::closesAllDescriptors()
{
    m_server->trust();
    const auto openFiles = [] {
        return QDir("/proc/self/fd").entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
    };
    const auto before = openFiles();
    for (int round = 0; round < 5; ++round) {
        QVERIFY(connectWith(m_server->options()).ok());
        QVERIFY(m_transport->run("true", 10s).ok());
        if (round % 2 == 0)
            m_server->killConnections();
        m_transport.reset();
    }
    SshOptions wrong = m_server->options();
    wrong.knownHostsFile = "/dev/null";
    QVERIFY(!connectWith(wrong).ok());
    m_transport.reset();
    QCOMPARE(openFiles(), before);
}

QTEST_GUILESS_MAIN(TestSshConnection)
#include "tst_sshconnection.moc"
