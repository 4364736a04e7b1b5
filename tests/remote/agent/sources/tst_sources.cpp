#include "remote/format/clock.h"
#include "remote/format/railtree.h"
#include "remote/json/writer.h"
#include "tests/remote/agent/sources/sampledboard.h"
#include "tests/support/boardtree.h"

#include <QString>
#include <QStringList>
#include <QTest>

#include <cmath>

using namespace stepscope;
using agent::SourceState;
using testing::BoardTree;
using testing::CollectedEvents;
using testing::Sampled;

namespace {

void pass(std::int64_t nanoseconds)
{
    format::sleepUntil(format::monotonicNs() + nanoseconds);
}

} // namespace

class TestSources : public QObject
{
    Q_OBJECT

private slots:
    void tx2IsRecognised()
    {
        BoardTree board;
        board.makeTx2();
        const Sampled sampled(board);
        QCOMPARE(sampled.described.board, "Jetson TX2");
        QCOMPARE(sampled.described.model, "quill");
        QCOMPARE(sampled.described.soc, "tegra186");
        QCOMPARE(sampled.described.l4t, "32.7.1");
        QCOMPARE(sampled.described.hostname, "tx2-lab");
        QCOMPARE(sampled.described.machine, "aarch64");
        QCOMPARE(sampled.described.memoryBytes, 8042712LL * 1024);
        QStringList clusters;
        for (const agent::Core& core : sampled.described.cores)
            clusters << QString::fromStdString(core.cluster);
        QCOMPARE(clusters.join(' '), "A57 Denver2 Denver2 A57 A57 A57");
    }

    void offlineDenverCoresHaveTheirCluster()
    {
        BoardTree board;
        board.makeTx2();
        board.remove("/sys/devices/system/cpu/cpu1");
        board.remove("/sys/devices/system/cpu/cpu2");
        board.write("/sys/devices/system/cpu/online", "0,3-5\n");
        Sampled sampled(board);
        QCOMPARE(sampled.described.cores[1].cluster, "Denver2");
        sampled.sample();
        const auto values = sampled.sample();
        QVERIFY(values.at("cpu0") != format::kMissing);
        QCOMPARE(values.at("cpu1"), format::kMissing);
        QCOMPARE(values.at("cpu2 frequency"), format::kMissing);
    }

    void everySourceOfATx2IsUsed()
    {
        BoardTree board;
        board.makeTx2();
        const Sampled sampled(board);
        for (const char* name :
             {"cpuacct", "cpufreq", "meminfo", "ina3221-iio", "gpu-load", "gpu-devfreq", "thermal", "agent"})
            QVERIFY2(sampled.source(name).finding.state == SourceState::Used, name);
        QVERIFY(sampled.source("cpuidle").finding.state == SourceState::Unneeded);
        QVERIFY(sampled.source("procstat").finding.state == SourceState::Unneeded);
        QCOMPARE(sampled.source("cpuacct").finding.resolution, "1 ns");
    }

