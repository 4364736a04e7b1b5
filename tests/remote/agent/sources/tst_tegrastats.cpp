// tegrastats as a source: on a described board a script prints the lines of its versions.

#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"
#include "tests/support/boardtree.h"

#include <QString>
#include <QTest>

#include <cstdlib>
#include <map>
#include <new>
#include <signal.h>
#include <sys/stat.h>

namespace {

std::atomic<int> allocations{0};

} // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
[[gnu::noinline]] void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
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
#endif

using namespace stepscope;
using agent::SourceState;
using testing::BoardTree;

namespace {

class CollectedEvents : public agent::EventSink
{
public:
    void report(std::int64_t /*time*/, format::Event::Severity /*severity*/, std::string_view /*kind*/,
                std::string_view text) override
    {
        all.emplace_back(text);
    }
    std::vector<std::string> all;
};

constexpr const char* kTx2 = "RAM 1895/7859MB (lfb 1x2MB) CPU [16%@345,off,off,0%@345,0%@345,0%@345] EMC_FREQ 0% "
                             "GR3D_FREQ 42% MCPU@35.5C PMIC@100C VDD_SYS_GPU 153/153 VDD_IN 2913/2913";

/// A board without sensors, but with tegrastats.
class Board
{
public:
    explicit Board(const std::string& script, const char* place = "/usr/bin")
    {
        const std::string path = std::string(place) + "/tegrastats";
        tree.write("/proc/meminfo", "MemTotal: 8042712 kB\nMemAvailable: 4000000 kB\n");
        tree.write(path, "#!/bin/sh\n" + script);
        chmod((tree.root() + path).c_str(), 0755);
        files.emplace(tree.root());
        described = agent::identifyBoard(*files);
    }
    agent::Finding probe(std::vector<std::string_view> served = {})
    {
        source = agent::makeTegrastats();
        const agent::SourceContext context{*files, described, training, 100'000'000, served};
        const agent::Finding finding = source->probe(context);
        channels = finding.state == SourceState::Used ? source->describe(context) : std::vector<agent::Channel>();
        return finding;
    }
    std::map<std::string, std::int64_t> sample()
    {
        std::vector<std::int64_t> values(channels.size());
        std::vector<std::int64_t> times(channels.size());
        source->sample(values, times, events);
        std::map<std::string, std::int64_t> result;
        for (std::size_t i = 0; i < channels.size(); ++i)
            result[std::string(channels[i].quantity) + " " + channels[i].name] = values[i];
        return result;
    }
    const agent::Channel* channel(std::string_view quantity, std::string_view name) const
    {
        for (const agent::Channel& one : channels) {
            if (one.quantity == quantity && one.name == name)
                return &one;
        }
        return nullptr;
    }

    BoardTree tree;
    std::optional<agent::SystemTree> files;
    agent::Board described;
    agent::Training training;
    std::unique_ptr<agent::Source> source;
    std::vector<agent::Channel> channels;
    CollectedEvents events;
};

std::string printing(const std::string& line)
{
    return "while echo '" + line + "'; do sleep 0.02; done\n";
}

} // namespace

