#include "analysis/metrics/lossshare.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/optable.h"
#include "tests/analysis/report/knownrecording.h"
#include "tests/support/stoprequested.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <utility>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr double kClose = 1e-9;

bool close(double actual, double expected)
{
    return std::abs(actual - expected) <= kClose * std::max(1.0, std::abs(expected));
}

#define COMPARE_CLOSE(actual, expected)                                                                                \
    QVERIFY2(close(actual, expected),                                                                                  \
             qPrintable(QStringLiteral("%1 instead of %2").arg(actual, 0, 'g', 12).arg(expected)))

RailSummary rail(const char* name, const char* parent, const char* role)
{
    RailSummary summary;
    summary.name = name;
    summary.parent = parent;
    summary.role = role;
    return summary;
}

} // namespace

class TestMetrics : public QObject
{
    Q_OBJECT

private:
    const trace::TraceView m_view = viewOf(knownRecording().bytes());
    const trace::TimeRange m_window{knownTime(300), knownTime(600)};

private slots:
    /// Several ranges are summed by the rule of one: the parts of a range give the figures of the range.
    void severalRangesAreOne()
    {
        const std::vector<trace::TimeRange> parts{{knownTime(300), knownTime(420)}, {knownTime(420), knownTime(600)}};
        const RangeSummary whole = summarize(m_view, m_window);
        const RangeSummary sum = summarize(m_view, parts);
        QVERIFY(whole.systemJoules && sum.systemJoules && whole.cpuUtilization && sum.cpuUtilization);
        COMPARE_CLOSE(*sum.systemJoules, *whole.systemJoules);
        COMPARE_CLOSE(*sum.systemWatts, *whole.systemWatts);
        COMPARE_CLOSE(sum.systemCoverage, whole.systemCoverage);
        COMPARE_CLOSE(*sum.cpuUtilization, *whole.cpuUtilization);
        QCOMPARE(sum.gpuUtilization.has_value(), whole.gpuUtilization.has_value());
        COMPARE_CLOSE(sum.gpuUtilization.value_or(0), whole.gpuUtilization.value_or(0));
        COMPARE_CLOSE(sum.peakMemoryBytes.value_or(0), whole.peakMemoryBytes.value_or(0));
        for (std::size_t i = 0; i < whole.cores.size(); ++i) {
            COMPARE_CLOSE(sum.cores[i].idleRatio, whole.cores[i].idleRatio);
            COMPARE_CLOSE(sum.cores[i].online.value_or(-1), whole.cores[i].online.value_or(-1));
        }
        for (std::size_t i = 0; i < whole.rails.size(); ++i)
            COMPARE_CLOSE(sum.rails[i].restWatts.value_or(-1), whole.rails[i].restWatts.value_or(-1));
        // With a gap, the energy is that of both parts.
        const std::vector<trace::TimeRange> apart{{knownTime(300), knownTime(350)}, {knownTime(500), knownTime(600)}};
        COMPARE_CLOSE(*summarize(m_view, apart).systemJoules,
                      *summarize(m_view, apart[0]).systemJoules + *summarize(m_view, apart[1]).systemJoules);
    }

    void opsInSeveralRangesCountOnce()
    {
        const trace::TimeRange all = m_view.extent();
        const std::vector<OpTotals> whole = opTotals(m_view, all);
        QVERIFY(!whole.empty());
        for (const int percent : {13, 50, 77}) {
            const std::int64_t cut = all.begin + all.duration() / 100 * percent;
            const std::vector<trace::TimeRange> parts{{all.begin, cut}, {cut, all.end}};
            const std::vector<OpTotals> sum = opTable(m_view, parts, {});
            QCOMPARE(sum.size(), whole.size());
            for (std::size_t i = 0; i < whole.size(); ++i) {
                QCOMPARE(sum[i].op, whole[i].op);
                QCOMPARE(sum[i].count, whole[i].count);
                COMPARE_CLOSE(sum[i].totalSeconds, whole[i].totalSeconds);
                COMPARE_CLOSE(sum[i].selfSeconds, whole[i].selfSeconds);
                COMPARE_CLOSE(sum[i].maxSeconds, whole[i].maxSeconds);
            }
        }
    }

    void coreUtilization()
    {
        const auto cores = coreSummaries(m_view, m_window);
        QCOMPARE(cores.size(), std::size_t{4});
        COMPARE_CLOSE(cores[0].utilization, 0.25);
        COMPARE_CLOSE(cores[0].idleRatio, 0.5);
        COMPARE_CLOSE(cores[1].utilization, 0.75);
        COMPARE_CLOSE(cores[1].idleRatio, 0.0);
        QCOMPARE(cores[1].cluster, std::string("Denver2"));
    }