    void readsTheValuesOfTheFiles()
    {
        BoardTree board;
        board.makeTx2();
        Sampled sampled(board);
        const auto values = sampled.sample();
        QCOMPARE(values.at("VDD_IN"), 6892);
        QCOMPARE(values.at("VDD_SYS_GPU"), 1523);
        QCOMPARE(values.at("VDD_SYS_DDR"), 1330);
        QCOMPARE(values.at("GPU"), 512);
        QCOMPARE(values.at("GPU frequency"), 1'300'500'000);
        QCOMPARE(values.at("A57 frequency"), 1'113'600);
        QCOMPARE(values.at("Denver2 frequency"), 2'035'200);
        QCOMPARE(values.at("memory used"), 8042712 - 5042712);
        QCOMPARE(values.at("memory total"), 8042712);
        QCOMPARE(values.at("swap used"), 20000);
        QCOMPARE(values.at("BCPU-therm"), 41500);
        QCOMPARE(values.at("GPU-therm"), 40000);
        // Constant zones and zones that are off are not recorded.
        QVERIFY(!values.contains("PMIC-Die"));
        QVERIFY(!values.contains("Tboard_tegra"));
        // An unconnected input is not recorded.
        QVERIFY(!values.contains("NC"));
        QCOMPARE(sampled.channel("VDD_IN")->scale, 0.001);
        QCOMPARE(sampled.channel("GPU")->scale, 0.001);
    }

    void railsHaveTheirPlaces()
    {
        BoardTree board;
        board.makeTx2();
        const Sampled sampled(board);
        const auto place = [&](const char* rail) {
            return sampled.channel(rail)->parent + "/" + sampled.channel(rail)->role;
        };
        QCOMPARE(place("VDD_IN"), "/system");
        QCOMPARE(place("VDD_SYS_GPU"), "VDD_IN/gpu");
        QCOMPARE(place("VDD_SYS_CPU"), "VDD_IN/cpu");
        QCOMPARE(place("VDD_SYS_SOC"), "VDD_IN/soc");
        QCOMPARE(place("VDD_SYS_DDR"), "VDD_IN/memory");
        QCOMPARE(place("VDD_4V0_WIFI"), "VDD_IN/other");
        QCOMPARE(place("VDD_MUX"), "/other");
        QCOMPARE(format::railPlace("VDD_SOMETHING").role, "other");
    }

    void findsOlderNamesAndFolders()
    {
        BoardTree board;
        board.makeTx2(28);
        Sampled sampled(board);
        QCOMPARE(sampled.described.l4t, "28.2.1");
        QCOMPARE(sampled.sample().at("VDD_CPU"), 1218);
        QCOMPARE(sampled.channel("VDD_GPU")->parent, "VDD_IN");
    }

    void railsHaveTheirOwnThreadAndReadTimes()
    {
        BoardTree board;
        board.makeTx2();
        Sampled sampled(board);
        QVERIFY(sampled.groupOf("ina3221-iio").lane.kind == agent::SamplingLane::Rails);
        QVERIFY(sampled.groupOf("cpuacct").lane.kind == agent::SamplingLane::Fast);
        const std::int64_t before = format::monotonicNs();
        sampled.sample();
        const std::int64_t after = format::monotonicNs();
        QVERIFY(sampled.lastTimes.at("VDD_IN") >= before);
        QVERIFY(sampled.lastTimes.at("VDD_SYS_GPU") > sampled.lastTimes.at("VDD_IN"));
        QVERIFY(sampled.lastTimes.at("VDD_3V3_SYS") <= after);
    }

    void utilizationFollowsTheCounters()
    {
        BoardTree board;
        board.makeTx2();
        Sampled sampled(board);
        sampled.sample();
        const std::int64_t first = sampled.lastTimes.at("cpu0");
        pass(20'000'000);
        // Half of the elapsed time on core 0, all of it on core 3.
        const std::int64_t passed = format::monotonicNs() - first;
        board.setUsage(std::to_string(1'000'000'000 + passed / 2) + " 0 0 " +
                       std::to_string(1'000'000'000 + 2 * passed) + " 1000000000 1000000000");
        for (const int state : {0, 1, 2})
            board.write("/sys/devices/system/cpu/cpu0/cpuidle/state" + std::to_string(state) + "/time",
                        std::to_string(1'000'000 + passed / 6000));
        const auto values = sampled.sample();
        // On a busy machine the counters are read later than they were written. The correction may take the time
        // between for a running task's time that the kernel has not booked yet.
        const auto interval = static_cast<double>(sampled.lastTimes.at("cpu0") - first);
        const double late = interval - static_cast<double>(passed);
        const double least = 10'000.0 * (0.5 * static_cast<double>(passed)) / interval;
        const double most = 10'000.0 * (0.5 * static_cast<double>(passed) + late) / interval;
        const auto measured = static_cast<double>(values.at("cpu0"));
        QVERIFY2(measured >= 0.98 * least && measured <= 1.02 * most,
                 qPrintable(QString("%1, expected %2 to %3").arg(measured).arg(least).arg(most)));
        QCOMPARE(values.at("cpu3"), 10'000);
        QCOMPARE(values.at("cpu5"), 0);
    }

    void usesIdleStatesWithoutControlGroups()
    {
        BoardTree board;
        board.makeTx2();
        board.remove("/sys/fs/cgroup");
        board.write("/proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
        Sampled sampled(board);
        QVERIFY(sampled.source("cpuacct").finding.state == SourceState::Missing);
        QVERIFY(!sampled.source("cpuacct").finding.reason.empty());
        QVERIFY(sampled.source("cpuidle").finding.state == SourceState::Used);
        sampled.sample();
        pass(10'000'000);
        QCOMPARE(sampled.sample().at("cpu0"), 10'000); // no idle time was booked
    }

    void fallsBackToTicks()
    {
        BoardTree board;
        board.makeTx2();
        board.remove("/sys/fs/cgroup");
        board.write("/proc/mounts", "\n");
        for (int core = 0; core < 6; ++core)
            board.remove("/sys/devices/system/cpu/cpu" + std::to_string(core) + "/cpuidle");
        Sampled sampled(board);
        QVERIFY(sampled.source("procstat").finding.state == SourceState::Used);
        QCOMPARE(sampled.source("procstat").finding.resolution, "10 ms");
        sampled.sample();
        pass(20'000'000);
        board.write(
            "/proc/stat",
            "cpu  6 0 6 60 0 0 0 0 0 0\ncpu0 200 0 50 1000 10 0 0 0 0 0\ncpu1 0 0 0 1200 0 0 0 0 0 0\nintr 5\n");
        const auto values = sampled.sample();
        QCOMPARE(values.at("cpu0"), 10'000);
        QCOMPARE(values.at("cpu1"), 0);
        QCOMPARE(values.at("cpu5"), format::kMissing);
    }

    void offlineCoreIsAGapAndAnEvent()
    {
        BoardTree board;
        board.makeTx2();
        Sampled sampled(board);
        sampled.sample();
        pass(1'000'000);
        QVERIFY(sampled.sample().at("cpu2") != format::kMissing);
        board.setOnline("0,3-5");
        pass(1'000'000);
        auto values = sampled.sample();
        QCOMPARE(values.at("cpu1"), format::kMissing);
        QCOMPARE(values.at("cpu2"), format::kMissing);
        QCOMPARE(values.at("Denver2 frequency"), format::kMissing);
        QVERIFY(values.at("cpu0") != format::kMissing);
        QCOMPARE(sampled.events.all,
                 (std::vector<std::string>{"core: Core 1 is offline now.", "core: Core 2 is offline now."}));
        board.setOnline("0-5");
        pass(1'000'000);
        sampled.sample();
        pass(1'000'000);
        values = sampled.sample();
        QVERIFY(values.at("cpu2") != format::kMissing);
        QCOMPARE(values.at("Denver2 frequency"), 2'035'200);
        QCOMPARE(sampled.events.all.back(), "core: Core 2 is online again.");
        QCOMPARE(sampled.events.all.size(), 4U);
    }

    /// Without the event, a reader could not distinguish them from cores without samples.
    void coresOfflineFromTheBeginningAreAnEvent()
    {
        BoardTree board;
        board.makeTx2();
        board.setOnline("0,3-5");
        Sampled sampled(board);
        sampled.sample();
        pass(1'000'000);
        sampled.sample();
        QCOMPARE(sampled.events.all,
                 (std::vector<std::string>{"core: Core 1 is offline.", "core: Core 2 is offline."}));
    }

    void missingFileIsAGapUntilItIsBack()
    {
        BoardTree board;
        board.makeTx2();
        Sampled sampled(board);
        const std::string node = "/sys/bus/i2c/drivers/ina3221x/0-0041/iio:device1/in_power0_input";
        QCOMPARE(sampled.sample().at("VDD_IN"), 6892);
        board.remove(node);
        QTRY_COMPARE_WITH_TIMEOUT(sampled.sample().at("VDD_IN"), format::kMissing, 5000);
        QCOMPARE(sampled.sample().at("VDD_SYS_CPU"), 1218);
        QCOMPARE(sampled.events.all.size(), 1U);
        QVERIFY(QString::fromStdString(sampled.events.all[0]).contains("VDD_IN cannot be read"));
        board.write(node, "7000\n");
        QTRY_COMPARE_WITH_TIMEOUT(sampled.sample().at("VDD_IN"), 7000, 5000);
        QVERIFY(QString::fromStdString(sampled.events.all.back()).contains("can be read again"));
        QCOMPARE(sampled.events.all.size(), 2U);
    }

    void invalidTextIsAGap()
    {
        BoardTree board;
        board.makeTx2();
        Sampled sampled(board);
        sampled.sample();
        board.write("/sys/bus/i2c/drivers/ina3221x/0-0041/iio:device1/in_power0_input", "");
        board.write("/sys/devices/gpu.0/load", "busy\n");
        board.write("/sys/class/devfreq/17000000.gp10b/cur_freq", "99999999999999999999999999\n");
        board.write("/proc/meminfo", "MemTotal: x\n");
        board.setUsage("garbage");
        const auto values = sampled.sample();
        for (const char* name : {"VDD_IN", "GPU", "GPU frequency", "memory used", "memory total", "cpu0"})
            QVERIFY2(values.at(name) == format::kMissing, name);
    }

    void missingSourcesHaveReasons()
    {
        BoardTree board;
        board.write("/proc/placeholder", "");
        const Sampled sampled(board);
        for (const agent::PlannedSource& source : sampled.plan.sources) {
            if (source.finding.state != SourceState::Used)
                QVERIFY2(!source.finding.reason.empty(), source.row->name);
        }
        std::vector<char> memory(1 << 20);
        json::Writer json(memory);
        agent::writeSources(json, sampled.plan);
        QVERIFY(!json.overflowed());
    }

    void deniedSourcesNameTheRemedy()
    {
        if (getuid() == 0)
            return; // root can read every file
        BoardTree board;
        board.makeTx2();
        board.denyReading("/sys/devices/gpu.0/load");
        const Sampled sampled(board);
        QVERIFY(sampled.source("gpu-load").finding.state == SourceState::Denied);
        QVERIFY(QString::fromStdString(sampled.source("gpu-load").finding.reason).contains("root"));
    }

    void thisMachine()
    {
        // The real /proc and /sys of any machine have cores, memory and this process.
        const agent::SystemTree tree;
        const agent::Board board = agent::identifyBoard(tree);
        QVERIFY(!board.cores.empty());
        agent::Training training;
        training.start(static_cast<int>(getpid()));
        const agent::SamplingPlan plan = agent::planSampling({tree, board, training, 10'000'000});
        CollectedEvents events;
        for (const agent::PlannedSource& source : plan.sources) {
            if (!source.source)
                continue;
            std::vector<std::int64_t> values(source.channels.size());
            std::vector<std::int64_t> times(source.channels.size());
            source.source->sample(values, times, events);
            pass(10'000'000);
            source.source->sample(values, times, events);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const agent::Channel& channel = source.channels[i];
                if (channel.quantity == "cpu.utilization" && values[i] != format::kMissing)
                    QVERIFY(values[i] >= 0 && values[i] <= 10'000);
                if (channel.quantity == "memory.process" || channel.quantity == "memory.used")
                    QVERIFY(values[i] > 0);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSources)
#include "tst_sources.moc"
