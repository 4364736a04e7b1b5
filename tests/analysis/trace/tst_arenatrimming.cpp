#include "analysis/trace/chunkarena.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace stepscope;
using trace::ChunkArena;

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20U;
constexpr std::size_t kLimit = 8 * kMebi;
constexpr std::size_t kChunk = 32768;
/// Chunks that each reader checks; fewer under sanitizers, which make each byte about 20 times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kReads = 400;
#else
constexpr std::size_t kReads = 6000;
#endif

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

/// Resident bytes of the file mappings that contain the chunks, from /proc/self/smaps (proc(5)).
std::size_t residentMappedBytes(const std::vector<std::byte*>& chunks)
{
    std::set<std::uintptr_t> addresses;
    for (const std::byte* chunk : chunks)
        addresses.insert(reinterpret_cast<std::uintptr_t>(chunk));
    std::ifstream smaps("/proc/self/smaps");
    std::string line;
    bool isOfChunks = false;
    std::size_t kibi = 0;
    while (std::getline(smaps, line)) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (const auto dash = first.find('-'); dash != std::string::npos && first.back() != ':') {
            const auto begin = std::stoull(first.substr(0, dash), nullptr, 16);
            const auto end = std::stoull(first.substr(dash + 1), nullptr, 16);
            std::string permissions;
            words >> permissions;
            const auto address = addresses.lower_bound(begin);
            isOfChunks = address != addresses.end() && *address < end && permissions.back() == 's';
        } else if (isOfChunks && first == "Rss:") {
            std::size_t size = 0;
            words >> size;
            kibi += size;
        }
    }
    return kibi * 1024;
}

} // namespace

/// ChunkArena::trim() releases the resident pages of the file mapping. The data stays correct, also for threads that
/// read or write at the same time.
class TestArenaTrimming : public QObject
{
    Q_OBJECT

private slots:
    void residentMemoryFallsAndDataReturns();
    void fillingStaysWithinTheBound();
    void idleReadersAreTrimmed();
    void readersWhileTrimming();
    void writersWhileTrimming();
    void dataWrittenAfterTrimmingIsKept();
    void fullDiskIsReported();
    void arenasAreIndependent();
};

void TestArenaTrimming::residentMemoryFallsAndDataReturns()
{
    ChunkArena arena({.limit = kLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 4 * kLimit / kChunk);
    QVERIFY(arena.use().mapped >= 3 * kLimit);
    for (int round = 0; round < 3; ++round) {
        arena.trim();
        const std::size_t trimmed = residentMappedBytes(chunks);
        QVERIFY2(trimmed == 0, qPrintable(QString::number(trimmed)));
        for (std::size_t i = 0; i < chunks.size(); ++i)
            QVERIFY(isFilled(chunks[i], i));
    }
}

/// The arena checks the bound itself whenever a segment is added.
void TestArenaTrimming::fillingStaysWithinTheBound()
{
    ChunkArena arena({.limit = kLimit});
    std::vector<std::byte*> chunks;
    std::size_t most = 0;
    for (std::size_t i = 0; i < 8 * kLimit / kChunk; ++i) {
        chunks.push_back(arena.allocate(kChunk));
        std::memset(chunks.back(), filling(i), kChunk);
        if (i % 16 == 0)
            most = std::max(most, residentMappedBytes(chunks));
    }
    // An eighth of the bound, the segment that is being filled, and the error of the kernel's page counter.
    QVERIFY2(most <= kLimit / 8 + 4 * kMebi, qPrintable(QString::number(most)));
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i));
}

/// Without further allocations, the arena's thread trims what readers made resident.
void TestArenaTrimming::idleReadersAreTrimmed()
{
    ChunkArena arena({.limit = kLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 8 * kLimit / kChunk);
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i));
    const auto isTrimmed = [&] { return residentMappedBytes(chunks) <= kLimit / 8 + 4 * kMebi; };
    for (int tries = 0; tries < 100 && !isTrimmed(); ++tries)
        QTest::qSleep(100);
    QVERIFY(isTrimmed());
}

