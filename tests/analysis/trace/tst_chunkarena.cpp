#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace stepscope;
using namespace stepscope::testing;
using trace::ChunkArena;

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20U;

/// Sanitizers keep memory of their own beside the program's, so that what is resident says nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsMeasured = false;
#else
constexpr bool kIsMeasured = true;
#endif

std::size_t bytesInStatus(const char* name)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    std::size_t kibi = 0;
    while (status >> word) {
        if (word == name)
            status >> kibi;
    }
    return kibi * 1024;
}

std::size_t residentBytes()
{
    return bytesInStatus("VmRSS:");
}

/// Of files, the program's own among them.
std::size_t residentFileBytes()
{
    return bytesInStatus("RssFile:");
}

constexpr std::size_t kReadLimit = 8 * kMebi;
constexpr std::size_t kChunk = 32768;

int filling(std::size_t number)
{
    return static_cast<int>(number % 251);
}

std::vector<std::byte*> filledChunks(ChunkArena& arena, std::size_t count, std::size_t first = 0)
{
    std::vector<std::byte*> chunks;
    for (std::size_t i = first; i < first + count; ++i) {
        chunks.push_back(arena.allocate(kChunk));
        std::memset(chunks.back(), filling(i), kChunk);
    }
    return chunks;
}

bool isFilled(const std::byte* chunk, std::size_t number)
{
    return std::all_of(chunk, chunk + kChunk,
                       [&](std::byte byte) { return byte == static_cast<std::byte>(filling(number)); });
}

/// About `spans` spans on two lanes and a quarter as many samples, in values that do not pack well.
std::vector<std::byte> largeRecording(std::size_t spans)
{
    RecordingBuilder builder;
    const auto channel = builder.channel({.name = "power", .unit = "W", .scale = 0.001, .periodNs = 1'000'000});
    for (int i = 1; i <= 50; ++i)
        builder.op("op" + std::to_string(i));
    std::mt19937 random(1);
    std::vector<std::int64_t> at{0, 500};
    std::int64_t time = 0;
    for (std::size_t made = 0; made < spans; made += 8000) {
        std::vector<trace::SpanRecord> block;
        auto& start = at[made / 8000 % 2];
        while (block.size() < 8000) {
            const auto duration = static_cast<std::int64_t>(100 + random() % 2'000'000);
            const auto op = [&] { return static_cast<std::uint32_t>(1 + random() % 50); };
            block.push_back({start, duration, op(), 0});
            block.push_back({start + duration / 4, duration / 2, op(), 1});
            start += duration + static_cast<std::int64_t>(random() % 1000);
        }
        builder.spans(static_cast<std::uint32_t>(made / 8000 % 2), block);
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

constexpr const char* kFault = "--fault";
constexpr int kAsked = 42;

/// Memory of the arena comes back, that of nobody does not.
int touchNowhere(bool isAsked)
{
    ::alarm(30);
    if (isAsked)
        std::signal(SIGSEGV, [](int) { ::_exit(kAsked); });
    ChunkArena arena({.limit = kReadLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 2 * kReadLimit / kChunk);
    arena.trim();
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (!isFilled(chunks[i], i))
            return 1;
    }
    auto* volatile nowhere = reinterpret_cast<volatile std::byte*>(64);
    *nowhere = std::byte{1};
    return 0;
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
        const auto found = lane.touching(range);
        return std::tuple(found.first, found.last, lane.next(found.first, found.last, range.begin, 1'500'000));
    };
    const auto boxes = [&](const trace::LaneView& lane) {
        std::vector<trace::SpanBox> made;
        lane.boxes(1, range, 500, made);
        return made;
    };
    const auto x = boxes(a);
    const auto y = boxes(b);
    return touching(a) == touching(b) && a.span(i).op == b.span(i).op &&
           std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const trace::SpanBox& p, const trace::SpanBox& q) {
               return p.span == q.span && p.op == q.op && p.count == q.count && p.busy == q.busy;
           });
}

} // namespace

