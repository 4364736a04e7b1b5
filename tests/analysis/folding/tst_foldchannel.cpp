#include "analysis/folding/foldchannel.h"
#include "tests/support/recordingbuilder.h"

#include <QString>
#include <QTest>

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
    int steps = 200;
    int tracedFrom = 0, tracedTo = 0; ///< steps with ops: [from, to)
    double slowdown = 1;              ///< of those
    double wander = 0;                ///< share of the step by which the first op's end varies
    bool saysWindow = true;
    std::int64_t windowNs = 1 * kMs;
    std::int64_t periodNs = 7'300'000;
    bool hasGaps = false;
    bool saysLag = true;
    std::optional<std::int64_t> value{}; ///< of every sample; none = the truth
};

/// Steps of 100 ms: 40 % "work" at 10 W, then "rest" at 4 W; the boundary may vary.
struct Training
{
    RecordingBuilder builder;
    trace::TraceView view;

    explicit Training(const Plan& plan)
    {
        const auto power = builder.channel({.name = "VDD_IN",
                                            .quantity = "rail.power",
                                            .unit = "W",
                                            .scale = 1e-3,
                                            .rail = "VDD_IN",
                                            .role = "system",
                                            .periodNs = plan.periodNs,
                                            .windowNs = plan.saysWindow ? std::optional(plan.windowNs) : std::nullopt,
                                            .lagNs = plan.saysLag ? std::optional(3 * kMs) : std::nullopt});
        builder.lane({.id = 1, .name = "main"});
        std::mt19937 random(4);
        std::vector<std::pair<std::int64_t, double>> changes{{0, 4}};
        std::int64_t at = kStart;
        for (int i = 0; i < plan.steps; ++i) {
            const bool isTraced = i >= plan.tracedFrom && i < plan.tracedTo;
            const double stretch =
                (1 + 0.02 * static_cast<double>(random() % 11) / 10) * (isTraced ? plan.slowdown : 1);
            const auto length = static_cast<std::int64_t>(100e6 * stretch);
            const double border = 0.4 + plan.wander * (static_cast<double>(random() % 1001) / 500 - 1);
            const auto work = static_cast<std::int64_t>(border * static_cast<double>(length));
            builder.steps({{.index = static_cast<std::uint64_t>(i),
                            .start = at,
                            .end = at + length,
                            .flags = isTraced ? format::Step::kTraced : 0U}});
            if (isTraced)
                builder.spans(1, {{at, work, builder.op("work"), 0},
                                  {at + work, length - work, builder.op("rest"), 0},
                                  {at + work + kMs, kMs, builder.op("inner"), 1}});
            changes.emplace_back(at, 10);
            changes.emplace_back(at + work, 4);
            at += length;
        }
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        const auto joules = [&changes](std::int64_t until) {
            double sum = 0;
            for (std::size_t i = 0; i < changes.size() && changes[i].first < until; ++i) {
                const std::int64_t end = i + 1 < changes.size() ? std::min(changes[i + 1].first, until) : until;
                sum += changes[i].second * static_cast<double>(end - changes[i].first);
            }
            return sum;
        };
        for (std::int64_t time = kStart; time < at; time += plan.periodNs) {
            times.push_back(time);
            const std::int64_t end = time - 3 * kMs;
            const double watts = (joules(end) - joules(end - plan.windowNs)) / static_cast<double>(plan.windowNs);
            const bool isGap = plan.hasGaps && times.size() % 50 < 10;
            values.push_back(isGap ? format::kMissing : plan.value.value_or(std::llround(watts * 1000)));
        }
        builder.samples(power, times, values);
        view = viewOf(builder.bytes());
    }
    [[nodiscard]] FoldedSteps steps() const { return stepsToFold(view, view.extent()); }
    [[nodiscard]] Sensor sensor() const
    {
        return sensorOf(view, view.channels().at(0).info(), findSensors(view, view.extent()));
    }
    [[nodiscard]] FoldedChannel fold() const { return foldChannel(view, view.channels().at(0), steps(), sensor()); }
};