void TestArenaTrimming::readersWhileTrimming()
{
    ChunkArena arena({.limit = kLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 8 * kLimit / kChunk);
    std::atomic<int> reading = 3;
    std::atomic<bool> isSame = true;
    std::vector<std::thread> readers;
    for (unsigned seed = 0; seed < 3; ++seed) {
        readers.emplace_back([&, seed] {
            std::mt19937 random(seed);
            for (std::size_t i = 0; i < kReads; ++i) {
                // One thread reads in order, the others at random.
                const std::size_t chunk = seed == 0 ? i % chunks.size() : random() % chunks.size();
                if (!isFilled(chunks[chunk], chunk))
                    isSame = false;
            }
            --reading;
        });
    }
    int trims = 0;
    while (reading > 0) {
        arena.trim();
        ++trims;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    for (std::thread& reader : readers)
        reader.join();
    QVERIFY(isSame);
    QVERIFY(trims > 10);
}

void TestArenaTrimming::writersWhileTrimming()
{
    ChunkArena arena({.limit = kLimit});
    std::atomic<bool> isTrimming = true;
    std::thread trimmer([&] {
        while (isTrimming)
            arena.trim();
    });
    std::vector<std::byte*> chunks = filledChunks(arena, 4 * kLimit / kChunk);
    for (std::size_t i = 0; i < chunks.size(); i += 2)
        std::memset(chunks[i], filling(i + 100), kChunk);
    isTrimming = false;
    trimmer.join();
    arena.trim();
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i % 2 == 0 ? i + 100 : i));
}

void TestArenaTrimming::dataWrittenAfterTrimmingIsKept()
{
    ChunkArena arena({.limit = kLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 4 * kLimit / kChunk);
    arena.trim();
    for (std::size_t i = 0; i < chunks.size(); i += 3)
        std::memset(chunks[i], filling(i + 1), kChunk);
    arena.trim();
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i % 3 == 0 ? i + 1 : i));
}

/// A file at its size limit fails like a file on a full disk.
void TestArenaTrimming::fullDiskIsReported()
{
    ChunkArena arena({.limit = kLimit});
    std::vector<std::byte*> chunks = filledChunks(arena, 2 * kLimit / kChunk);
    const ChunkArena::Use before = arena.use();
    QVERIFY(before.mapped > 0 && before.trouble.empty());
    rlimit usual{};
    ::getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit full{.rlim_cur = before.mapped, .rlim_max = usual.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &full);
    const std::vector<std::byte*> more = filledChunks(arena, 2 * kLimit / kChunk, chunks.size());
    ::setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, handler);
    chunks.insert(chunks.end(), more.begin(), more.end());

    const ChunkArena::Use use = arena.use();
    QCOMPARE(use.mapped, before.mapped);
    QVERIFY(use.overflowSegments > 0);
    QVERIFY2(use.trouble.find("cannot grow") != std::string::npos, use.trouble.c_str());
    QVERIFY2(use.trouble.find("Free disk space") != std::string::npos, use.trouble.c_str());
    QVERIFY(use.trouble.find('\n') == std::string::npos);
    for (std::size_t i = 0; i < chunks.size(); ++i)
        QVERIFY(isFilled(chunks[i], i));
}

void TestArenaTrimming::arenasAreIndependent()
{
    ChunkArena first({.limit = kLimit});
    const std::vector<std::byte*> kept = filledChunks(first, 2 * kLimit / kChunk);
    for (int round = 0; round < 20; ++round) {
        ChunkArena second({.limit = kLimit / 2});
        const std::vector<std::byte*> chunks = filledChunks(second, kLimit / kChunk);
        first.trim();
        QVERIFY(isFilled(chunks[static_cast<std::size_t>(round)], static_cast<std::size_t>(round)));
        second.trim();
        for (std::size_t i = 0; i < kept.size(); i += 7)
            QVERIFY(isFilled(kept[i], i));
    }
}

QTEST_APPLESS_MAIN(TestArenaTrimming)
#include "tst_arenatrimming.moc"
