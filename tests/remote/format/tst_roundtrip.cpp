#include "tests/remote/format/randomrecords.h"

#include <QByteArray>
#include <QTest>

#include <cstdlib>
#include <new>

namespace {
std::size_t largestAllocation = 0;
}

// Counts allocated bytes, to verify that decoders check claimed sizes before they allocate.
[[gnu::noinline]] void* operator new(std::size_t size)
{
    largestAllocation = std::max(largestAllocation, size);
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace stepscope::format;

namespace {

constexpr int kRounds = 400;

void verifySamples(const SampleBlock& block)
{
    const auto decoded = decodeSamples(RandomRecords::payloadOf(block));
    QVERIFY2(decoded.ok(), decoded.ok() ? "" : decoded.error().text.c_str());
    QCOMPARE(decoded->group, block.group);
    QCOMPARE(decoded->times, block.times);
    QCOMPARE(decoded->columns.size(), block.columns.size());
    for (std::size_t i = 0; i < block.columns.size(); ++i) {
        QCOMPARE(decoded->columns[i].channel, block.columns[i].channel);
        QCOMPARE(decoded->columns[i].values, block.columns[i].values);
        QCOMPARE(decoded->columns[i].readOffsets, block.columns[i].readOffsets);
    }
}

/// Every proper prefix of a payload, and the payload with one more byte, is rejected.
template <typename Decode>
void verifyExactLength(Bytes payload, Decode decode)
{
    for (std::size_t cut = 0; cut < payload.size(); ++cut)
        QVERIFY2(!decode(std::span<const std::byte>(payload).first(cut)).ok(),
                 QByteArray::number(int(cut)).constData());
    payload.push_back(std::byte{0});
    QVERIFY(!decode(std::span<const std::byte>(payload)).ok());
}

} // namespace

class TestRoundTrip : public QObject
{
    Q_OBJECT

private slots:
    void samples()
    {
        RandomRecords random(11);
        for (int round = 0; round < kRounds && !QTest::currentTestFailed(); ++round)
            verifySamples(random.samples());
    }

    void sampleExtremes()
    {
        SampleBlock block;
        block.times = {kMissing + 1, INT64_MAX, kMissing + 1, 0};
        block.columns.push_back({1, {INT64_MAX, kMissing + 1, INT64_MAX, 0}, {}});
        block.columns.push_back({2, {kMissing, kMissing, kMissing, kMissing}, {}});
        block.columns.push_back({3, {kMissing, 5, kMissing, 5}, {0, -1000, 1000, 0}});
        block.columns.push_back({4, {-7, -7, -7, -7}, {9'000'000'000'000'000'000, -9'000'000'000'000'000'000, 0, 0}});
        verifySamples(block);
        block.times = {42};
        block.columns = {{0, {kMissing}, {}}};
        verifySamples(block);
    }

    void largestSampleBlock()
    {
        SampleBlock block;
        block.times.resize(kMaxRows);
        for (std::size_t row = 0; row < kMaxRows; ++row)
            block.times[row] = static_cast<std::int64_t>(row) * 10'000'000;
        block.columns.assign(kMaxCells / kMaxRows, SampleColumn{7, std::vector<std::int64_t>(kMaxRows, 1), {}});
        verifySamples(block);
        block.columns.push_back(block.columns.front());
        QVERIFY(!decodeSamples(RandomRecords::payloadOf(block)).ok());
    }

    void readOffsetsHaveMicroseconds()
    {
        SampleBlock block;
        block.times = {0};
        block.columns.push_back({1, {1}, {123'456'789}});
        const auto decoded = decodeSamples(RandomRecords::payloadOf(block));
        QVERIFY(decoded.ok());
        QCOMPARE(decoded->columns[0].readOffsets[0], std::int64_t{123'456'000});
    }

    /// FORMAT.md allows a constant value together with gaps; the encoder does not write this combination.
    void constantWithGaps()
    {
        const auto decodeOne = [](std::uint8_t bitmap, bool withValue) {
            return decodeSamples(encoded([&](ByteWriter& writer) {
                for (const std::uint64_t number : {0, 3, 1}) // group, rows, columns
                    writer.varint(number);
                for (int i = 0; i < 3; ++i)
                    writer.zigzag(0);
                writer.varint(9);
                writer.fixed(std::uint8_t{1 | 4});
                writer.fixed(bitmap);
                if (withValue)
                    writer.zigzag(-3);
            }));
        };
        const auto some = decodeOne(0b110, true);
        QVERIFY(some.ok());
        QCOMPARE(some->columns[0].values, (std::vector<std::int64_t>{kMissing, -3, -3}));
        const auto none = decodeOne(0, false);
        QVERIFY(none.ok());
        QCOMPARE(none->columns[0].values, std::vector<std::int64_t>(3, kMissing));
    }

    void spans()
    {
        RandomRecords random(12);
        for (int round = 0; round < kRounds; ++round) {
            const SpanBlock block = random.spans();
            const auto decoded = decodeSpans(RandomRecords::payloadOf(block));
            QVERIFY(decoded.ok());
            QCOMPARE(decoded->lane, block.lane);
            QCOMPARE(decoded->starts, block.starts);
            QCOMPARE(decoded->durations, block.durations);
            QCOMPARE(decoded->ops, block.ops);
            QCOMPARE(decoded->depths, block.depths);
        }
    }

    void steps()
    {
        RandomRecords random(13);
        for (int round = 0; round < kRounds; ++round) {
            const auto list = random.steps();
            const auto decoded = decodeSteps(encoded([&](ByteWriter& writer) { encodeSteps(writer, list); }));
            QVERIFY(decoded.ok());
            QCOMPARE(*decoded, list);
        }
    }

    void links()
    {
        RandomRecords random(19);
        for (int round = 0; round < kRounds; ++round) {
            const LinkBlock block = random.links();
            const auto decoded = decodeLinks(encoded([&](ByteWriter& writer) {
                encodeLinks(writer, {block.fromLane, block.toLane, block.links});
            }));
            QVERIFY(decoded.ok());
            QCOMPARE(decoded->fromLane, block.fromLane);
            QCOMPARE(decoded->toLane, block.toLane);
            QVERIFY(decoded->links == block.links);
        }
    }

    void namesAndOps()
    {
        RandomRecords random(14);
        for (int round = 0; round < kRounds; ++round) {
            std::vector<std::string> names(random.below(40));
            std::vector<Op> ops(random.below(40));
            for (std::string& name : names)
                name = random.text(40);
            for (Op& op : ops)
                op = {random.id(), random.id(), random.id(), random.id()};
            const std::vector<std::string_view> views(names.begin(), names.end());
            const auto first = static_cast<std::uint32_t>(random.below(5000));
            const auto decodedNames =
                decodeNames(encoded([&](ByteWriter& writer) { encodeNames(writer, first, views); }));
            QVERIFY(decodedNames.ok());
            QCOMPARE(decodedNames->firstId, first);
            QCOMPARE(decodedNames->names, names);
            const auto decodedOps = decodeOps(encoded([&](ByteWriter& writer) { encodeOps(writer, first, ops); }));
            QVERIFY(decodedOps.ok());
            QCOMPARE(decodedOps->firstId, first);
            QCOMPARE(decodedOps->ops, ops);
        }
    }

    void longNamesAreTruncated()
    {
        const std::string name(kMaxName + 10, 'x');
        const std::array<std::string_view, 1> names = {name};
        const auto decoded = decodeNames(encoded([&](ByteWriter& writer) { encodeNames(writer, 1, names); }));
        QVERIFY(decoded.ok());
        QCOMPARE(decoded->names[0].size(), kMaxName);
    }

    void smallRecords()
    {
        RandomRecords random(15);
        for (int round = 0; round < kRounds; ++round) {
            const ClockPair pair = {random.value(), random.value(), random.value()};
            const auto clock = decodeClock(encoded([&](ByteWriter& writer) { encodeClock(writer, pair); }));
            QVERIFY(clock.ok() && *clock == pair);

            const Lane lane = {random.id(), static_cast<Lane::Kind>(random.below(3)), random.below(UINT64_MAX),
                               random.below(UINT64_MAX), random.text(30)};
            const auto lane2 = decodeLane(encoded([&](ByteWriter& writer) { encodeLane(writer, lane, lane.name); }));
            QVERIFY(lane2.ok() && *lane2 == lane);

            const LogChunk chunk = {random.value(), static_cast<LogChunk::Stream>(1 + random.below(2)),
                                    random.text(200)};
            const auto log = decodeLog(
                encoded([&](ByteWriter& writer) { encodeLog(writer, chunk.time, chunk.stream, chunk.text); }));
            QVERIFY(log.ok() && *log == chunk);

            const Event event = {random.value(), static_cast<Event::Severity>(random.below(3)), random.text(200)};
            const auto event2 = decodeEvent(
                encoded([&](ByteWriter& writer) { encodeEvent(writer, event.time, event.severity, event.details); }));
            QVERIFY(event2.ok() && *event2 == event);
        }
    }

    void wrongLengthsAreRejected()
    {
        RandomRecords random(16);
        SampleBlock samples = random.samples(10);
        samples.columns.push_back(random.column(samples.times.size()));
        verifyExactLength(RandomRecords::payloadOf(samples), decodeSamples);
        SpanBlock spans;
        while (spans.starts.empty())
            spans = random.spans(10);
        verifyExactLength(RandomRecords::payloadOf(spans), decodeSpans);
        std::vector<Step> steps(4);
        verifyExactLength(encoded([&](ByteWriter& writer) { encodeSteps(writer, steps); }), decodeSteps);
        const std::array<Link, 3> links = {Link{1, 2}, Link{-5, 1'000'000}, Link{}};
        verifyExactLength(encoded([&](ByteWriter& writer) { encodeLinks(writer, {1, 300, links}); }), decodeLinks);
        const std::array<std::string_view, 2> names = {"aten::conv2d", "[16, 3, 32, 32]"};
        verifyExactLength(encoded([&](ByteWriter& writer) { encodeNames(writer, 1, names); }), decodeNames);
        const std::array<Op, 2> ops = {Op{1, 2, 3, 4}, Op{5, 6, 7, 300}};
        verifyExactLength(encoded([&](ByteWriter& writer) { encodeOps(writer, 1, ops); }), decodeOps);
        verifyExactLength(encoded([&](ByteWriter& writer) { encodeClock(writer, {1, 2, 3}); }), decodeClock);
        verifyExactLength(encoded([&](ByteWriter& writer) {
                              encodeLane(writer, {1, Lane::Kind::Thread, 2, 3, ""}, "main");
                          }),
                          decodeLane);
    }

    void unknownKindsAreRejected()
    {
        const auto with = [](std::size_t at, std::uint8_t value, Bytes bytes) {
            bytes[at] = std::byte{value};
            return bytes;
        };
        const Bytes lane = encoded([](ByteWriter& writer) {
            encodeLane(writer, {1, Lane::Kind::Thread, 2, 3, ""}, "a");
        });
        QVERIFY(decodeLane(lane).ok());
        QVERIFY(!decodeLane(with(1, 3, lane)).ok());
        const Bytes log = encoded([](ByteWriter& writer) { encodeLog(writer, 0, LogChunk::Stream::Output, "a"); });
        QVERIFY(!decodeLog(with(8, 0, log)).ok());
        QVERIFY(!decodeLog(with(8, 3, log)).ok());
        const Bytes event = encoded([](ByteWriter& writer) { encodeEvent(writer, 0, Event::Severity::Info, "{}"); });
        QVERIFY(!decodeEvent(with(8, 3, event)).ok());
        SampleBlock block;
        block.times = {0};
        block.columns = {{1, {1}, {}}};
        const Bytes samples = RandomRecords::payloadOf(block);
        QVERIFY(!decodeSamples(with(5, 8 | 4, samples)).ok()); // the column's encoding
    }

    /// A payload of a few bytes must not cause a large allocation.
    void hostileCounts_data()
    {
        QTest::addColumn<QByteArray>("digits");
        const QByteArray huge = "ffffffffffffffffff01";
        QTest::newRow("rows") << QByteArray("00" + huge + "01");
        QTest::newRow("rows at the limit, without bytes") << QByteArray("00808004") + "01" + "00";
        QTest::newRow("columns") << QByteArray("0001" + huge + "00");
        QTest::newRow("rows x columns") << QByteArray("00808004") + "8020" + QByteArray("00").repeated(65600);
        QTest::newRow("one number") << huge;
        QTest::newRow("first id") << QByteArray(huge + "00");
        QTest::newRow("count") << QByteArray("01" + huge);
        QTest::newRow("more names than a frame may define")
            << QByteArray("00f0a204") + QByteArray("00").repeated(70'000);
        QTest::newRow("count at the limit") << QByteArray("01808080"
                                                          "02");
    }
    void hostileCounts()
    {
        QFETCH(QByteArray, digits);
        const QByteArray raw = QByteArray::fromHex(digits);
        const auto payload = std::as_bytes(std::span(raw.constData(), static_cast<std::size_t>(raw.size())));
        largestAllocation = 0;
        QVERIFY(!decodeSamples(payload).ok());
        QVERIFY(!decodeSpans(payload).ok());
        QVERIFY(!decodeSteps(payload).ok());
        QVERIFY(!decodeNames(payload).ok());
        QVERIFY(!decodeOps(payload).ok());
        QVERIFY2(largestAllocation <= kMaxInternedPerBlock * sizeof(std::string),
                 QByteArray::number(qulonglong(largestAllocation)));
    }
};

QTEST_APPLESS_MAIN(TestRoundTrip)
#include "tst_roundtrip.moc"