/// Watts at a share of the step.
double at(const FoldedWaveform& fold, double share)
{
    return fold.value.at(static_cast<std::size_t>(share * static_cast<double>(fold.value.size())));
}

QString allNotes(const Training& training)
{
    QString all;
    for (const Message& note : foldNotes(training.fold(), training.steps()))
        all += QString::fromStdString(note.english()) + '\n';
    return all;
}

} // namespace

/// Channels of whole recordings.
class TestFoldChannel : public QObject
{
    Q_OBJECT

private slots:
    void lagAndWindowAreCorrected()
    {
        const FoldedWaveform fold = Training({}).fold().waveform;
        QCOMPARE(fold.reason.english(), std::string());
        for (const double share : {0.02, 0.2, 0.38})
            QVERIFY2(std::abs(at(fold, share) - 10) < 0.3, std::to_string(at(fold, share)).c_str());
        for (const double share : {0.42, 0.7, 0.98})
            QVERIFY2(std::abs(at(fold, share) - 4) < 0.3, std::to_string(at(fold, share)).c_str());
        QVERIFY(fold.resolutionSeconds < 0.002);
        QVERIFY(std::abs(fold.windowSeconds - 0.001) < 0.0001);
    }

    void undocumentedWindowRemains()
    {
        const Training training({.saysWindow = false, .windowNs = 20 * kMs});
        const FoldedChannel fold = training.fold();
        QVERIFY(!fold.sensor.isWindowKnown);
        QCOMPARE(fold.waveform.windowSeconds, 0.0);
        QVERIFY(at(fold.waveform, 0.5) > 6); // the window extends back into "work"
        QVERIFY(allNotes(training).contains("averaging window is not documented"));
    }

    /// The undocumented lag of 3 ms is fitted to the recorded ops.
    void undocumentedLagIsFittedToOps()
    {
        for (const bool saysWindow : {true, false}) {
            const Training training(
                {.tracedFrom = 10, .tracedTo = 60, .saysWindow = saysWindow, .windowNs = 10 * kMs, .saysLag = false});
            const FoldedChannel fold = training.fold();
            QVERIFY(!fold.sensor.isLagKnown && fold.sensor.isTimedByOps());
            const double middle = static_cast<double>(fold.sensor.lag + fold.sensor.window / 2) / kMs;
            QVERIFY2(std::abs(middle - 8) < 1, std::to_string(middle).c_str());
            for (const double share : {0.05, 0.2, 0.35})
                QVERIFY2(std::abs(at(fold.waveform, share) - 10) < 0.6,
                         std::to_string(at(fold.waveform, share)).c_str());
            for (const double share : {0.47, 0.7, 0.93})
                QVERIFY2(std::abs(at(fold.waveform, share) - 4) < 0.6,
                         std::to_string(at(fold.waveform, share)).c_str());
            QVERIFY2(allNotes(training).contains("the recorded ops best"), qPrintable(allNotes(training)));
        }
    }

    void unknownLagIsReported()
    {
        const Training training({.saysLag = false});
        QCOMPARE(training.fold().sensor.lag, std::int64_t{0});
        QVERIFY2(allNotes(training).contains(
                     "latency of this sensor is not documented, and it cannot be fitted to recorded ops"),
                 qPrintable(allNotes(training)));
    }

    void stepsWithOpsAreMappedOpByOp()
    {
        const Training known({.tracedTo = 200, .wander = 0.1});
        const Training unknown({.tracedTo = 1, .wander = 0.1});
        const auto edge = [](const FoldedWaveform& fold) { return at(fold, 0.37) - at(fold, 0.43); };
        QVERIFY2(edge(known.fold().waveform) > 5, std::to_string(edge(known.fold().waveform)).c_str());
        QVERIFY2(edge(unknown.fold().waveform) < 4, std::to_string(edge(unknown.fold().waveform)).c_str());
    }

