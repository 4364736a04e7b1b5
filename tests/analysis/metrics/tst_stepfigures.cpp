#include "analysis/metrics/stepfigures.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/stoprequested.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

std::vector<StepLength> stepsOf(const std::vector<double>& seconds)
{
    std::vector<StepLength> steps;
    for (const double one : seconds)
        steps.push_back({one, false});
    return steps;
}

std::string marks(const std::vector<StepLength>& steps, std::size_t skipped)
{
    std::string text;
    for (const int outlier : outlierSteps(steps, skipped))
        text += outlier > 0 ? '+' : outlier < 0 ? '-' : '.';
    return text;
}

/// Which samples of the rail are missing.
enum class Missing { None, Begin, End, Blocks, Random, SamePlace };

/// 200 steps of about 110 ms, of 12 W for their first 70 % and 2 W for the rest, read every 10 ms as means since the
/// previous reading; `truth`: mean energy of a step in joules.
struct PartlyMeasured
{
    std::vector<std::byte> bytes;
    double truth = 0;

    PartlyMeasured(Missing missing, double share)
    {
        constexpr std::int64_t kMs = 1'000'000;
        constexpr std::size_t kSteps = 200;
        std::mt19937_64 random(5);
        std::normal_distribution<double> jitter(1, 0.02);
        RecordingBuilder builder;
        const auto rail = builder.channel({.name = "VDD_IN",
                                           .quantity = "rail.power",
                                           .unit = "W",
                                           .scale = 1e-3,
                                           .covers = trace::Channel::Covers::Interval,
                                           .rail = "VDD_IN",
                                           .role = "system",
                                           .periodNs = 10 * kMs});
        std::vector<format::Step> steps;
        std::int64_t time = 0;
        for (std::size_t i = 0; i < kSteps; ++i) {
            const auto length = static_cast<std::int64_t>(110e6 * jitter(random));
            steps.push_back({.index = i, .start = time, .end = time + length, .samples = 8, .flags = 0, .process = 1});
            truth += static_cast<double>(length) * 1e-9 * (0.7 * 12 + 0.3 * 2) / kSteps;
            time += length;
        }
        builder.steps(steps);
        // Joules from the beginning to a time.
        std::size_t at = 0;
        double before = 0;
        const auto energyUntil = [&](std::int64_t t) {
            while (at + 1 < steps.size() && steps[at].end <= t) {
                before += static_cast<double>(steps[at].end - steps[at].start) * 1e-9 * 9;
                ++at;
            }
            const double length = static_cast<double>(steps[at].end - steps[at].start) * 1e-9;
            const double since = static_cast<double>(t - steps[at].start) * 1e-9;
            return before + 12 * std::min(since, 0.7 * length) + 2 * std::max(since - 0.7 * length, 0.0);
        };
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        double last = 0;
        for (std::int64_t t = 0; t <= time; t += 10 * kMs) {
            const double energy = energyUntil(t);
            const double position = static_cast<double>(t) / static_cast<double>(time);
            const double inStep =
                static_cast<double>(t - steps[at].start) / static_cast<double>(steps[at].end - steps[at].start);
            const bool isMissing =
                (missing == Missing::Begin && position < share) || (missing == Missing::End && position > 1 - share) ||
                (missing == Missing::Blocks && std::fmod(position * 13, 1) < share) ||
                (missing == Missing::Random && static_cast<double>(random() % 1000) < 1000 * share) ||
                (missing == Missing::SamePlace && inStep < share);
            times.push_back(t);
            values.push_back(isMissing ? format::kMissing : std::llround(1000 * (energy - last) / 0.01));
            last = energy;
        }
        builder.samples(rail, times, values);
        bytes = builder.bytes();
    }
};

} // namespace

