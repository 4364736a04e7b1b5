#include "remote/agent/hook/hookconnection.h"
#include "remote/format/records.h"
#include "remote/hookwire/client.h"
#include "remote/hookwire/encoder.h"
#include "remote/hookwire/message.h"

#include <QByteArray>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cstring>
#include <memory>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace stepscope;
using format::FrameType;

namespace {

/// Keeps the payloads of all frames.
class FrameList : public agent::HookOutput
{
public:
    bool frame(FrameType type, std::span<const std::byte> payload, agent::LossKind /*kind*/,
               std::uint32_t /*items*/) override
    {
        frames.emplace_back(type, std::vector(payload.begin(), payload.end()));
        return true;
    }
    void lost(agent::LossKind /*kind*/, std::uint64_t count, const char* /*reason*/) override { losses += count; }

    [[nodiscard]] std::vector<std::vector<std::byte>> ofType(FrameType type) const
    {
        std::vector<std::vector<std::byte>> payloads;
        for (const auto& [frameType, payload] : frames) {
            if (frameType == type)
                payloads.push_back(payload);
        }
        return payloads;
    }

    std::vector<std::pair<FrameType, std::vector<std::byte>>> frames;
    std::uint64_t losses = 0;
};

/// The frames that the agent makes from a hook's bytes.
struct Decoded
{
    explicit Decoded(const std::string& bytes)
    {
        agent::HookConnection connection(ids, *scratch, output);
        connection.begin(77);
        taken = connection.feed(std::as_bytes(std::span(bytes)));
        error = connection.protocolError();
    }

    agent::HookIds ids;
    std::unique_ptr<agent::HookScratch> scratch = std::make_unique<agent::HookScratch>();
    FrameList output;
    std::size_t taken = 0;
    std::string error;
};

QByteArray hex(const std::string& bytes)
{
    return QByteArray::fromStdString(bytes).toHex();
}

/// Compares hexadecimal digits; spaces in `expected` only separate fields.
void compare(const QByteArray& actual, QByteArray expected)
{
    QCOMPARE(actual, expected.replace(' ', ""));
}

/// The agent's end of a hook's socket.
class Listener
{
public:
    explicit Listener(const std::string& path)
        : m_socket(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strcpy(address.sun_path, path.c_str());
        bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        listen(m_socket, 1);
    }
    ~Listener() { close(m_socket); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// Everything that the next client sends until it closes the connection.
    [[nodiscard]] std::string readAll() const
    {
        const int peer = accept(m_socket, nullptr, nullptr);
        std::string bytes;
        std::array<char, 4096> part;
        for (ssize_t count = 0; (count = read(peer, part.data(), part.size())) > 0;)
            bytes.append(part.data(), static_cast<std::size_t>(count));
        close(peer);
        return bytes;
    }
    /// Accepts a connection and closes it at once.
    void dropNext() const { close(accept(m_socket, nullptr, nullptr)); }

private:
    int m_socket;
};

} // namespace

class TestHookwire : public QObject
{
    Q_OBJECT

private slots:
    // The bytes as resources/hook/stepscope/wire.py writes them.
    void bytesOfEachMessage()
    {
        using hookwire::Span;
        compare(hex(hookwire::encodeNames(3, std::array<std::string_view, 2>{"ab", ""})),
                "12000000 02 03000000 02000000 02000000 6162 00000000");
        compare(hex(hookwire::encodeOps(1, std::array{format::Op{1, 2, 0, 3}})),
                "18000000 03 01000000 01000000 01000000 02000000 00000000 03000000");
        compare(hex(hookwire::encodeLane({2, format::Lane::Kind::GpuStream, 99, 7, "s"})),
                "15000000 04 02000000 01000000 0700000000000000 01000000 73");
        compare(hex(hookwire::encodeSpans(1, std::array{Span{5, 9, 1, 0}, Span{6, 2, 2, 1}})),
                "32000000 05 01000000 02000000 0500000000000000 0600000000000000 0900000000000000 0200000000000000 "
                "01000000 02000000 00 01");
        compare(hex(hookwire::encodeStep({4, 5, 6, 16, format::Step::kTraced, 0})),
                "28000000 06 01000000 0400000000000000 0500000000000000 0600000000000000 1000000000000000 01000000");
        QCOMPARE(hookwire::encodeFacts("{}"), std::string("\x02\0\0\0\x07{}", 7));
        QCOMPARE(hookwire::encodeHello({10, 9, "", "a\"b"}).substr(hookwire::kHeadSize),
                 "{\"protocol\":2,\"pid\":10,\"parent_pid\":9,\"executable\":\"a\\\"b\"}");
    }

