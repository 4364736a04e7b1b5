#include "analysis/folding/predictability.h"
#include "analysis/report/report.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QTest>
#include <QTestData>

#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1000 * kMs;

struct Plan
{
    int steps = 100;
    int tracedFrom = 0, tracedTo = 0; ///< [from, to)
    double noise = 0.5;               ///< W, of each sample
    int unusual = -1;                 ///< a step that takes 50 ms longer
    enum class Where { Work, Rest, Between } where = Where::Work;
    int hot = -1; ///< a step that draws 5 W more
    bool hasSamples = true;
    bool isOneValue = false;
    bool hasSteps = true;
    bool goesBack = false; ///< one mark lies before the previous one
};

struct Change
{
    std::int64_t from;
    double watts;
};

struct Channels
{
    std::uint32_t power, noise, voltage;
};

Channels addChannels(RecordingBuilder& builder)
{
    Channels channels{};
    channels.power = builder.channel({.name = "VDD_IN",
                                      .quantity = "rail.power",
                                      .unit = "W",
                                      .scale = 1e-6,
                                      .rail = "VDD_IN",
                                      .role = "system",
                                      .periodNs = 3'700'000,
                                      .windowNs = 100'000,
                                      .lagNs = 0});
    channels.noise = builder.channel(
        {.name = "noise", .quantity = "gpu.utilization", .unit = "1", .scale = 1e-6, .periodNs = 3'700'000});
    channels.voltage = builder.channel(
        {.name = "VDD_IN", .quantity = "rail.voltage", .unit = "V", .rail = "VDD_IN", .periodNs = 3'700'000});
    return channels;
}

/// Samples of the power from `changes` until `end`, of noise, and of a constant voltage.
void addSamples(const Plan& plan, const Channels& channels, const std::vector<Change>& changes, std::int64_t end,
                std::mt19937& random, RecordingBuilder& builder)
{
    std::normal_distribution<double> normal;
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> watts;
    std::vector<std::int64_t> noises;
    std::size_t change = 0;
    for (std::int64_t time = kStart; plan.hasSamples && time < end; time += 3'700'000) {
        while (change + 1 < changes.size() && changes[change + 1].from <= time)
            ++change;
        times.push_back(time);
        const double value = plan.isOneValue ? 5 : changes[change].watts + plan.noise * normal(random);
        watts.push_back(std::llround(value * 1e6));
        noises.push_back(std::llround(1e5 * normal(random)));
    }
    const std::vector<std::int64_t> volts(times.size(), 19);
    builder.samples(channels.power, times, watts)
        .samples(channels.noise, times, noises)
        .samples(channels.voltage, times, volts);
}

/// Steps of 100 ms: 40 ms "work" at 10 W, 10 ms without ops at 2 W, 50 ms "rest" at 4 W.
trace::TraceView training(const Plan& plan)
{
    RecordingBuilder builder;
    const Channels channels = addChannels(builder);
    builder.lane({.id = 1, .name = "main"});
    std::mt19937 random(6);
    std::vector<Change> changes{{0, 4}};
    std::int64_t at = kStart;
    for (int i = 0; i < plan.steps; ++i) {
        const auto more = [&](Plan::Where where) {
            return i == plan.unusual && plan.where == where ? 50 * kMs : std::int64_t{0};
        };
        const std::int64_t work = at + 40 * kMs + more(Plan::Where::Work);
        const std::int64_t pause = work + 10 * kMs + more(Plan::Where::Between);
        const std::int64_t end = pause + 50 * kMs + more(Plan::Where::Rest);
        const double hot = i == plan.hot ? 5 : 0;
        changes.push_back({at, 10 + hot});
        changes.push_back({work, 2 + hot});
        changes.push_back({pause, 4 + hot});
        const bool isTraced = i >= plan.tracedFrom && i < plan.tracedTo;
        const bool isBack = plan.goesBack && i == 50;
        if (plan.hasSteps)
            builder.steps({{.index = static_cast<std::uint64_t>(i),
                            .start = isBack ? at - 150 * kMs : at,
                            .end = isBack ? at - 60 * kMs : end,
                            .flags = isTraced ? format::Step::kTraced : 0U}});
        if (isTraced)
            builder.spans(1,
                          {{at, work - at, builder.op("work", "[2]"), 0}, {pause, end - pause, builder.op("rest"), 0}});
        at = end;
    }
    addSamples(plan, channels, changes, at, random, builder);
    return viewOf(builder.bytes());
}

