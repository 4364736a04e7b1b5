#include "remote/agent/recording/recorder.h"
#include "remote/agent/sampling/dither.h"
#include "remote/format/clock.h"
#include "tests/support/boards/layouts.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"
#include "tests/support/hookmessages.h"

#include <QTest>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::testing;

namespace {

/// While set, allocations of all threads are counted.
std::atomic<bool> countAllocations{false};
std::atomic<std::uint64_t> allocations{0};

void countAllocation()
{
    if (countAllocations.load(std::memory_order_relaxed))
        allocations.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Counts in malloc, since functions of the C library do not use operator new.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);

void* malloc(std::size_t size)
{
    countAllocation();
    return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size)
{
    countAllocation();
    return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size)
{
    countAllocation();
    return __libc_realloc(memory, size);
}
}
#else
[[gnu::noinline]] void* operator new(std::size_t size)
{
    countAllocation();
    void* memory = std::malloc(size);
    if (memory == nullptr)
        std::abort();
    return memory;
}
void* operator new(std::size_t size, const std::nothrow_t& /*unused*/) noexcept
{
    return operator new(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif

namespace {

struct Run
{
    TemporaryFolder folder;
    std::unique_ptr<agent::Recorder> recorder;

    [[nodiscard]] std::string file() const { return folder.path() + "/r.stepscope"; }
    [[nodiscard]] std::string socketPath() const { return folder.path() + "/s"; }

    bool open(const std::string& sysroot = {}, std::int64_t periodNs = 10'000'000, std::uint64_t limit = 0)
    {
        recorder = std::make_unique<agent::Recorder>(agent::RecorderOptions{.run = "20260101-000000-abcd",
                                                                            .spoolFile = file(),
                                                                            .spoolLimitBytes = limit,
                                                                            .periodNs = periodNs,
                                                                            .ops = "4:9",
                                                                            .sysroot = sysroot,
                                                                            .cwd = "/",
                                                                            .socketPath = socketPath(),
                                                                            .command = {"python3", "train.py"}});
        const auto opened = recorder->open();
        if (!opened)
            qWarning("%s", opened.error().text.c_str());
        return opened.ok();
    }
    DecodedRecording finish()
    {
        recorder->finish({});
        recorder.reset();
        return decodeRecording(file());
    }
};

void pass(std::int64_t nanoseconds)
{
    format::sleepUntil(format::monotonicNs() + nanoseconds);
}

class HookClient
{
public:
    explicit HookClient(const std::string& path)
        : m_socket(socket(AF_UNIX, SOCK_STREAM, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
        connected = connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }
    ~HookClient() { close(m_socket); }
    /// Passes a descriptor with the data.
    bool sendWith(std::string data, int descriptor) const
    {
        iovec bytes{data.data(), data.size()};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
        msghdr message{};
        message.msg_iov = &bytes;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr* head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
        return sendmsg(m_socket, &message, 0) == static_cast<ssize_t>(data.size());
    }
    bool send(const std::string& bytes) const
    {
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t sent = ::send(m_socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
            if (sent <= 0)
                return false;
            done += static_cast<std::size_t>(sent);
        }
        return true;
    }
    bool connected = false;

private:
    int m_socket;
};

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

private slots:
    void recordingIsCompleteAndBeginsWithItsHeader()
    {
        Run run;
        QVERIFY(run.open());
        // A reader that attaches immediately can read the header.
        QVERIFY(!decodeRecording(run.file()).header.empty());
        run.recorder->start();
        run.recorder->setTraining(static_cast<int>(getpid()));
        run.recorder->log(format::LogChunk::Stream::Output, std::as_bytes(std::span("hello\n", 6)));
        run.recorder->log(format::LogChunk::Stream::Error, std::as_bytes(std::span("bad\n", 4)));
        pass(400'000'000);
        const auto recording = run.finish();
        QVERIFY(recording.errors.empty());
        QCOMPARE(recording.damage.skippedBytes + recording.damage.tornBytes, 0U);
        QVERIFY(recording.order.front() == format::FrameType::Header);
        QVERIFY(recording.order.back() == format::FrameType::Footer);
        QVERIFY(recording.clocks.size() >= 2);
        QCOMPARE(recording.logText(format::LogChunk::Stream::Output), "hello\n");
        QCOMPARE(recording.logText(format::LogChunk::Stream::Error), "bad\n");
        const auto memory = recording.series("training memory");
        QVERIFY(std::any_of(memory.values.begin(), memory.values.end(), [](std::int64_t kib) { return kib > 1000; }));
        QVERIFY(recording.footer.find("\"samples\":" + std::to_string(recording.sampleCount())) != std::string::npos);
        QVERIFY(recording.footer.find("\"log_bytes\":10") != std::string::npos);
    }

    void samplesAtThePeriod()
    {
        Run run;
        QVERIFY(run.open());
        run.recorder->start();
        pass(3'000'000'000);
        const auto recording = run.finish();
        const auto series = recording.series("cpu0");
        QVERIFY(series.times.size() > 2);
        // All times lie on one grid, at most one per position; losses on a suspended machine are reported.
        const std::int64_t first = series.times.front();
        std::int64_t last = -1;
        for (const std::int64_t time : series.times) {
            const std::int64_t place = (time - first + 5'000'000) / 10'000'000;
            QVERIFY(time > first - 1);
            QVERIFY2(place >= last, "a deadline was used twice");
            last = place;
        }
        QVERIFY(std::is_sorted(series.times.begin(), series.times.end()));
        QVERIFY(recording.header.find("\"dither_ns\":1250000") != std::string::npos);
        const std::size_t grid = recording.header.find("\"grid_ns\":");
        QVERIFY(grid != std::string::npos);
        const std::int64_t begin = std::stoll(recording.header.substr(grid + 10));
        for (const std::int64_t time : series.times) {
            const std::int64_t sinceGrid = (time - begin) / 10'000'000 * 10'000'000;
            QVERIFY2(time >= begin + sinceGrid + agent::ditherNs(sinceGrid, 1'250'000), "sooner than its delay");
        }
        if (recording.eventsWith("\"kind\":\"loss\"") == 0)
            QVERIFY(std::abs(static_cast<double>(series.times.size()) - 300) < 10);
    }

    void hookMemoryBecomesSamples()
    {
        BoardTree board;
        describeBoard(board, boardLayouts().front());
        Run run;
        QVERIFY(run.open(board.root()));
        run.recorder->start();
        {
            HookClient client(run.socketPath());
            QVERIFY(client.send(helloMessage() +
                                memoryMessage({{1'000'000, 4096, 8192, 6000}, {3'500'000, 512, 8192, 6000, 44}})));
        }
        const auto recording = run.finish();
        const auto used = recording.series("tensors");
        QCOMPARE(used.times, (std::vector<std::int64_t>{1'000'000, 3'500'000}));
        QCOMPARE(used.values, (std::vector<std::int64_t>{4096, 512}));
        QCOMPARE(recording.series("allocator reserved").values, (std::vector<std::int64_t>{8192, 8192}));
        QCOMPARE(recording.series("tensors at most").values, (std::vector<std::int64_t>{6000, 6000}));
        QCOMPARE(recording.series("parameters").values, (std::vector<std::int64_t>{format::kMissing, 44}));
        QVERIFY(recording.errors.empty());
    }

    void doesNotAllocateAfterTheStart()
    {
        // A board on which all sources of a Jetson and some of a PC are used.
        BoardTree board;
        const auto layouts = boardLayouts();
        describeBoard(board, *std::find_if(layouts.begin(), layouts.end(), [](const BoardLayout& layout) {
                          return layout.row == std::string_view("TX2, L4T 32, with its carrier");
                      }));
        board.write("/sys/kernel/debug/nvmap/iovmm/clients", "CLIENT PROCESS PID SIZE\nuser python3 1234 4468K\n");
        board.write("/sys/block/mmcblk0/size", "1\n");
        board.write("/proc/diskstats", " 179 0 mmcblk0 1 2 3 4 5 6 7 8 9 10 11\n");
        board.write("/proc/net/dev", "  eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
        board.write("/sys/class/power_supply/BAT0/type", "Battery\n");
        board.write("/sys/class/power_supply/BAT0/capacity", "81\n");
        board.write("/sys/class/powercap/intel-rapl:0/name", "package-0\n");
        board.write("/sys/class/powercap/intel-rapl:0/energy_uj", "5\n");
        board.write("/sys/class/hwmon/hwmon7/name", "amdgpu\n");
        board.write("/sys/class/hwmon/hwmon7/power1_average", "35000000\n");
        Run run;
        QVERIFY(run.open(board.root(), 1'000'000));
        run.recorder->start();
        run.recorder->setTraining(static_cast<int>(getpid()));
        HookClient client(run.socketPath());
        std::vector<HookSpan> spans(8000, HookSpan{5, 1, 1, 0});
        std::string messages = helloMessage() + namesMessage(1, {"a", "b"}) + opsMessage(1, {{1, 2, 0, 0}}) +
                               laneMessage(1, 1, "main") + stepsMessage(0, 100, 0, 5) +
                               hookMessage(MessageType::Facts, R"({"a":1})") +
                               hookMessage(MessageType::Event, R"({"text":"x"})") + memoryMessage({{5, 1, 2, 3}});
        for (int i = 0; i < 20; ++i)
            messages += spansMessage(1, spans);
        const std::string line(1000, 'x');
        pass(50'000'000);
        allocations = 0;
        countAllocations = true;
        QVERIFY(client.send(messages));
        for (int i = 0; i < 100; ++i) {
            run.recorder->log(format::LogChunk::Stream::Output, std::as_bytes(std::span(line)));
            run.recorder->report(format::Event::Severity::Info, "run", "something");
            pass(10'000'000);
            // Rare cases must not allocate either: events, and a rail without a number.
            if (i == 20) {
                countAllocations = false;
                board.write("/sys/class/thermal/cooling_device0/cur_state", "3\n");
                board.write("/var/lib/nvpmodel/status", "pmode:0000\n");
                board.write("/sys/bus/i2c/drivers/ina3221x/0-0041/iio:device1/in_power0_input", "none\n");
                countAllocations = true;
            }
        }
        countAllocations = false;
        const std::uint64_t counted = allocations;
        const auto recording = run.finish();
        QCOMPARE(counted, 0U);
        for (const char* text : {"Throttled by cpu-balanced", "The power mode is now 0", "does not contain a number"})
            QVERIFY2(recording.eventsWith(text) == 1, text);
        QCOMPARE(recording.spanCount(), 160'000U);
        QCOMPARE(recording.logText(format::LogChunk::Stream::Output).size(), 100'000U);
    }

    void offlineCoresAreGaps()
    {
        BoardTree board;
        board.makeTx2();
        Run run;
        QVERIFY(run.open(board.root()));
        run.recorder->start();
        pass(300'000'000);
        board.setOnline("0,3-5");
        pass(300'000'000);
        board.setOnline("0-5");
        pass(300'000'000);
        const auto recording = run.finish();
        QCOMPARE(recording.eventsWith("\"kind\":\"core\""), 4U);
        for (const char* name : {"cpu1", "Denver2 frequency", "cpu2"}) {
            const auto series = recording.series(name);
            QVERIFY2(series.values.back() != format::kMissing, name);
            QVERIFY2(std::count(series.values.begin(), series.values.end(), format::kMissing) > 10, name);
        }
        const auto other = recording.series("cpu4");
        QVERIFY(std::count(other.values.begin() + 1, other.values.end(), format::kMissing) == 0);
        QVERIFY(recording.header.find("\"virtual\":true") != std::string::npos);
    }

    void acceptsHooksBesideBrokenOnes()
    {
        Run run;
        QVERIFY(run.open());
        run.recorder->start();
        {
            HookClient good(run.socketPath());
            HookClient garbage(run.socketPath());
            HookClient cut(run.socketPath());
            const HookClient silent(run.socketPath());
            QVERIFY(good.connected && garbage.connected && cut.connected && silent.connected);
            garbage.send(std::string(100'000, 'z'));
            cut.send((helloMessage() + namesMessage(1, {"abc"})).substr(0, helloMessage().size() + 7));
            QVERIFY(good.send(helloMessage() + namesMessage(1, {"op"}) + opsMessage(1, {{1, 0, 0, 0}}) +
                              laneMessage(1, 1, "main") + spansMessage(1, {{100, 10, 1, 0}}) +
                              stepsMessage(0, 5, 0, 10)));
        }
        const auto recording = run.finish();
        QVERIFY(recording.errors.empty());
        QCOMPARE(recording.spanCount(), 1U);
        QCOMPARE(recording.steps.size(), 5U);
        QCOMPARE(recording.names.at(recording.ops.at(recording.spans[0].ops[0]).name), "op");
        QCOMPARE(recording.eventsWith("has closed its connection"), 1U);
        QCOMPARE(recording.eventsWith("in the middle of a message"), 1U);
    }

    void readsTheMarksOfAProcessThatEnds()
    {
        Run run;
        QVERIFY(run.open());
        run.recorder->start();
        const int ring = memfd_create("marks", MFD_CLOEXEC);
        const int hostile = memfd_create("hostile", MFD_CLOEXEC);
        constexpr auto kSize = static_cast<off_t>(hookwire::kRingRecords * hookwire::kMarkSize);
        QCOMPARE(ftruncate(ring, kSize), 0);
        QCOMPARE(ftruncate(hostile, kSize), 0);
        {
            HookClient good(run.socketPath());
            HookClient cut(run.socketPath());
            HookClient pipe(run.socketPath());
            QVERIFY(good.sendWith(helloMessage(), ring));
            QVERIFY(cut.sendWith(helloMessage(), hostile));
            std::array<int, 2> ends{};
            QCOMPARE(::pipe(ends.data()), 0);
            QVERIFY(pipe.sendWith(helloMessage(), ends[0])); // a read of it would wait
            for (const int end : ends)
                close(end);
            std::string marks;
            for (std::uint64_t number = 1; number <= 3000; ++number)
                marks += markRecord(number, static_cast<std::int64_t>(number), static_cast<std::int64_t>(number) + 1);
            QCOMPARE(pwrite(ring, marks.data(), marks.size(), 0), static_cast<ssize_t>(marks.size()));
            const std::string garbage(marks.size(), 'z');
            QCOMPARE(pwrite(hostile, garbage.data(), garbage.size(), 0), static_cast<ssize_t>(garbage.size()));
            pass(200'000'000);
            QCOMPARE(ftruncate(hostile, 0), 0); // the agent must not fault
            const std::string last = markRecord(3001, 5000, 5001);
            QCOMPARE(pwrite(ring, last.data(), last.size(), static_cast<off_t>(marks.size())),
                     static_cast<ssize_t>(last.size()));
        }
        close(ring);
        close(hostile);
        const auto recording = run.finish();
        QVERIFY(recording.errors.empty());
        QCOMPARE(recording.steps.size(), 3001U);
        QCOMPARE(recording.steps.back().end, 5001);
        QCOMPARE(recording.lossCount("steps"), 0U);
        QCOMPARE(recording.eventsWith("The hook is in process"), 3U);
    }

    void countsProcessesBeyondTheLimit()
    {
        Run run;
        QVERIFY(run.open());
        run.recorder->start();
        std::vector<std::unique_ptr<HookClient>> clients;
        for (int i = 0; i < 80; ++i)
            clients.push_back(std::make_unique<HookClient>(run.socketPath()));
        // Once the first client's steps are recorded, all clients have been accepted.
        QVERIFY(clients[0]->send(helloMessage() + stepsMessage(0, 1, 0, 1)));
        const auto recording = run.finish();
        QCOMPARE(recording.steps.size(), 1U);
        QCOMPARE(recording.eventsWith("\"what\":\"connections\""), 1U);
    }

    void dropsOpDetailFirstAtTheLimit()
    {
        Run run;
        QVERIFY(run.open({}, 10'000'000, 200 * 1024));
        run.recorder->start();
        HookClient client(run.socketPath());
        QVERIFY(client.send(helloMessage() + namesMessage(1, {"op"}) + opsMessage(1, {{1, 0, 0, 0}}) +
                            laneMessage(1, 1, "main")));
        std::uint64_t sent = 0;
        std::int64_t time = 0;
        for (int batch = 0; batch < 40; ++batch) {
            std::vector<HookSpan> spans;
            for (int i = 0; i < 1000; ++i, time += 100'000)
                spans.push_back({time, 5000 + (i * 7919) % 90'000, 1, 0});
            sent += spans.size();
            QVERIFY(client.send(spansMessage(1, spans)));
        }
        QVERIFY(client.send(stepsMessage(0, 10, 0, 1000)));
        pass(600'000'000);
        run.recorder->log(format::LogChunk::Stream::Output, std::as_bytes(std::span("still here", 10)));
        const std::int64_t afterFull = format::monotonicNs();
        pass(600'000'000);
        const auto recording = run.finish();
        QVERIFY(std::filesystem::file_size(run.file()) <= 200U * 1024U);
        QVERIFY(recording.spanCount() < sent);
        QVERIFY(recording.spanCount() > 0);
        QCOMPARE(recording.steps.size(), 10U);
        QCOMPARE(recording.logText(format::LogChunk::Stream::Output), "still here");
        QVERIFY(recording.series("cpu0").times.back() > afterFull);
        // Every missing span is reported; a busy machine may also lose samples.
        QCOMPARE(recording.spanCount() + recording.lossCount("spans"), sent);
        const std::uint64_t losses = recording.lossCount("spans") + recording.lossCount("samples");
        QVERIFY(recording.footer.find("\"losses\":" + std::to_string(losses) + "}") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
