#include "analysis/metrics/stepfigures.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/stoprequested.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

std::vector<StepFigures> stepsOf(const std::vector<double>& seconds)
{
    std::vector<StepFigures> steps;
    for (const double one : seconds)
        steps.push_back({.seconds = one});
    return steps;
}

std::string marks(const std::vector<StepFigures>& steps)
{
    std::string text;
    for (const StepFigures& step : steps)
        text += step.outlier > 0 ? '+' : step.outlier < 0 ? '-' : '.';
    return text;
}

} // namespace

class TestStepFigures : public QObject
{
    Q_OBJECT

private slots:
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
        auto steps = stepsOf({9, 5, 3, 1, 1.01, 0.99, 1, 1.02, 3, 1, 0.98, 0.2, 1, 1.01, 1});
        markOutliers(steps);
        QCOMPARE(marks(steps), std::string("........+..-..."));
        markOutliers(steps, 0);
        QCOMPARE(marks(steps), std::string("+++.....+..-..."));
    }

    void regularStepsHaveNoOutliers()
    {
        auto steps = stepsOf(std::vector<double>(20, 1.0));
        steps[10].seconds = 1.001; // far beyond the others' deviation, but below 5 %
        markOutliers(steps, 0);
        QCOMPARE(marks(steps), std::string(20, '.'));
        auto few = stepsOf({1, 1, 1, 9});
        markOutliers(few, 0);
        QCOMPARE(marks(few), std::string("...."));
    }

    /// Recording ops slows steps down: traced steps are compared with each other.
    void tracedStepsAreComparedSeparately()
    {
        std::vector<StepFigures> steps = stepsOf(std::vector<double>(40, 1.0));
        for (std::size_t i = 10; i < 20; ++i)
            steps[i] = {.seconds = 2.5, .traced = true};
        steps[15].seconds = 7;
        markOutliers(steps, 0);
        QCOMPARE(marks(steps), std::string(15, '.') + "+" + std::string(24, '.'));
    }
};

QTEST_APPLESS_MAIN(TestStepFigures)
#include "tst_stepfigures.moc"
