#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"
#include "remote/simulator/training/loadactivity.h"
#include "remote/simulator/training/training.h"
#include "tests/remote/simulator/nodereading.h"

#include <QTest>

#include <cmath>
#include <sstream>

using namespace stepscope;
using namespace stepscope::simulator;
using stepscope::testing::nodeAt;
using stepscope::testing::numberAt;
using stepscope::testing::textAt;

namespace {

constexpr std::int64_t kBoot = 3600 * format::kSecond;

std::shared_ptr<BoardTruth> truthOf(const std::string& variant, std::int64_t boot)
{
    return std::make_shared<BoardTruth>(describeBoard(variant).value(), boot);
}

/// The mean of many samples of the rates, as a reference.
double meanOfSamples(const BoardTruth& truth, const Rail& rail, std::int64_t from, std::int64_t to)
{
    constexpr int kSamples = 20'000;
    double sum = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
        const double share = (sample + 0.5) / kSamples;
        const auto time = from + static_cast<std::int64_t>(share * static_cast<double>(to - from));
        sum += railSum(rail, truth.rates(time)) + rail.constantWatts;
    }
    return sum / kSamples;
}

} // namespace

/// The files of virtual boards, and their agreement with the truth.
class TestBoards : public QObject
{
    Q_OBJECT

