#include "analysis/report/observationfacts.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

#include <cmath>
#include <vector>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStep = 200 * kMs;
constexpr int kSteps = 12;

/// Twelve traced steps of 200 ms: in the first quarter one core decodes input and the GPU waits; then kernels run and
/// the core launches them for a tenth of the time.
RecordingBuilder takingTurns()
{
    RecordingBuilder builder;
    builder.describe().periodNs = 10 * kMs;
    builder.describe().startRealtime = 1'500'000'000'000'000'000; // 17361.1 days
    builder.describe().command = {"python3", "train.py", "--model", "resnet50"};
    const auto core = builder.channel({.name = "cpu0",
                                       .quantity = "cpu.utilization",
                                       .unit = "1",
                                       .scale = 0.01,
                                       .covers = trace::Channel::Covers::Interval,
                                       .core = 0,
                                       .cluster = "A57",
                                       .periodNs = 10 * kMs});
    const auto decode = builder.op("DecodeJpeg");
    const auto launch = builder.op("cudaLaunchKernel");
    const auto kernel = builder.op("sgemm", {}, {}, "kernel");
    builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .name = "main"});
    builder.lane({.id = 2, .kind = format::Lane::Kind::GpuStream, .name = "stream 7"});
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> shares;
    for (int step = 0; step < kSteps; ++step) {
        const std::int64_t begin = step * kStep;
        for (std::int64_t at = 10 * kMs; at <= kStep; at += 10 * kMs) {
            times.push_back(begin + at);
            shares.push_back(at <= kStep / 4 ? 90 : 10);
        }
        builder.spans(1, {{begin, kStep / 4, decode, 0}, {begin + kStep / 4, kStep * 3 / 4, launch, 0}});
        builder.spans(2, {{begin + kStep / 4, kStep * 3 / 4, kernel, 0}});
    }
    builder.samples(core, times, shares);
    for (int step = 0; step < kSteps; ++step)
        builder.steps({{.index = static_cast<std::uint64_t>(step),
                        .start = step * kStep,
                        .end = (step + 1) * kStep,
                        .samples = 16,
                        .flags = format::Step::kTraced}});
    return builder;
}

RunFacts factsOf(const trace::TraceView& view)
{
    return runFacts(view, makeReport(view));
}

} // namespace

/// The figures of recordings that the observations test.
class TestObservationFacts : public QObject
{
    Q_OBJECT

private slots:
    /// Facts of recordings: model and batch, and steps without the traced ones.
    void factsOfRecordings()
    {
        TrainingOptions options;
        options.steps = 60;
        options.batchSize = 8;
        const trace::TraceView small = viewOf(makeTrainingRecording(options));
        options.batchSize = 64;
        options.stepNs = 800'000'000;
        const trace::TraceView large = viewOf(makeTrainingRecording(options));
        const Report first = makeReport(small);
        const Report second = makeReport(large);
        QCOMPARE(first.observations.size(), std::size_t{12});
        const std::vector<RunFacts> facts{runFacts(small, first), runFacts(large, second)};
        QCOMPARE(facts[0].batch, std::uint64_t{8});
        QVERIFY(!facts[0].model.empty());
        QCOMPARE(facts[0].stepSeconds.size(), std::size_t{60 - 3 - 5}); // skipped and traced
        QVERIFY(facts[0].stretches.size() >= 4 && facts[0].stretches[0].cpu && *facts[0].stretches[0].cpu > 0);
        QVERIFY(facts[0].stretches[0].gpuWatts > 0);
        QVERIFY(facts[0].joulesPerStep && facts[0].groups.size() >= 8);
        const auto together = observe(facts);
        QVERIFY(together[9].verdict == Observation::Verdict::Holds); // x8 batch in x4 time
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(toJson({first, second}, together))).object();
        QCOMPARE(json["recordings"].toArray().size(), 2);
        QCOMPARE(json["observations"][9]["verdict"].toString(), QStringLiteral("holds"));
        const QString text = QString::fromStdString(toText({first, second}, {"a", "b"}, together));
        QVERIFY(text.contains("  10              holds: Throughput"));
        for (const QString& line : text.mid(text.indexOf("All together")).split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }

    void gpuAndCpuInsideSteps()
    {
        RecordingBuilder builder = takingTurns();
        const RunFacts facts = factsOf(viewOf(builder.bytes()));
        QCOMPARE(facts.gpuCpuCorrelations.size(), std::size_t{kSteps - 3});
        for (const double correlation : facts.gpuCpuCorrelations)
            QVERIFY2(std::abs(correlation + 1) < 1e-6, std::to_string(correlation).c_str());
        QCOMPARE(facts.opsAtLowGpu.size(), std::size_t{1});
        QCOMPARE(facts.opsAtLowGpu[0].name, std::string("DecodeJpeg"));
        QCOMPARE(facts.opsAtLowGpu[0].share, 1.0);
        QVERIFY(facts.correlationSource.english().find("kernels") != std::string::npos);
    }

    /// Without kernels, a GPU channel that averages over more than a quarter of a step cannot show it.
    void aSlowGpuChannelGivesNoCorrelation()
    {
        TrainingOptions options;
        options.stepNs = 25 * kMs;
        options.tracedFrom = 1;
        options.tracedTo = 0;
        const RunFacts facts = factsOf(viewOf(makeTrainingRecording(options)));
        QVERIFY(facts.gpuCpuCorrelations.empty());
        QVERIFY2(facts.correlationSource.english().find("no step is longer than four parts") != std::string::npos,
                 facts.correlationSource.english().c_str());
    }