    /// An offline core has no utilization. Before that, its utilization is over its online time.
    void offlineCores()
    {
        const auto cores = coreSummaries(m_view, m_window);
        COMPARE_CLOSE(cores[2].utilization, 0.4);
        COMPARE_CLOSE(cores[2].coveredSeconds, 0.1);
        COMPARE_CLOSE(cores[3].coveredSeconds, 0.0);
        const auto summary = summarize(m_view, m_window);
        COMPARE_CLOSE(*summary.cpuUtilization, (0.25 + 0.75 + 0.4) / 3);
    }

    /// Time without samples is not time offline, and the reverse.
    void onlineIsWhatTheKernelListed()
    {
        const auto cores = coreSummaries(m_view, m_window);
        COMPARE_CLOSE(cores[0].online.value(), 1.0);
        COMPARE_CLOSE(cores[2].online.value(), 1.0 / 3); // "offline now" at 400 ms
        COMPARE_CLOSE(cores[3].online.value(), 0.0);     // "offline" from the beginning
        const auto early = coreSummaries(m_view, {knownTime(300), knownTime(400)});
        COMPARE_CLOSE(early[2].online.value(), 1.0);

        RecordingBuilder builder;
        const auto sampled = builder.channel(knownCore(0, "A57"));
        builder.channel(knownCore(1, "A57"));
        const auto returned = builder.channel(knownCore(2, "A57"));
        builder.samples(sampled, {knownTime(0), knownTime(10), knownTime(310), knownTime(320)}, {0, 5000, 0, 0});
        builder.samples(returned, {knownTime(300), knownTime(310)}, {0, 0});
        builder.event(knownTime(100), format::Event::Severity::Info, "core", "Core 2 is online again.");
        builder.event(knownTime(200), format::Event::Severity::Info, "core", "cpu2 is off");
        builder.event(knownTime(300), format::Event::Severity::Info, "core", "cpu2 is online");
        builder.event(knownTime(300), format::Event::Severity::Info, "core", "Core 7 is hot.");
        const auto others = coreSummaries(viewOf(builder.bytes()), {knownTime(0), knownTime(400)});
        COMPARE_CLOSE(others[0].online.value(), 1.0);
        COMPARE_CLOSE(others[0].coverage, 0.05);
        QVERIFY(!others[1].online); // neither a sample nor an event
        COMPARE_CLOSE(others[2].online.value(), 0.5);
    }