    void variants()
    {
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("cores");
        QTest::addColumn<QString>("rail");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("gpuLoad");
        const QString iio = "/sys/bus/i2c/drivers/ina3221x/";
        const QString load = "/sys/devices/gpu.0/load";
        QTest::newRow("TX2, L4T 32") << "tx2-l4t32"
                                     << "quill" << 6 << iio + "0-0041/iio:device0/rail_name_0"
                                     << "VDD_IN" << load;
        QTest::newRow("TX2, L4T 28") << "tx2-l4t28"
                                     << "quill" << 6 << iio + "0-0041/iio_device/rail_name_2"
                                     << "VDD_DDR" << load;
        QTest::newRow("Nano") << "nano"
                              << "NVIDIA Jetson Nano Developer Kit" << 4 << iio + "6-0040/iio:device0/rail_name_0"
                              << "POM_5V_IN" << load;
        QTest::newRow("Xavier") << "xavier"
                                << "Jetson-AGX" << 8 << iio + "1-0041/iio:device1/rail_name_1"
                                << "VDDRQ" << load;
        QTest::newRow("Orin") << "orin"
                              << "Jetson AGX Orin Developer Kit" << 12
                              << "/sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon3/in1_label"
                              << "VDD_GPU_SOC"
                              << "/sys/devices/platform/gpu.0/load";
    }

private slots:
    void providesTheFilesOfTheBoard_data() { variants(); }
    void providesTheFilesOfTheBoard()
    {
        QFETCH(QString, variant);
        QFETCH(QString, model);
        QFETCH(int, cores);
        QFETCH(QString, rail);
        QFETCH(QString, label);
        QFETCH(QString, gpuLoad);
        TreeNodes nodes;
        addBoardNodes(nodes, truthOf(variant.toStdString(), format::monotonicNs() - format::kSecond), 1);
        QCOMPARE(textAt(nodes, "/proc/device-tree/model"), model.toStdString() + std::string(1, '\0'));
        QVERIFY(textAt(nodes, "/etc/nv_tegra_release").starts_with("# R"));
        QCOMPARE(textAt(nodes, "/sys/devices/system/cpu/present"), "0-" + std::to_string(cores - 1) + "\n");
        QCOMPARE(textAt(nodes, rail.toStdString()), label.toStdString() + "\n");
        QVERIFY(nodeAt(nodes, gpuLoad.toStdString()) != 0);
        for (int core = 0; core < cores; ++core) {
            const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(core);
            QVERIFY(numberAt(nodes, folder + "/cpuidle/state0/time") > 0);
            QVERIFY(numberAt(nodes, folder + "/cpufreq/scaling_cur_freq") > 100'000);
        }
        QVERIFY(textAt(nodes, "/proc/meminfo").find("MemAvailable:") != std::string::npos);
        QVERIFY(numberAt(nodes, "/sys/class/thermal/thermal_zone0/temp") > 20'000);
    }

    void reportsAnUnknownBoard()
    {
        const auto board = describeBoard("tx3");
        QVERIFY(!board.ok());
        for (const std::string& variant : boardVariants())
            QVERIFY(board.error().text.find(variant) != std::string::npos);
    }

    void aModeSetsTheLimitsOfTheClocks()
    {
        const auto truth = truthOf("tx2-l4t32", format::monotonicNs() - format::kSecond);
        TreeNodes nodes;
        addBoardNodes(nodes, truth, 1);
        const auto write = [&](const std::string& path, std::string_view text) {
            return nodes.write(nodeAt(nodes, path), text);
        };
        const std::string status = "/var/lib/nvpmodel/status";
        const std::string gpu = "/sys/devices/17000000.gp10b/devfreq/17000000.gp10b/";
        const std::string core = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_";
        QVERIFY(truth->power().clocks() == Clocks{});
        QCOMPARE(write(status, "pmode:0001 fmode:fanNull\n"), 0);
        QVERIFY(textAt(nodes, status).starts_with("pmode:0001"));
        QCOMPARE(numberAt(nodes, gpu + "max_freq"), 850'500'000LL);
        QCOMPARE(numberAt(nodes, core + "max_freq"), 1'200'000LL);
        QVERIFY(!truth->power().clocks().hasFastCores && truth->power().clocks().gpu < 0.66);
        // Cores with the same clock share its limits; the frequency stays within them.
        QCOMPARE(write("/sys/devices/system/cpu/cpu5/cpufreq/scaling_min_freq", "1200000\n"), 0);
        QCOMPARE(numberAt(nodes, core + "cur_freq"), 1'200'000LL);
        QVERIFY(write(core + "max_freq", "1000000\n") != 0 && write(core + "min_freq", "x\n") != 0);
        QVERIFY(write(gpu + "max_freq", "2000000000\n") != 0 && write(status, "pmode:0009\n") != 0);
        QCOMPARE(write(gpu + "min_freq", "850500000\n"), 0);
        QVERIFY(!truth->power().clocks().isLocked);
        QCOMPARE(write("/sys/devices/system/cpu/cpu1/cpufreq/scaling_min_freq", "1200000\n"), 0);
        QVERIFY(truth->power().clocks().isLocked);
    }

    void countersAgreeWithTheTruth()
    {
        const std::int64_t now = format::monotonicNs();
        const auto truth = truthOf("tx2-l4t32", now - 10 * format::kSecond);
        const auto load = std::make_shared<LoadActivity>(now - 5 * format::kSecond, 60, 3, truth->board().machine, 6);
        QVERIFY(truth->play(load));
        TreeNodes nodes;
        addCpuNodes(nodes, truth);
        const auto usage = [&] {
            std::istringstream text(textAt(nodes, "/sys/fs/cgroup/cpuacct/cpuacct.usage_percpu"));
            std::vector<double> counts;
            for (double count = 0; text >> count;)
                counts.push_back(count);
            return counts;
        };
        const std::int64_t before = format::monotonicNs();
        const auto counts = usage();
        const std::int64_t after = format::monotonicNs();
        QCOMPARE(counts.size(), std::size_t{6});
        for (std::size_t core = 0; core < 6; ++core) {
            QVERIFY(counts[core] >= std::floor(truth->integral(before)[FirstCore + core]));
            QVERIFY(counts[core] <= truth->integral(after)[FirstCore + core]);
        }
        const auto later = usage();
        for (std::size_t core = 0; core < 6; ++core)
            QVERIFY(later[core] >= counts[core]);

        // Idle and busy time add up to the elapsed time, except for the resolution of 1 us and the time between reads.
        const std::int64_t begin = format::monotonicNs();
        long long idle = 0;
        for (int state = 0; state < 3; ++state)
            idle += numberAt(nodes, "/sys/devices/system/cpu/cpu3/cpuidle/state" + std::to_string(state) + "/time");
        const double busy = usage()[3];
        const auto took = static_cast<double>(format::monotonicNs() - begin);
        const auto elapsed = static_cast<double>(begin - truth->boot());
        QVERIFY(std::abs(static_cast<double>(idle) * 1000 + busy - elapsed) <= took + 3000);
    }

    void anActivityEnds()
    {
        const auto truth = truthOf("tx2-l4t32", kBoot);
        const auto load = std::make_shared<LoadActivity>(kBoot, 60, 3, truth->board().machine, 6);
        QVERIFY(truth->play(load));
        QVERIFY(!truth->play(load)); // one activity at a time
        const std::int64_t middle = (load->phases()[2].first + load->phases()[2].second) / 2;
        QVERIFY(truth->rates(middle)[GpuBusy] > 0.9);
        truth->stop(middle);
        QVERIFY(!truth->playing());
        QCOMPARE(truth->rates(middle + 1)[GpuBusy], 0.0);
        QCOMPARE(truth->integral(middle + format::kSecond)[GpuBusy], truth->integral(middle)[GpuBusy]);
        for (int more = 0; more < 5; ++more) { // earlier activities stay part of the integral
            QVERIFY(truth->play(std::make_shared<LoadActivity>(middle, 1, 1, truth->board().machine, 6)));
            truth->stop(middle);
        }
        QCOMPARE(truth->integral(middle)[GpuBusy], load->integral(middle)[GpuBusy]);
    }

    void aSensorHasItsWindowLatencyAndUpdates_data()
    {
        QTest::addColumn<double>("window");
        QTest::addColumn<double>("lag");
        QTest::addColumn<double>("update");
        QTest::newRow("as a conversion") << 0.28 << 0.0 << 0.0;
        QTest::newRow("short") << 5.0 << 3.0 << 0.0;
        QTest::newRow("running average") << 54.0 << 0.0 << 0.84;
        QTest::newRow("long and late") << 420.0 << 50.0 << 6.6;
        QTest::newRow("repeats") << 20.0 << 10.0 << 100.0;
    }
    void aSensorHasItsWindowLatencyAndUpdates()
    {
        QFETCH(double, window);
        QFETCH(double, lag);
        QFETCH(double, update);
        const auto ns = [](double ms) { return static_cast<std::int64_t>(std::llround(ms * 1e6)); };
        const auto truth = truthOf("tx2-l4t32", kBoot);
        const std::int64_t start = kBoot + 10 * format::kSecond;
        QVERIFY(truth->play(std::make_shared<LoadActivity>(start, 60, 5, truth->board().machine, 6)));
        const SensorFacts sensor{ns(window), ns(update), ns(lag), 0};
        const Rail& whole = truth->board().rails.front();
        double swing = 0;
        for (int sample = 0; sample < 40; ++sample) {
            const std::int64_t time = start + sample * 97 * format::kMillisecond + 12'345;
            const std::int64_t grid = ns(update) > 0 ? (time - kBoot) / ns(update) * ns(update) + kBoot : time;
            const double expected = meanOfSamples(*truth, whole, grid - ns(lag) - ns(window), grid - ns(lag));
            const double value = truth->railWatts(whole, sensor, time);
            QVERIFY2(std::abs(value - expected) < 0.01, qPrintable(QString("%1 is not %2").arg(value).arg(expected)));
            swing = std::max(swing, value);
        }
        QVERIFY(swing > 6); // the load is visible
    }

    void railsAreQuantized()
    {
        const auto truth = truthOf("tx2-l4t32", format::monotonicNs() - 10 * format::kSecond);
        QVERIFY(truth->play(std::make_shared<LoadActivity>(format::monotonicNs() - 2 * format::kSecond, 60, 3,
                                                           truth->board().machine, 6)));
        TreeNodes nodes;
        addRailNodes(nodes, truth, 1);
        const std::string folder = "/sys/bus/i2c/drivers/ina3221x/0-0041/iio:device0";
        QCOMPARE(numberAt(nodes, folder + "/in_voltage0_input"), 19152);
        // 40 uV across 10 mOhm are 4 mA.
        for (int sample = 0; sample < 10; ++sample)
            QCOMPARE(numberAt(nodes, folder + "/in_current0_input") % 4, 0);
        const long long power = numberAt(nodes, folder + "/in_power0_input");
        const double steps = static_cast<double>(power) / 76.608;
        QVERIFY2(std::abs(steps - std::round(steps)) < 0.02, qPrintable(QString::number(power)));
        const std::int64_t begin = format::monotonicNs();
        numberAt(nodes, folder + "/in_power1_input");
        QVERIFY(format::monotonicNs() - begin >= 840 * format::kMicrosecond);
    }

    void theInputRailContainsTheOthers()
    {
        for (const char* variant : {"tx2-l4t32", "tx2-l4t28", "nano"}) {
            const Board board = describeBoard(variant).value();
            double parts = 0;
            for (std::size_t rail = 1; rail < board.rails.size(); ++rail)
                parts += railSum(board.rails[rail], board.idle) + board.rails[rail].constantWatts;
            QVERIFY(railSum(board.rails[0], board.idle) + board.rails[0].constantWatts > parts);
        }
    }

    void aPlayingProcessHasItsMemory()
    {
        const std::int64_t now = format::monotonicNs();
        const auto truth = truthOf("tx2-l4t32", now - 100 * format::kSecond);
        TrainingOptions options;
        options.model = "dcgan";
        options.start = now - 10 * format::kSecond;
        QVERIFY(truth->play(Training::make(options, truth->board().machine).value()));
        TreeNodes nodes;
        addProcessNodes(nodes, truth, 4711, "python3");
        std::istringstream statm(textAt(nodes, "/proc/4711/statm"));
        double size = 0;
        double resident = 0;
        statm >> size >> resident;
        QVERIFY(resident * 4096 > 1e8);
        QVERIFY(resident * 4096 < 2e9);
        removeProcessNodes(nodes, 4711);
        QCOMPARE(nodeAt(nodes, "/proc/4711"), std::uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestBoards)
#include "tst_boards.moc"
