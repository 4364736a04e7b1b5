#include "remote/format/clock.h"
#include "remote/simulator/board/mountedtree.h"
#include "tests/support/boardtree.h"

#include <QTest>

#include <array>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::simulator;
using stepscope::testing::TemporaryFolder;

namespace {

std::string textOf(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A file that stays open, as in the agent. read() returns a failure as "errno N".
class OpenFile
{
public:
    explicit OpenFile(const std::string& path)
        : m_file(open(path.c_str(), O_RDONLY | O_CLOEXEC))
        , m_openError(m_file < 0 ? errno : 0)
    {}
    ~OpenFile() { close(m_file); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] int openError() const { return m_openError; }
    std::string read() const
    {
        std::array<char, 256> bytes{};
        const ssize_t got = pread(m_file, bytes.data(), bytes.size(), 0);
        return got < 0 ? "errno " + std::to_string(errno) : std::string(bytes.data(), static_cast<std::size_t>(got));
    }

private:
    int m_file;
    int m_openError;
};

LiveFile counting(const std::shared_ptr<std::atomic<int>>& count)
{
    LiveFile file;
    file.read = [count](const Request&) { return Answer{std::to_string(++*count) + "\n", 0}; };
    return file;
}

} // namespace

class TestMountedTree : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TemporaryFolder> m_place;
    std::unique_ptr<MountedTree> m_tree;
    [[nodiscard]] TreeNodes& nodes() const { return m_tree->nodes(); }
    [[nodiscard]] std::string at(const std::string& path) const { return m_tree->folder() + path; }

private slots:
    void initTestCase()
    {
        if (const std::string reason = MountedTree::unavailableReason(); !reason.empty())
            QSKIP(reason.c_str());
    }
    void init()
    {
        m_place = std::make_unique<TemporaryFolder>();
        auto tree = MountedTree::mount(m_place->path() + "/tree", std::make_shared<TreeNodes>());
        QVERIFY2(tree.ok(), tree.ok() ? "" : tree.error().text.c_str());
        m_tree = std::move(*tree);
    }
    void cleanup()
    {
        m_tree.reset();
        m_place.reset();
    }