/// However long a recording is, what stays in memory is bounded, and nothing is answered otherwise for it.
class TestChunkArena : public QObject
{
    Q_OBJECT

private slots:
    void sizesAreRead();
    void chunksKeepWhatIsInThem();
    void releasedChunksAreUsedAgain();
    void readersAtFullSpeedStayWithinTheBound();
    void whatIsWrittenLaterIsThere();
    void aDiskThatBecomesFullIsTold();
    void otherFaultsStillEndTheProgram();
    void arenasLookAfterTheirOwn();
    void aBoundThatCannotBeHeldIsTold();
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

void TestChunkArena::chunksKeepWhatIsInThem()
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
    QCOMPARE(use.plain, 2 * kMebi);
    QCOMPARE(use.mapped, 30 * kMebi);
    QVERIFY(use.open <= 2 * kMebi);
    arena.trim();
    QCOMPARE(arena.use().open, kMebi); // what is being filled
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

void TestChunkArena::readersAtFullSpeedStayWithinTheBound()
{
    ChunkArena arena({.limit = kReadLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 8 * kReadLimit / kChunk);
    const std::size_t before = residentFileBytes() - std::min(residentFileBytes(), arena.use().open);
    std::atomic<int> reading = 3;
    std::atomic<bool> isSame = true;
    std::vector<std::thread> readers;
    for (unsigned seed = 0; seed < 3; ++seed) {
        readers.emplace_back([&, seed] {
            std::mt19937 random(seed);
            for (std::size_t i = 0; i < 6000; ++i) {
                // One in order and at full speed, the others all over the place.
                const std::size_t chunk = seed == 0 ? i % chunks.size() : random() % chunks.size();
                if (!isFilled(chunks[chunk], chunk))
                    isSame = false;
            }
            --reading;
        });
    }
    std::size_t most = 0;
    std::size_t open = 0;
    while (reading > 0) {
        open = std::max(open, arena.use().open);
        most = std::max(most, residentFileBytes());
        std::this_thread::yield();
    }
    for (std::thread& reader : readers)
        reader.join();
    QVERIFY(isSame);
    QVERIFY2(open <= kReadLimit / 2, qPrintable(QString::number(open)));
    // The program's own code is pages of a file, too.
    QVERIFY2(!kIsMeasured || most <= before + kReadLimit / 2 + kMebi, qPrintable(QString::number(most - before)));
}

void TestChunkArena::whatIsWrittenLaterIsThere()
{
    ChunkArena arena({.limit = kReadLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 4 * kReadLimit / kChunk);
    arena.trim();
    for (std::size_t i = 0; i < chunks.size(); i += 3)
        std::memset(chunks[i], filling(i + 1), kChunk);
    arena.trim();
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i % 3 == 0 ? i + 1 : i));
}

/// A file that may not grow fails as one does on a full disk.
void TestChunkArena::aDiskThatBecomesFullIsTold()
{
    ChunkArena arena({.limit = kReadLimit});
    std::vector<std::byte*> chunks = filledChunks(arena, 2 * kReadLimit / kChunk);
    const ChunkArena::Use before = arena.use();
    QVERIFY(before.mapped > 0 && before.trouble.empty());
    rlimit usual{};
    ::getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit full{.rlim_cur = before.mapped, .rlim_max = usual.rlim_max};
    const auto handled = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &full);
    const std::vector<std::byte*> more = filledChunks(arena, 2 * kReadLimit / kChunk, chunks.size());
    ::setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, handled);
    chunks.insert(chunks.end(), more.begin(), more.end());

    const ChunkArena::Use use = arena.use();
    QCOMPARE(use.mapped, before.mapped);
    QVERIFY(use.beyond > 0);
    QVERIFY2(use.trouble.find("cannot grow") != std::string::npos, use.trouble.c_str());
    QVERIFY2(use.trouble.find("Free disk space") != std::string::npos, use.trouble.c_str());
    QVERIFY(use.trouble.find('\n') == std::string::npos);
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i));
}

/// In a program of its own, as this one has a handler: it must end by the signal, neither go on nor hang, and whoever
/// wants to know of it is asked.
void TestChunkArena::otherFaultsStillEndTheProgram()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("The sanitizer has handlers of its own, that say what happened.");
#endif
    for (const bool isAsked : {false, true}) {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(::execl("/proc/self/exe", "tst_chunkarena", kFault, isAsked ? "asked" : "", nullptr));
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY2(isAsked ? WIFEXITED(status) && WEXITSTATUS(status) == kAsked
                         : WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV,
                 qPrintable(QString::number(status)));
    }
}

void TestChunkArena::arenasLookAfterTheirOwn()
{
    ChunkArena stays({.limit = kReadLimit});
    const std::vector<std::byte*> kept = filledChunks(stays, 2 * kReadLimit / kChunk);
    for (int round = 0; round < 20; ++round) {
        ChunkArena goes({.limit = kReadLimit / 2});
        const std::vector<std::byte*> chunks = filledChunks(goes, kReadLimit / kChunk);
        stays.trim();
        QVERIFY(isFilled(chunks[static_cast<std::size_t>(round)], static_cast<std::size_t>(round)));
        goes.trim();
        for (std::size_t i = 0; i < kept.size(); i += 7)
            QVERIFY(isFilled(kept[i], i));
    }
}

void TestChunkArena::aBoundThatCannotBeHeldIsTold()
{
    QTemporaryDir folder;
    trace::StoreOptions options;
    options.memoryLimit = 2 * kMebi;
    options.folder = folder.filePath(QStringLiteral("not there")).toStdString();
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
    // Beside the columns: the list of chunks, and what reads come in between two looks.
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
    // All of it was read by now.
    QVERIFY(!kIsMeasured || residentBytes() < before + unbounded + kLimit + kSlack);
}

int main(int argc, char** argv)
{
    if (argc == 3 && std::strcmp(argv[1], kFault) == 0)
        return touchNowhere(*argv[2] != '\0');
    TestChunkArena test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_chunkarena.moc"
