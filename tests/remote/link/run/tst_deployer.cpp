#include "remote/link/local/localtransport.h"
#include "remote/link/run/deployer.h"
#include "remote/link/ssh/sshtransport.h"
#include "tests/support/scriptedagent.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>
#include <QTest>

#include <sys/stat.h>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::scriptedAgent;
using stepscope::tests::SshServer;
using namespace std::chrono_literals;

namespace {

std::span<const std::byte> bytesOf(const QByteArray& text)
{
    return std::as_bytes(std::span(text.data(), static_cast<std::size_t>(text.size())));
}

unsigned modeOf(const QString& path)
{
    struct stat facts
    {};
    return stat(path.toUtf8().constData(), &facts) == 0 ? facts.st_mode & 07777U : 0U;
}

QByteArray errorOf(const Result<DeployedAgent>& result)
{
    return result.ok() ? QByteArray() : QByteArray::fromStdString(result.error().text);
}

} // namespace

/// The agent is uploaded once, completely, and accessible to its user only.
class TestDeployer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void uploadsOnce_data();
    void uploadsOnce();
    void replacesADamagedFile();
    void reportsAnUnknownArchitecture();
    void reportsAnAgentThatDoesNotStart();
    void needsAWritableHome();
    void reportsAFullDisk_data();
    void reportsAFullDisk();
    void reportsANoexecHome();

private:
    [[nodiscard]] std::vector<AgentBinary> binaries() const { return {{m_architecture, bytesOf(m_agent)}}; }
    [[nodiscard]] std::unique_ptr<SshTransport> connectTo(const SshServer& server) const;

    QByteArray m_agent = scriptedAgent();
    std::string m_architecture = QSysInfo::currentCpuArchitecture() == "arm64" ? "aarch64" : "x86_64";
    QString m_noServer = SshServer::missing();
};

void TestDeployer::initTestCase()
{
    m_agent += "# " + QByteArray(100'000, '.') + '\n';
}

std::unique_ptr<SshTransport> TestDeployer::connectTo(const SshServer& server) const
{
    auto transport = std::make_unique<SshTransport>(server.target(), server.options(), nullptr);
    const auto connected = transport->connect();
    if (!connected.ok())
        qWarning("%s", connected.error().text.c_str());
    return transport;
}

void TestDeployer::uploadsOnce_data()
{
    QTest::addColumn<bool>("ssh");
    QTest::newRow("local") << false;
    QTest::newRow("ssh") << true;
}

void TestDeployer::uploadsOnce()
{
    QFETCH(bool, ssh);
    if (ssh && !m_noServer.isEmpty())
        QSKIP(qPrintable(m_noServer));
    SshServer server;
    std::unique_ptr<Transport> transport = std::make_unique<LocalTransport>(server.home().toStdString());
    if (ssh) {
        QVERIFY2(server.start(), server.log());
        server.trust();
        transport = connectTo(server);
    }
    std::uint64_t sent = 0;
    const auto progress = [&sent](std::uint64_t done, std::uint64_t) { sent = done; };
    const auto first = deployAgent(*transport, binaries(), progress);
    QVERIFY2(first.ok(), errorOf(first));
    QVERIFY(first.value().uploaded);
    QCOMPARE(first.value().version, std::string("stepscope-agent 9.9 (scripted)"));
    QCOMPARE(first.value().home, server.home().toStdString());
    QCOMPARE(sent, static_cast<std::uint64_t>(m_agent.size()));

    const QString path = QString::fromStdString(first.value().path);
    const QString folder = server.home() + "/.stepscope";
    QCOMPARE(path, folder + "/bin/stepscope-agent-" + QString::fromStdString(sha256(bytesOf(m_agent)).substr(0, 16)));
    QCOMPARE(modeOf(path), 0700U);
    QCOMPARE(modeOf(folder), 0700U);
    QCOMPARE(modeOf(folder + "/bin"), 0700U);

    sent = 0;
    const auto second = deployAgent(*transport, binaries(), progress);
    QVERIFY2(second.ok(), errorOf(second));
    QVERIFY(!second.value().uploaded);
    QCOMPARE(second.value().path, first.value().path);
    QCOMPARE(sent, std::uint64_t{0});
}

void TestDeployer::replacesADamagedFile()
{
    const SshServer folders;
    LocalTransport transport(folders.home().toStdString());
    const auto first = deployAgent(transport, binaries(), {});
    QVERIFY2(first.ok(), errorOf(first));
    const QString path = QString::fromStdString(first.value().path);
    QVERIFY(QFile::resize(path, 1000));
    QVERIFY(deployAgent(transport, binaries(), {}).value().uploaded);
    QCOMPARE(QFileInfo(path).size(), m_agent.size());
    QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner));
    // A wrong mode is corrected without an upload.
    QVERIFY(!deployAgent(transport, binaries(), {}).value().uploaded);
    QCOMPARE(modeOf(path), 0700U);
}