    void textsFoldersAndLinks()
    {
        nodes().addText("/proc/device-tree/model", std::string("quill\0", 6));
        nodes().addLink("/sys/bus/i2c/devices/0-0040", "../../../devices/chip");
        nodes().addText("/sys/devices/chip/name", "ina3221x\n");
        nodes().addFolder("/sys/empty");
        QCOMPARE(textOf(at("/proc/device-tree/model")), std::string("quill\0", 6));
        QCOMPARE(textOf(at("/sys/bus/i2c/devices/0-0040/name")), std::string("ina3221x\n"));
        QVERIFY(std::filesystem::is_empty(at("/sys/empty")));
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(at("/sys")))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        QCOMPARE(names, (std::vector<std::string>{"bus", "devices", "empty"}));
    }

    void listsAFolderOfManyNames()
    {
        for (int i = 0; i < 1000; ++i)
            nodes().addText("/many/a_rather_long_name_of_a_file_number_" + std::to_string(i), "x");
        QCOMPARE(std::distance(std::filesystem::directory_iterator(at("/many")), {}), 1000);
    }

    void aReadAtOffsetZeroComputesANewValue()
    {
        const auto count = std::make_shared<std::atomic<int>>(0);
        nodes().addLive("/count", counting(count));
        const OpenFile file(at("/count"));
        QCOMPARE(file.read(), std::string("1\n"));
        QCOMPARE(file.read(), std::string("2\n"));
        QCOMPARE(textOf(at("/count")), std::string("3\n"));
        QCOMPARE(count->load(), 3);
    }

    void aLongValueReadInPartsIsOneValue()
    {
        const auto count = std::make_shared<std::atomic<char>>('a');
        LiveFile file;
        file.read = [count](const Request&) { return Answer{std::string(300'000, (*count)++), 0}; };
        nodes().addLive("/long", std::move(file));
        QCOMPARE(textOf(at("/long")), std::string(300'000, 'a'));
    }

    void aSlowFileDelaysNoOtherFile()
    {
        LiveFile slow;
        slow.delayNs = 300 * format::kMillisecond;
        std::atomic<bool> slowDone = false;
        slow.read = [](const Request&) { return Answer{"slow\n", 0}; };
        nodes().addLive("/slow", slow);
        nodes().addText("/quick", "quick\n");
        const OpenFile slowFile(at("/slow"));
        const OpenFile quickFile(at("/quick"));
        const std::int64_t begin = format::monotonicNs();
        std::thread reader([&] {
            slowFile.read();
            slowDone = true;
        });
        int reads = 0;
        while (reads < 3 || (!slowDone && reads < 10)) {
            QCOMPARE(quickFile.read(), std::string("quick\n"));
            ++reads;
        }
        const bool readBeside = !slowDone;
        reader.join();
        QVERIFY(readBeside);
        QVERIFY(format::monotonicNs() - begin >= 300 * format::kMillisecond);
    }

    void readsOnOneBusExcludeEachOther()
    {
        const auto bus = std::make_shared<std::mutex>();
        std::atomic<int> inside = 0;
        std::atomic<bool> together = false;
        for (const char* name : {"/a", "/b"}) {
            LiveFile file;
            file.bus = bus;
            file.read = [&](const Request&) {
                together = together || ++inside > 1;
                format::sleepUntilSignal(format::monotonicNs() + 20 * format::kMillisecond);
                --inside;
                return Answer{"1\n", 0};
            };
            nodes().addLive(name, std::move(file));
        }
        const OpenFile a(at("/a"));
        const OpenFile b(at("/b"));
        std::thread reader([&] { a.read(); });
        b.read();
        reader.join();
        QVERIFY(!together);
    }

    void filesFailAsDriversDo()
    {
        nodes().addText("/sensor", "7\n");
        const OpenFile file(at("/sensor"));
        nodes().fail("/sensor", EIO);
        QCOMPARE(file.read(), "errno " + std::to_string(EIO));
        nodes().fail("/sensor", EAGAIN);
        QCOMPARE(file.read(), "errno " + std::to_string(EAGAIN));
        nodes().fail("/sensor", 0);
        QCOMPARE(file.read(), std::string("7\n"));
        nodes().fail("/sensor", EACCES);
        QCOMPARE(OpenFile(at("/sensor")).openError(), EACCES);
    }

    void readsOfARemovedFileFail()
    {
        nodes().addText("/cpu3/time", "7\n");
        const OpenFile file(at("/cpu3/time"));
        nodes().remove("/cpu3");
        QCOMPARE(file.read(), "errno " + std::to_string(ENODEV));
        QCOMPARE(OpenFile(at("/cpu3/time")).openError(), ENOENT);
        nodes().addText("/cpu3/time", "8\n");
        QCOMPARE(textOf(at("/cpu3/time")), std::string("8\n"));
    }

    void passesWritesToTheFile()
    {
        std::mutex mutex;
        std::string got;
        LiveFile file;
        file.read = [](const Request&) { return Answer{}; };
        file.write = [&](std::string_view text) {
            const std::lock_guard lock(mutex);
            got = text;
            return text == "bad" ? EINVAL : 0;
        };
        nodes().addLive("/control", std::move(file));
        const int descriptor = open(at("/control").c_str(), O_WRONLY | O_TRUNC);
        QVERIFY(descriptor >= 0);
        QCOMPARE(write(descriptor, "play", 4), ssize_t{4});
        {
            const std::lock_guard lock(mutex);
            QCOMPARE(got, std::string("play"));
        }
        QCOMPARE(write(descriptor, "bad", 3), ssize_t{-1});
        QCOMPARE(errno, EINVAL);
        close(descriptor);
        nodes().addText("/fixed", "x");
        QCOMPARE(open(at("/fixed").c_str(), O_WRONLY), -1);
    }

    void countsOpenHandles()
    {
        std::atomic<int> openCount = 0;
        LiveFile file;
        file.openCountChanged = [&openCount](int count) { openCount = count; };
        nodes().addLive("/keep", std::move(file));
        {
            const OpenFile first(at("/keep"));
            const OpenFile second(at("/keep"));
            QCOMPARE(openCount.load(), 2);
        }
        QTRY_COMPARE(openCount.load(), 0); // FUSE reports closing asynchronously
    }

    void aFolderIsMountedOnce()
    {
        const auto second = MountedTree::mount(m_tree->folder(), std::make_shared<TreeNodes>());
        QVERIFY(!second.ok());
        QVERIFY(second.error().text.find("already") != std::string::npos);
        QVERIFY(second.error().text.find('\n') == std::string::npos);
    }

    void unmountsCompletely()
    {
        nodes().addText("/x", "1");
        const std::string folder = m_tree->folder();
        m_tree.reset();
        QVERIFY(std::filesystem::is_empty(folder));
    }
};

QTEST_GUILESS_MAIN(TestMountedTree)
#include "tst_mountedtree.moc"
