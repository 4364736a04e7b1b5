#include "analysis/comparison/compare.h"
#include "analysis/statistics/bootstrap.h"
#include "tests/analysis/report/knownrecording.h"
#include "tests/support/stoprequested.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

using Units = std::vector<SampleUnit>;

/// Options of a recording: a factor of the duration of all ops, and additional watts of the rail.
struct RecordingOptions
{
    double slower = 1;
    double watts = 0;
    int steps = 40;
    bool extraOp = false;
    unsigned seed = 1;
    double lateMs = 0; ///< in each of the first `lateSteps` steps, samples begin this late
    int lateSteps = 0;
};

trace::TraceView recordingWith(const RecordingOptions& options)
{
    std::mt19937_64 random(options.seed);
    std::normal_distribution<double> noise(0, 0.05);
    RecordingBuilder builder;
    const auto rail = builder.channel(knownRail("VDD_IN", "", "system"));
    builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
    const auto mm = builder.op("aten::mm", "[8, 8]");
    const auto relu = builder.op("aten::relu", "[8]");
    const auto add = builder.op("aten::add", "[8]");
    for (std::int64_t step = 0; step < options.steps; ++step) {
        const std::int64_t start = knownTime(step * 100);
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> milliwatts;
        for (std::int64_t ms = 0; ms < 100; ms += 10) {
            const bool isMissing = step < options.lateSteps && static_cast<double>(ms) < options.lateMs;
            const auto value = static_cast<std::int64_t>(1000 * (5 + options.watts + noise(random)));
            times.push_back(start + ms * kKnownMs);
            milliwatts.push_back(isMissing ? format::kMissing : value);
        }
        builder.samples(rail, times, milliwatts);
        std::vector<trace::SpanRecord> spans;
        for (std::int64_t i = 0; i < 4; ++i) {
            const double ms = 5 * options.slower * (1 + noise(random));
            spans.push_back({start + i * 20 * kKnownMs, static_cast<std::int64_t>(ms * 1e6), mm, 0});
        }
        spans.push_back({start + 80 * kKnownMs, static_cast<std::int64_t>(2e6 * (1 + noise(random))), relu, 0});
        if (options.extraOp)
            spans.push_back({start + 90 * kKnownMs, kKnownMs, add, 0});
        builder.spans(1, spans);
        builder.steps({{.index = static_cast<std::uint64_t>(step),
                        .start = start,
                        .end = start + 100 * kKnownMs,
                        .samples = 8,
                        .flags = 0,
                        .process = 0}});
    }
    return viewOf(builder.footer().bytes());
}

const OpDifference& op(const Comparison& comparison, const std::string& name)
{
    static const OpDifference none;
    for (const OpDifference& difference : comparison.ops)
        if (difference.name == name)
            return difference;
    return none;
}

const ChannelDifference& channel(const Comparison& comparison, ChannelDifference::Kind kind)
{
    static const ChannelDifference none;
    for (const ChannelDifference& difference : comparison.channels)
        if (difference.kind == kind)
            return difference;
    return none;
}

Comparison compared(const RecordingOptions& a, const RecordingOptions& b, const CompareOptions& options = {})
{
    const trace::TraceView viewA = recordingWith(a);
    const trace::TraceView viewB = recordingWith(b);
    return compare({viewA, viewA.extent()}, {viewB, viewB.extent()}, options);
}

} // namespace