class TestStepFigures : public QObject
{
    Q_OBJECT

private slots:
    /// Steps of 100 ms, whose samples come with delays.
    void stepsSettleWhenAllChannelsHaveReachedTheirEnd()
    {
        constexpr std::int64_t kMs = 1'000'000;
        RecordingBuilder builder;
        const auto rail = builder.channel({.name = "VDD_IN",
                                           .quantity = "rail.power",
                                           .unit = "W",
                                           .rail = "VDD_IN",
                                           .role = "system",
                                           .periodNs = 10 * kMs});
        const auto gpu =
            builder.channel({.name = "gpu", .quantity = "gpu.utilization", .unit = "1", .periodNs = 10 * kMs});
        const auto fan = builder.channel({.name = "fan", .quantity = "fan.duty", .unit = "1"});
        const auto addSteps = [](RecordingBuilder& to) {
            for (std::uint64_t i = 0; i < 1000; ++i) {
                const auto begin = static_cast<std::int64_t>(i) * 100 * kMs;
                to.steps({{i, begin, begin + 100 * kMs, 32, 0, 0}});
            }
        };
        RecordingBuilder withoutChannels;
        addSteps(withoutChannels);
        QCOMPARE(settledSteps(viewOf(withoutChannels.bytes())), std::size_t{1000}); // nothing to wait for
        addSteps(builder);
        builder.samples(fan, {90'000 * kMs}, {1}); // not among the figures
        QCOMPARE(settledSteps(viewOf(builder.bytes())), std::size_t{0});
        builder.samples(rail, {1'000 * kMs, 1'250 * kMs}, {5, 5});
        builder.samples(gpu, {1'000 * kMs, 1'199 * kMs}, {1, 1});
        QCOMPARE(settledSteps(viewOf(builder.bytes())), std::size_t{11});
        builder.samples(gpu, {1'200 * kMs}, {1});
        QCOMPARE(settledSteps(viewOf(builder.bytes())), std::size_t{12});
        builder.samples(rail, {60'000 * kMs}, {5}); // the GPU is late by more than half a minute
        QCOMPARE(settledSteps(viewOf(builder.bytes())), std::size_t{300});
    }

    void figuresMatchTheRange()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording());
        const auto steps = stepFigures(view, 0, view.stepCount());
        QCOMPARE(steps.size(), view.stepCount());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const format::Step step = view.step(i);
            const RangeSummary summary = summarize(view, {step.start, step.end});
            QCOMPARE(steps[i].seconds, summary.range.seconds());
            QVERIFY(std::abs(steps[i].joules - *summary.systemJoules) < 1e-9);
            QVERIFY(std::abs(steps[i].cpu - *summary.cpuUtilization) < 1e-9);
            QVERIFY(std::abs(steps[i].gpu - *summary.gpuUtilization) < 1e-9);
            QVERIFY(std::abs(steps[i].watts - steps[i].joules / steps[i].seconds) < 0.02 * steps[i].watts);
            QCOMPARE(steps[i].traced, (step.flags & format::Step::kTraced) != 0);
        }
        QCOMPARE(stepFigures(view, 5, 7).size(), std::size_t{2});
        QCOMPARE(stepFigures(view, 5, 7)[1].joules, steps[6].joules);
        QVERIFY(stepFigures(view, 0, view.stepCount(), testing::stopRequested()).empty());
    }

    /// The energy per step does not depend on how much of the run the rail was measured.
    void energyPerStepIsThatOfTheCoveredSteps_data()
    {
        QTest::addColumn<int>("missing");
        QTest::addColumn<double>("share");
        QTest::addRow("complete") << static_cast<int>(Missing::None) << 0.0;
        for (const double share : {0.3, 0.5, 0.8}) {
            QTest::addRow("begin %.1f", share) << static_cast<int>(Missing::Begin) << share;
            QTest::addRow("end %.1f", share) << static_cast<int>(Missing::End) << share;
            QTest::addRow("blocks %.1f", share) << static_cast<int>(Missing::Blocks) << share;
            QTest::addRow("random samples %.1f", share) << static_cast<int>(Missing::Random) << share;
        }
    }
    void energyPerStepIsThatOfTheCoveredSteps()
    {
        QFETCH(int, missing);
        QFETCH(double, share);
        const PartlyMeasured recording(static_cast<Missing>(missing), share);
        const trace::TraceView view = viewOf(recording.bytes);
        const trace::TimeRange range = runWindow(view).range;
        const StepEnergy energy = stepEnergy(view, range, 0);
        QVERIFY2(energy.joules, energy.reason.c_str());
        QVERIFY2(std::abs(*energy.joules / recording.truth - 1) < 0.02, std::to_string(*energy.joules).c_str());
        QCOMPARE(energy.samples.value_or(0), 8.0);
        QCOMPARE(energy.isByPlace, static_cast<Missing>(missing) == Missing::Random);
        QVERIFY(std::abs(summarize(view, range).systemCoverage - (1 - share)) < 0.05);

        // A step without samples has no energy, and none is too small.
        double sum = 0;
        std::size_t known = 0;
        for (const StepFigures& step : stepFigures(view, 0, view.stepCount())) {
            known += std::isnan(step.joules) ? 0 : 1;
            sum += std::isnan(step.joules) ? 0 : step.joules;
        }
        if (known > 0)
            QVERIFY(std::abs(sum / static_cast<double>(known) / recording.truth - 1) < 0.02);
    }

    /// The power of a place that is never covered is not known, so neither is that of the step.
    void energyPerStepNeedsSamplesOfTheWholeStep()
    {
        for (const double share : {0.3, 0.5, 0.8}) {
            const PartlyMeasured recording(Missing::SamePlace, share);
            const trace::TraceView view = viewOf(recording.bytes);
            const StepEnergy energy = stepEnergy(view, runWindow(view).range, 0);
            QVERIFY(!energy.joules);
            QVERIFY(!energy.reason.empty());
        }
    }

    void notMeasuredIsNotZero()
    {
        TrainingOptions options;
        options.rails = options.gpu = false;
        const trace::TraceView view = viewOf(makeTrainingRecording(options));
        const auto steps = stepFigures(view, 0, 1);
        QVERIFY(std::isnan(steps[0].joules) && std::isnan(steps[0].watts) && std::isnan(steps[0].gpu));
        QVERIFY(steps[0].cpu > 0);
    }

    void memoryIsThatOfReportedTensors()
    {
        RecordingBuilder builder;
        const auto add = [&](const char* name, const char* quantity) {
            trace::Channel channel;
            channel.name = name;
            channel.quantity = quantity;
            channel.unit = "B";
            channel.periodNs = 50;
            return builder.channel(channel);
        };
        const auto process = add("training", "memory.process");
        const auto used = add("tensors", "memory.allocator_used");
        const auto parameters = add("parameters", "memory.parameters");
        const auto intermediate = add("intermediate", "memory.intermediate");
        builder.steps({{0, 0, 100, 1, 0, 0}, {1, 100, 200, 1, 0, 0}, {2, 200, 210, 1, 0, 0}});
        builder.samples(process, {0, 50, 120, 220}, {10, 70, 20, 30});
        // Reported from the end of the first step: the value at a step's begin counts, values after its end do not.
        builder.samples(parameters, {100, 150}, {40, 44});
        const auto before = stepFigures(viewOf(builder.bytes()), 0, 3);
        QCOMPARE(before[0].memory, 70.0);
        QCOMPARE(before[2].memory, 30.0); // no sample in the step: between 20 and 30
        QVERIFY(std::isnan(before[0].intermediate));

        builder.samples(used, {100, 150, 190, 205}, {400, 900, 500, 450})
            .samples(intermediate, {100, 150, 190, 205}, {360, 856, 456, 406});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto steps = stepFigures(view, 0, 3);
        QCOMPARE(steps[0].memory, 400.0);
        QCOMPARE(steps[1].memory, 900.0);
        QCOMPARE(steps[2].memory, 500.0);
        QCOMPARE(steps[1].intermediate, 856.0);
        const TensorMemory tensors(view);
        QCOMPARE(tensors.of({0, 100}).parameters, 40.0);
        QCOMPARE(tensors.of({100, 200}).parameters, 44.0);
        QVERIFY(std::isnan(tensors.of({0, 99}).parameters) && !tensors.of({0, 99}).isReported());
        QVERIFY(std::isnan(tensors.of({100, 200}).gradients));
    }

    void marksOutliers()
    {
        // The first three steps are warm-up: neither outliers nor part of the median.
        const auto steps = stepsOf({9, 5, 3, 1, 1.01, 0.99, 1, 1.02, 3, 1, 0.98, 0.2, 1, 1.01, 1});
        QCOMPARE(marks(steps, kSkippedSteps), std::string("........+..-..."));
        QCOMPARE(marks(steps, 0), std::string("+++.....+..-..."));
    }

    void regularStepsHaveNoOutliers()
    {
        auto steps = stepsOf(std::vector<double>(20, 1.0));
        steps[10].seconds = 1.001; // far beyond the others' deviation, but below 5 %
        QCOMPARE(marks(steps, 0), std::string(20, '.'));
        QCOMPARE(marks(stepsOf({1, 1, 1, 9}), 0), std::string("...."));
    }

    /// Recording ops slows steps down: traced steps are compared with each other.
    void tracedStepsAreComparedSeparately()
    {
        std::vector<StepLength> steps = stepsOf(std::vector<double>(40, 1.0));
        for (std::size_t i = 10; i < 20; ++i)
            steps[i] = {2.5, true};
        steps[15].seconds = 7;
        QCOMPARE(marks(steps, 0), std::string(15, '.') + "+" + std::string(24, '.'));
    }
};

QTEST_APPLESS_MAIN(TestStepFigures)
#include "tst_stepfigures.moc"
