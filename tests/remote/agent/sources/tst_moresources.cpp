#include "remote/agent/system/powermode.h"
#include "remote/format/clock.h"
#include "tests/remote/agent/sources/sampledboard.h"
#include "tests/support/boards/layouts.h"

#include <QString>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::testing;
using agent::SourceState;

namespace {

const BoardLayout& layoutOf(std::string_view row)
{
    const auto layouts = boardLayouts();
    return *std::find_if(layouts.begin(), layouts.end(), [&](const BoardLayout& layout) { return layout.row == row; });
}

void pass(std::int64_t nanoseconds)
{
    format::sleepUntil(format::monotonicNs() + nanoseconds);
}

} // namespace

/// Sources with changing values.
class TestMoreSources : public QObject
{
    Q_OBJECT

private slots:
    void reportsPowerModeAndClocks()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("Nano, L4T 32"));
        Sampled sampled(tree);
        sampled.sample();
        QVERIFY(sampled.events.all.empty());
        tree.write("/var/lib/nvpmodel/status", "pmode:0000 fmode:quiet\n");
        tree.write("/sys/devices/system/cpu/cpufreq/policy0/scaling_min_freq", "2035200\n");
        QCOMPARE(sampled.sample().at("power mode"), 0);
        QCOMPARE(sampled.events.all, (std::vector<std::string>{"device: The power mode is now 0, MAXN."}));
        tree.write("/sys/class/devfreq/57000000.gpu/min_freq", "1300500000\n");
        QCOMPARE(sampled.sample().at("clocks locked"), 1);
        QCOMPARE(sampled.events.all.back(), "device: The clocks are now locked (as by jetson_clocks).");
        tree.write("/sys/class/devfreq/57000000.gpu/min_freq", "114750000 \n");
        QCOMPARE(sampled.sample().at("clocks locked"), 0);
        QCOMPARE(sampled.events.all.size(), 3U);
        QVERIFY(agent::powerModeId("pmode:9x") == 9 && !agent::powerModeId("pmode:") && !agent::powerModeId("x"));
    }

    void utilizationFromBusyCycles()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("Orin NX, L4T 35"));
        const std::string counters = "/sys/devices/gpu.0/counters";
        const std::string status = "/sys/devices/gpu.0/power/runtime_status";
        Sampled sampled(tree);
        tree.write(counters, "1600 3000\n");
        auto values = sampled.sample();
        QCOMPARE(values.at("GPU"), 6000);
        QCOMPARE(values.at("GPU busy cycles"), 600);
        // They wrap at 31 bits.
        tree.write(counters, "2147483640 2147483640\n");
        sampled.sample();
        tree.write(counters, "2 92\n");
        QCOMPARE(sampled.sample().at("GPU"), 1000);
        // A sleeping GPU is idle, and its counters are not read.
        tree.write(status, "suspended\n");
        tree.write(counters, "700 900\n");
        QCOMPARE(sampled.sample().at("GPU"), 0);
        // The counters restart: no difference across the sleep.
        tree.write(status, "active\n");
        QCOMPARE(sampled.sample().at("GPU"), format::kMissing);
        tree.write(counters, "800 1100\n");
        QCOMPARE(sampled.sample().at("GPU"), 5000);
        tree.write(counters, "0 0\n");
        QCOMPARE(sampled.sample().at("GPU"), format::kMissing);
        tree.write(status, "resuming\n");
        QCOMPARE(sampled.sample().at("GPU"), format::kMissing);
    }

    void doesNotReadCountersThatMightWake()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("Orin NX, L4T 35"));
        tree.remove("/sys/devices/gpu.0/power");
        const Sampled sampled(tree);
        QVERIFY(sampled.source("gpu-counters").finding.state == SourceState::Missing);
        QVERIFY(QString::fromStdString(sampled.source("gpu-counters").finding.reason).contains("wake"));
        QVERIFY(sampled.source("gpu-load").finding.state == SourceState::Used);
    }

    void doesNotReadTheLoadOfASleepingGpu()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("Nano, L4T 32"));
        Sampled sampled(tree);
        QCOMPARE(sampled.sample().at("GPU"), 512);
        tree.write("/sys/devices/gpu.0/power/runtime_status", "suspended\n");
        QCOMPARE(sampled.sample().at("GPU"), 0);
    }

    void reportsThrottling()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("AGX Orin, L4T 36"));
        tree.write("/sys/class/hwmon/hwmon5/name", "soctherm_oc\n");
        tree.write("/sys/class/hwmon/hwmon5/oc3_event_cnt", "17\n");
        Sampled sampled(tree);
        sampled.sample();
        QVERIFY(sampled.events.all.empty());
        tree.write("/sys/class/thermal/cooling_device0/cur_state", "4\n");
        tree.write("/sys/class/hwmon/hwmon5/oc3_event_cnt", "20\n");
        const auto values = sampled.sample();
        QCOMPARE(values.at("cpu-balanced"), 4);
        QCOMPARE(sampled.channel("cpu-balanced")->scale, 0.1);
        QCOMPARE(values.at("over-current oc3"), 20);
        QCOMPARE(sampled.events.all, (std::vector<std::string>{"throttle: Throttled by cpu-balanced: state 4.",
                                                               "throttle: Throttled: over-current oc3, 3 times."}));
        tree.write("/sys/class/thermal/cooling_device0/cur_state", "0\n");
        tree.write("/sys/class/hwmon/hwmon5/oc3_event_cnt", "21\n"); // not reported again within 10 s
        sampled.sample();
        QCOMPARE(sampled.events.all.size(), 3U);
        QCOMPARE(sampled.events.all.back(), "throttle: No longer throttled by cpu-balanced.");
    }

    void enginesThatAreOffShowZero()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("AGX Orin, L4T 36"));
        const std::string vic = "/sys/class/devfreq/15340000.vic";
        tree.write(vic + "/cur_freq", "729600000\n");
        tree.write(vic + "/device/load", "250\n");
        tree.write(vic + "/device/power/runtime_status", "active\n");
        Sampled sampled(tree);
        auto values = sampled.sample();
        QCOMPARE(values.at("VIC frequency"), 729'600'000);
        QCOMPARE(values.at("VIC"), 250);
        QCOMPARE(values.at("NVDEC frequency"), 716'800'000);
        tree.write(vic + "/device/power/runtime_status", "suspended\n");
        tree.write("/sys/kernel/debug/bpmp/debug/clk/nvdec/state", "0\n");
        values = sampled.sample();
        QCOMPARE(values.at("VIC frequency"), 0);
        QCOMPARE(values.at("VIC"), 0);
        QCOMPARE(values.at("NVDEC frequency"), 0);
    }

    void buffersAreCountedForTheTraining()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("TX2, L4T 32, with its carrier"));
        const std::string clients = "/sys/kernel/debug/nvmap/iovmm/clients";
        tree.write(clients, "CLIENT                        PROCESS      PID        SIZE\nuser                     "
                            "gnome shell     6124      4468K\nuser                         python3 " +
                                std::to_string(getpid()) + "    2M\ntotal                                   6516K\n");
        Sampled sampled(tree);
        QCOMPARE(sampled.sample().at("training GPU memory"), format::kMissing);
        sampled.training.start(static_cast<int>(getpid()));
        const auto values = sampled.sample();
        QCOMPARE(values.at("training GPU memory"), 2048);
        QCOMPARE(values.at("GPU memory"), 6516);
    }

    void ratesAreOfWholeDisksAndRealInterfaces()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("Nano, L4T 32"));
        for (const char* disk : {"mmcblk0", "loop0", "zram1"})
            tree.write(std::string("/sys/block/") + disk + "/size", "1\n");
        const auto disks = [](int read, int written) {
            const std::string numbers = std::to_string(read) + " 7 100 0 " + std::to_string(written) + " 9 0 5 5\n";
            return " 179       0 mmcblk0 100 0 " + numbers + " 179       1 mmcblk0p1 90 0 " + numbers +
                   "   7       0 loop0 1 0 " + numbers;
        };
        const auto network = [](int received, int sent) {
            const auto line = [&](const char* name) {
                return std::string(name) + std::to_string(received) + " 1 0 0 0 0 0 0 " + std::to_string(sent) +
                       " 1 0 0 0 0 0 0\n";
            };
            return "Inter-|   Receive\n face |bytes\n" + line("    lo: ") + line("  eth0:") + line("docker0: ");
        };
        tree.write("/proc/diskstats", disks(1000, 2000));
        tree.write("/proc/net/dev", network(5000, 6000));
        tree.write("/sys/class/net/eth0/device/vendor", "x\n");
        Sampled sampled(tree);
        QCOMPARE(sampled.source("disks").channels.size(), 2U);
        QCOMPARE(sampled.source("network").channels.size(), 2U);
        sampled.sample();
        const std::int64_t begin = sampled.lastTimes.at("mmcblk0 read");
        const std::int64_t beginNet = sampled.lastTimes.at("eth0 sent");
        pass(20'000'000);
        tree.write("/proc/diskstats", disks(1400, 2100));
        tree.write("/proc/net/dev", network(5000, 106'000));
        const auto values = sampled.sample();
        const double seconds = static_cast<double>(sampled.lastTimes.at("mmcblk0 read") - begin) * 1e-9;
        const double netSeconds = static_cast<double>(sampled.lastTimes.at("eth0 sent") - beginNet) * 1e-9;
        QVERIFY(std::abs(static_cast<double>(values.at("mmcblk0 read")) - 400 * 512 / seconds) <= 1);
        QVERIFY(std::abs(static_cast<double>(values.at("mmcblk0 written")) - 100 * 512 / seconds) <= 1);
        QCOMPARE(values.at("eth0 received"), 0);
        QVERIFY(std::abs(static_cast<double>(values.at("eth0 sent")) - 100'000 / netSeconds) <= 1);
    }

    void energyCountersWrap()
    {
        BoardTree tree;
        const std::string package = "/sys/class/powercap/intel-rapl:0/";
        tree.write(package + "name", "package-0\n");
        tree.write(package + "energy_uj", "262143000000\n");
        tree.write(package + "max_energy_range_uj", "262143328850\n");
        tree.write("/sys/class/powercap/intel-rapl:0:0/name", "core\n");
        tree.write("/sys/class/powercap/intel-rapl:0:0/energy_uj", "5\n");
        tree.write("/sys/class/powercap/intel-rapl:0:1/name", "dram\n");
        tree.write("/sys/class/powercap/intel-rapl:0:1/energy_uj", "5\n");
        Sampled sampled(tree);
        QCOMPARE(sampled.channel("package-0 core power")->parent, "package-0");
        QCOMPARE(sampled.channel("package-0 dram power")->parent, ""); // not a part of the processor
        QCOMPARE(sampled.channel("package-0 dram power")->role, "memory");
        QCOMPARE(sampled.channel("package-0 power")->role, "cpu");
        sampled.sample();
        const std::int64_t begin = sampled.lastTimes.at("package-0 power");
        pass(10'000'000);
        tree.write(package + "energy_uj", "171150      \n");
        const auto values = sampled.sample();
        const double seconds = static_cast<double>(sampled.lastTimes.at("package-0 power") - begin) * 1e-9;
        QVERIFY(std::abs(static_cast<double>(values.at("package-0 power")) - 500'000 / seconds) <= 1);
        // A decreasing counter without a known range gives a gap.
        tree.write("/sys/class/powercap/intel-rapl:0:0/energy_uj", "4\n");
        QCOMPARE(sampled.sample().at("package-0 core power"), format::kMissing);
    }

    void otherDriversPower()
    {
        BoardTree tree;
        tree.write("/sys/class/hwmon/hwmon0/name", "amdgpu\n");
        tree.write("/sys/class/hwmon/hwmon0/power1_average", "35000000\n");
        tree.write("/sys/class/hwmon/hwmon0/power1_label", "PPT\n");
        tree.write("/sys/class/hwmon/hwmon0/power1_average_interval", "50\n");
        tree.write("/sys/class/hwmon/hwmon1/name", "i915\n");
        tree.write("/sys/class/hwmon/hwmon1/energy1_input", "1000\n");
        tree.write("/sys/class/hwmon/hwmon2/name", "ina3221\n");
        tree.write("/sys/class/hwmon/hwmon2/power1_input", "1\n");
        tree.write("/sys/class/power_supply/BAT0/type", "Battery\n");
        tree.write("/sys/class/power_supply/BAT0/capacity", "81\n");
        tree.write("/sys/class/power_supply/BAT0/voltage_now", "12000000\n");
        tree.write("/sys/class/power_supply/BAT0/current_now", "1500000\n");
        tree.write("/sys/class/power_supply/AC/type", "Mains\n");
        Sampled sampled(tree);
        const auto values = sampled.sample();
        QCOMPARE(values.at("amdgpu PPT power"), 35'000'000);
        QCOMPARE(sampled.channel("amdgpu PPT power")->windowNs.value(), 50'000'000);
        QCOMPARE(sampled.channel("amdgpu PPT power")->role, "gpu");
        QVERIFY(sampled.channel("i915 power")->covers == agent::Channel::Covers::Interval);
        QCOMPARE(sampled.source("hwmon-power").channels.size(), 2U);
        QCOMPARE(values.at("BAT0 charge"), 81);
        QCOMPARE(values.at("BAT0 power"), 18'000'000);
    }

    void doesNotReadSleepingCards()
    {
        BoardTree tree;
        tree.write("/sys/class/hwmon/hwmon0/name", "amdgpu\n");
        tree.write("/sys/class/hwmon/hwmon0/power1_average", "35000000\n");
        tree.write("/sys/class/hwmon/hwmon0/device/power/runtime_status", "active\n");
        Sampled sampled(tree);
        QCOMPARE(sampled.sample().at("amdgpu power"), 35'000'000);
        tree.write("/sys/class/hwmon/hwmon0/device/power/runtime_status", "suspended\n");
        QCOMPARE(sampled.sample().at("amdgpu power"), format::kMissing);
        QVERIFY(QString::fromStdString(Sampled(tree).source("hwmon-power").finding.reason).contains("wake"));
        tree.write("/usr/bin/nvidia-smi", "#!/bin/sh\ntouch \"$0.asked\"\necho '0, 34, 1410, 4512, 61.53, 41'\n");
        chmod((tree.root() + "/usr/bin/nvidia-smi").c_str(), 0755);
        tree.write("/sys/bus/pci/drivers/nvidia/0000:01:00.0/power/runtime_status", "suspended\n");
        QVERIFY(Sampled(tree).source("nvidia-smi").finding.state == SourceState::Missing);
        QVERIFY(tree.read("/usr/bin/nvidia-smi.asked").empty() &&
                access((tree.root() + "/usr/bin/nvidia-smi.asked").c_str(), F_OK) != 0);
    }

    void zonesOfOneTypeHaveDifferentNames()
    {
        BoardTree tree;
        for (const char* zone : {"thermal_zone0", "thermal_zone1"}) {
            tree.write(std::string("/sys/class/thermal/") + zone + "/type", "acpitz\n");
            tree.write(std::string("/sys/class/thermal/") + zone + "/temp", "27800\n");
        }
        Sampled sampled(tree);
        const auto values = sampled.sample();
        QCOMPARE(values.at("acpitz"), 27'800);
        QCOMPARE(values.at("acpitz 2"), 27'800);
    }

    void readsGraphicsCardsByNvidiaSmi()
    {
        BoardTree tree;
        const std::string program = "/usr/bin/nvidia-smi";
        tree.write(program, "#!/bin/sh\n"
                            "echo \"$@\" > \"$0.arguments\"\n"
                            "while :; do echo '0, 34, 1410, 4512, 61.53, 55.10, 41';"
                            " echo '1, [N/A], 345, 3, [N/A], 9.8, [N/A]'; sleep 0.1; done\n");
        chmod((tree.root() + program).c_str(), 0755);
        {
            Sampled sampled(tree);
            QVERIFY2(sampled.source("nvidia-smi").finding.state == SourceState::Used,
                     sampled.source("nvidia-smi").finding.reason.c_str());
            QVERIFY(QString::fromStdString(tree.read(program + ".arguments")).contains("-lms=100"));
            std::map<std::string, std::int64_t> values = sampled.sample();
            for (int i = 0; i < 100 && values.at("GPU0") == format::kMissing; ++i) {
                pass(20'000'000);
                values = sampled.sample();
            }
            QCOMPARE(values.at("GPU0"), 34'000);
            QCOMPARE(values.at("GPU0 power"), 61'530); // the instantaneous one, not the mean of a second
            QCOMPARE(values.at("GPU1 power"), 9'800);  // this card tells the mean only
            QCOMPARE(values.at("GPU0 memory"), 4'512'000);
            QCOMPARE(values.at("GPU1 frequency"), 345'000);
            QVERIFY(!values.contains("GPU1")); // not supported by this card
            QVERIFY(!values.contains("GPU1 temperature"));
            // Each value is recorded once.
            QCOMPARE(sampled.sample().at("GPU0"), format::kMissing);
            QVERIFY(sampled.events.all.empty());
        }
        // Older drivers refuse the whole query for the column that they do not know.
        tree.write(program,
                   "#!/bin/sh\n"
                   "case \"$1\" in *instant*) echo 'Field \"power.draw.instant\" is not a valid field to query.';"
                   " exit 2;; esac\n"
                   "while :; do echo '0, 34, 1410, 4512, 61.53, 41'; sleep 0.1; done\n");
        {
            Sampled sampled(tree);
            std::map<std::string, std::int64_t> values = sampled.sample();
            for (int i = 0; i < 100 && values.at("GPU power") == format::kMissing; ++i) {
                pass(20'000'000);
                values = sampled.sample();
            }
            QCOMPARE(values.at("GPU power"), 61'530);
            QCOMPARE(values.at("GPU temperature"), 41'000);
        }
        // A program that fails, hangs or prints invalid text is not used.
        tree.write(program, "#!/bin/sh\necho NVIDIA-SMI has failed\nexit 9\n");
        QVERIFY(Sampled(tree).source("nvidia-smi").finding.state == SourceState::Missing);
    }
};

QTEST_GUILESS_MAIN(TestMoreSources)
#include "tst_moresources.moc"