class TestTegrastats : public QObject
{
    Q_OBJECT

private slots:
    void samplesItsValues()
    {
        Board board(printing(kTx2));
        const agent::Finding finding = board.probe();
        QVERIFY(finding.state == SourceState::Used);
        const auto values = board.sample();
        QCOMPARE(values.at("rail.power VDD_IN"), 2913);
        QCOMPARE(values.at("gpu.utilization GPU"), 4200);
        QCOMPARE(values.at("temperature MCPU"), 35'500);
        QCOMPARE(values.at("cpu.utilization cpu0"), 1600);
        QCOMPARE(values.at("cpu.utilization cpu1"), format::kMissing);
        const agent::Channel* rail = board.channel("rail.power", "VDD_SYS_GPU");
        QVERIFY(rail && rail->unit == "W" && rail->scale == 0.001 && rail->role == "gpu" && rail->parent == "VDD_IN");
        // Not measured, constant, or derived from other values.
        QVERIFY(!board.channel("emc.utilization", "EMC") && !board.channel("temperature", "PMIC"));
        QVERIFY(!values.contains("rail.power_mean VDD_IN mean"));
    }

    void linesOfAllVersions_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("channel");
        QTest::addColumn<qint64>("value");
        QTest::newRow("R24")
            << "RAM 1/2MB (lfb 1x4MB) cpu [3%,0%]@1428 EMC 4%@1600 AVP 2%@115 GR3D 31%@998 EDP limit 1734"
            << "gpu.utilization GPU" << qint64{3100};
        QTest::newRow("R28")
            << "RAM 1/2MB (lfb 1x4MB) CPU [1%@5,off] EMC_FREQ 12%@1866 GR3D_FREQ 71%@1300 VDD_IN 9025/8416"
            << "emc.utilization EMC" << qint64{1200};
        QTest::newRow("R35") << "05-06-2024 16:34:32 RAM 1/2MB (lfb 1x4MB) CPU [1%@5] GR3D_FREQ 97%@[1377] GPU@50C GPU "
                                "14432mW/13152mW"
                             << "rail.power GPU" << qint64{14432};
        QTest::newRow("R39")
            << "07-25-2026 09:08:28 RAM 1/2MB (lfb 1x4MB) CPU [1%@5] GR3D_FREQ @[1574,1575] tj@66C/70C VIN "
               "28906mW/14453mW/30000mW"
            << "rail.power VIN" << qint64{28906};
    }
    void linesOfAllVersions()
    {
        QFETCH(QString, line);
        QFETCH(QString, channel);
        QFETCH(qint64, value);
        Board board(printing(line.toStdString()));
        QVERIFY(board.probe().state == SourceState::Used);
        QCOMPARE(board.sample().at(channel.toStdString()), value);
    }

    void requestsASupportedInterval()
    {
        Board board("echo \"RAM 1/2MB CPU [1%@5] GR3D_FREQ 1% VDD_IN $2/1\"; exec sleep 100\n");
        QVERIFY(board.probe().state == SourceState::Used);
        QCOMPARE(board.sample().at("rail.power VDD_IN"), 100);
        QCOMPARE(board.channel("rail.power", "VDD_IN")->updateNs.value_or(0), 100'000'000);
    }