    /// Energy and mean power of the system belong to the same time as those of its rails.
    void partlyMeasuredSystem()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(knownRail("VDD_IN", "", "system"));
        builder.channel(knownRail("VDD_MUX", "", "other")); // has no sample at all
        builder.samples(rail, {knownTime(0), knownTime(10)}, {2260, 2260});
        const auto summary = summarize(viewOf(builder.bytes()), {knownTime(0), knownTime(100)});
        COMPARE_CLOSE(*summary.systemJoules, 0.0226);
        COMPARE_CLOSE(*summary.systemWatts, 2.26);
        COMPARE_CLOSE(summary.systemCoverage, 0.1);
    }

    /// The energy of a system without that of one of its rails would be too small.
    void systemNeedsAllItsRails()
    {
        RecordingBuilder builder;
        const auto in = builder.channel(knownRail("VDD_IN", "", "system"));
        const auto mux = builder.channel(knownRail("VDD_MUX", "", "other"));
        builder.samples(in, {knownTime(0), knownTime(10), knownTime(20), knownTime(30)}, {2000, 2000, 2000, 2000});
        builder.samples(mux, {knownTime(0), knownTime(10)}, {1000, 1000});
        const trace::TraceView view = viewOf(builder.bytes());
        QVERIFY(!summarize(view, {knownTime(20), knownTime(30)}).systemJoules);
        const auto half = summarize(view, {knownTime(0), knownTime(20)});
        COMPARE_CLOSE(*half.systemWatts, 3.0);
        COMPARE_CLOSE(half.systemCoverage, 0.5);
    }

    /// Rails whose gaps differ: sums are of the time that all of them cover.
    void sumsOfRailsAreOfTheirCommonTime()
    {
        RecordingBuilder builder;
        const auto in = builder.channel(knownRail("VDD_IN", "", "system"));
        const auto gpu = builder.channel(knownRail("VDD_SYS_GPU", "VDD_IN", "gpu"));
        const auto mux = builder.channel(knownRail("VDD_MUX", "", "other"));
        builder.samples(in, {knownTime(0), knownTime(10), knownTime(20), knownTime(30), knownTime(40)},
                        {4000, 4000, 8000, 8000, 8000});
        builder.samples(gpu, {knownTime(0), knownTime(10)}, {1000, 1000});
        builder.samples(mux, {knownTime(20), knownTime(30)}, {500, 500});
        const auto summary = summarize(viewOf(builder.bytes()), {knownTime(0), knownTime(40)});
        COMPARE_CLOSE(*summary.systemJoules, 0.01 * (8 + 0.5));
        COMPARE_CLOSE(*summary.systemWatts, 8.5);
        COMPARE_CLOSE(summary.systemCoverage, 0.25);
        const auto rail = std::find_if(summary.rails.begin(), summary.rails.end(),
                                       [](const RailSummary& other) { return other.name == "VDD_IN"; });
        COMPARE_CLOSE(rail->restWatts.value(), 3.0);
        COMPARE_CLOSE(rail->restJoules.value(), 0.03);

        RecordingBuilder apart;
        const auto first = apart.channel(knownRail("GPU", "", "gpu"));
        const auto second = apart.channel(knownRail("CPU", "", "cpu"));
        apart.samples(first, {knownTime(0), knownTime(10)}, {1000, 1000});
        apart.samples(second, {knownTime(20), knownTime(30)}, {1000, 1000});
        QVERIFY(!summarize(viewOf(apart.bytes()), {knownTime(0), knownTime(30)}).systemJoules);
    }

    /// As in a recording that was merged with a log of the same sensors.
    void aRailOfTwoChannelsCountsOnce()
    {
        RecordingBuilder builder;
        const auto logged = builder.channel(knownRail("VDD_IN", "", "system"));
        const auto sampled = builder.channel(knownRail("VDD_IN", "", "system"));
        const auto gpu = builder.channel(knownRail("VDD_SYS_GPU", "VDD_IN", "gpu"));
        const auto gpuLogged = builder.channel(knownRail("VDD_SYS_GPU", "VDD_IN", "gpu"));
        builder.samples(logged, {knownTime(0), knownTime(20)}, {7000, 7000});
        builder.samples(sampled, {knownTime(0), knownTime(10), knownTime(20)}, {8000, 8000, 8000});
        for (const auto& channel : {gpu, gpuLogged})
            builder.samples(channel, {knownTime(0), knownTime(20)}, {3000, 3000});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto summary = summarize(view, {knownTime(0), knownTime(20)});
        COMPARE_CLOSE(*summary.systemWatts, 8.0);
        QCOMPARE(systemRails(summary.rails), std::vector<std::string>{"VDD_IN"});
        for (const RailSummary& rail : summary.rails) {
            if (rail.name == "VDD_IN" && !rail.isRepeated)
                COMPARE_CLOSE(rail.restWatts.value(), 5.0);
        }
    }

    /// A range that begins and ends between samples counts the covered parts.
    void partsOfSamples()
    {
        const auto cores = coreSummaries(m_view, {knownTime(305), knownTime(325)}); // 5 ms 50 %, 10 ms 0, 5 ms 50 %
        COMPARE_CLOSE(cores[0].utilization, 0.25);
        COMPARE_CLOSE(cores[0].idleRatio, 0.5);
        COMPARE_CLOSE(cores[0].coveredSeconds, 0.02);
    }

    /// A pause of more than 20 periods counts neither as idle nor as busy.
    void pausesAreNotIdle()
    {
        RecordingBuilder builder;
        const auto core = builder.channel(knownCore(0, "A57"));
        builder.samples(core, {knownTime(0), knownTime(10), knownTime(310), knownTime(320)}, {0, 5000, 0, 0});
        const auto cores = coreSummaries(viewOf(builder.bytes()), {knownTime(0), knownTime(400)});
        COMPARE_CLOSE(cores[0].coveredSeconds, 0.02);
        COMPARE_CLOSE(cores[0].utilization, 0.25);
        COMPARE_CLOSE(cores[0].idleRatio, 0.5);
    }

    void energy()
    {
        const auto rails = railSummaries(m_view, m_window);
        QCOMPARE(rails.size(), std::size_t{4});
        // In the order of the tree, although the recording lists a child first.
        QCOMPARE(rails[0].name, std::string("VDD_MUX"));
        QCOMPARE(rails[1].name, std::string("VDD_IN"));
        QCOMPARE(rails[2].name, std::string("VDD_SYS_CPU"));
        QCOMPARE(rails[3].name, std::string("VDD_SYS_GPU"));
        COMPARE_CLOSE(rails[0].joules, 2 * 0.3);
        COMPARE_CLOSE(rails[1].joules, 5.5 * 0.05 + 6.0 * 0.15 + 5.0 * 0.1); // trapezoids on uneven times
        COMPARE_CLOSE(rails[1].meanWatts, 1.675 / 0.3);
        COMPARE_CLOSE(rails[2].joules, 1 * 0.1 + 2 * 0.1); // nothing across the gap from 400 to 500 ms
        COMPARE_CLOSE(rails[2].coveredSeconds, 0.2);
        COMPARE_CLOSE(rails[2].meanWatts, 1.5);
        // The rest of VDD_IN beyond its two children, without the time in which one of them was not measured.
        COMPARE_CLOSE(rails[1].restJoules.value(), 5.5 * 0.05 + 6.0 * 0.05 + 5.0 * 0.1 - 0.3 - 3 * 0.2);
        COMPARE_CLOSE(rails[1].restWatts.value(), 0.175 / 0.2);
        QVERIFY(!rails[0].restWatts && !rails[2].restWatts);
    }

    void systemEnergyIsOfTheRoots()
    {
        const auto summary = summarize(m_view, m_window);
        COMPARE_CLOSE(*summary.systemJoules, 1.675 + 0.6); // VDD_IN and VDD_MUX, without children
    }

    void systemRailsOfBoards()
    {
        using Names = std::vector<std::string>;
        // TX2 without and with the carrier's rail
        QCOMPARE(systemRails({rail("VDD_IN", "", "system"), rail("VDD_SYS_GPU", "VDD_IN", "gpu")}), (Names{"VDD_IN"}));
        QCOMPARE(systemRails({rail("VDD_IN", "", "system"), rail("VDD_MUX", "", "other"),
                              rail("VDD_5V0_IO_SYS", "VDD_MUX", "other")}),
                 (Names{"VDD_IN", "VDD_MUX"}));
        // AGX Xavier has no system rail
        QCOMPARE(systemRails({rail("GPU", "", "gpu"), rail("CPU", "", "cpu"), rail("SYS5V", "", "other")}),
                 (Names{"GPU", "CPU", "SYS5V"}));
        // A parent that was not recorded leaves its children as roots
        QCOMPARE(systemRails({rail("VDD_SYS_GPU", "VDD_IN", "gpu")}), (Names{"VDD_SYS_GPU"}));
        QCOMPARE(systemRails({}), Names{});
    }

    void cyclicRailsTerminate()
    {
        RecordingBuilder builder;
        for (const auto& [name, parent] : {std::pair{"A", "B"}, std::pair{"B", "A"}, std::pair{"C", "C"}})
            builder.channel(knownRail(name, parent, "system"));
        builder.footer();
        QCOMPARE(railSummaries(viewOf(builder.bytes()), m_window).size(), std::size_t{3});
    }

    void gpuAndMemory()
    {
        const auto summary = summarize(m_view, m_window);
        COMPARE_CLOSE(*summary.gpuUtilization, (0.5 + 0.75 + 0.5) / 3);
        COMPARE_CLOSE(*summary.peakMemoryBytes, 3'000'000.0 * 1024); // excludes the larger value before the window
        QVERIFY(!summary.peakProcessBytes && !summary.tensors.isReported());
        QCOMPARE(summary.steps, std::size_t{2});
    }

    void unknownIsNotZero()
    {
        const auto summary = summarize(m_view, {knownTime(5000), knownTime(6000)});
        QVERIFY(!summary.cpuUtilization && !summary.gpuUtilization && !summary.peakMemoryBytes &&
                !summary.systemJoules);
        const auto empty = summarize(trace::TraceView(), m_window);
        QVERIFY(empty.cores.empty() && empty.rails.empty() && !empty.systemJoules);
    }

    void ops()
    {
        const auto totals = opTotals(m_view, m_window);
        QCOMPARE(totals.size(), std::size_t{3}); // both layers' conv2d are one op; phases are not ops
        QCOMPARE(totals[0].name, std::string("aten::conv2d"));
        QCOMPARE(totals[0].shapes, std::string("[16, 3]"));
        QCOMPARE(totals[0].count, std::uint64_t{3}); // of the first one, 10 of 20 ms lie in the window
        COMPARE_CLOSE(totals[0].totalSeconds, 0.070);
        COMPARE_CLOSE(totals[0].selfSeconds, 0.030);
        COMPARE_CLOSE(totals[0].meanSeconds, 0.080 / 3);
        COMPARE_CLOSE(totals[0].maxSeconds, 0.040);
        COMPARE_CLOSE(totals[0].share, 30.0 / 80.0);
        QCOMPARE(totals[0].firstSpan, std::size_t{0});
        QCOMPARE(totals[1].name, std::string("aten::convolution"));
        QCOMPARE(totals[1].count, std::uint64_t{3});
        COMPARE_CLOSE(totals[1].selfSeconds, 0.040);
        COMPARE_CLOSE(totals[2].selfSeconds, 0.010);
    }

    void opsWithoutDefinition()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.spans(1, {{knownTime(310), kKnownMs, 4'000'000'000U, 0}, {knownTime(320), kKnownMs, 77, 0}});
        const auto totals = opTotals(viewOf(builder.bytes()), m_window);
        QCOMPARE(totals.size(), std::size_t{1});
        QCOMPARE(totals[0].name, std::string("?"));
        QCOMPARE(totals[0].count, std::uint64_t{2});
    }

    /// Losses are reported together, so that their range says little of how much is lost.
    void lossesAreAShareOfTheDataOfTheirTime()
    {
        RecordingBuilder builder;
        builder.channel(knownCore(0, "A57"));
        std::vector<std::int64_t> times;
        for (int i = 0; i < 200; ++i)
            times.push_back(knownTime(10 * i));
        builder.samples(0, times, std::vector<std::int64_t>(times.size(), 500));
        const auto view = viewOf(builder.bytes());
        COMPARE_CLOSE(lostShare(view, {"samples", 2, {knownTime(0), knownTime(980)}, "late"}), 2.0 / 100);
        COMPARE_CLOSE(lostShare(view, {"samples", 5, {knownTime(5000), knownTime(6000)}, "late"}), 1.0);
        COMPARE_CLOSE(lostShare(view, {"log", 5, {knownTime(0), knownTime(980)}, "full"}), 1.0);
    }

    void cancelling() { QVERIFY(opTotals(m_view, m_window, testing::stopRequested()).empty()); }

    /// The throughput counts the time between steps; the mean step does not.
    void timeBetweenStepsCounts()
    {
        RecordingBuilder builder;
        builder.steps(
            {{.index = 0, .start = 0, .end = 1'000'000LL * 100, .samples = 8, .flags = 0, .process = 0},
             {.index = 1, .start = 1'000'000LL * 400, .end = 1'000'000LL * 500, .samples = 8, .flags = 0, .process = 0},
             {.index = 2,
              .start = 1'000'000LL * 500,
              .end = 1'000'000LL * 700,
              .samples = 8,
              .flags = 0,
              .process = 0}});
        const RangeSummary summary = summarize(viewOf(builder.bytes()), {0, 1'000'000LL * 600});
        QCOMPARE(summary.steps, std::size_t{2});
        QCOMPARE(summary.samples, std::uint64_t{16});
        QCOMPARE(summary.meanStepSeconds, 0.1);
        QCOMPARE(summary.stepsSeconds, 0.5);
    }

    /// The hook stated a size in the first steps, before it could tell that the size is uncertain.
    void aBatchOfFewStepsIsNotThatOfTheTraining()
    {
        const auto batchOf = [](std::size_t stating, std::size_t others) {
            RecordingBuilder builder;
            builder.facts(R"({"batch_size":32})");
            for (std::size_t i = 0; i < stating + others; ++i) {
                const auto start = static_cast<std::int64_t>(i) * 1'000'000;
                builder.steps({{.index = i,
                                .start = start,
                                .end = start + 1'000'000,
                                .samples = i < stating ? 32U : 0U,
                                .flags = 0,
                                .process = 0}});
            }
            const trace::TraceView view = viewOf(builder.bytes());
            return std::pair(statedBatchSize(view), summarize(view, view.extent()).samples);
        };
        using Pair = std::pair<std::uint64_t, std::uint64_t>;
        QVERIFY(batchOf(5, 95) == Pair(0, 0));
        QVERIFY(batchOf(49, 51) == Pair(0, 0));
        QVERIFY(batchOf(50, 50) == Pair(32, 3200));
        QVERIFY(batchOf(0, 10) == Pair(32, 320)); // a source that states samples in the facts alone
        QVERIFY(batchOf(0, 0) == Pair(32, 0));
    }
};

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