Predictability found(const Plan& plan)
{
    const trace::TraceView view = training(plan);
    return predictabilityOf(view, listSteps(view, view.extent()));
}

} // namespace

class TestPredictability : public QObject
{
    Q_OBJECT

private slots:
    /// The mean step has the variance 0.4 x 10^2 + 0.1 x 2^2 + 0.5 x 4^2 - 6.2^2 = 9.96 W^2 around its mean of 6.2 W.
    void shareMatchesTheVariance_data()
    {
        QTest::addColumn<double>("noise");
        QTest::newRow("little noise") << 0.1;
        QTest::newRow("a tenth") << 1.0;
        QTest::newRow("half") << std::sqrt(9.96);
        QTest::newRow("mostly noise") << 12.0;
    }
    void shareMatchesTheVariance()
    {
        QFETCH(double, noise);
        const Predictability all = found({.steps = 1000, .noise = noise});
        const double truth = 9.96 / (9.96 + noise * noise);
        QVERIFY(all.channels.at(0).share.has_value());
        QVERIFY2(std::abs(*all.channels[0].share - truth) < 0.02,
                 qPrintable(QString("%1 instead of %2").arg(*all.channels[0].share).arg(truth)));
    }

    /// Noise is not predictable. Without cross-validation a few samples of it would appear to be.
    void noiseIsNotPredictable()
    {
        for (const int steps : {10, 30, 1000}) {
            const Predictability all = found({.steps = steps});
            QVERIFY(all.channels.at(1).share.has_value());
            QVERIFY2(*all.channels[1].share < 0.02, std::to_string(*all.channels[1].share).c_str());
        }
    }

    void stepsAndOpsThatVary()
    {
        const Predictability all = found({.tracedTo = 100, .unusual = 40});
        QCOMPARE(all.stepCv, 0.0); // the similar steps all take 100 ms
        QCOMPARE(all.steps, std::size_t{99});
        QCOMPARE(all.ops.size(), std::size_t{2});
        // 99 times 50 ms of rest; 99 times 40 ms of work and once 90 ms: mean 40.5 ms, deviation 50 / sqrt(100) = 5 ms.
        QCOMPARE(all.ops[0].name, std::string("rest"));
        QVERIFY(all.ops[0].cv < 1e-9);
        QVERIFY(std::abs(all.ops[1].meanSeconds - 0.0405) < 1e-9);
        QVERIFY(std::abs(all.ops[1].cv - 5 / 40.5) < 1e-6);
    }

