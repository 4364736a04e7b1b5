#include "remote/link/local/localtransport.h"
#include "remote/link/ssh/sshtransport.h"
#include "remote/link/transport/plainline.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <thread>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::SshServer;
using namespace std::chrono_literals;

namespace {

std::span<const std::byte> bytesOf(const QByteArray& text)
{
    return std::as_bytes(std::span(text.data(), static_cast<std::size_t>(text.size())));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no such file)");
}

/// Bytes of all values without a short period.
QByteArray mixedBytes(int size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (int i = 0; i < size; ++i)
        bytes[i] = static_cast<char>((static_cast<unsigned>(i) * 2654435761U) >> 11);
    return bytes;
}

} // namespace

/// The contract of Transport; each function runs once per transport.
class TestTransport : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void runsACommand_data() { rows(); }
    void runsACommand();
    void runsInTheHomeFolder_data() { rows(); }
    void runsInTheHomeFolder();
    void reportsExitStatusAndErrors_data() { rows(); }
    void reportsExitStatusAndErrors();
    void reportsSignals_data() { rows(); }
    void reportsSignals();
    void standardInputIsEmpty_data() { rows(); }
    void standardInputIsEmpty();
    void limitsOutput_data() { rows(); }
    void limitsOutput();
    void limitsStandardError_data() { rows(); }
    void limitsStandardError();
    void failsAfterTheTimeout_data() { rows(); }
    void failsAfterTheTimeout();
    void streamsAllBytes_data() { rows(); }
    void streamsAllBytes();
    void streamsWithoutDelay_data() { rows(); }
    void streamsWithoutDelay();
    void streamsTwoAtOnce_data() { rows(); }
    void streamsTwoAtOnce();
    void blocksTheCommandOfASlowReader_data() { rows(); }
    void blocksTheCommandOfASlowReader();
    void endsTheCommandOfADestroyedStream_data() { rows(); }
    void endsTheCommandOfADestroyedStream();
    void cancelsAReadInProgress_data() { rows(); }
    void cancelsAReadInProgress();
    void cancelLastsUntilRearmed_data() { rows(); }
    void cancelLastsUntilRearmed();
    void uploadsFiles_data() { rows(); }
    void uploadsFiles();
    void downloadsAPartOfAFile_data() { rows(); }
    void downloadsAPartOfAFile();
    void uploadReplacesAtomically_data() { rows(); }
    void uploadReplacesAtomically();
    void uploadNeedsAnExistingFolder_data() { rows(); }
    void uploadNeedsAnExistingFolder();
    void cancelsAnUpload_data() { rows(); }
    void cancelsAnUpload();

private:
    void rows() const;
    QString home() const { return m_server.home(); }

    SshServer m_server;
    QString m_noServer;
    std::unique_ptr<Transport> m_transport;
};

void TestTransport::rows() const
{
    QTest::addColumn<bool>("ssh");
    QTest::newRow("local") << false;
    QTest::newRow("ssh") << true;
}

void TestTransport::initTestCase()
{
    m_noServer = SshServer::missing();
    if (!m_noServer.isEmpty())
        return;
    QVERIFY2(m_server.start(), m_server.log());
    m_server.trust();
}

void TestTransport::init()
{
    QFETCH(bool, ssh);
    if (ssh && !m_noServer.isEmpty())
        QSKIP(qPrintable(m_noServer));
    if (ssh)
        m_transport = std::make_unique<SshTransport>(m_server.target(), m_server.options(), nullptr);
    else
        m_transport = std::make_unique<LocalTransport>(home().toStdString());
    const auto connected = m_transport->connect();
    QVERIFY2(connected.ok(), connected.ok() ? "" : connected.error().text.c_str());
}

void TestTransport::cleanup()
{
    m_transport.reset();
}

