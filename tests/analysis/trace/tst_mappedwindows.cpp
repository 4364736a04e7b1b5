#include "analysis/trace/chunkarena.h"

#include <QTest>

#include <algorithm>
#include <atomic>
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
using trace::ChunkArena;

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20U;
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

/// Of files, the program's own among them.
std::size_t residentFileBytes()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    std::size_t kibi = 0;
    while (status >> word) {
        if (word == "RssFile:")
            status >> kibi;
    }
    return kibi * 1024;
}

/// Sanitizers keep memory of their own beside the program's, so that what is resident says nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsMeasured = false;
#else
constexpr bool kIsMeasured = true;
#endif

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

} // namespace

/// What was let go comes back to whoever touches it, and never more of it than there is room for.
class TestMappedWindows : public QObject
{
    Q_OBJECT

private slots:
    void readersAtFullSpeedStayWithinTheBound();
    void whatIsWrittenLaterIsThere();
    void aDiskThatBecomesFullIsTold();
    void otherFaultsStillEndTheProgram();
    void arenasLookAfterTheirOwn();
};

void TestMappedWindows::readersAtFullSpeedStayWithinTheBound()
{
    const std::size_t before = residentFileBytes();
    ChunkArena arena({.limit = kReadLimit});
    const std::vector<std::byte*> chunks = filledChunks(arena, 8 * kReadLimit / kChunk);
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
    // The program's own code is pages of a file, too, and more of it may have come.
    QVERIFY2(!kIsMeasured || most <= before + kReadLimit / 2 + 2 * kMebi, qPrintable(QString::number(most - before)));
}

void TestMappedWindows::whatIsWrittenLaterIsThere()
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
void TestMappedWindows::aDiskThatBecomesFullIsTold()
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
void TestMappedWindows::otherFaultsStillEndTheProgram()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("The sanitizer has handlers of its own, that say what happened.");
#endif
    for (const bool isAsked : {false, true}) {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(::execl("/proc/self/exe", "tst_mappedwindows", kFault, isAsked ? "asked" : "", nullptr));
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY2(isAsked ? WIFEXITED(status) && WEXITSTATUS(status) == kAsked
                         : WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV,
                 qPrintable(QString::number(status)));
    }
}

void TestMappedWindows::arenasLookAfterTheirOwn()
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

int main(int argc, char** argv)
{
    if (argc == 3 && std::strcmp(argv[1], kFault) == 0)
        return touchNowhere(*argv[2] != '\0');
    TestMappedWindows test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_mappedwindows.moc"