    void causeOfALongStepIsFound_data()
    {
        QTest::addColumn<int>("where");
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("isTraced");
        for (const bool traced : {true, false}) {
            const auto row = [traced](const char* name) -> QTestData& {
                return QTest::newRow(qPrintable(QString("%1, %2").arg(name, traced ? "recorded" : "by samples")));
            };
            row("work") << int(Plan::Where::Work) << "work" << traced;
            row("rest") << int(Plan::Where::Rest) << "rest" << traced;
            row("between") << int(Plan::Where::Between) << "" << traced;
        }
    }
    void causeOfALongStepIsFound()
    {
        QFETCH(int, where);
        QFETCH(QString, op);
        QFETCH(bool, isTraced);
        const OutlierSteps outliers = found({.tracedFrom = isTraced ? 30 : 10,
                                             .tracedTo = isTraced ? 60 : 20,
                                             .unusual = 40,
                                             .where = Plan::Where(where)})
                                          .outliers;
        QCOMPARE(outliers.count, std::size_t{1});
        const OutlierStep& step = outliers.steps.at(0);
        QCOMPARE(step.index, std::uint64_t{40});
        QCOMPARE(step.feature, std::string("duration"));
        QVERIFY(std::abs(step.usualSeconds - 0.1) < 1e-9);
        if (!isTraced && !step.isGuess) {
            // The samples may not show it: then there is a reason instead of a cause.
            QVERIFY(step.cause == OutlierStep::Cause::Unknown && !step.reason.empty() && step.op.empty());
            QVERIFY2(where != int(Plan::Where::Between), "a pause with a different power is detected");
            return;
        }
        QCOMPARE(QString::fromStdString(step.op), op);
        QVERIFY(step.cause == (op.isEmpty() ? OutlierStep::Cause::BetweenOps : OutlierStep::Cause::Op));
        QVERIFY(std::abs(step.excessSeconds - 0.05) < 1e-9);
        QCOMPARE(step.isGuess, !isTraced);
    }

    void aHotStepIsFoundByItsSamples()
    {
        const OutlierSteps outliers = found({.hot = 30}).outliers;
        QCOMPARE(outliers.count, std::size_t{1});
        QCOMPARE(outliers.steps.at(0).index, std::uint64_t{30});
        QCOMPARE(outliers.steps.at(0).feature, std::string("VDD_IN"));
        QVERIFY(!outliers.steps.at(0).reason.empty());
    }

    void regularStepsHaveNoOutliers()
    {
        QCOMPARE(found({.steps = 500}).outliers.count, std::size_t{0});
        QVERIFY(found({.steps = 500}).outliers.reason.empty());
    }

    /// Without marks the detected steps are used and reported as such.
    void detectedStepsAreUsed()
    {
        const Predictability all = found({.steps = 300, .hot = 30, .hasSteps = false});
        QCOMPARE(all.reason.english(), std::string());
        QVERIFY(all.isDetected);
        QVERIFY2(all.stepsDescription.english().find("detected") != std::string::npos,
                 all.stepsDescription.english().c_str());
        QVERIFY(all.steps > 280 && all.steps <= 300);
        QVERIFY(all.channels.at(0).share && *all.channels[0].share > 0.9);
        // The hot step has the largest distance. It may extend over two detected steps, whose phase is arbitrary.
        QVERIFY2(all.outliers.count >= 1 && all.outliers.count <= 3, std::to_string(all.outliers.count).c_str());
        const trace::TimeRange hot{kStart + 3000 * kMs, kStart + 3100 * kMs};
        QCOMPARE(all.outliers.steps[0].feature, std::string("VDD_IN"));
        QVERIFY(!all.outliers.steps[0].range.intersected(hot).isEmpty());
    }