void TestTransport::runsACommand()
{
    const auto output = m_transport->run("printf 'a b\\nc'", 10s);
    QVERIFY(output.ok());
    QCOMPARE(output.value().standardOutput, std::string("a b\nc"));
    QCOMPARE(output.value().standardError, std::string());
    QCOMPARE(output.value().exitStatus, 0);
}

void TestTransport::runsInTheHomeFolder()
{
    const auto output = m_transport->run("pwd -P; printf %s \"$HOME\"", 10s);
    const QString expected = QDir(home()).canonicalPath() + '\n' + home();
    QCOMPARE(QString::fromStdString(output.value().standardOutput), expected);
}

void TestTransport::reportsExitStatusAndErrors()
{
    const auto output = m_transport->run("echo out; echo wrong >&2; exit 7", 10s);
    QCOMPARE(output.value().exitStatus, 7);
    QCOMPARE(output.value().standardOutput, std::string("out\n"));
    QCOMPARE(output.value().standardError, std::string("wrong\n"));
    QCOMPARE(m_transport->run("no-such-command-anywhere", 10s).value().exitStatus, 127);
}

void TestTransport::reportsSignals()
{
    QCOMPARE(m_transport->run("kill -KILL $$", 10s).value().exitStatus, 128 + 9);
    QCOMPARE(m_transport->run("kill -TERM $$", 10s).value().exitStatus, 128 + 15);
}

void TestTransport::standardInputIsEmpty()
{
    QCOMPARE(m_transport->run("cat; echo end", 10s).value().standardOutput, std::string("end\n"));
}

void TestTransport::limitsOutput()
{
    const auto output = m_transport->run("head -c 17000000 /dev/zero", 60s);
    QVERIFY(!output.ok());
    QVERIFY(output.error().text.find("16 MiB") != std::string::npos);
    QVERIFY(m_transport->run("true", 10s).ok());
}

void TestTransport::limitsStandardError()
{
    const auto output = m_transport->run("echo first >&2; head -c 3000000 /dev/zero >&2; echo done", 60s);
    QVERIFY(output.ok());
    QCOMPARE(output.value().standardOutput, std::string("done\n"));
    QCOMPARE(output.value().standardError.size(), std::size_t{64 * 1024});
    QVERIFY(output.value().standardError.starts_with("first\n"));
}

void TestTransport::failsAfterTheTimeout()
{
    const auto output = m_transport->run("sleep 600", 200ms);
    QVERIFY(!output.ok());
    QCOMPARE(output.error().code, Error::Code::Disconnected);
    QVERIFY(m_transport->run("true", 10s).ok());
}