    void opsOfTheMeanStep()
    {
        const FoldedSteps steps = Training({.tracedFrom = 10, .tracedTo = 15, .wander = 0.02}).steps();
        QCOMPARE(steps.ops.size(), std::size_t{3});
        QVERIFY(std::abs(steps.ops[0].end / steps.phases.stepSeconds() - 0.4) < 0.02);
        QCOMPARE(steps.ops[2].depth, std::uint8_t{1});
        QVERIFY(steps.ops[2].begin > steps.ops[1].begin && steps.ops[2].end < steps.ops[1].end);
        QVERIFY(std::abs(steps.ops[1].end - steps.phases.stepSeconds()) < 1e-6);
        QVERIFY(steps.opScatter > 0.0003 && steps.opScatter < 0.003);
    }

    /// Varying positions of ops in untraced steps blur the waveform and lower its resolution.
    void resolutionIncludesTheScatterOfOps()
    {
        const FoldedWaveform calm = Training({.tracedFrom = 10, .tracedTo = 30}).fold().waveform;
        const FoldedWaveform wild = Training({.tracedFrom = 10, .tracedTo = 30, .wander = 0.1}).fold().waveform;
        QVERIFY(wild.resolutionSeconds > 0.008);
        QVERIFY(calm.resolutionSeconds < 0.002);
    }

    void slowedStepsAreExcluded()
    {
        const Training training({.tracedFrom = 10, .tracedTo = 60, .slowdown = 1.3});
        const FoldedSteps steps = training.steps();
        QCOMPARE(steps.excludedTraced, std::size_t{50});
        QCOMPARE(steps.traced, std::size_t{0});
        QCOMPARE(steps.untraced, std::size_t{150});
        QVERIFY(std::abs(steps.durationRatio - 1.3) < 0.01);
        // Their ops are still shown on the mean step of the others.
        QVERIFY(std::abs(steps.ops.at(0).end - 0.0404) < 0.001);
        QVERIFY(allNotes(training).contains("take 1.3"));
    }

    void stepsFromTheCaller()
    {
        const Training training({});
        StepList own;
        for (std::size_t i = 0; i < training.view.stepCount(); ++i)
            own.steps.push_back({{training.view.step(i).start, training.view.step(i).end}, i, i});
        const FoldedSteps steps = stepsToFold(training.view, own);
        QCOMPARE(steps.phases.size(), own.steps.size());
        const FoldedWaveform fold =
            foldChannel(training.view, training.view.channels().at(0), steps, training.sensor()).waveform;
        QVERIFY(at(fold, 0.2) > 9 && at(fold, 0.7) < 5);
    }

    void synchronousSamplingProposesAPeriod()
    {
        RecordingBuilder builder;
        const auto power = builder.channel(
            {.name = "P", .quantity = "rail.power", .unit = "W", .scale = 1e-3, .periodNs = 10 * kMs, .windowNs = kMs});
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (std::int64_t i = 0; i < 1000; ++i) {
            times.push_back(kStart + i * 10 * kMs);
            values.push_back(1000 + i % 10 * 100);
        }
        for (std::uint64_t i = 0; i < 100; ++i) {
            const std::int64_t begin = kStart + static_cast<std::int64_t>(i) * 100 * kMs;
            builder.steps({{.index = i, .start = begin, .end = begin + 100 * kMs}});
        }
        builder.samples(power, times, values);
        const trace::TraceView view = viewOf(builder.bytes());
        const FoldedSteps steps = stepsToFold(view, view.extent());
        const auto notes = foldNotes(
            foldChannel(view, view.channels().at(0), steps, sensorOf(view, view.channels().at(0).info(), {})), steps);
        QVERIFY(!notes.empty());
        const QString note = QString::fromStdString(notes.front().english());
        QVERIFY2(note.contains("same 10 phases") && note.contains("--period 9632us"), qPrintable(note));
    }

