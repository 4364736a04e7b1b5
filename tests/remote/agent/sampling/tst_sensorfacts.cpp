#include "remote/agent/sources/power/ina3221chip.h"
#include "remote/agent/system/board.h"
#include "remote/format/railtree.h"
#include "tests/remote/agent/sources/sampledboard.h"
#include "tests/support/boards/layouts.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::testing;

namespace {

const BoardLayout& layoutOf(std::string_view row)
{
    const auto layouts = boardLayouts();
    return *std::find_if(layouts.begin(), layouts.end(), [&](const BoardLayout& layout) { return layout.row == row; });
}

std::string cell(unsigned value)
{
    return {static_cast<char>(value >> 24U), static_cast<char>(value >> 16U), static_cast<char>(value >> 8U),
            static_cast<char>(value)};
}

} // namespace

/// Facts about sensors come only from their drivers and documentation.
class TestSensorFacts : public QObject
{
    Q_OBJECT

private slots:
    void decodesConfigurations()
    {
        // JETSON TX1: continuously 64 x 140 us x 2 x 3, triggered once.
        QCOMPARE(agent::inaConversion(0x7607).averages * agent::inaConversion(0x7607).cycleNs, 53'760'000);
        QCOMPARE(agent::inaConversion(0x7003).averages * agent::inaConversion(0x7003).cycleNs, 840'000);
        // The driver's default: 64 x 1.1 ms x 6.
        QCOMPARE(agent::inaConversion(0x7727).averages * agent::inaConversion(0x7727).cycleNs, 422'400'000);
        // Two inputs, 4 averages, 204 us and 8.244 ms.
        QCOMPARE(agent::inaConversion(0x3000 | 1U << 9U | 1U << 6U | 7U << 3U | 7U).cycleNs, 2 * 8'448'000);
        QCOMPARE(agent::inaConversion(0x0007).cycleNs, 0);
    }

    void readsFactsFromTheDeviceTree()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("TX1, L4T 28"));
        const std::string node = "/sys/bus/i2c/drivers/ina3221x/1-0040/of_node/";
        tree.write(node + "ti,trigger-config", cell(0x7003));
        tree.write(node + "ti,continuous-config", cell(0x7607));
        tree.write(node + "channel@0/ti,shunt-resistor-mohm", cell(20));
        tree.write(node + "channel@1/ti,shunt-resistor-mohm", cell(10)); // its last byte is a line feed
        const Sampled continuous(tree);
        const agent::Channel& in = *continuous.channel("VDD_IN");
        QCOMPARE(in.windowNs.value(), 53'760'000);
        QCOMPARE(in.updateNs.value(), 840'000);
        QCOMPARE(in.factsFrom, std::string_view("driver"));
        // 40 uV over 20 mOhm are 2 mA, at 5 V 10 mW.
        QVERIFY(std::abs(continuous.channel("VDD_IN current")->resolution - 0.002) < 1e-9);
        QVERIFY(std::abs(in.resolution - 0.010) < 1e-9);
        QVERIFY(std::abs(continuous.channel("VDD_GPU current")->resolution - 0.004) < 1e-9);
        QCOMPARE(continuous.channel("VDD_IN voltage")->resolution, 0.008);
        // The third input has no facts.
        QCOMPARE(continuous.channel("VDD_CPU current")->resolution, 0.0);
        tree.write("/sys/bus/i2c/drivers/ina3221x/1-0040/iio_device/running_mode", "0\n");
        const Sampled triggered(tree);
        QCOMPARE(triggered.channel("VDD_IN")->windowNs.value(), 840'000);
        QVERIFY(!triggered.channel("VDD_IN")->updateNs); // each read starts a conversion
        QVERIFY(!triggered.channel("VDD_IN")->lagNs);
    }

    void hasNoFactsWithoutADeviceTree()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("TX2, L4T 27"));
        const Sampled sampled(tree);
        const agent::Channel& in = *sampled.channel("VDD_IN");
        QVERIFY(!in.windowNs && !in.updateNs && !in.lagNs);
        QCOMPARE(in.resolution, 0.0);
        QVERIFY(in.readNs > 0);
        QCOMPARE(in.factsFrom, std::string_view(""));
        // Only the chip's voltage step is known.
        QCOMPARE(sampled.channel("VDD_IN voltage")->resolution, 0.008);
        QCOMPARE(sampled.channel("VDD_IN voltage")->factsFrom, std::string_view("documentation"));
        QCOMPARE(sampled.channel("VDD_IN current")->factsFrom, std::string_view(""));
    }

    void readsFactsFromHwmon()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("AGX Orin, L4T 36"));
        const Sampled sampled(tree);
        const agent::Channel& rail = *sampled.channel("VDD_GPU_SOC");
        QCOMPARE(rail.windowNs.value(), 27'000'000);
        QCOMPARE(rail.updateNs.value(), 6'750'000);
        QVERIFY(std::abs(rail.resolution - 5.0 * 0.008) < 1e-9); // 8 mA at 5 V
        QCOMPARE(rail.factsFrom, std::string_view("driver"));
    }

    void loadsFactsAreKnownOnlyOfTheTx2()
    {
        BoardTree tx2;
        describeBoard(tx2, layoutOf("TX2, L4T 27"));
        QCOMPARE(Sampled(tx2).channel("GPU")->windowNs.value(), 17 * 16'700'000);
        QCOMPARE(Sampled(tx2).channel("GPU")->factsFrom, std::string_view("documentation"));
        BoardTree nano;
        describeBoard(nano, layoutOf("Nano, L4T 32"));
        QVERIFY(!Sampled(nano).channel("GPU")->windowNs);
    }

    void eachBusHasAThread()
    {
        BoardTree tree;
        describeBoard(tree, layoutOf("TX2, L4T 27"));
        // Another chip on another bus.
        const std::string chip = "/sys/bus/i2c/drivers/ina3221x/7-0040/iio_device/";
        tree.write(chip + "rail_name_0", "VDD_MUX\n");
        tree.write(chip + "in_power0_input", "5\n");
        const Sampled sampled(tree);
        int buses = 0;
        for (const agent::Lane lane : sampled.plan.lanes())
            buses += lane.kind == agent::SamplingLane::Rails;
        QCOMPARE(buses, 2);
        for (const agent::PlannedGroup& group : sampled.plan.groups) {
            if (group.lane.kind != agent::SamplingLane::Rails)
                continue;
            QVERIFY(group.lane.bus == 0 || group.lane.bus == 7);
            // Voltage and current have a long period, with a different phase for each rail.
            QVERIFY(group.periodNs == 10'000'000 ||
                    (group.periodNs == 1'000'000'000 && group.channels.size() == 2 && group.phaseNs < group.periodNs));
        }
    }

    void placesInTheTreeDependOnTheBoard()
    {
        QCOMPARE(format::railPlace("Jetson TX1", "VDD_GPU").parent, std::string_view("VDD_IN"));
        QCOMPARE(format::railPlace("Jetson AGX Thor", "VDD_GPU").parent, std::string_view("VIN"));
        QCOMPARE(format::railPlace("Jetson AGX Thor", "VIN_SYS_5V0").parent, std::string_view("VIN"));
        QCOMPARE(format::railPlace("Jetson AGX Orin", "VIN_SYS_5V0").parent, std::string_view(""));
        QCOMPARE(format::railPlace("VDDQ_VDD2_1V8AO").parent, std::string_view("VIN_SYS_5V0"));
        QCOMPARE(format::railTitle("GPU"), "GPU power");
        QCOMPARE(format::railTitle("VDD_IN"), "VDD_IN");
        QCOMPARE(format::railTitle("VDDRQ"), "VDDRQ");
    }

    void unknownJetpackIsEmpty()
    {
        QCOMPARE(agent::jetpackOf("36.4.0"), std::string_view("6.1"));
        QCOMPARE(agent::jetpackOf("36.4.3"), std::string_view("6.2"));
        QCOMPARE(agent::jetpackOf("32.7.99"), std::string_view(""));
        QCOMPARE(agent::jetpackOf(""), std::string_view(""));
    }
};

QTEST_GUILESS_MAIN(TestSensorFacts)
#include "tst_sensorfacts.moc"