void TestTransport::streamsAllBytes()
{
    const QByteArray expected = mixedBytes(5'000'003);
    QFile file(home() + "/big");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(expected);
    file.close();

    auto stream = m_transport->open("cat big").value();
    QByteArray received;
    // An odd size, so that reads do not coincide with packets.
    std::vector<std::byte> part(70'001);
    while (!stream->finished()) {
        const auto size = stream->read(part, 10s);
        QVERIFY2(size.ok(), size.ok() ? "" : size.error().text.c_str());
        received.append(reinterpret_cast<const char*>(part.data()), static_cast<qsizetype>(size.value()));
    }
    QVERIFY(received == expected);
    QCOMPARE(stream->ending().exitStatus, 0);
    QCOMPARE(stream->read(part, 0ms).value(), std::size_t{0});
}

void TestTransport::streamsWithoutDelay()
{
    QFile::remove(home() + "/go");
    auto stream = m_transport->open("echo one; until [ -e go ]; do sleep 0.02; done; echo two").value();
    std::vector<std::byte> part(100);
    QCOMPARE(stream->read(part, 10s).value(), std::size_t{4});
    QCOMPARE(stream->read(part, 50ms).value(), std::size_t{0});
    QVERIFY(!stream->finished());
    QVERIFY(m_transport->run("touch go", 10s).ok());
    QCOMPARE(stream->read(part, 10s).value(), std::size_t{4});
    QCOMPARE(stream->read(part, 10s).value(), std::size_t{0});
    QVERIFY(stream->finished());
}

void TestTransport::streamsTwoAtOnce()
{
    auto first = m_transport->open("head -c 3000000 /dev/zero").value();
    auto second = m_transport->open("head -c 3000000 /dev/zero").value();
    std::vector<std::byte> part(10'000);
    std::size_t sizes[2] = {0, 0};
    while (!first->finished() || !second->finished()) {
        sizes[0] += first->read(part, 10s).value();
        sizes[1] += second->read(part, 10s).value();
    }
    QCOMPARE(sizes[0], std::size_t{3'000'000});
    QCOMPARE(sizes[1], std::size_t{3'000'000});
}

void TestTransport::blocksTheCommandOfASlowReader()
{
    // The command counts the blocks written; without a reader it must block long before the end.
    const auto written = [this] { return QFileInfo(home() + "/written").size(); };
    QFile::remove(home() + "/written");
    auto stream = m_transport
                      ->open("i=0; while [ $i -lt 400 ]; do head -c 100000 /dev/zero; printf x >> written; "
                             "i=$((i+1)); done")
                      .value();
    // Other commands continue meanwhile and make the link process packets.
    qint64 before = -1;
    for (int round = 0; round < 200 && written() != before; ++round) {
        before = written();
        QVERIFY(m_transport->run("sleep 0.1", 10s).ok());
    }
    QVERIFY2(written() < 200, qPrintable(QString::number(written())));
    std::vector<std::byte> part(100'000);
    std::size_t size = 0;
    while (!stream->finished())
        size += stream->read(part, 10s).value();
    QCOMPARE(size, std::size_t{40'000'000});
}

void TestTransport::endsTheCommandOfADestroyedStream()
{
    QFile::remove(home() + "/pid");
    auto stream = m_transport->open("echo $$ > pid; while echo more; do sleep 0.01; done").value();
    std::vector<std::byte> part(10);
    QVERIFY(stream->read(part, 10s).value() > 0);
    const QByteArray process = contentOf(home() + "/pid").trimmed();
    stream.reset();
    QTRY_VERIFY(!m_transport->run("kill -0 " + process.toStdString() + " 2>/dev/null && echo there", 10s)
                     .value()
                     .standardOutput.starts_with("there"));
}

void TestTransport::cancelsAReadInProgress()
{
    auto stream = m_transport->open("sleep 600").value();
    std::vector<std::byte> part(10);
    std::thread canceller([this] {
        std::this_thread::sleep_for(100ms);
        m_transport->cancel();
    });
    QElapsedTimer clock;
    clock.start();
    const auto size = stream->read(part, 300s);
    canceller.join();
    QVERIFY(!size.ok());
    QCOMPARE(size.error().code, Error::Code::Cancelled);
    QVERIFY(clock.elapsed() < 60'000);
}

void TestTransport::cancelLastsUntilRearmed()
{
    m_transport->cancel();
    QCOMPARE(m_transport->run("true", 10s).error().code, Error::Code::Cancelled);
    QCOMPARE(m_transport->connect().error().code, Error::Code::Cancelled);
    QCOMPARE(m_transport->open("true").error().code, Error::Code::Cancelled);
    QCOMPARE(m_transport->upload("file", {}, 0600, {}).error().code, Error::Code::Cancelled);
    m_transport->rearm();
    QVERIFY(m_transport->connect().ok());
    QVERIFY(m_transport->run("true", 10s).ok());
}

void TestTransport::downloadsAPartOfAFile()
{
    const QByteArray bytes = mixedBytes(700'001);
    const QString path = home() + "/download file";
    stepscope::tests::writeFile(path, bytes);
    QByteArray got;
    const auto take = [&got](std::span<const std::byte> part) -> Result<void> {
        got.append(reinterpret_cast<const char*>(part.data()), static_cast<qsizetype>(part.size()));
        return {};
    };
    constexpr std::uint64_t kAll = ~0ULL;
    QCOMPARE(stepscope::tests::textOf(m_transport->download(path.toStdString(), 0, kAll, take)), "(connected)");
    QCOMPARE(got, bytes);
    got.clear();
    QVERIFY(m_transport->download(path.toStdString(), 300'000, 200'000, take).ok());
    QCOMPARE(got, bytes.mid(300'000, 200'000));
    got.clear();
    QVERIFY(m_transport->download(path.toStdString(), 700'001, kAll, take).ok());
    QVERIFY(got.isEmpty());
    QCOMPARE(m_transport->download(path.toStdString() + "x", 0, kAll, take).error().code, Error::Code::NotFound);
    const auto refuse = [](std::span<const std::byte>) -> Result<void> {
        return stepscope::format::failure(Error::Code::NoSpace, "full");
    };
    QCOMPARE(m_transport->download(path.toStdString(), 0, kAll, refuse).error().code, Error::Code::NoSpace);
}

void TestTransport::uploadsFiles()
{
    QVERIFY(QDir(home()).mkpath("it's a folder"));
    const QByteArray bytes = mixedBytes(700'001);
    std::uint64_t last = 0;
    const auto progress = [&](std::uint64_t done, std::uint64_t total) {
        QVERIFY(done > last && total == 700'001);
        last = done;
    };
    for (const std::string path : {"it's a folder/file", "plain"}) {
        last = 0;
        const auto result = m_transport->upload(path, bytesOf(bytes), 0700, progress);
        QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
        const QString place = home() + '/' + QString::fromStdString(path);
        QVERIFY(contentOf(place) == bytes);
        QCOMPARE(m_transport->run("stat -c %a " + shellQuoted(path), 10s).value().standardOutput, std::string("700\n"));
        QCOMPARE(last, std::uint64_t{700'001});
    }
    QVERIFY(m_transport->upload((home() + "/absolute").toStdString(), bytesOf("x"), 0600, {}).ok());
    QCOMPARE(contentOf(home() + "/absolute"), QByteArray("x"));
    QVERIFY(m_transport->upload("empty", {}, 0600, {}).ok());
    QCOMPARE(contentOf(home() + "/empty"), QByteArray());
}

void TestTransport::uploadReplacesAtomically()
{
    QVERIFY(m_transport->upload("tool", bytesOf("old one"), 0700, {}).ok());
    QFile old(home() + "/tool");
    QVERIFY(old.open(QIODevice::ReadOnly));
    QVERIFY(m_transport->upload("tool", bytesOf("new"), 0700, {}).ok());
    // A process that has the old file open, or runs it, keeps its contents.
    QCOMPARE(old.readAll(), QByteArray("old one"));
    QCOMPARE(contentOf(home() + "/tool"), QByteArray("new"));
    QCOMPARE(QDir(home()).entryList({"tool*"}), QStringList("tool"));
}

void TestTransport::uploadNeedsAnExistingFolder()
{
    const auto result = m_transport->upload("missing/file", bytesOf("x"), 0600, {});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::NotFound);
    QVERIFY(result.error().text.find('\n') == std::string::npos);
    QVERIFY(m_transport->run("true", 10s).ok());
}

void TestTransport::cancelsAnUpload()
{
    const QByteArray bytes = mixedBytes(8'000'000);
    const auto result = m_transport->upload("cancelled", bytesOf(bytes), 0600,
                                            [this](std::uint64_t, std::uint64_t) { m_transport->cancel(); });
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::Cancelled);
    QVERIFY(!QFileInfo::exists(home() + "/cancelled"));
    m_transport->rearm();
    QVERIFY(m_transport->connect().ok());
    QVERIFY(m_transport->run("true", 10s).ok());
}

QTEST_GUILESS_MAIN(TestTransport)
#include "tst_transport.moc"