    void singleSteps()
    {
        const Training training({});
        const FoldedSteps steps = training.steps();
        const auto points =
            pointsOfStep(training.view, training.view.channels().at(0), steps.phases, 5, training.sensor());
        QVERIFY(points.size() >= 13 && points.size() <= 15);
        for (const FoldPoint& point : points) {
            const double share = point.seconds / steps.phases.stepSeconds();
            if (std::abs(share - 0.4) > 0.02 && share > 0.02 && share < 0.98)
                QVERIFY(std::abs(point.value - (share < 0.4 ? 10 : 4)) < 0.01);
        }
    }

    void gapsAreExcluded()
    {
        const FoldedWaveform fold = Training({.hasGaps = true}).fold().waveform;
        QCOMPARE(fold.reason.english(), std::string());
        QVERIFY(std::abs(at(fold, 0.2) - 10) < 0.3 && std::abs(at(fold, 0.7) - 4) < 0.3);
    }

    /// More ops than map a step, most of them short. In every other step the short ones take a tenth longer than in the
    /// others, and the long ones less.
    void stepsOfManyOpsAreMappedByAPartOfThem()
    {
        constexpr std::int64_t kShort = 3000; // ops
        constexpr std::int64_t kLong = 15;
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        const std::uint32_t op = builder.op("op");
        for (std::int64_t i = 0; i < 20; ++i) {
            const std::int64_t shortOp = i % 2 == 0 ? 3'800 : 4'200; // ns; 12 ms of 100 ms in the mean
            const std::int64_t longOp = (100'000'000 - kShort * shortOp) / kLong;
            std::int64_t at = i * 100'000'000;
            std::vector<trace::SpanRecord> spans;
            for (std::int64_t k = 0; k < kShort + kLong; ++k) {
                spans.push_back({at, k < kShort ? shortOp : longOp, op, 0});
                at += spans.back().duration;
            }
            builder.steps({{.index = static_cast<std::uint64_t>(i),
                            .start = i * 100'000'000,
                            .end = (i + 1) * 100'000'000,
                            .flags = format::Step::kTraced}});
            builder.spans(1, spans);
        }
        const trace::TraceView view = viewOf(builder.bytes());
        const FoldedSteps steps = stepsToFold(view, view.extent());
        QCOMPARE(steps.phases.size(), std::size_t{20});
        for (const std::size_t step : {4U, 5U}) {
            for (const std::int64_t k : {0, 900, 2900, 3001, 3007, 3014}) {
                const std::size_t at = step * (kShort + kLong) + static_cast<std::size_t>(k);
                const double share = steps.phases.secondsAt(step, view.lanes()[0].span(at).start) / 0.1;
                const double mean =
                    k < kShort ? static_cast<double>(k) * 4e-5 : 0.12 + 0.88 * static_cast<double>(k - kShort) / kLong;
                QVERIFY2(std::abs(share - mean) < 0.0005,
                         qPrintable(QString("step %1, op %2: %3").arg(step).arg(k).arg(share)));
            }
        }
    }

    void badInputHasAReason()
    {
        const auto reason = [](const Training& training) {
            const FoldedWaveform fold = training.fold().waveform;
            return fold.value.empty() ? QString::fromStdString(fold.reason.english()) : QString();
        };
        QVERIFY(reason(Training({.steps = 0})).contains("no steps"));
        QVERIFY(reason(Training({.steps = 1})).contains("too few steps"));
        QVERIFY(reason(Training({.value = 5000})).contains("same value"));
        QVERIFY(reason(Training({.value = format::kMissing})).contains("no samples"));
        QVERIFY(!stepsToFold(trace::TraceView(), trace::TimeRange{}).reason.empty());
        StepList empty;
        empty.steps = {{.range = {5, 1}}, {.range = {9, 9}}};
        QVERIFY(!stepsToFold(trace::TraceView(), empty).reason.empty());
    }
};

QTEST_GUILESS_MAIN(TestFoldChannel)
#include "tst_foldchannel.moc"
