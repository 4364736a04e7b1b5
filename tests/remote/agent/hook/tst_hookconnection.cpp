#include "remote/agent/hook/hookconnection.h"
#include "tests/support/hookmessages.h"

#include <QByteArray>
#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

using namespace stepscope;
using namespace stepscope::testing;
using format::FrameType;

namespace {

class CollectedFrames : public agent::HookOutput
{
public:
    bool frame(FrameType type, std::span<const std::byte> payload, agent::LossKind /*kind*/,
               std::uint32_t items) override
    {
        const auto take = [&](auto decoded, auto& list) {
            decodes = decodes && decoded.ok();
            if (decoded)
                list.push_back(std::move(decoded).value());
        };
        const std::string text(reinterpret_cast<const char*>(payload.data()), payload.size());
        if (type == FrameType::Names)
            take(format::decodeNames(payload), names);
        else if (type == FrameType::Ops)
            take(format::decodeOps(payload), ops);
        else if (type == FrameType::Lane)
            take(format::decodeLane(payload), lanes);
        else if (type == FrameType::Spans)
            take(format::decodeSpans(payload), spans);
        else if (type == FrameType::Steps)
            take(format::decodeSteps(payload), steps);
        else if (type == FrameType::Links)
            take(format::decodeLinks(payload), links);
        else if (type == FrameType::Work)
            take(format::decodeWork(payload), work);
        else if (type == FrameType::Metric)
            take(format::decodeMetric(payload), metrics);
        else if (type == FrameType::Event)
            take(format::decodeEvent(payload), events);
        else if (type == FrameType::Facts)
            facts.push_back(text);
        else if (type == FrameType::Samples) {
            std::vector<std::int64_t>& row = rows.emplace_back(payload.size() / sizeof(std::int64_t));
            std::memcpy(row.data(), payload.data(), payload.size());
        }
        total += items;
        return true;
    }
    void lost(agent::LossKind kind, std::uint64_t count, const char* /*reason*/) override { losses[kind] += count; }

    bool decodes = true;
    std::uint64_t total = 0;
    std::vector<format::NameBlock> names;
    std::vector<format::OpBlock> ops;
    std::vector<format::Lane> lanes;
    std::vector<format::SpanBlock> spans;
    std::vector<std::vector<format::Step>> steps;
    std::vector<format::LinkBlock> links;
    std::vector<std::vector<format::OpWork>> work;
    std::vector<format::MetricBlock> metrics;
    std::vector<format::Event> events;
    std::vector<std::string> facts;
    std::vector<std::vector<std::int64_t>> rows; ///< of samples: a RowHead, values, times
    std::map<agent::LossKind, std::uint64_t> losses;
};

struct TestPort
{
    CollectedFrames frames;
    agent::HookIds ids;
    std::unique_ptr<agent::HookScratch> scratch = std::make_unique<agent::HookScratch>();

    std::unique_ptr<agent::HookConnection> connect(std::uint64_t process)
    {
        auto connection = std::make_unique<agent::HookConnection>(ids, *scratch, frames);
        connection->begin(process);
        return connection;
    }
};

bool acceptMarks(agent::HookConnection& connection, const std::string& records, bool isLast)
{
    return connection.acceptMarks(std::as_bytes(std::span(records)), isLast);
}

std::size_t feed(agent::HookConnection& connection, const std::string& bytes)
{
    return connection.feed(std::as_bytes(std::span(bytes)));
}

} // namespace

class TestHookConnection : public QObject
{
    Q_OBJECT

private slots:
    void metricsAreChecked()
    {
        TestPort port;
        const auto connection = port.connect(77);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        feed(*connection, helloMessage() + metricMessage("loss", {{10, 2.5}, {20, nan}, {20, 1.0}, {15, 1.0}}));
        QVERIFY(connection->protocolError().empty());
        QCOMPARE(port.frames.metrics.size(), std::size_t{1});
        QCOMPARE(port.frames.metrics[0].name, std::string("loss"));
        QCOMPARE(port.frames.metrics[0].values.size(), std::size_t{2});
        QCOMPARE(port.frames.metrics[0].values[0].value, 2.5);
        QVERIFY(std::isnan(port.frames.metrics[0].values[1].value));
        QCOMPARE(port.frames.losses[agent::LossKind::Metrics], std::uint64_t{2}); // not in order

        for (int i = 0; i < 70; ++i)
            feed(*connection, metricMessage("m" + std::to_string(i), {{1, 1.0}}));
        QCOMPARE(port.frames.metrics.size(), std::size_t{64});
        QCOMPARE(port.frames.losses[agent::LossKind::Metrics], std::uint64_t{2 + 7});

        // Each process of a distributed training reports its own loss: only one is recorded.
        const auto other = port.connect(78);
        feed(*other, helloMessage() + metricMessage("loss", {{30, 9.0}}));
        QCOMPARE(port.frames.metrics.size(), std::size_t{64});
        QCOMPARE(port.frames.losses[agent::LossKind::Metrics], std::uint64_t{2 + 7 + 1});
        QVERIFY(port.frames.decodes);
    }

