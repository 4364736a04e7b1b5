#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::testing;
using trace::ChunkArena;

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20U;

/// Sanitizers allocate memory themselves, so the resident size of the process is not meaningful with them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsMeasured = false;
#else
constexpr bool kIsMeasured = true;
#endif

std::size_t residentBytes()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    std::size_t kibi = 0;
    while (status >> word) {
        if (word == "VmRSS:")
            status >> kibi;
    }
    return kibi * 1024;
}

/// About `spans` spans on two lanes and a quarter as many samples, with values that do not pack well.
std::vector<std::byte> largeRecording(std::size_t spans)
{
    RecordingBuilder builder;
    const auto channel = builder.channel({.name = "power", .unit = "W", .scale = 0.001, .periodNs = 1'000'000});
    for (int i = 1; i <= 50; ++i)
        builder.op("op" + std::to_string(i));
    std::mt19937 random(1);
    std::vector<std::int64_t> at{0, 500};
    std::int64_t time = 0;
    for (std::size_t count = 0; count < spans; count += 8000) {
        std::vector<trace::SpanRecord> block;
        auto& start = at[count / 8000 % 2];
        while (block.size() < 8000) {
            const auto duration = static_cast<std::int64_t>(100 + random() % 2'000'000);
            const auto op = [&] { return static_cast<std::uint32_t>(1 + random() % 50); };
            block.push_back({start, duration, op(), 0});
            block.push_back({start + duration / 4, duration / 2, op(), 1});
            start += duration + static_cast<std::int64_t>(random() % 1000);
        }
        builder.spans(static_cast<std::uint32_t>(count / 8000 % 2), block);
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (int i = 0; i < 2000; ++i) {
            times.push_back(time += 900'000 + static_cast<std::int64_t>(random() % 200'000));
            values.push_back(static_cast<std::int64_t>(random() % 1'000'000));
        }
        builder.samples(channel, times, values);
    }
    return builder.bytes();
}

trace::TraceView load(const std::vector<std::byte>& bytes, const trace::StoreOptions& options, std::size_t& most)
{
    trace::TraceStore store(options);
    for (std::size_t at = 0; at < bytes.size(); at += kMebi) {
        if (!store.feed(std::span(bytes).subspan(at, std::min(kMebi, bytes.size() - at))))
            return {};
        most = std::max(most, residentBytes());
    }
    store.finish();
    return store.view();
}

bool sameAnswers(const trace::ChannelView& a, const trace::ChannelView& b, unsigned seed)
{
    std::mt19937_64 random(seed);
    const std::size_t first = random() % a.size();
    const std::size_t last = first + random() % (a.size() - first);
    const trace::Extremes x = a.extremes(first, last);
    const trace::Extremes y = b.extremes(first, last);
    const trace::TimeRange range{a.time(first), a.time(last)};
    return x.min == y.min && x.max == y.max && x.samples == y.samples &&
           a.integral(range).value == b.integral(range).value && a.lowerBound(range.end) == b.lowerBound(range.end);
}

bool sameAnswers(const trace::LaneView& a, const trace::LaneView& b, unsigned seed)
{
    std::mt19937_64 random(seed);
    const std::size_t i = random() % a.size();
    const trace::TimeRange range{a.span(i).start,
                                 a.span(i).start + 1 + static_cast<std::int64_t>(random() % 10'000'000'000)};
    const auto touching = [&](const trace::LaneView& lane) {
        const auto [first, last] = lane.touching(range);
        return std::tuple(first, last, lane.next(first, last, range.begin, 1'500'000));
    };
    const auto boxes = [&](const trace::LaneView& lane) {
        std::vector<trace::SpanBox> laneBoxes;
        lane.boxes(1, range, 500, laneBoxes);
        return laneBoxes;
    };
    const auto x = boxes(a);
    const auto y = boxes(b);
    return touching(a) == touching(b) && a.span(i).op == b.span(i).op &&
           std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const trace::SpanBox& p, const trace::SpanBox& q) {
               return p.span == q.span && p.op == q.op && p.count == q.count && p.busy == q.busy;
           });
}

} // namespace

/// The resident memory is bounded for any length of the recording, and query results do not depend on the bound.
class TestChunkArena : public QObject
{
    Q_OBJECT

private slots:
    void sizesAreRead();
    void chunksKeepTheirContents();
    void releasedChunksAreUsedAgain();
    void exceededBoundIsReported();
    void smallRecordingsNeedNoFile();
    void recordingsLargerThanTheBound();
};