class TestCompare : public QObject
{
    Q_OBJECT

private slots:
    /// Coverage of the 95 % intervals: at least 93 % of 3,000 trials, to allow for counting errors. Skewed durations of
    /// few units are the hardest case.
    void intervalsHaveTheirCoverage_data()
    {
        QTest::addColumn<int>("unitsA");
        QTest::addColumn<int>("unitsB");
        QTest::addColumn<double>("sigma"); // of the logarithm; 0 = normal
        QTest::addColumn<double>("least");
        QTest::addRow("normal, 12 and 12") << 12 << 12 << 0.0 << 0.93;
        QTest::addRow("normal, 40 and 15") << 40 << 15 << 0.0 << 0.93;
        QTest::addRow("skewed, 30 and 30") << 30 << 30 << 0.5 << 0.93;
        QTest::addRow("skewed, 1000 and 1000") << 1000 << 1000 << 0.5 << 0.93;
        QTest::addRow("skewed, 8 and 8") << 8 << 8 << 0.5 << 0.91;
    }
    void intervalsHaveTheirCoverage()
    {
        QFETCH(int, unitsA);
        QFETCH(int, unitsB);
        QFETCH(double, sigma);
        QFETCH(double, least);
        std::mt19937_64 random(12345);
        const auto draw = [&](int count, double mean) {
            std::normal_distribution<double> normal(0, 1);
            Units units;
            for (int i = 0; i < count; ++i) {
                const double value = sigma > 0 ? mean * std::exp(sigma * normal(random) - sigma * sigma / 2)
                                               : mean + 0.3 * normal(random);
                units.push_back({value, 1});
            }
            return units;
        };
        constexpr int kTrials = 3000;
        int held = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            const auto interval = differenceInterval(draw(unitsA, 1), draw(unitsB, 1.2));
            QVERIFY(interval);
            held += interval->low <= 0.2 && 0.2 <= interval->high ? 1 : 0;
        }
        const double coverage = static_cast<double>(held) / kTrials;
        qInfo("%s: %.1f %%", QTest::currentDataTag(), coverage * 100);
        QVERIFY2(coverage >= least && coverage <= 0.975, qPrintable(QString::number(coverage)));
    }

    /// Steps with different numbers of instances: the mean is over instances, the interval over steps.
    void intervalIsOverStepsIfInstancesAreCorrelated()
    {
        std::mt19937_64 random(5);
        std::normal_distribution<double> normal(0, 1);
        const auto draw = [&] {
            Units units;
            for (int step = 0; step < 25; ++step) {
                const double count = 1 + static_cast<double>(random() % 40);
                units.push_back({count * (1 + 0.2 * normal(random)), count});
            }
            return units;
        };
        int held = 0;
        for (int trial = 0; trial < 1000; ++trial)
            held += differenceInterval(draw(), draw()).value_or(Interval{1, 1}).holdsZero() ? 1 : 0;
        qInfo("clustered: %.1f %%", held / 10.0);
        QVERIFY(held >= 925 && held <= 975);
    }

    void intervalsAreReproducible()
    {
        const Units a{{1, 1}, {1.2, 1}, {0.9, 1}, {1.1, 1}, {1, 1}};
        const Units b{{1.5, 1}, {1.4, 1}, {1.6, 1}, {1.7, 1}, {1.45, 1}};
        const auto interval = differenceInterval(a, b);
        const auto again = differenceInterval(a, b);
        QVERIFY(interval && again);
        QCOMPARE(interval->low, again->low);
        QCOMPARE(interval->high, again->high);
        QVERIFY(interval->low > 0 && !interval->holdsZero());
    }

    /// A third of the resamples lack the outlier and have hardly any spread, or none: the interval stays within a few
    /// standard errors of the mean.
    void oneOutlierGivesNoEndlessInterval()
    {
        for (const double spread : {1e-6, 0.0}) {
            const Units zeros(4, SampleUnit{0, 1});
            Units units;
            for (int i = 0; i < 20; ++i)
                units.push_back({i == 3 ? 0.4 : 0.8 + spread * std::sin(i), 1});
            const auto interval = differenceInterval(zeros, units); // mean 0.78, standard error 0.02
            QVERIFY(interval);
            QVERIFY2(interval->low > 0.7 && interval->low < 0.77, qPrintable(QString::number(interval->low)));
            QVERIFY2(interval->high > 0.79 && interval->high < 0.86, qPrintable(QString::number(interval->high)));
        }
    }

    void noIntervalWithTooFewUnits()
    {
        const Units few{{1, 1}, {2, 1}, {3, 1}};
        const Units many(20, SampleUnit{1, 1});
        QVERIFY(!differenceInterval(few, many));
        QVERIFY(!differenceInterval({}, {}));
        // Constant values: the interval has no width.
        const auto sure = differenceInterval(many, Units(20, SampleUnit{3, 1}));
        QVERIFY(sure && sure->low == 2 && sure->high == 2);
    }

    void collectorKeepsSumsAndWeights()
    {
        UnitCollector collector;
        for (int i = 0; i < 100'000; ++i)
            collector.add(i, 1);
        QVERIFY(collector.units().size() <= 2 * kMaxUnits);
        double sum = 0;
        double weight = 0;
        for (const SampleUnit& unit : collector.units()) {
            sum += unit.sum;
            weight += unit.weight;
        }
        QCOMPARE(sum, 99'999.0 * 50'000);
        QCOMPARE(weight, 100'000.0);
        QVERIFY(joinedUnits(collector.units()).size() <= kMaxUnits);
    }

    void findsDifferencesOnlyWhereTheyAre()
    {
        const Comparison comparison = compared({}, {.slower = 1.1, .watts = 0.5, .seed = 2});
        const OpDifference& mm = op(comparison, "aten::mm");
        QCOMPARE(mm.countA, std::uint64_t{160});
        QCOMPARE(mm.countPerStep.a, 4.0);
        QVERIFY(mm.overSteps);
        QVERIFY(std::abs(mm.mean.absolute() - 0.0005) < 0.0001);
        QVERIFY(std::abs(mm.mean.ratio() - 1.1) < 0.02);
        QVERIFY(mm.mean.isSignificant());
        QVERIFY(mm.mean.interval->low > 0 && mm.mean.interval->low < 0.0005 && mm.mean.interval->high > 0.0005);
        QVERIFY(std::abs(mm.totalPerStep.absolute() - 0.002) < 0.0004);
        QVERIFY(mm.totalPerStep.isSignificant());
        QCOMPARE(comparison.ops.front().name, std::string("aten::mm")); // the largest difference
        QVERIFY(!op(comparison, "aten::relu").mean.isSignificant());

        const ChannelDifference& power = channel(comparison, ChannelDifference::Kind::RailPower);
        QCOMPARE(power.name, std::string("VDD_IN"));
        QVERIFY(std::abs(power.value.absolute() - 0.5) < 0.02);
        QVERIFY(power.value.isSignificant());
        const ChannelDifference& energy = channel(comparison, ChannelDifference::Kind::StepEnergy);
        QVERIFY(std::abs(energy.value.a - 0.5) < 0.01 && std::abs(energy.value.b - 0.55) < 0.01);
        const ChannelDifference& step = channel(comparison, ChannelDifference::Kind::StepDuration);
        QVERIFY(std::abs(step.value.a - 0.1) < 1e-9 && !step.value.isSignificant());
    }

    void opOfOneSideOnly()
    {
        const Comparison comparison = compared({}, {.extraOp = true});
        const OpDifference& added = op(comparison, "aten::add");
        QCOMPARE(added.countA, std::uint64_t{0});
        QCOMPARE(added.countB, std::uint64_t{40});
        QCOMPARE(added.totalPerStep.a, 0.0);
        QVERIFY(std::abs(added.totalPerStep.b - 0.001) < 1e-9);
        QVERIFY(added.totalPerStep.isSignificant());
        QVERIFY(std::isnan(added.mean.a) && !added.mean.interval);
    }

    void twoStepsOfOneRecording()
    {
        const trace::TraceView view = recordingWith({});
        const auto step = [&](std::size_t i) { return CompareSide{view, {view.step(i).start, view.step(i).end}}; };
        const Comparison comparison = compare(step(4), step(9));
        QCOMPARE(comparison.stepsA.whole, std::size_t{1});
        const OpDifference& mm = op(comparison, "aten::mm");
        QCOMPARE(mm.countA, std::uint64_t{4});
        QVERIFY(!mm.overSteps);
        QVERIFY(mm.mean.interval);
        QVERIFY(mm.totalPerStep.a > 0 && !mm.totalPerStep.interval); // one step has no interval
        QVERIFY(!channel(comparison, ChannelDifference::Kind::StepEnergy).value.interval);
    }

    void rangesWithoutSteps()
    {
        const trace::TraceView view = recordingWith({});
        const Comparison comparison =
            compare({view, {knownTime(10), knownTime(60)}}, {view, {knownTime(210), knownTime(260)}});
        QCOMPARE(comparison.stepsA.whole, std::size_t{0});
        QVERIFY(op(comparison, "aten::mm").countA > 0);
        QVERIFY(op(comparison, "aten::mm").totalPerStep.a > 0); // over the range
        const ChannelDifference& power = channel(comparison, ChannelDifference::Kind::RailPower);
        QVERIFY(std::abs(power.value.a - 5) < 0.2 && !power.value.interval);
        const Comparison empty = compare({}, {});
        QVERIFY(empty.ops.empty() && empty.channels.empty());
    }

    /// Steps with half of their samples do not make the energy per step half as large.
    void energiesAreThoseOfCoveredSteps()
    {
        const Comparison comparison = compared({}, {.seed = 2, .lateMs = 50, .lateSteps = 20});
        for (const auto kind : {ChannelDifference::Kind::StepEnergy, ChannelDifference::Kind::RailEnergy}) {
            const ChannelDifference& energy = channel(comparison, kind);
            QVERIFY2(std::abs(energy.value.b - 0.5) < 0.01, std::to_string(energy.value.b).c_str());
            QVERIFY(std::abs(energy.value.a - energy.value.b) < 0.01);
            QVERIFY(energy.coverageA > 0.97 && std::abs(energy.coverageB - 0.5) < 0.06);
        }
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(comparison, "a", "b")));
        bool isInJson = false;
        for (const QJsonValue& entry : json["channels"].toArray())
            isInJson = isInJson || entry["coverage_ratio_b"].toDouble() < 0.6;
        QVERIFY(isInJson);
        const QString text = QString::fromStdString(toText(comparison, "one", "two"));
        QVERIFY2(text.contains("VDD_IN energy per step: of 97.5 % of A and 47.5 % of B"), qPrintable(text));

        // No step is complete: no figure, instead of a wrong one.
        const Comparison none = compared({}, {.seed = 2, .lateMs = 50, .lateSteps = 40});
        QVERIFY(!(channel(none, ChannelDifference::Kind::StepEnergy).value.b > 0));
        // The same for ranges without steps.
        const trace::TraceView a = recordingWith({});
        const trace::TraceView b = recordingWith({.seed = 2, .lateMs = 50, .lateSteps = 1});
        const Comparison ranges = compare({a, {knownTime(10), knownTime(90)}}, {b, {knownTime(10), knownTime(90)}});
        QVERIFY(std::isnan(channel(ranges, ChannelDifference::Kind::RailEnergy).value.b));
        QVERIFY(std::abs(channel(ranges, ChannelDifference::Kind::RailEnergy).coverageB - 0.5) < 1e-9);
    }

    void tracedStepsAreNotComparedWithOthers()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 30}));
        const Comparison comparison = compare({view, view.extent()}, {view, view.extent()});
        QVERIFY(comparison.untracedOnly);
        QCOMPARE(comparison.stepsA.traced, std::size_t{5});
        QCOMPARE(comparison.stepsA.used, std::size_t{25});
        for (const OpDifference& difference : comparison.ops)
            QVERIFY(difference.mean.absolute() == 0 && !difference.mean.isSignificant());
    }

    void differentBatchSizesAreSaid()
    {
        const trace::TraceView eight = viewOf(makeTrainingRecording({.steps = 12, .batchSize = 8}));
        const trace::TraceView large = viewOf(makeTrainingRecording({.steps = 12, .batchSize = 64}));
        const auto noteOf = [](const trace::TraceView& a, const trace::TraceView& b) {
            return compare({a, a.extent()}, {b, b.extent()}).note.english();
        };
        QCOMPARE(noteOf(eight, large), std::string("The batch size is 8 in A and 64 in B: a step does different work. "
                                                   "Match ops by name alone, since their shapes differ."));
        QCOMPARE(noteOf(eight, eight), std::string());
        const CompareSide a{eight, eight.extent()};
        const CompareSide b{large, large.extent()};
        const Comparison byName = compare(a, b, {.grouping = OpGrouping::Name});
        QCOMPARE(byName.note.english(),
                 std::string("The batch size is 8 in A and 64 in B: a step does different work."));
        QVERIFY(toText(byName, "a", "b").find("64 in B") != std::string::npos);
        const auto noteIn = [](const Comparison& comparison) {
            return QJsonDocument::fromJson(QByteArray::fromStdString(toJson(comparison, "a", "b")))["note"];
        };
        QCOMPARE(noteIn(byName).toString().toStdString(), byName.note.english());
        QVERIFY(noteIn(compare(a, a)).isNull());
    }

    void writesJsonAndText()
    {
        const Comparison comparison = compared({}, {.slower = 1.1, .seed = 2});
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(comparison, "a\xff", "b"))).object();
        QCOMPARE(json["b"].toObject()["name"].toString(), QString("b"));
        const QJsonObject first = json["ops"].toArray()[0].toObject();
        QCOMPARE(first["name"].toString(), QString("aten::mm"));
        QVERIFY(first["mean_seconds"].toObject()["significant"].toBool());
        QCOMPARE(first["interval_over"].toString(), QString("steps"));
        const QString text = QString::fromStdString(toText(comparison, "one.stepscope", "two.stepscope"));
        QVERIFY(text.contains("aten::mm") && text.contains("not significant") && text.contains("VDD_IN power"));
        for (const QString& line : text.split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }

    void cancelling()
    {
        const trace::TraceView view = recordingWith({});
        QVERIFY(compare({view, view.extent()}, {view, view.extent()}, {}, testing::stopRequested()).ops.empty());
    }
};

QTEST_APPLESS_MAIN(TestCompare)
#include "tst_compare.moc"