    /// The boundaries of detected steps are uncertain: a step that is too long is followed by one that is too short,
    /// and the last one is incomplete.
    void uncertainBoundariesMakeNoOutliers()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 300, .marksSteps = false}));
        const StepList steps = listSteps(view, view.extent());
        QVERIFY(steps.isDetected && steps.steps.size() > 250);
        const OutlierSteps outliers = predictabilityOf(view, steps).outliers;
        for (const OutlierStep& step : outliers.steps)
            QVERIFY2(step.feature != "duration", std::to_string(step.index).c_str());
        QVERIFY(std::none_of(outliers.steps.begin(), outliers.steps.end(),
                             [&](const OutlierStep& step) { return step.range.end == steps.steps.back().range.end; }));
    }

    void aLongStepIsFoundAmongDetectedOnes()
    {
        const OutlierSteps outliers = found({.steps = 300, .unusual = 40, .hasSteps = false}).outliers;
        QVERIFY(outliers.count >= 1);
        const trace::TimeRange slow{kStart + 4000 * kMs, kStart + 4150 * kMs};
        QVERIFY(!outliers.steps.at(0).range.intersected(slow).isEmpty());
        QVERIFY(std::abs(outliers.steps[0].usualSeconds - 0.1) < 1e-3);
    }

    void marksHavePrecedenceOverDetection()
    {
        const trace::TraceView view = training({});
        const StepList steps = listSteps(view, view.extent());
        QVERIFY(!steps.isDetected && describeSteps(steps).empty());
        QCOMPARE(steps.steps.size(), std::size_t{100});
    }

    void outliersAreOrderedByDistance()
    {
        const OutlierSteps outliers = found({.unusual = 40, .hot = 30}).outliers;
        QCOMPARE(outliers.count, std::size_t{2});
        QVERIFY(outliers.steps[0].distance > outliers.steps[1].distance);
    }

    void badInputHasAReason()
    {
        const Predictability unread = found({.hasSamples = false, .hasSteps = false});
        QVERIFY(QString::fromStdString(unread.reason.english()).contains("no steps are marked"));
        QVERIFY(QString::fromStdString(unread.outliers.reason.english()).contains("no steps are marked"));
        const Predictability flat = found({.isOneValue = true, .hasSteps = false});
        QVERIFY2(QString::fromStdString(flat.reason.english()).contains("no steps are marked"),
                 flat.reason.english().c_str());
        QVERIFY(QString::fromStdString(found({.steps = 1}).reason.english()).contains("too few steps"));
        QVERIFY(!predictabilityOf(trace::TraceView(), listSteps({}, {})).reason.empty());
        const Predictability one = found({.isOneValue = true});
        QVERIFY(!one.channels.at(0).share);
        QVERIFY(QString::fromStdString(one.channels[0].reason.english()).contains("constant"));
        const Predictability silent = found({.tracedTo = 100, .unusual = 40, .hasSamples = false});
        QVERIFY(!silent.channels.at(0).share);
        QVERIFY(QString::fromStdString(silent.channels[0].reason.english()).contains("no samples"));
        QCOMPARE(silent.outliers.steps.at(0).op, std::string("work")); // recorded ops are sufficient
        const Predictability back = found({.goesBack = true});
        QVERIFY(back.channels.at(0).share && *back.channels[0].share > 0.9);
    }

    void reportContainsPredictability()
    {
        const Report report = makeReport(training({.tracedFrom = 30, .tracedTo = 60, .unusual = 40}));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QVERIFY(json["predictability"].toObject()["VDD_IN"].toDouble() > 0.9);
        QVERIFY(json["predictability"].toObject()["VDD_IN (rail.voltage)"].isNull());
        const QJsonObject outlier = json["outliers"].toArray().at(0).toObject();
        QCOMPARE(outlier["step"].toInt(), 40);
        QCOMPARE(outlier["op"].toString(), QString("work"));
        QCOMPARE(outlier["cause"].toString(), QString("op"));
        QCOMPARE(json["outlier_count"].toInt(), 1);
        for (const QJsonValue& op : json["ops"].toArray())
            QVERIFY(op["cv"].isDouble());
        QCOMPARE(json["predictability_steps"].toString(), QString("marked"));
        const Report unmarked = makeReport(training({.steps = 300, .hasSteps = false}));
        const QJsonObject other = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(unmarked))).object();
        QCOMPARE(other["predictability_steps"].toString(), QString("detected"));
        QVERIFY(toText(unmarked).find("detected steps (none are marked)") != std::string::npos);
        const QString text = QString::fromStdString(toText(report));
        QVERIFY(text.contains("Predictability") && text.contains("work +50.00 ms"));
        const QJsonObject none =
            QJsonDocument::fromJson(QByteArray::fromStdString(toJson(makeReport(training({.steps = 1}))))).object();
        QVERIFY(none["predictability"].toObject()["VDD_IN"].isNull());
        QVERIFY(none["predictability_unknown"].toObject()["VDD_IN"].toString().contains("too few steps"));
        QVERIFY(none["outlier_count"].isNull());
    }
};

QTEST_GUILESS_MAIN(TestPredictability)
#include "tst_predictability.moc"