    void malformedMetrics_data()
    {
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const std::string& message) {
            QTest::newRow(name) << QByteArray::fromStdString(message);
        };
        row("no name", metricMessage("", {{1, 1.0}}));
        row("long name", metricMessage(std::string(65, 'x'), {{1, 1.0}}));
        row("cut off", hookMessage(MessageType::Metric, std::string_view("\x4\0\0\0loss\x1\0\0\0", 12)));
        row("name beyond the end", hookMessage(MessageType::Metric, std::string_view("\xff\xff\xff\xffloss", 8)));
    }
    void malformedMetrics()
    {
        QFETCH(QByteArray, message);
        TestPort port;
        const auto connection = port.connect(77);
        feed(*connection, helloMessage() + message.toStdString());
        QVERIFY(!connection->protocolError().empty());
        QVERIFY(port.frames.metrics.empty());
    }

    void translatesEachMessageType()
    {
        TestPort port;
        const auto connection = port.connect(77);
        const std::string all =
            helloMessage() + namesMessage(1, {"aten::conv2d", "[1,3]", "op"}) + opsMessage(1, {{1, 2, 0, 3}}) +
            laneMessage(1, 1234, "main") + spansMessage(1, {{1000, 500, 1, 0}, {1100, 50, 1, 1}}) +
            stepsMessage(0, 3, 5000, 100) + hookMessage(MessageType::Facts, R"({"framework":"torch"})") +
            hookMessage(MessageType::Event, R"({"time_ns":42,"severity":"warning","kind":"hook","text":"careful"})") +
            hookMessage(MessageType::Loss, R"({"what":"spans","count":9,"from_ns":1,"to_ns":2,"reason":"too fast"})") +
            linksMessage(1, 1, {{1000, 1100}, {1100, 5000}}) +
            Message(MessageType::Work)
                .number(2U)
                .number(1U)
                .number(std::uint64_t{1} << 40U)
                .number(std::uint64_t{512})
                .number(7U)
                .number(std::uint64_t{1})
                .number(std::uint64_t{1})
                .bytes();
        QCOMPARE(feed(*connection, all), all.size());
        QVERIFY(connection->protocolError().empty());
        QVERIFY(port.frames.decodes);
        QCOMPARE(port.frames.names[0].names[0], "aten::conv2d");
        QCOMPARE(port.frames.ops[0].ops[0], (format::Op{1, 2, 0, 3}));
        QCOMPARE(port.frames.lanes[0], (format::Lane{1, format::Lane::Kind::Thread, 77, 1234, "main"}));
        QCOMPARE(port.frames.spans[0].starts, (std::vector<std::int64_t>{1000, 1100}));
        QCOMPARE(port.frames.spans[0].depths, (std::vector<std::uint8_t>{0, 1}));
        QCOMPARE(port.frames.steps[0][2], (format::Step{2, 5200, 5300, 16, 1, 0}));
        QCOMPARE(port.frames.facts.back(), R"({"framework":"torch"})");
        QCOMPARE(port.frames.events[1].time, 42);
        QVERIFY(port.frames.events[1].severity == format::Event::Severity::Warning);
        QVERIFY(port.frames.events[1].details.find("careful") != std::string::npos);
        QVERIFY(port.frames.events[2].details.find(R"("kind":"loss")") != std::string::npos);
        QVERIFY(port.frames.events[2].details.find(R"("count":9)") != std::string::npos);
        QCOMPARE(port.frames.links[0].links, (std::vector<format::Link>{{1000, 1100}, {1100, 5000}}));
        // Work of undefined ops is dropped.
        QCOMPARE(port.frames.work[0], (std::vector<format::OpWork>{{1, std::uint64_t{1} << 40U, 512}}));
    }

    void acceptsMessagesInPieces()
    {
        const std::string all = helloMessage() + namesMessage(1, {"a", "b"}) + opsMessage(1, {{1, 0, 0, 2}}) +
                                laneMessage(1, 5, "x") + spansMessage(1, {{1, 2, 1, 0}}) + stepsMessage(0, 2, 1, 1);
        TestPort port;
        const auto connection = port.connect(1);
        std::string waiting;
        for (const char byte : all) {
            waiting += byte;
            waiting.erase(0, feed(*connection, waiting));
        }
        QVERIFY(waiting.empty());
        QCOMPARE(port.frames.spans.size(), 1U);
        QCOMPARE(port.frames.steps[0].size(), 2U);
    }

    void mapsIdsPerProcess()
    {
        TestPort port;
        const auto first = port.connect(1);
        const auto second = port.connect(2);
        feed(*first, helloMessage() + namesMessage(1, {"a1", "a2"}));
        feed(*second,
             helloMessage() + namesMessage(1, {"b1"}) + opsMessage(1, {{1, 0, 0, 0}}) + laneMessage(1, 9, "b"));
        feed(*first, namesMessage(3, {"a3"}) + opsMessage(1, {{3, 1, 2, 0}}) + laneMessage(1, 8, "a"));
        feed(*first, spansMessage(1, {{10, 1, 1, 0}}) + stepsMessage(0, 1, 1, 1));
        feed(*second, spansMessage(1, {{10, 1, 1, 0}}) + stepsMessage(0, 1, 1, 1));
        // Names: a1 a2 b1 a3 are 1 2 3 4; ops: b's is 1, a's is 2.
        QCOMPARE(port.frames.ops[0].ops[0], (format::Op{3, 0, 0, 0}));
        QCOMPARE(port.frames.ops[1].ops[0], (format::Op{4, 1, 2, 0}));
        QCOMPARE(port.frames.spans[0].ops[0], 2U);
        QCOMPARE(port.frames.spans[1].ops[0], 1U);
        QVERIFY(port.frames.spans[0].lane != port.frames.spans[1].lane);
        QCOMPARE(port.frames.steps[0][0].process, 0U);
        QCOMPARE(port.frames.steps[1][0].process, 1U);
    }

    void splitsLargeBatches()
    {
        TestPort port;
        const auto connection = port.connect(1);
        feed(*connection, helloMessage() + namesMessage(1, std::vector<std::string>(50'000, "n")));
        feed(*connection,
             opsMessage(1, std::vector<HookOp>(60'000, HookOp{50'000, 1, 0, 0})) + stepsMessage(0, 8192, 0, 10));
        std::size_t names = 0;
        std::uint32_t next = 1;
        for (const format::NameBlock& block : port.frames.names) {
            QCOMPARE(block.firstId, next);
            next += static_cast<std::uint32_t>(block.names.size());
            names += block.names.size();
        }
        QCOMPARE(names, 50'000U);
        QVERIFY(port.frames.decodes);
        std::size_t steps = 0;
        for (const auto& block : port.frames.steps)
            steps += block.size();
        QCOMPARE(steps, 8192U);
    }

    void protocolViolationEndsTheConnection_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const std::string hello = helloMessage();
        row("no greeting", namesMessage(1, {"a"}));
        row("two greetings", hello + hello);
        row("greeting without JSON", hookMessage(MessageType::Hello, "hello"));
        row("other protocol", hookMessage(MessageType::Hello, R"({"protocol":1})"));
        row("names from 5", hello + namesMessage(5, {"a"}));
        row("names from 0", hello + namesMessage(0, {"a"}));
        row("names again", hello + namesMessage(1, {"a"}) + namesMessage(1, {"a"}));
        row("names cut", hello + Message(MessageType::Names).number(1U).number(1U).number(100U).bytes());
        row("too many names", hello + Message(MessageType::Names).number(1U).number(0xFFFFFFFFU).bytes());
        row("ops cut", hello + Message(MessageType::Ops).number(1U).number(2U).number(1U).bytes());
        row("ops overflow", hello + Message(MessageType::Ops).number(1U).number(0x10000000U).bytes());
        row("lane twice", hello + laneMessage(1, 1, "a") + laneMessage(1, 1, "a"));
        row("lane 0", hello + laneMessage(0, 1, "a"));
        row("spans cut", hello + laneMessage(1, 1, "a") + Message(MessageType::Spans).number(1U).number(3U).bytes());
        row("too many spans",
            hello + laneMessage(1, 1, "a") +
                Message(MessageType::Spans).number(1U).number(9000U).raw(std::string(9000 * 21, 'x')).bytes());
        row("steps cut", hello + Message(MessageType::Steps).number(0xFFFFFFFFU).bytes());
        row("links cut", hello + laneMessage(1, 1, "a") +
                             hookMessage(MessageType::Links, linksMessage(1, 1, {{1, 2}}).substr(5, 20)));
        row("too many links", hello + Message(MessageType::Links)
                                          .number(1U)
                                          .number(1U)
                                          .number(9000U)
                                          .raw(std::string(9000 * 16, 'x'))
                                          .bytes());
        row("work cut", hello + Message(MessageType::Work).number(0x0CCCCCCDU).number(1U).bytes());
        row("facts without JSON", hello + hookMessage(MessageType::Facts, "[1]"));
        row("event without JSON", hello + hookMessage(MessageType::Event, ""));
        row("too long", hello + std::string("\x00\x00\x20\x00\x07", hookwire::kHeadSize));
    }
    void protocolViolationEndsTheConnection()
    {
        QFETCH(QByteArray, bytes);
        TestPort port;
        const auto connection = port.connect(1);
        const std::string text = bytes.toStdString();
        QVERIFY(feed(*connection, text) < text.size());
        QVERIFY(!connection->protocolError().empty());
        QVERIFY(port.frames.decodes);
        // Later messages are not processed.
        QCOMPARE(feed(*connection, helloMessage()), 0U);
    }

    void countsInvalidSpansAsLost()
    {
        TestPort port;
        const auto connection = port.connect(1);
        const std::string all = helloMessage() + laneMessage(1, 1, "a") + spansMessage(2, {{1, 1, 1, 0}}) +
                                spansMessage(1, {{1, -1, 1, 0}}) + spansMessage(1, {{5, 1, 1, 0}, {4, 1, 1, 0}}) +
                                spansMessage(1, {{5, 1, 999, 0}}) + linksMessage(1, 3, {{1, 2}, {3, 4}});
        QCOMPARE(feed(*connection, all), all.size());
        QCOMPARE(port.frames.losses[agent::LossKind::Spans], 4U);
        QCOMPARE(port.frames.losses[agent::LossKind::Links], 2U);
        // An undefined op becomes 0; the times are kept.
        QCOMPARE(port.frames.spans[0].ops[0], 0U);
    }

    void skipsUnknownMessageTypes()
    {
        TestPort port;
        const auto connection = port.connect(1);
        const std::string all = helloMessage() + hookMessage(MessageType{200}, "future") +
                                hookMessage(MessageType{201}, "future") + stepsMessage(0, 1, 1, 1);
        QCOMPARE(feed(*connection, all), all.size());
        QCOMPARE(port.frames.steps.size(), 1U);
        QCOMPARE(port.frames.events.size(), 2U); // the greeting and one warning
    }

    void memoryBecomesSampleRows()
    {
        TestPort port;
        port.ids.memoryGroup = 7;
        const auto connection = port.connect(1);
        const auto other = port.connect(2);
        const auto low = [](std::int64_t head) { return head & 0xffffffff; };
        feed(*connection, helloMessage() + memoryMessage({{100, 1, 2, 3}, {200, 4, 5, 6, 10, 20, 30, 40}}));
        // Only the first process's memory is recorded.
        feed(*other, helloMessage() + memoryMessage({{300, 1, 1, 1}}));
        QCOMPARE(port.frames.rows.size(), 2U);
        QCOMPARE(low(port.frames.rows[1][0]), 7);
        QCOMPARE(port.frames.rows[1][0] >> 32, 8);
        port.frames.rows[1].erase(port.frames.rows[1].begin());
        const auto gap = format::kMissing;
        QCOMPARE(port.frames.rows[1],
                 (std::vector<std::int64_t>{4, 5, 6, 10, 20, 30, 40, gap, 200, 200, 200, 200, 200, 200, 200, 200}));
        // Negative values become gaps; rows out of order are lost.
        feed(*connection, memoryMessage({{150, 9, 9, 9}, {250, -7, 5, 6}}));
        QCOMPARE(port.frames.rows.size(), 3U);
        QCOMPARE(port.frames.rows[2][1], format::kMissing);
        QCOMPARE(port.frames.losses[agent::LossKind::Samples], 8U);
        QVERIFY(connection->protocolError().empty() && other->protocolError().empty());
        feed(*connection, Message(MessageType::Memory).number(2U).number(std::uint64_t{1}).bytes());
        QVERIFY(!connection->protocolError().empty());
    }

    void dropsMemoryWithoutAGroup()
    {
        TestPort port;
        const auto connection = port.connect(1);
        feed(*connection, helloMessage() + memoryMessage({{100, 1, 2, 3}}) + stepsMessage(0, 1, 1, 1));
        QVERIFY(port.frames.rows.empty() && port.frames.losses.empty());
        QCOMPARE(port.frames.steps.size(), 1U);
    }

    void takesMarksOnceAndInOrder()
    {
        TestPort port;
        const auto connection = port.connect(1);
        QCOMPARE(connection->nextMark(), 0U);
        const std::string empty(hookwire::kMarkSize, '\0');
        QVERIFY(!acceptMarks(*connection, empty + empty, false));
        QVERIFY(!acceptMarks(*connection, markRecord(1, 5, 9) + markRecord(2, 9, 12) + empty, false));
        QCOMPARE(connection->nextMark(), 2 * hookwire::kMarkSize);
        QVERIFY(acceptMarks(*connection, markRecord(3, 12, 13), false));
        QVERIFY(!acceptMarks(*connection, empty, true));
        QCOMPARE(port.frames.steps.size(), 2U);
        QCOMPARE(port.frames.steps[0], (std::vector<format::Step>{{0, 5, 9, 16, 1, 0}, {1, 9, 12, 16, 1, 0}}));
        QCOMPARE(port.frames.steps[1][0].end, 13);
        QVERIFY(port.frames.losses.empty() && connection->hasSteps());
    }

    void countsMarksThatAreNotComplete()
    {
        TestPort port;
        const auto connection = port.connect(1);
        std::string torn = markRecord(2, 9, 12);
        torn[20] ^= 1;
        const std::string three = markRecord(1, 5, 9) + torn + markRecord(3, 12, 13);
        // It may be complete at the next read; when it is not, it is lost.
        QVERIFY(!acceptMarks(*connection, three, false));
        QCOMPARE(connection->nextMark(), hookwire::kMarkSize);
        QVERIFY(port.frames.losses.empty());
        QVERIFY(acceptMarks(*connection, three.substr(hookwire::kMarkSize), false));
        QCOMPARE(port.frames.losses[agent::LossKind::Steps], 1U);
        QCOMPARE(connection->nextMark(), 3 * hookwire::kMarkSize);
        // At the end there is no next read; an end before the start is no step.
        QVERIFY(!acceptMarks(*connection, markRecord(4, 20, 10), true));
        QCOMPARE(port.frames.losses[agent::LossKind::Steps], 2U);
        QCOMPARE(port.frames.total, 2U);
    }

    void countsOverwrittenMarks()
    {
        TestPort port;
        const auto connection = port.connect(1);
        const std::uint64_t ring = hookwire::kRingRecords;
        QVERIFY(acceptMarks(*connection, markRecord(2 * ring + 1, 5, 9) + markRecord(ring + 2, 9, 12), false));
        QCOMPARE(connection->nextMark(), hookwire::kMarkSize);
        QVERIFY(acceptMarks(*connection, markRecord(ring + 2, 9, 12), false));
        QCOMPARE(port.frames.steps.size(), 1U);
        QCOMPARE(port.frames.steps[0][0].index, ring + 1);
        QCOMPARE(port.frames.losses[agent::LossKind::Steps], ring + 1);
        // The record of the previous round is not lost, and a number of no round is not believed.
        QVERIFY(!acceptMarks(*connection, markRecord(3, 1, 2), true));
        QVERIFY(!acceptMarks(*connection, markRecord(std::uint64_t{1} << 60U, 1, 2), false));
        QCOMPARE(port.frames.losses[agent::LossKind::Steps], ring + 1);
    }

    void countsLanesBeyondTheLimit()
    {
        TestPort port;
        const auto connection = port.connect(1);
        feed(*connection, helloMessage());
        for (std::uint32_t lane = 1; lane <= 1100; ++lane)
            feed(*connection, laneMessage(lane, lane, "t"));
        QVERIFY(connection->protocolError().empty());
        QCOMPARE(port.frames.lanes.size() + port.frames.losses[agent::LossKind::Lanes], 1100U);
        QVERIFY(port.frames.losses[agent::LossKind::Lanes] > 0);
    }
};

QTEST_APPLESS_MAIN(TestHookConnection)
#include "tst_hookconnection.moc"
