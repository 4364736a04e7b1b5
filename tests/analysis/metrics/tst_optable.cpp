#include "analysis/energy/opgroupenergy.h"
#include "analysis/metrics/durationbins.h"
#include "analysis/metrics/optable.h"
#include "tests/analysis/report/knownrecording.h"
#include "tests/support/stoprequested.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

const OpTotals* row(const std::vector<OpTotals>& rows, const std::string& name)
{
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const OpTotals& one) { return one.name == name; });
    return at != rows.end() ? &*at : nullptr;
}

bool close(double actual, double expected)
{
    return std::abs(actual - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

std::vector<OpInstance> instancesOf(const std::vector<std::int64_t>& durations)
{
    std::vector<OpInstance> instances;
    for (const std::int64_t duration : durations)
        instances.push_back({0, duration, 0, 0});
    return instances;
}

std::uint64_t countOf(const DurationBins& bins)
{
    return std::accumulate(bins.counts.begin(), bins.counts.end(), std::uint64_t{0});
}

std::int64_t below(std::mt19937_64& random, std::int64_t limit)
{
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
}

/// Random spans, nested up to four deep, on two lanes, and a rail with random samples; the truth by counting instants.
struct RandomNesting
{
    static constexpr std::int64_t kLength = 2000; ///< ns
    static constexpr std::int64_t kPeriod = 100;  ///< ns

    RecordingBuilder builder;
    std::vector<std::uint32_t> ops;
    std::vector<trace::SpanRecord> spans;
    std::vector<std::int64_t> milliwatts;
    std::vector<std::vector<std::vector<std::uint32_t>>> running; ///< by lane and instant: ops, outermost first

    explicit RandomNesting(std::mt19937_64& random)
    {
        trace::Channel rail = knownRail("VDD_IN", "", "system");
        rail.periodNs = kPeriod;
        const auto power = builder.channel(rail);
        std::vector<std::int64_t> times;
        for (std::int64_t t = 0; t <= kLength; t += kPeriod) {
            times.push_back(t);
            milliwatts.push_back(1000 + below(random, 9000));
        }
        builder.samples(power, times, milliwatts);
        for (const char* name : {"a", "b", "c", "d"})
            ops.push_back(builder.op(name));
        for (std::uint32_t lane = 1; lane <= 2; ++lane) {
            builder.lane({.id = lane, .kind = format::Lane::Kind::Thread, .process = 1, .thread = lane, .name = "t"});
            running.emplace_back(kLength);
            const auto first = static_cast<std::ptrdiff_t>(spans.size());
            fill(random, {0, kLength}, 0);
            const std::vector<trace::SpanRecord> ofLane(spans.begin() + first, spans.end());
            builder.spans(lane, ofLane);
        }
    }

    void fill(std::mt19937_64& random, trace::TimeRange range, std::uint8_t depth)
    {
        for (std::int64_t t = range.begin + below(random, 60); t < range.end && depth < 4;) {
            const std::int64_t duration = std::min(1 + below(random, depth == 0 ? 400 : 100), range.end - t);
            const std::uint32_t op = ops[static_cast<std::size_t>(below(random, 4))];
            spans.push_back({t, duration, op, depth});
            for (std::int64_t i = t; i < t + duration; ++i)
                running.back()[static_cast<std::size_t>(i)].push_back(op);
            fill(random, {t, t + duration}, static_cast<std::uint8_t>(depth + 1));
            t += duration + below(random, 60);
        }
    }

    struct Truth
    {
        std::int64_t self = 0, total = 0, count = 0;
        double joules = 0;
    };
    [[nodiscard]] Truth truthOf(std::uint32_t op, trace::TimeRange range) const
    {
        Truth truth;
        truth.count = std::count_if(spans.begin(), spans.end(), [&](const trace::SpanRecord& span) {
            return span.op == op && span.start < range.end && span.end() > range.begin;
        });
        for (const auto& lane : running) {
            for (std::int64_t t = range.begin; t < std::min(range.end, kLength); ++t) {
                const auto& stack = lane[static_cast<std::size_t>(t)];
                truth.total += std::count(stack.begin(), stack.end(), op) > 0 ? 1 : 0;
                if (stack.empty() || stack.back() != op)
                    continue;
                ++truth.self;
                const auto k = static_cast<std::size_t>(t / kPeriod);
                const double share = (static_cast<double>(t % kPeriod) + 0.5) / kPeriod;
                truth.joules += 1e-12 * ((1 - share) * static_cast<double>(milliwatts[k]) +
                                         share * static_cast<double>(milliwatts[k + 1]));
            }
        }
        return truth;
    }
};

} // namespace

class TestOpTable : public QObject
{
    Q_OBJECT

    static std::vector<OpTotals> table(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping)
    {
        return opTable(view, range, {.grouping = grouping, .percentiles = true});
    }
    const trace::TraceView m_view = viewOf(knownRecording().bytes());
    const trace::TimeRange m_window{knownTime(300), knownTime(600)};

private slots:
    /// Compared with sorting, for any number of durations, below and above the range of 4 bytes.
    void percentilesAreThoseOfRealInstances_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 19, 20, 21, 1000})
            QTest::addRow("%d", count) << count;
    }
    void percentilesAreThoseOfRealInstances()
    {
        QFETCH(int, count);
        std::mt19937_64 random(7);
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        const auto op = builder.op("aten::mm");
        std::vector<std::int64_t> durations;
        std::vector<trace::SpanRecord> spans;
        for (int i = 0; i < count; ++i) {
            durations.push_back(static_cast<std::int64_t>(random() % (i % 3 == 0 ? 20'000'000'000U : 4000U)));
            spans.push_back({i * 30'000'000'000, durations.back(), op, 0});
        }
        builder.spans(1, spans);
        std::sort(durations.begin(), durations.end());
        const auto ranked = [&](double share) {
            const auto rank = static_cast<std::size_t>(std::ceil(share * count - 1e-9));
            return static_cast<double>(durations[std::max<std::size_t>(rank, 1) - 1]) * 1e-9;
        };
        const trace::TraceView view = viewOf(builder.bytes());
        const auto rows = table(view, {0, count * 30'000'000'000}, OpGrouping::Op);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].p50Seconds, ranked(0.5));
        QCOMPARE(rows[0].p95Seconds, ranked(0.95));
        QCOMPARE(rows[0].maxSeconds, static_cast<double>(durations.back()) * 1e-9);
    }

    void rowsByName()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.spans(1, {{0, 10, builder.op("mm", "[1]"), 0},
                          {20, 30, builder.op("mm", "[2]"), 0},
                          {60, 5, builder.op("relu", "[2]"), 0}});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto byName = table(view, {0, 100}, OpGrouping::Name);
        QCOMPARE(byName.size(), std::size_t{2});
        QCOMPARE(byName[0].name, std::string("mm"));
        QCOMPARE(byName[0].count, std::uint64_t{2});
        QCOMPARE(byName[0].variants, std::size_t{2});
        QCOMPARE(byName[0].shapes, std::string());
        QCOMPARE(byName[1].shapes, std::string("[2]")); // listed, since there is only one

        const auto byShapes = table(view, {0, 100}, OpGrouping::Shapes);
        QCOMPARE(byShapes.size(), std::size_t{2});
        QCOMPARE(byShapes[0].name, std::string("[2]"));
        QVERIFY(close(byShapes[0].totalSeconds, 35e-9));
    }

    /// Rates cover the instances with known work; the first record of an op's work counts.
    void workGivesRates()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        const auto known = builder.op("mm", "[1]");
        const auto unknown = builder.op("mm", "[2]");
        const auto moves = builder.op("copy", "[1]");
        builder.work({{known, 1000, 400}, {moves, 0, 50}, {known, 7, 7}, {1U << 30U, 1, 1}});
        builder.spans(1, {{0, 10, known, 0}, {20, 40, known, 0}, {70, 30, unknown, 0}, {120, 100, moves, 0}});
        const auto rows = table(viewOf(builder.bytes()), {0, 300}, OpGrouping::Name);
        QVERIFY(close(row(rows, "mm")->operationsPerSecond.value(), 2000 / 50e-9));
        QVERIFY(close(row(rows, "mm")->bytesPerSecond.value(), 800 / 50e-9));
        QVERIFY(!row(rows, "copy")->operationsPerSecond);
        QVERIFY(close(row(rows, "copy")->bytesPerSecond.value(), 50 / 100e-9));
    }

    /// The time of a module is that of its outermost ops, which contains nested ops.
    void nestedTimeIsNotAddedTwice()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        const auto outer = builder.op("conv2d", "", "conv1");
        const auto inner = builder.op("convolution", "", "conv1");
        builder.spans(1, {{0, 100, outer, 0}, {10, 80, inner, 1}, {20, 50, inner, 2}, {200, 40, inner, 0}});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto rows = table(view, {0, 300}, OpGrouping::Module);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].name, std::string("conv1"));
        QCOMPARE(rows[0].count, std::uint64_t{4});
        QVERIFY(close(rows[0].totalSeconds, 140e-9));
        QVERIFY(close(rows[0].selfSeconds, 140e-9));
        QVERIFY(close(rows[0].meanSeconds, 270e-9 / 4));
        // The same for an op that calls itself.
        const auto ops = table(view, {0, 300}, OpGrouping::Op);
        QVERIFY(close(row(ops, "convolution")->totalSeconds, 120e-9));
    }

    void rowsByStep()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.lane({.id = 2, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 2, .name = "u"});
        const auto op = builder.op("mm");
        builder.spans(1, {{5, 10, op, 0}, {105, 10, op, 0}, {110, 2, op, 1}, {150, 20, op, 0}, {250, 1, op, 0}});
        builder.spans(2, {{20, 7, op, 0}, {190, 3, op, 0}});
        builder.steps({{.index = 40, .start = 0, .end = 100, .samples = 1, .flags = 0, .process = 0},
                       {.index = 41, .start = 100, .end = 200, .samples = 1, .flags = 0, .process = 0}});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto rows = table(view, {0, 300}, OpGrouping::Step);
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(row(rows, "40")->count, std::uint64_t{2});
        QCOMPARE(row(rows, "41")->count, std::uint64_t{4});
        QVERIFY(close(row(rows, "41")->totalSeconds, 33e-9)); // without the nested one
        QCOMPARE(row(rows, "")->count, std::uint64_t{1});     // after the last step

        const auto inside = opInstances(view, {0, 300}, OpGrouping::Step, row(rows, "41")->op);
        QCOMPARE(inside.size(), std::size_t{4});
    }

    void energyByTimeIsThatOfTheSelfTime()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(knownRail("VDD_IN", "", "system"));
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> milliwatts;
        for (std::int64_t ms = 0; ms <= 1000; ms += 10) {
            times.push_back(knownTime(ms));
            milliwatts.push_back(5000);
        }
        builder.samples(rail, times, milliwatts);
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.lane({.id = 2, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 2, .name = "u"});
        builder.spans(1, {{knownTime(100), 60 * kKnownMs, builder.op("a"), 0},
                          {knownTime(300), 20 * kKnownMs, builder.op("b"), 0}});
        builder.spans(2, {{knownTime(140), 20 * kKnownMs, builder.op("b"), 0}}); // concurrent with a
        const trace::TraceView view = viewOf(builder.bytes());
        auto rows = opTable(view, view.extent(), {});
        QVERIFY(!rows[0].joules);
        addTimingAssociation(view, view.extent(), OpGrouping::Op, "no such rail", rows);
        QVERIFY(!rows[0].joules);
        addTimingAssociation(view, view.extent(), OpGrouping::Op, "VDD_IN", rows);
        // At 5 W; where a and b run at the same time, each gets the whole power.
        QVERIFY(close(row(rows, "a")->joules.value_or(0), 5 * 0.06));
        QVERIFY(close(row(rows, "b")->joules.value_or(0), 5 * 0.04));
    }

    /// A selection in the middle of a training step: the step has the part of it in which none of its ops runs.
    void rangeThatCutsACallerAndItsOps()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        const auto step = builder.op("train_step");
        const auto conv = builder.op("conv");
        const auto relu = builder.op("relu");
        builder.spans(1, {{0, 1000, step, 0}, {100, 300, conv, 1}, {400, 100, relu, 1}, {500, 400, conv, 1}});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto rows = table(view, {200, 600}, OpGrouping::Op);
        QCOMPARE(row(rows, "train_step")->count, std::uint64_t{1});
        QVERIFY(close(row(rows, "train_step")->totalSeconds, 400e-9));
        QVERIFY(close(row(rows, "train_step")->selfSeconds, 0));       // its ops fill the selection
        QVERIFY(close(row(rows, "train_step")->meanSeconds, 1000e-9)); // of the whole instance
        QCOMPARE(row(rows, "conv")->count, std::uint64_t{2});
        QVERIFY(close(row(rows, "conv")->selfSeconds, (200 + 100) * 1e-9));
        QVERIFY(close(row(rows, "conv")->maxSeconds, 400e-9));
        QVERIFY(close(row(rows, "relu")->selfSeconds, 100e-9));
        // In view although it begins before: the part after its last op.
        const auto late = table(view, {850, 2000}, OpGrouping::Op);
        QVERIFY(close(row(late, "train_step")->selfSeconds, 100e-9));
        QVERIFY(close(row(late, "conv")->selfSeconds, 50e-9));
        QVERIFY(table(view, {1000, 2000}, OpGrouping::Op).empty());
    }

    /// The self time of each instant belongs to the innermost op of its lane, whatever range is selected; instances and
    /// energy follow the same rule.
    void anyRangeOfAnyNesting()
    {
        std::mt19937_64 random(11);
        for (int round = 0; round < 30; ++round) {
            RandomNesting nesting(random);
            const trace::TraceView view = viewOf(nesting.builder.bytes());
            const std::int64_t begin = below(random, RandomNesting::kLength - 1);
            const trace::TimeRange range{begin, begin + 1 + below(random, RandomNesting::kLength - begin)};
            auto rows = table(view, range, OpGrouping::Op);
            addTimingAssociation(view, range, OpGrouping::Op, "VDD_IN", rows);
            for (const std::uint32_t op : nesting.ops) {
                const RandomNesting::Truth truth = nesting.truthOf(op, range);
                const OpTotals* found = row(rows, std::string(view.opName(op)));
                QCOMPARE(found != nullptr, truth.count > 0);
                if (found == nullptr)
                    continue;
                QCOMPARE(found->count, static_cast<std::uint64_t>(truth.count));
                QVERIFY(std::abs(found->selfSeconds - static_cast<double>(truth.self) * 1e-9) < 1e-13);
                QVERIFY(std::abs(found->totalSeconds - static_cast<double>(truth.total) * 1e-9) < 1e-13);
                QVERIFY(std::abs(found->joules.value_or(-1) - truth.joules) < 1e-6 * truth.joules + 1e-18);
                QCOMPARE(opInstances(view, range, OpGrouping::Op, found->op).size(),
                         static_cast<std::size_t>(truth.count));
            }
        }
    }

    /// Of several ranges: energies add up, and an instance that lies in two of them counts once.
    void severalRangesOfAnyNesting()
    {
        std::mt19937_64 random(12);
        for (int round = 0; round < 30; ++round) {
            RandomNesting nesting(random);
            const trace::TraceView view = viewOf(nesting.builder.bytes());
            const std::int64_t third = RandomNesting::kLength / 3;
            const std::vector<trace::TimeRange> ranges = {
                {below(random, third), third + below(random, third / 2)},
                {2 * third - below(random, third / 2), 2 * third + 1 + below(random, third)}};
            auto rows = opTable(view, ranges, {});
            addTimingAssociation(view, ranges, OpGrouping::Op, "VDD_IN", rows);
            for (const OpTotals& op : rows) {
                const auto instances = opInstances(view, ranges, OpGrouping::Op, op.op);
                QCOMPARE(instances.size(), static_cast<std::size_t>(op.count));
                double joules = 0;
                for (const trace::TimeRange& range : ranges)
                    joules += nesting.truthOf(op.op, range).joules;
                QVERIFY(std::abs(op.joules.value_or(-1) - joules) < 1e-6 * joules + 1e-18);
            }
        }
    }

    void instancesAreThoseOfTheRow()
    {
        const auto rows = table(m_view, m_window, OpGrouping::Op);
        for (const OpTotals& op : rows) {
            const auto instances = opInstances(m_view, m_window, OpGrouping::Op, op.op);
            QCOMPARE(instances.size(), static_cast<std::size_t>(op.count));
            QVERIFY(std::is_sorted(instances.begin(), instances.end(),
                                   [](const auto& a, const auto& b) { return a.start < b.start; }));
            double sum = 0;
            for (const OpInstance& instance : instances) {
                const trace::SpanRecord span = m_view.lanes()[instance.lane].span(instance.span);
                QCOMPARE(span.start, instance.start);
                QVERIFY(m_view.opName(span.op) == op.name);
                sum += static_cast<double>(instance.duration) * 1e-9;
            }
            QVERIFY(close(sum / static_cast<double>(op.count), op.meanSeconds));
        }
        QVERIFY(opInstances(m_view, m_window, OpGrouping::Op, 4'000'000'000U).empty());
    }

    void cancellingAndProgress()
    {
        QVERIFY(opTable(m_view, m_window, {.percentiles = true}, testing::stopRequested()).empty());
        QVERIFY(opInstances(m_view, m_view.extent(), OpGrouping::Op, 1, testing::stopRequested()).empty());
        double progress = -1;
        opTable(m_view, m_window, {.progress = [&](double share) { progress = share; }});
        QVERIFY(progress >= 0 && progress <= 1);
    }

    void firstStepsAreExcludedFromAWholeRun()
    {
        testing::TrainingOptions options;
        options.steps = 10;
        const trace::TraceView view = viewOf(testing::makeTrainingRecording(options));
        const RunWindow window = runWindow(view);
        QCOMPARE(window.skippedSteps, std::size_t{3});
        QCOMPARE(window.range.begin, view.step(3).start);
        QCOMPARE(window.range.end, view.step(9).end);
        QCOMPARE(runWindow(view, 0).range.begin, view.step(0).start);
        QCOMPARE(runWindow(view, 99).skippedSteps, std::size_t{9}); // keeps one step
        RecordingBuilder none;
        none.log(0, "x");
        QVERIFY(runWindow(viewOf(none.bytes())).wholeRecording);
    }

    void everyInstanceIsInABin_data()
    {
        QTest::addColumn<double>("sigma");
        QTest::addColumn<std::int64_t>("tick");
        QTest::addColumn<bool>("logarithmic");
        QTest::addRow("narrow") << 0.05 << std::int64_t{1} << false;
        QTest::addRow("wide") << 1.5 << std::int64_t{1} << true;
        QTest::addRow("clock of a microsecond") << 0.05 << std::int64_t{1000} << false;
    }
    void everyInstanceIsInABin()
    {
        QFETCH(double, sigma);
        QFETCH(std::int64_t, tick);
        QFETCH(bool, logarithmic);
        std::mt19937_64 random(3);
        std::lognormal_distribution<double> spread(std::log(40'000.0), sigma);
        std::vector<std::int64_t> durations(20'000);
        for (std::int64_t& duration : durations)
            duration = std::max<std::int64_t>(static_cast<std::int64_t>(spread(random)) / tick, 1) * tick;
        for (const BinScale scale : {BinScale::Auto, BinScale::Linear, BinScale::Logarithmic}) {
            const auto instances = instancesOf(durations);
            const DurationBins bins = binDurations(instances, scale);
            QCOMPARE(bins.isLogarithmic, scale == BinScale::Auto ? logarithmic : scale == BinScale::Logarithmic);
            QCOMPARE(countOf(bins), std::uint64_t{20'000});
            QVERIFY(bins.counts.size() >= 8 && bins.counts.size() <= 130);
            QVERIFY(std::is_sorted(bins.edges.begin(), bins.edges.end()));
            std::vector<std::uint64_t> brute(bins.counts.size());
            for (const std::int64_t duration : durations)
                ++brute[bins.binOf(static_cast<double>(duration) * 1e-9)];
            QCOMPARE(brute, bins.counts);
        }
    }

    /// With a clock of 1 us, two of three bins of 0.3 us would be empty.
    void binsAreNoFinerThanTheClock()
    {
        std::mt19937_64 random(3);
        std::vector<std::int64_t> durations;
        for (int i = 0; i < 50'000; ++i)
            durations.push_back(1000 * (20 + static_cast<std::int64_t>(random() % 8)));
        const auto instances = instancesOf(durations);
        const DurationBins bins = binDurations(instances, BinScale::Linear);
        QCOMPARE(std::count(bins.counts.begin(), bins.counts.end(), 0U), 0);
        QCOMPARE(bins.counts.size(), std::size_t{8});
    }

    void extremeDurationsAreBinned()
    {
        QVERIFY(binDurations({}).counts.empty());
        for (const std::vector<std::int64_t>& durations : {std::vector<std::int64_t>{0, 0, 0},
                                                           {5},
                                                           {7, 7, 7, 7},
                                                           {0, 1, 1'000'000'000'000},
                                                           {1, std::int64_t{1} << 61}}) {
            for (const BinScale scale : {BinScale::Auto, BinScale::Linear, BinScale::Logarithmic}) {
                const auto instances = instancesOf(durations);
                const DurationBins bins = binDurations(instances, scale);
                QCOMPARE(countOf(bins), static_cast<std::uint64_t>(durations.size()));
                QVERIFY(bins.counts.size() <= 130);
                for (std::size_t i = 1; i < bins.edges.size(); ++i)
                    QVERIFY(bins.edges[i - 1] < bins.edges[i]);
            }
        }
        // Instances of zero duration have a bin of their own.
        const auto instances = instancesOf({0, 0, 10, 1000, 100'000});
        const DurationBins bins = binDurations(instances, BinScale::Logarithmic);
        QCOMPARE(bins.counts.front(), std::uint64_t{2});
        QCOMPARE(bins.edges.front(), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestOpTable)
#include "tst_optable.moc"
