#include "remote/link/local/localtransport.h"
#include "remote/link/run/recordingstream.h"
#include "remote/link/ssh/sshtransport.h"
#include "tests/support/linkproxy.h"
#include "tests/support/scriptedagent.h"
#include "tests/support/sshserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <csignal>
#include <thread>

using namespace stepscope::link;
using stepscope::format::Error;
using stepscope::tests::scriptedAgent;
using stepscope::tests::SshServer;
using namespace std::chrono_literals;
using Phase = StreamState::Phase;

namespace {

QByteArray recordingBytes(int size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (int i = 0; i < size; ++i)
        bytes[i] = static_cast<char>((static_cast<unsigned>(i) * 2654435761U) >> 13);
    return bytes;
}

void append(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    file.write(bytes);
}

QString messageOf(const Result<std::uint64_t>& result)
{
    return result.ok() ? QString() : QString::fromStdString(result.error().text);
}

} // namespace

/// The sink gets every byte of a recording once and in order, also over broken links.
class TestRecordingStream : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void fetchesAFinishedRun_data() { rows(); }
    void fetchesAFinishedRun();
    void fetchesFromAnOffset_data() { rows(); }
    void fetchesFromAnOffset();
    void followsARunInProgress_data() { rows(); }
    void followsARunInProgress();
    void survivesThreeBrokenConnections();
    void survivesCorruptPackets();
    void survivesAKeyThatIsRefusedForAWhile();
    void reportsSilence();
    void reportsTheNextAttemptAndTheReturn();
    void survivesARestartOfTheServer();
    void failsAfterTheTimeLimit();
    void cancelsWhileItWaits();
    void cancelsWhileItStreams_data() { rows(); }
    void cancelsWhileItStreams();
    void cancelledBeforeItBegins();
    void reportsTheSinksError_data() { rows(); }
    void reportsTheSinksError();
    void reportsAnUnknownRun_data() { rows(); }
    void reportsAnUnknownRun();
    void reconnectsAfterAKilledAttach();
    void doesNotRetryAFirstConnection();

private:
    void rows() const;
    bool usesSsh() const;
    void startServer();
    void writeRecording(const QByteArray& bytes, bool ended);
    RecordingStream::Sink collect();
    [[nodiscard]] StreamOptions quickly();
    [[nodiscard]] std::string agent() const { return (m_server->home() + "/agent").toStdString(); }
    [[nodiscard]] QList<Phase> phases() const;

    std::unique_ptr<SshServer> m_server;
    std::unique_ptr<Transport> m_transport;
    QByteArray m_received;
    QList<StreamState> m_states;
};

void TestRecordingStream::rows() const
{
    QTest::addColumn<bool>("ssh");
    QTest::newRow("local") << false;
    QTest::newRow("ssh") << true;
}

/// Test functions without rows test broken links, which exist with SSH only.
bool TestRecordingStream::usesSsh() const
{
    return QTest::currentDataTag() == nullptr || qstrcmp(QTest::currentDataTag(), "ssh") == 0;
}

void TestRecordingStream::startServer()
{
    QVERIFY2(m_server->start(), m_server->log());
    m_server->trust();
}

void TestRecordingStream::init()
{
    m_received.clear();
    m_states.clear();
    m_server = std::make_unique<SshServer>();
    m_transport = std::make_unique<LocalTransport>(m_server->home().toStdString());
    const QByteArray script = scriptedAgent();
    const auto bytes = std::as_bytes(std::span(script.data(), static_cast<std::size_t>(script.size())));
    QVERIFY(m_transport->upload("agent", bytes, 0700, {}).ok());
    if (!usesSsh())
        return;
    const QString missing = SshServer::missing();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    startServer();
    SshOptions options = m_server->options();
    options.connectTimeout = 20s;
    m_transport = std::make_unique<SshTransport>(m_server->target(), options, nullptr);
}

void TestRecordingStream::cleanup()
{
    m_transport.reset();
    m_server.reset();
}

void TestRecordingStream::writeRecording(const QByteArray& bytes, bool ended)
{
    append(m_server->home() + "/recording", bytes);
    if (ended)
        append(m_server->home() + "/ended", {});
}

RecordingStream::Sink TestRecordingStream::collect()
{
    return [this](std::span<const std::byte> bytes) -> Result<void> {
        m_received.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        return {};
    };
}

StreamOptions TestRecordingStream::quickly()
{
    StreamOptions options;
    options.leastDelay = 10ms;
    options.mostDelay = options.refusedDelay = 100ms;
    options.silentAfter = std::chrono::hours(1); // a busy machine is silent, too
    options.onState = [this](const StreamState& state) { m_states += state; };
    return options;
}