void TestChunkArena::sizesAreRead()
{
    const auto bytes = [](const char* text) { return trace::StoreOptions::bytesOf(text); };
    QCOMPARE(bytes("1500000"), std::size_t{1'500'000});
    QCOMPARE(bytes("64M"), 64 * kMebi);
    QCOMPARE(bytes("2 GiB"), 2048 * kMebi);
    QCOMPARE(bytes("1.5g"), 1536 * kMebi);
    for (const char* const wrong : {"", "much", "-3M", "0", "5 apples", "1e300", "nan", "inf"})
        QCOMPARE(bytes(wrong), std::size_t{0});
    qputenv("STEPSCOPE_MEMORY_LIMIT", "96M");
    QCOMPARE(trace::StoreOptions().memoryLimit, 96 * kMebi);
    qunsetenv("STEPSCOPE_MEMORY_LIMIT");
    QCOMPARE(trace::StoreOptions().memoryLimit, 1024 * kMebi);
}

void TestChunkArena::chunksKeepTheirContents()
{
    ChunkArena arena({.limit = 4 * kMebi});
    constexpr std::size_t kSize = 32768;
    std::vector<std::byte*> chunks;
    for (unsigned i = 0; i < 1024; ++i) {
        chunks.push_back(arena.allocate(kSize));
        std::memset(chunks.back(), static_cast<int>(i % 251), kSize);
    }
    const ChunkArena::Use use = arena.use();
    QVERIFY2(use.trouble.empty(), use.trouble.c_str());
    QCOMPARE(use.plain, 3 * kMebi);
    QCOMPARE(use.mapped, 29 * kMebi);
    arena.trim();
    for (unsigned i = 0; i < 1024; ++i) {
        QVERIFY(std::all_of(chunks[i], chunks[i] + kSize,
                            [&](std::byte byte) { return byte == static_cast<std::byte>(i % 251); }));
    }
}

void TestChunkArena::releasedChunksAreUsedAgain()
{
    ChunkArena arena({.limit = 64 * kMebi});
    for (int round = 0; round < 1000; ++round) {
        std::byte* const large = arena.allocate(32768);
        std::byte* const small = arena.allocate(64);
        QVERIFY(reinterpret_cast<std::uintptr_t>(small) % 64 == 0);
        arena.release(large, 32768);
        arena.release(small, 64);
    }
    QCOMPARE(arena.use().plain, 2 * kMebi);
}

void TestChunkArena::exceededBoundIsReported()
{
    QTemporaryDir folder;
    trace::StoreOptions options;
    options.memoryLimit = 2 * kMebi;
    options.folder = folder.filePath(QStringLiteral("missing")).toStdString();
    std::size_t most = 0;
    const trace::TraceView view = load(largeRecording(500'000), options, most);
    QCOMPARE(view.spanCount(), std::uint64_t{504'000});
    QCOMPARE(view.losses().size(), std::size_t{1});
    QCOMPARE(view.losses().front().what, std::string("memory bound"));
    QVERIFY(view.losses().front().reason.find("disk") != std::string::npos);
}

void TestChunkArena::smallRecordingsNeedNoFile()
{
    trace::TraceStore store({.memoryLimit = 64 * kMebi});
    QVERIFY(store.feed(makeTrainingRecording()).ok());
    QVERIFY(store.memory().plain > 0);
    QCOMPARE(store.memory().mapped, std::size_t{0});
}

void TestChunkArena::recordingsLargerThanTheBound()
{
    constexpr std::size_t kLimit = 16 * kMebi;
    const std::vector<std::byte> bytes = largeRecording(3'300'000);
    const std::size_t before = residentBytes();
    std::size_t most = before;
    const trace::TraceView bounded = load(bytes, {.memoryLimit = kLimit}, most);
    // Beyond the columns: the chunk headers, and pages that become resident between two checks.
    constexpr std::size_t kSlack = 12 * kMebi;
    QVERIFY2(!kIsMeasured || most - before < kLimit + kSlack, qPrintable(QString::number((most - before) / kMebi)));
    QVERIFY(bounded.losses().empty());

    std::size_t ignored = 0;
    const std::size_t small = residentBytes();
    const trace::TraceView whole = load(bytes, {.memoryLimit = 4096 * kMebi}, ignored);
    const std::size_t unbounded = residentBytes() - small;
    QVERIFY2(!kIsMeasured || unbounded > 4 * kLimit, qPrintable(QString::number(unbounded / kMebi)));
    for (unsigned seed = 0; seed < 2000; ++seed) {
        QVERIFY(sameAnswers(bounded.channels().front(), whole.channels().front(), seed));
        for (const std::size_t lane : {0, 1})
            QVERIFY(sameAnswers(bounded.lanes()[lane], whole.lanes()[lane], seed));
    }
    // All data has been read now; the arena trims it at its next check.
    const auto isWithinBound = [&] { return !kIsMeasured || residentBytes() < before + unbounded + kLimit + kSlack; };
    for (int tries = 0; tries < 100 && !isWithinBound(); ++tries)
        QTest::qSleep(100);
    QVERIFY(isWithinBound());
}

QTEST_APPLESS_MAIN(TestChunkArena)
#include "tst_chunkarena.moc"