    void accuracyFromTheOutput_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("share"); ///< -1 = none
        QTest::newRow("keras") << "loss: 0.9 - accuracy: 0.6065" << 0.6065;
        QTest::newRow("per cent") << "Accuracy 61.32 %" << 0.6132;
        QTest::newRow("no unit, above 1") << "test_acc=61.32" << 0.6132;
        QTest::newRow("validation") << "val_acc = 0.5" << 0.5;
        QTest::newRow("other words") << "accelerator 3, accumulate=4, access 0.5" << -1.0;
        QTest::newRow("no number") << "accuracy is good" << -1.0;
        QTest::newRow("impossible") << "accuracy: 6000" << -1.0;
    }
    void accuracyFromTheOutput()
    {
        QFETCH(QString, line);
        QFETCH(double, share);
        RecordingBuilder builder = takingTurns();
        const std::string text = line.toStdString() + "\n";
        builder.log(kStep, text.substr(0, 9)).log(2 * kStep, text.substr(9)); // chunks are not lines
        const RunFacts facts = factsOf(viewOf(builder.bytes()));
        QCOMPARE(facts.accuracies.size(), share < 0 ? std::size_t{0} : std::size_t{1});
        if (share >= 0) {
            QCOMPARE(facts.accuracies[0].share, share);
            QVERIFY(std::abs(facts.accuracies[0].day - 17361.11) < 0.01);
        }
    }

    /// A training that prints per cent without a sign begins below 1 %; one that prints shares reaches 1.
    void onePrintedScaleForAllLines()
    {
        RecordingBuilder percent = takingTurns();
        percent.log(kStep, "acc: 0.98\nacc: 1.00\nacc: 3.20\n");
        const RunFacts low = factsOf(viewOf(percent.bytes()));
        QCOMPARE(low.accuracies.size(), std::size_t{3});
        QCOMPARE(low.accuracies[0].share, 0.0098);
        QCOMPARE(low.accuracies[1].share, 0.01);
        RecordingBuilder shares = takingTurns();
        shares.log(kStep, "acc: 0.98\nacc: 1.0\nacc: 99.5 %\n");
        const RunFacts high = factsOf(viewOf(shares.bytes()));
        QCOMPARE(high.accuracies[0].share, 0.98);
        QCOMPARE(high.accuracies[1].share, 1.0);
        QCOMPARE(high.accuracies[2].share, 0.995);
    }

    /// Reported metrics come before printed lines, and one with values above 1 is in per cent.
    void accuracyFromMetrics()
    {
        RecordingBuilder builder;
        builder.log(kStep, "accuracy: 0.5\naccuracy: 0.6\n");
        builder.metric("loss", {{kStep, 2.5}});
        builder.metric("Val_Accuracy", {{kStep, 61.5}, {2 * kStep, 0.9}});
        const RunFacts facts = factsOf(viewOf(builder.bytes()));
        QCOMPARE(facts.accuracies.size(), std::size_t{2});
        QCOMPARE(facts.accuracies[0].share, 0.615);
        QCOMPARE(facts.accuracies[1].share, 0.009);
    }

    /// Of several accuracies, the one that is printed most often.
    void oneAccuracy()
    {
        RecordingBuilder builder = takingTurns();
        builder.log(kStep, "accuracy: 0.5 val_accuracy: 0.4\naccuracy: 0.6\n");
        const RunFacts facts = factsOf(viewOf(builder.bytes()));
        QCOMPARE(facts.accuracies.size(), std::size_t{2});
        QCOMPARE(facts.accuracies[1].share, 0.6);
    }

    /// Steps of 2 ms, sampled each 10 ms: memory is at its peak in a tenth of each step, which few samples meet.
    void peaksOfStepsThatAreShorterThanASample()
    {
        RecordingBuilder builder;
        builder.describe().periodNs = 10 * kMs;
        const auto memory = builder.channel({.name = "used", .quantity = "memory.used", .unit = "B"});
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (int i = 0; i < 2000; ++i) {
            times.push_back(i * 10 * kMs + (i * 7 % 10) * kMs / 5);
            values.push_back(i * 7 % 10 == 9 ? 3'000'000'000 : 1'000'000'000);
        }
        builder.samples(memory, times, values);
        std::vector<format::Step> steps;
        for (std::int64_t i = 0; i < 10'000; ++i)
            steps.push_back({.index = static_cast<std::uint64_t>(i),
                             .start = i * 2 * kMs,
                             .end = (i + 1) * 2 * kMs,
                             .samples = 4,
                             .flags = 0,
                             .process = 0});
        builder.steps(steps);
        const RunFacts facts = factsOf(viewOf(builder.bytes()));
        QCOMPARE(facts.stepsPerGroup, std::size_t{100});
        QVERIFY(facts.stepPeaks.size() >= 90);
        for (const double peak : facts.stepPeaks)
            QCOMPARE(peak, 3e9);
    }

    void memoryParts()
    {
        RecordingBuilder builder = takingTurns();
        builder.facts(R"({"parameter_bytes":100,"gradient_bytes":90,"input_bytes":80,"intermediate_bytes":70})");
        const RunFacts facts = factsOf(viewOf(builder.bytes()));
        QCOMPARE(facts.parameterBytes, std::optional(100.0));
        QCOMPARE(facts.gradientBytes, std::optional(90.0));
        QCOMPARE(facts.inputBytes, std::optional(80.0));
        QCOMPARE(facts.intermediateBytes, std::optional(70.0));
        RecordingBuilder without = takingTurns();
        QVERIFY(!factsOf(viewOf(without.bytes())).intermediateBytes);
    }
};

QTEST_APPLESS_MAIN(TestObservationFacts)
#include "tst_observationfacts.moc"
