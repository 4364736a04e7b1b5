#include "analysis/energy/positions.h"
#include "analysis/report/report.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QTest>

#include <array>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Steps of about 100 ms: "conv" runs four times for 15 ms with pauses of 5 ms, with these watts above 2 W of idle
/// power; "relu" runs once for 10 ms with 3 W. The first two belong to the module "layer1", the others to "layer2".
struct Plan
{
    std::array<double, 4> watts{4, 4, 9, 9};
    int steps = 120;
    bool marksSteps = true;
    std::int64_t samplingPeriod = 7 * kMs;
    double noise = 0; ///< W, its standard deviation
};

trace::TraceView training(const Plan& plan)
{
    RecordingBuilder builder;
    const std::uint32_t power = builder.channel({.name = "VDD_IN",
                                                 .quantity = "rail.power",
                                                 .unit = "W",
                                                 .scale = 1e-6,
                                                 .rail = "VDD_IN",
                                                 .role = "system",
                                                 .periodNs = plan.samplingPeriod,
                                                 .windowNs = 2 * kMs,
                                                 .lagNs = 0});
    builder.lane({.id = 1, .name = "main"});
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    struct Busy
    {
        std::int64_t begin, end;
        double watts;
    };
    std::vector<Busy> busy;
    std::int64_t at = 1000 * kMs;
    const std::int64_t start = at;
    for (int step = 0; step < plan.steps; ++step) {
        const double stretch = 1 + 0.01 * static_cast<double>(random() % 11);
        const auto ms = [&](double count) { return static_cast<std::int64_t>(count * stretch * 1e6); };
        std::vector<trace::SpanRecord> spans;
        const auto add = [&](std::int64_t begin, double length, std::uint32_t op, double watts) {
            spans.push_back({begin, ms(length), op, 0});
            busy.push_back({begin, begin + ms(length), watts});
        };
        for (std::size_t i = 0; i < plan.watts.size(); ++i)
            add(at + ms(static_cast<double>(i) * 20), 15, builder.op("conv", "[8]", i < 2 ? "layer1" : "layer2"),
                plan.watts[i]);
        add(at + ms(82), 10, builder.op("relu", "", "layer2"), 3);
        builder.spans(1, spans);
        if (plan.marksSteps)
            builder.steps({{.index = static_cast<std::uint64_t>(step),
                            .start = at,
                            .end = at + ms(100),
                            .flags = format::Step::kTraced}});
        at += ms(100);
    }
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (std::int64_t time = start; time < at; time += plan.samplingPeriod) {
        times.push_back(time + static_cast<std::int64_t>(random() % 200'000));
        double joules = 2 * 2e6;
        for (const Busy& interval : busy)
            joules += interval.watts *
                      static_cast<double>(std::max<std::int64_t>(
                          0, std::min(times.back(), interval.end) - std::max(times.back() - 2 * kMs, interval.begin)));
        values.push_back(std::llround((joules / 2e6 + plan.noise * normal(random)) * 1e6));
    }
    builder.samples(power, times, values);
    return viewOf(builder.bytes());
}

PositionAttribution positionsOf(const trace::TraceView& view)
{
    const Attribution all = attributeToOps(view, view.extent());
    return attributeToPositions(view, view.extent(), all, all.channels.at(0));
}

double wattsOf(const PositionGroup& group)
{
    return group.energy ? group.energy->value / group.seconds : NAN;
}

} // namespace

/// Energy of the same op at different positions in the step, and of modules.
class TestPositions : public QObject
{
    Q_OBJECT

private slots:
    void eachPositionHasItsOwnEnergy()
    {
        const PositionAttribution found = positionsOf(training({.watts = {4, 5, 9, 7}}));
        QCOMPARE(found.reason.english(), std::string());
        QCOMPARE(found.ops.size(), std::size_t{1}); // relu occurs once
        const std::vector<PositionGroup>& groups = found.ops.front().groups;
        QCOMPARE(groups.size(), std::size_t{4});
        for (std::size_t i = 0; i < groups.size(); ++i) {
            QCOMPARE(groups[i].first, static_cast<std::uint32_t>(i + 1));
            QCOMPARE(groups[i].last, static_cast<std::uint32_t>(i + 1));
            QCOMPARE(groups[i].count, std::uint64_t{120});
            const double truth = std::array<double, 4>{4, 5, 9, 7}[i];
            QVERIFY2(std::abs(wattsOf(groups[i]) - truth) < 0.05, qPrintable(QString::number(wattsOf(groups[i]))));
        }
        QVERIFY(found.ops.front().differ());
    }

    void equalPositionsDoNotDiffer() { QVERIFY(!positionsOf(training({.watts = {6, 6, 6, 6}})).ops.front().differ()); }

    /// With few and noisy samples single positions are not separable, joined ones are.
    void inseparablePositionsAreJoined()
    {
        const PositionAttribution found = positionsOf(training({.steps = 60, .samplingPeriod = 23 * kMs, .noise = 9}));
        QCOMPARE(found.reason.english(), std::string());
        const std::vector<PositionGroup>& groups = found.ops.front().groups;
        QVERIFY2(groups.size() < 4, qPrintable(QString::number(groups.size())));
        QCOMPARE(groups.front().first, std::uint32_t{1});
        QCOMPARE(groups.back().last, std::uint32_t{4});
        for (std::size_t i = 1; i < groups.size(); ++i)
            QCOMPARE(groups[i].first, groups[i - 1].last + 1);
    }

    /// Where not even all positions together have a figure, the result names that of the op, or the sum that contains
    /// it.
    void opsWithoutPositionsHaveTheFigureOfTheOp()
    {
        const trace::TraceView view = training({.steps = 60, .samplingPeriod = 23 * kMs, .noise = 40});
        const Attribution all = attributeToOps(view, view.extent());
        ChannelAccount known = all.channels.at(0);
        for (std::size_t i = 0; i < all.groups.size(); ++i)
            known.ops[i].joint = 7;
        const PositionAttribution found = attributeToPositions(view, view.extent(), all, known);
        QCOMPARE(found.reason.english(), std::string());
        const std::vector<PositionGroup>& groups = found.ops.front().groups;
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups.front().joint, std::uint32_t{7});
    }

    void missingStepsAreTheReason()
    {
        const PositionAttribution found = positionsOf(training({.marksSteps = false}));
        QVERIFY(QString::fromStdString(found.reason.english()).contains("no steps"));
        QVERIFY(found.ops.empty());
    }

    void modulesSumTheirOps()
    {
        const trace::TraceView view = training({});
        const Attribution modules = attributeToGroups(view, view.extent(), GroupBy::Module);
        QCOMPARE(modules.groups.size(), std::size_t{2});
        const std::map<std::string, double> wattSeconds{{"layer1", 4 * 30.0}, {"layer2", 9 * 30.0 + 3 * 10}};
        for (std::size_t i = 0; i < modules.groups.size(); ++i) {
            const double share = modules.groups[i].seconds / (modules.groups[i].module == "layer1" ? 0.030 : 0.040);
            const auto& energy = modules.channels.at(0).ops.at(i).regression;
            QVERIFY(energy.has_value());
            const double truth = 1e-3 * wattSeconds.at(modules.groups[i].module) * share;
            QVERIFY2(std::abs(energy->value - truth) < 0.03 * truth, modules.groups[i].module.c_str());
        }
    }

    void reportContainsPositionsAndModules()
    {
        const Report report = makeReport(training({}));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QCOMPARE(json["modules"].toArray().size(), 2);
        QVERIFY(json["modules"]
                    .toArray()[0]
                    .toObject()["energy_joules"]
                    .toObject()["VDD_IN"]
                    .toObject()["separable"]
                    .toBool());
        for (const QJsonValue& op : json["ops"].toArray()) {
            const QJsonArray groups = op["positions"].toArray();
            QCOMPARE(groups.isEmpty(), op["name"].toString() == "relu");
            if (!groups.isEmpty())
                QCOMPARE(groups.last()["last"].toInt(), 4);
        }
        const QString text = QString::fromStdString(toText(report));
        QVERIFY(text.contains("Energy of modules"));
        QVERIFY(text.contains("by position in the step"));
    }
};

QTEST_GUILESS_MAIN(TestPositions)
#include "tst_positions.moc"