    void agentDecodesEachMessage()
    {
        const std::string bytes = hookwire::encodeHello({77, 1, "3.8", ""}) +
                                  hookwire::encodeNames(1, std::array<std::string_view, 1>{"conv"}) +
                                  hookwire::encodeOps(1, std::array{format::Op{1, 0, 0, 0}}) +
                                  hookwire::encodeLane({1, format::Lane::Kind::Thread, 0, 1234, "main"}) +
                                  hookwire::encodeSpans(1, std::array{hookwire::Span{100, 50, 1, 0}}) +
                                  hookwire::encodeStep({0, 100, 200, 16, format::Step::kTraced, 0}) +
                                  hookwire::encodeFacts(R"({"a":1})");
        const Decoded decoded(bytes);
        QCOMPARE(decoded.error, std::string());
        QCOMPARE(decoded.taken, bytes.size());
        QCOMPARE(decoded.output.losses, 0U);
        QCOMPARE(format::decodeNames(decoded.output.ofType(FrameType::Names)[0])->names,
                 std::vector<std::string>{"conv"});
        QCOMPARE(format::decodeOps(decoded.output.ofType(FrameType::Ops)[0])->ops[0], (format::Op{1, 0, 0, 0}));
        QCOMPARE(*format::decodeLane(decoded.output.ofType(FrameType::Lane)[0]),
                 (format::Lane{1, format::Lane::Kind::Thread, 77, 1234, "main"}));
        const auto spans = *format::decodeSpans(decoded.output.ofType(FrameType::Spans)[0]);
        QCOMPARE(spans.starts[0], 100);
        QCOMPARE(spans.durations[0], 50);
        QCOMPARE(format::decodeSteps(decoded.output.ofType(FrameType::Steps)[0]).value()[0],
                 (format::Step{0, 100, 200, 16, format::Step::kTraced, 0}));
        QCOMPARE(decoded.output.ofType(FrameType::Facts).size(), 2U); // Python's version and the message
    }

    void tablesAreSplitIntoMessages()
    {
        const std::string longName(60'000, 'n');
        const std::vector<std::string_view> names(100, longName);
        const std::vector<format::Op> ops(100'000, format::Op{1, 0, 0, 0});
        std::vector<hookwire::Span> spans;
        for (int i = 0; i < 20'000; ++i)
            spans.push_back({i, 1, 1, 0});
        const Decoded decoded(
            hookwire::encodeHello({}) + hookwire::encodeNames(1, names) + hookwire::encodeOps(1, ops) +
            hookwire::encodeLane({1, format::Lane::Kind::Thread, 0, 1, "main"}) + hookwire::encodeSpans(1, spans));
        QCOMPARE(decoded.error, std::string());
        QCOMPARE(decoded.ids.nextName, 101U);
        QCOMPARE(decoded.ids.nextOp, 100'001U);
        std::size_t count = 0;
        for (const auto& payload : decoded.output.ofType(FrameType::Spans))
            count += format::decodeSpans(payload)->starts.size();
        QCOMPARE(count, spans.size());
    }

    void clientSendsToTheNamedSocket()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("hook.socket").toStdString();
        const Listener listener(path);
        qputenv(hookwire::kSocketVariable, QByteArray::fromStdString(path));
        {
            auto client = hookwire::Client::open();
            QVERIFY(client.ok());
            QVERIFY(client->greet("3.8", "x").ok());
            QVERIFY(client->send(hookwire::encodeFacts("{}")).ok());
        }
        QCOMPARE(listener.readAll(),
                 hookwire::encodeHello({getpid(), getppid(), "3.8", "x"}) + hookwire::encodeFacts("{}"));
    }

    void clientReportsALostConnectionOnce()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("hook.socket").toStdString();
        const Listener listener(path);
        qputenv(hookwire::kSocketVariable, QByteArray::fromStdString(path));
        auto client = hookwire::Client::open();
        QVERIFY(client.ok());
        listener.dropNext();
        QVERIFY(!client->send(hookwire::encodeFacts("{}")).ok());
        QVERIFY(client->send(hookwire::encodeFacts("{}")).ok());
    }

    void clientWithoutASocketDiscards()
    {
        qunsetenv(hookwire::kSocketVariable);
        auto client = hookwire::Client::open();
        QVERIFY(client.ok());
        QVERIFY(client->greet().ok());
    }

    void clientFailsIfTheSocketDoesNotAnswer()
    {
        qputenv(hookwire::kSocketVariable, "/nonexistent/hook.socket");
        QVERIFY(!hookwire::Client::open().ok());
        qputenv(hookwire::kSocketVariable, QByteArray(200, 'x'));
        QVERIFY(!hookwire::Client::open().ok());
    }
};

QTEST_APPLESS_MAIN(TestHookwire)
#include "tst_hookwire.moc"