    void runsVersionsWithoutIntervalOption()
    {
        Board board("[ $# -gt 0 ] && { echo usage; exit 1; }\n" + printing(kTx2));
        QVERIFY(board.probe().state == SourceState::Used);
        QCOMPARE(board.channel("rail.power", "VDD_IN")->updateNs.value_or(0), 1'000'000'000);
    }

    void findsItInTheHomeOfOldSystems()
    {
        Board board(printing(kTx2), "/home/nvidia");
        QVERIFY(board.probe().state == SourceState::Used);
    }

    void providesOnlyMissingQuantities()
    {
        Board board(printing(kTx2));
        QVERIFY(board.probe({"gpu.utilization", "temperature", "cpu.utilization"}).state == SourceState::Used);
        QVERIFY(board.channel("rail.power", "VDD_IN"));
        QVERIFY(!board.channel("gpu.utilization", "GPU") && !board.channel("temperature", "MCPU"));
        QVERIFY(!board.channel("cpu.utilization", "cpu0") && board.channel("cpu.frequency", "cpu0 frequency"));
    }

    void isNotStartedIfNotNeeded()
    {
        Board board("touch \"$(dirname \"$0\")/started\"\n" + printing(kTx2));
        QVERIFY(board.probe({"rail.power", "gpu.utilization"}).state == SourceState::Unneeded);
        QVERIFY(!board.files->exists("/usr/bin/started"));
    }

    void rejectsAProgramWithoutOutput()
    {
        Board silent("echo these are words; exit 0\n");
        QVERIFY(silent.probe().state == SourceState::Missing);
        Board none(printing(kTx2), "/opt");
        QVERIFY(none.probe().state == SourceState::Missing);
    }

    void valuesStayValidUntilTheNextLine()
    {
        Board board("echo '" + std::string(kTx2) + "'\nread gone < \"$(dirname \"$0\")/none\"; exec sleep 100\n");
        QVERIFY(board.probe().state == SourceState::Used);
        QCOMPARE(board.sample().at("rail.power VDD_IN"), 2913);
        QCOMPARE(board.sample().at("rail.power VDD_IN"), 2913);
    }

    void usesTheLastOfSeveralLines()
    {
        Board board("for i in 1 2 3 4 5; do echo \"RAM 1/2MB CPU [1%@5] VDD_IN $i/1\"; done\ntouch "
                    "\"$(dirname \"$0\")/printed\"; exec sleep 100\n");
        QVERIFY(board.probe().state == SourceState::Used);
        QTRY_VERIFY(board.files->exists("/usr/bin/printed"));
        QCOMPARE(board.sample().at("rail.power VDD_IN"), 5);
    }

    void samplingDoesNotAllocate()
    {
        Board board(printing(kTx2));
        QVERIFY(board.probe().state == SourceState::Used);
        std::vector<std::int64_t> values(board.channels.size());
        std::vector<std::int64_t> times(board.channels.size());
        const int before = allocations;
        for (int i = 0; i < 50; ++i) {
            board.source->sample(values, times, board.events);
            format::sleepUntil(format::monotonicNs() + 2 * format::kMillisecond);
        }
        QCOMPARE(allocations.load(), before);
    }

    void reportsFieldsThatAppearLater()
    {
        Board board(
            "echo 'RAM 1/2MB CPU [1%@5] VDD_IN 1/1'; while echo 'RAM 1/2MB CPU [1%@5] VDD_IN 1/1 NVENC 716'; do "
            "sleep 0.02; done\n");
        QVERIFY(board.probe().state == SourceState::Used);
        QTRY_VERIFY((board.sample(), !board.events.all.empty()));
        QVERIFY(board.events.all.front().find("NVENC") != std::string::npos);
        board.sample();
        QCOMPARE(board.events.all.size(), std::size_t{1});
    }

    void restartsAndReportsAnEndedProgram()
    {
        // The first process ends after its first line; the second one keeps running.
        Board board("d=$(dirname \"$0\"); echo '" + std::string(kTx2) +
                    "'; [ -e \"$d/again\" ] || { touch \"$d/again\"; exit 1; }\n" + printing(kTx2));
        QVERIFY(board.probe().state == SourceState::Used);
        QTRY_COMPARE(board.sample().at("rail.power VDD_IN"), format::kMissing);
        QCOMPARE(board.events.all.size(), std::size_t{1});
        QVERIFY(board.events.all.front().find("tegrastats") != std::string::npos);
        QTRY_COMPARE_WITH_TIMEOUT(board.sample().at("rail.power VDD_IN"), 2913, 20'000);
        QCOMPARE(board.events.all.size(), std::size_t{2});
    }

    void endsWithTheAgent()
    {
        Board board("echo $$ > \"$(dirname \"$0\")/process\"\n" + printing(kTx2));
        QVERIFY(board.probe().state == SourceState::Used);
        const int process = std::stoi(board.files->readText("/usr/bin/process").value_or("0"));
        QVERIFY(process > 0 && kill(process, 0) == 0);
        board.source.reset();
        QVERIFY(kill(process, 0) != 0);
    }

    void planUsesItLast()
    {
        Board board(printing(kTx2));
        const auto plan = agent::planSampling({*board.files, board.described, board.training, 10'000'000});
        const agent::PlannedSource& last = plan.sources.back();
        QCOMPARE(std::string(last.row->name), std::string("tegrastats"));
        QVERIFY(last.finding.state == SourceState::Used);
        for (const agent::Channel& channel : last.channels) {
            QVERIFY(channel.quantity != "memory.used" && channel.quantity != "memory.total");
            if (channel.rail == "VDD_SYS_GPU")
                QCOMPARE(channel.parent, "VDD_IN");
        }
        QCOMPARE(plan.groups[last.groups.front()].periodNs, 100'000'000);

        Board tx2(printing(kTx2));
        tx2.tree.makeTx2();
        const auto served = agent::planSampling({*tx2.files, tx2.described, tx2.training, 10'000'000});
        QVERIFY(served.sources.back().finding.state == SourceState::Unneeded);
    }
};

QTEST_GUILESS_MAIN(TestTegrastats)
#include "tst_tegrastats.moc"