QList<Phase> TestRecordingStream::phases() const
{
    QList<Phase> list;
    for (const StreamState& state : m_states)
        list += state.phase;
    return list;
}

void TestRecordingStream::fetchesAFinishedRun()
{
    const QByteArray bytes = recordingBytes(3'000'001);
    writeRecording(bytes, true);
    RecordingStream stream(*m_transport, agent(), quickly());
    const auto size = stream.follow("run-1", 0, collect());
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QCOMPARE(size.value(), std::uint64_t{3'000'001});
    QVERIFY(m_received == bytes);
    QCOMPARE(phases(), (QList<Phase>{Phase::Connecting, Phase::Streaming, Phase::Ended}));
    QCOMPARE(m_states.last().offset, std::uint64_t{3'000'001});
}

void TestRecordingStream::fetchesFromAnOffset()
{
    const QByteArray bytes = recordingBytes(100'000);
    writeRecording(bytes, true);
    for (const int from : {0, 1, 99'999, 100'000}) {
        m_received.clear();
        RecordingStream stream(*m_transport, agent(), quickly());
        const auto size = stream.follow("run-1", static_cast<std::uint64_t>(from), collect());
        QVERIFY2(size.ok(), qPrintable(messageOf(size)));
        QCOMPARE(size.value(), std::uint64_t{100'000});
        QVERIFY(m_received == bytes.mid(from));
    }
}

void TestRecordingStream::followsARunInProgress()
{
    const QByteArray bytes = recordingBytes(50'000);
    writeRecording(bytes.left(10'000), false);
    int written = 10'000;
    RecordingStream stream(*m_transport, agent(), quickly());
    // Each part is written after the previous one has arrived.
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        const auto result = collect()(part);
        if (m_received.size() == written && written < bytes.size()) {
            written += 10'000;
            writeRecording(bytes.mid(written - 10'000, 10'000), written == bytes.size());
        }
        return result;
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(m_received == bytes);
}

void TestRecordingStream::survivesThreeBrokenConnections()
{
    const QByteArray bytes = recordingBytes(8'000'000);
    writeRecording(bytes.left(7'000'000), false);
    QList<qsizetype> cuts = {1'000'000, 3'000'000, 6'500'000};
    int killed = 0;
    RecordingStream stream(*m_transport, agent(), quickly());
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        const auto result = collect()(part);
        if (!cuts.isEmpty() && m_received.size() >= cuts.first()) {
            cuts.removeFirst();
            killed += m_server->killConnections() > 0 ? 1 : 0;
        }
        if (m_received.size() == 7'000'000)
            writeRecording(bytes.mid(7'000'000), true);
        return result;
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QCOMPARE(killed, 3);
    QVERIFY(m_received == bytes);
    QVERIFY(phases().count(Phase::Reconnecting) >= 3);
    QVERIFY(phases().count(Phase::Streaming) >= 4);
    QCOMPARE(phases().last(), Phase::Ended);
}

/// libssh gives up a session after a packet with a wrong checksum, but does not close it.
void TestRecordingStream::survivesCorruptPackets()
{
    const QByteArray bytes = recordingBytes(4'000'000);
    writeRecording(bytes, true);
    stepscope::tests::LinkProxy proxy(m_server->port(), 7);
    Target target = m_server->target();
    target.port = proxy.port();
    SshOptions options = m_server->options();
    options.connectTimeout = 20s;
    const QByteArray hostKey = stepscope::tests::readFile(m_server->filePath("host.pub"));
    stepscope::tests::writeFile(m_server->knownHosts(),
                                "[127.0.0.1]:" + QByteArray::number(proxy.port()) + ' ' + hostKey);
    m_transport = std::make_unique<SshTransport>(target, options, nullptr);
    RecordingStream stream(*m_transport, agent(), quickly());
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        if (proxy.corruptions() < 5 && m_received.size() > 500'000 * proxy.corruptions())
            proxy.corruptOnce();
        return collect()(part);
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(proxy.corruptions() >= 5);
    QVERIFY(m_received == bytes);
}

/// As by a device that is booting, whose home folders are not mounted yet.
void TestRecordingStream::survivesAKeyThatIsRefusedForAWhile()
{
    const QByteArray bytes = recordingBytes(20'000);
    writeRecording(bytes.left(10'000), false);
    const QString keys = m_server->filePath("authorized");
    const QByteArray accepted = stepscope::tests::readFile(keys);
    StreamOptions options = quickly();
    const auto report = options.onState;
    bool wasRefused = false;
    options.onState = [&](const StreamState& state) {
        report(state);
        wasRefused = wasRefused || QString::fromStdString(state.reason).contains("no key was accepted");
        if (state.phase == Phase::Reconnecting && state.attempt == 3 && state.delay > 0ms) {
            stepscope::tests::writeFile(keys, accepted);
            writeRecording(bytes.mid(10'000), true);
        }
    };
    RecordingStream stream(*m_transport, agent(), options);
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        if (m_received.isEmpty()) {
            stepscope::tests::writeFile(keys, {});
            m_server->killConnections();
        }
        return collect()(part);
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(wasRefused);
    QVERIFY(m_received == bytes);
}

/// A link that is open but does not deliver anything is reported, and the recording continues when it recovers.
void TestRecordingStream::reportsSilence()
{
    const QByteArray bytes = recordingBytes(20'000);
    writeRecording(bytes.left(10'000), false);
    StreamOptions options = quickly();
    options.silentAfter = 600ms;
    bool continued = false;
    const auto report = options.onState;
    options.onState = [&](const StreamState& state) {
        report(state);
        if (state.phase == Phase::Silent && !continued)
            writeRecording(bytes.mid(10'000), true);
        continued = continued || state.phase == Phase::Silent;
    };
    RecordingStream stream(*m_transport, agent(), options);
    const auto size = stream.follow("run-1", 0, collect());
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(m_received == bytes);
    QVERIFY(phases().contains(Phase::Silent));
    QCOMPARE(phases().at(phases().lastIndexOf(Phase::Silent) + 1), Phase::Streaming);
}

/// While the link is broken, the time until the next attempt counts down; then what is back carries the gap, for a
/// while.
void TestRecordingStream::reportsTheNextAttemptAndTheReturn()
{
    const QByteArray bytes = recordingBytes(20'000);
    writeRecording(bytes.left(10'000), false);
    StreamOptions options = quickly();
    options.leastDelay = options.mostDelay = 1500ms;
    const auto report = options.onState;
    options.onState = [&](const StreamState& state) {
        report(state);
        if (state.phase == Phase::Reconnecting && state.delay == 0ms && !QFile::exists(m_server->home() + "/ended"))
            writeRecording(bytes.mid(10'000), true);
    };
    RecordingStream stream(*m_transport, agent(), options);
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        if (m_received.isEmpty())
            m_server->killConnections();
        return collect()(part);
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(m_received == bytes);
    const auto lost = phases().indexOf(Phase::Reconnecting);
    const StreamState& first = m_states.at(lost);
    const StreamState& second = m_states.at(lost + 1);
    QVERIFY(first.delay > 1000ms && !first.reason.empty());
    QCOMPARE(second.phase, Phase::Reconnecting);
    QVERIFY(second.delay > 0ms && second.delay <= first.delay - 1000ms);
    QCOMPARE(second.reason, first.reason);
    QCOMPARE(m_states.at(lost + 2).delay, 0ms);
    const auto back = std::find_if(m_states.cbegin() + lost, m_states.cend(),
                                   [](const StreamState& state) { return state.phase == Phase::Streaming; });
    QVERIFY(back != m_states.cend());
    QVERIFY(back->attempt > 0);
    QVERIFY(back->silence >= 1s);
}

void TestRecordingStream::survivesARestartOfTheServer()
{
    const QByteArray bytes = recordingBytes(2'000'000);
    writeRecording(bytes.left(1'000'000), false);
    StreamOptions options = quickly();
    const auto report = options.onState;
    bool down = false;
    options.onState = [&](const StreamState& state) {
        report(state);
        if (state.phase == Phase::Reconnecting && state.attempt == 4 && state.delay > 0ms) {
            writeRecording(bytes.mid(1'000'000), true);
            startServer();
        }
    };
    RecordingStream stream(*m_transport, agent(), options);
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        if (!down)
            m_server->stop();
        down = true;
        return collect()(part);
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(m_received == bytes);
    const auto reconnecting = std::find_if(m_states.cbegin(), m_states.cend(),
                                           [](const StreamState& state) { return state.phase == Phase::Reconnecting; });
    QVERIFY(!reconnecting->reason.empty());
    QVERIFY(reconnecting->delay > 0ms);
}

void TestRecordingStream::failsAfterTheTimeLimit()
{
    writeRecording("some", false);
    StreamOptions options = quickly();
    options.giveUpAfter = 300ms;
    RecordingStream stream(*m_transport, agent(), options);
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        m_server->stop();
        return collect()(part);
    });
    QVERIFY(!size.ok());
    QCOMPARE(size.error().code, Error::Code::Disconnected);
    QVERIFY2(messageOf(size).contains("given up after"), qPrintable(messageOf(size)));
    QVERIFY2(messageOf(size).contains("connection refused"), qPrintable(messageOf(size)));
    QCOMPARE(m_received, QByteArray("some"));
}

void TestRecordingStream::cancelsWhileItWaits()
{
    writeRecording("some", false);
    StreamOptions options = quickly();
    options.leastDelay = options.mostDelay = std::chrono::hours(1);
    std::atomic<bool> waiting = false;
    options.onState = [&](const StreamState& state) {
        if (state.phase == Phase::Reconnecting)
            waiting = true;
    };
    RecordingStream stream(*m_transport, agent(), options);
    std::thread canceller([&] {
        while (!waiting)
            std::this_thread::sleep_for(1ms);
        stream.cancel();
    });
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        m_server->killConnections();
        return collect()(part);
    });
    canceller.join();
    QVERIFY(!size.ok());
    QCOMPARE(size.error().code, Error::Code::Cancelled);
    // The transport is usable again.
    QVERIFY(m_transport->connect().ok());
    QVERIFY(m_transport->run("true", 10s).ok());
}

void TestRecordingStream::cancelsWhileItStreams()
{
    writeRecording("some", false);
    std::atomic<bool> streaming = false;
    RecordingStream stream(*m_transport, agent(), quickly());
    std::thread canceller([&] {
        while (!streaming)
            std::this_thread::sleep_for(1ms);
        stream.cancel();
    });
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        streaming = true;
        return collect()(part);
    });
    canceller.join();
    QVERIFY(!size.ok());
    QCOMPARE(size.error().code, Error::Code::Cancelled);
    QVERIFY(m_transport->connect().ok());
    QVERIFY(m_transport->run("true", 10s).ok());
}

void TestRecordingStream::cancelledBeforeItBegins()
{
    RecordingStream stream(*m_transport, agent(), quickly());
    stream.cancel();
    QCOMPARE(stream.follow("run-1", 0, collect()).error().code, Error::Code::Cancelled);
    QVERIFY(m_transport->connect().ok());
}

void TestRecordingStream::reportsTheSinksError()
{
    writeRecording(recordingBytes(1'000'000), true);
    RecordingStream stream(*m_transport, agent(), quickly());
    // An error Disconnected of the sink does not lead to a reconnect.
    const auto size = stream.follow("run-1", 0, [](std::span<const std::byte>) -> Result<void> {
        return stepscope::format::failure(Error::Code::Disconnected, "the network disk is away");
    });
    QVERIFY(!size.ok());
    QCOMPARE(messageOf(size), QString("the network disk is away"));
    QCOMPARE(phases().count(Phase::Reconnecting), 0);
}

void TestRecordingStream::reportsAnUnknownRun()
{
    RecordingStream stream(*m_transport, agent(), quickly());
    const auto size = stream.follow("run-2", 0, collect());
    QVERIFY(!size.ok());
    QCOMPARE(size.error().code, Error::Code::NotFound);
    QVERIFY2(messageOf(size).endsWith("no such run: run-2"), qPrintable(messageOf(size)));
    QCOMPARE(phases().count(Phase::Reconnecting), 0);
}

void TestRecordingStream::reconnectsAfterAKilledAttach()
{
    const QByteArray bytes = recordingBytes(20'000);
    writeRecording(bytes.left(10'000), false);
    bool killed = false;
    RecordingStream stream(*m_transport, agent(), quickly());
    const auto size = stream.follow("run-1", 0, [&](std::span<const std::byte> part) {
        const auto result = collect()(part);
        if (!killed) {
            killed = true;
            QFile file(m_server->home() + "/attach-process");
            (void)file.open(QIODevice::ReadOnly);
            kill(file.readAll().trimmed().toInt(), SIGKILL);
            writeRecording(bytes.mid(10'000), true);
        }
        return result;
    });
    QVERIFY2(size.ok(), qPrintable(messageOf(size)));
    QVERIFY(m_received == bytes);
}

void TestRecordingStream::doesNotRetryAFirstConnection()
{
    m_server->stop();
    RecordingStream stream(*m_transport, agent(), quickly());
    const auto size = stream.follow("run-1", 0, collect());
    QVERIFY(!size.ok());
    QVERIFY2(messageOf(size).contains("connection refused"), qPrintable(messageOf(size)));
    QCOMPARE(phases(), (QList<Phase>{Phase::Connecting, Phase::Ended}));
}

QTEST_GUILESS_MAIN(TestRecordingStream)
#include "tst_recordingstream.moc"