void TestDeployer::reportsAnUnknownArchitecture()
{
    const SshServer folders;
    LocalTransport transport(folders.home().toStdString());
    const std::vector<AgentBinary> foreign = {{"riscv64", bytesOf(m_agent)}};
    const auto result = deployAgent(transport, foreign, {});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::NotFound);
    QVERIFY2(errorOf(result).contains("there is no agent for Linux"), errorOf(result));
    QVERIFY(!QFileInfo::exists(folders.home() + "/.stepscope"));
}

void TestDeployer::reportsAnAgentThatDoesNotStart()
{
    const SshServer folders;
    LocalTransport transport(folders.home().toStdString());
    const QByteArray broken = "#!/bin/sh\necho 'Illegal instruction' >&2\nexit 132\n";
    const std::vector<AgentBinary> list = {{m_architecture, bytesOf(broken)}};
    const auto result = deployAgent(transport, list, {});
    QVERIFY(!result.ok());
    QVERIFY2(errorOf(result).contains("does not start (exit status 132: Illegal instruction)"), errorOf(result));
}

void TestDeployer::needsAWritableHome()
{
    const SshServer folders;
    QFile inTheWay(folders.home() + "/.stepscope");
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    LocalTransport transport(folders.home().toStdString());
    const auto result = deployAgent(transport, binaries(), {});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::Denied);
    QVERIFY2(errorOf(result).contains("cannot create the folder ~/.stepscope/bin"), errorOf(result));
}

void TestDeployer::reportsAFullDisk_data()
{
    QTest::addColumn<bool>("sftp");
    QTest::newRow("by SFTP") << true;
    QTest::newRow("through cat") << false;
}

void TestDeployer::reportsAFullDisk()
{
    QFETCH(bool, sftp);
    const QString missing = m_noServer + SshServer::missingNamespaces();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    SshServer server;
    SshServer::Options options;
    options.sftp = sftp;
    options.smallDisk = true;
    QVERIFY2(server.start(options), server.log());
    server.trust();
    const auto transport = connectTo(server);
    const QByteArray large = m_agent + QByteArray(3'000'000, '#');
    const std::vector<AgentBinary> list = {{m_architecture, bytesOf(large)}};
    const auto result = deployAgent(*transport, list, {});
    QVERIFY(!result.ok());
    QVERIFY2(result.error().code == Error::Code::NoSpace, errorOf(result));
    QVERIFY2(errorOf(result).contains("no space for") && !errorOf(result).contains('\n'), errorOf(result));
    // No partial file remains, and a smaller file can still be uploaded.
    QCOMPARE(transport->run("ls .stepscope/bin | wc -l", 10s).value().standardOutput, std::string("0\n"));
    const auto fits = deployAgent(*transport, binaries(), {});
    QVERIFY2(fits.ok(), errorOf(fits));
}

void TestDeployer::reportsANoexecHome()
{
    const QString missing = m_noServer + SshServer::missingNamespaces();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    SshServer server;
    SshServer::Options options;
    options.noexecHome = true;
    QVERIFY2(server.start(options), server.log());
    server.trust();
    const auto transport = connectTo(server);
    const auto result = deployAgent(*transport, binaries(), {});
    QVERIFY(!result.ok());
    QVERIFY2(errorOf(result).contains("noexec"), errorOf(result));
    QCOMPARE(result.error().code, Error::Code::Denied);
}

QTEST_GUILESS_MAIN(TestDeployer)
#include "tst_deployer.moc"
