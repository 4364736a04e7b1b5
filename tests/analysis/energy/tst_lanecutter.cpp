#include "analysis/energy/lanecutter.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <map>
#include <set>

using namespace stepscope;
using namespace stepscope::analysis;

namespace {

/// ns of each group in a stretch of 10,000 ns. The group of a span is its op.
std::map<std::uint32_t, std::int64_t> timesOf(const std::vector<trace::SpanRecord>& spans)
{
    std::vector<SelfTimeInterval> intervals;
    LaneCutter cutter({0, 10'000}, intervals);
    for (const trace::SpanRecord& span : spans)
        cutter.add(span, span.op);
    cutter.finish();
    std::map<std::uint32_t, std::int64_t> times;
    for (const SelfTimeInterval& interval : intervals)
        times[interval.group] += interval.end - interval.begin;
    return times;
}

using Times = std::map<std::uint32_t, std::int64_t>;

} // namespace

/// Self time of the spans of one lane, and of all.
class TestLaneCutter : public QObject
{
    Q_OBJECT

private slots:
    void innerSpansInterruptOuterOnes()
    {
        QCOMPARE(timesOf({{.start = 0, .duration = 1000, .op = 1, .depth = 0},
                          {.start = 200, .duration = 300, .op = 2, .depth = 1},
                          {.start = 600, .duration = 100, .op = 2, .depth = 1}}),
                 (Times{{1, 600}, {2, 400}}));
    }

    /// Times that are rounded to microseconds make a span begin before the end of the previous one.
    void spansThatOverlapRunUntilTheirEnd()
    {
        QCOMPARE(timesOf({{.start = 0, .duration = 1000, .op = 1, .depth = 0},
                          {.start = 999, .duration = 2001, .op = 2, .depth = 1},
                          {.start = 3000, .duration = 500, .op = 3, .depth = 0}}),
                 (Times{{1, 999}, {2, 2001}, {3, 500}}));
        QCOMPARE(timesOf({{.start = 0, .duration = 5000, .op = 1, .depth = 0},
                          {.start = 1000, .duration = 1000, .op = 2, .depth = 1},
                          {.start = 1999, .duration = 1001, .op = 3, .depth = 2}}),
                 (Times{{1, 3000}, {2, 999}, {3, 1001}}));
    }

    void spansAreCutAtTheStretch()
    {
        QCOMPARE(timesOf({{.start = -500, .duration = 1000, .op = 1, .depth = 0},
                          {.start = 9'900, .duration = 1000, .op = 2, .depth = 0}}),
                 (Times{{1, 500}, {2, 100}}));
    }

    /// Kernels of one name take different power with the shapes of the op that launches them, as links tell.
    void kernelsOfOneNameHaveAColumnForEachOp()
    {
        testing::RecordingBuilder builder;
        builder.lane({.id = 1, .name = "main"});
        builder.lane({.id = 2, .kind = format::Lane::Kind::GpuStream, .name = "stream 7"});
        const std::uint32_t small = builder.op("aten::conv2d", "[1]");
        const std::uint32_t large = builder.op("aten::conv2d", "[2]");
        const std::uint32_t call = builder.op("cudaLaunchKernel", "", "", "runtime");
        const std::uint32_t kernel = builder.op("sgemm", "", "", "kernel");
        std::vector<trace::SpanRecord> ops;
        std::vector<trace::SpanRecord> kernels;
        std::vector<format::Link> links;
        for (std::int64_t i = 0; i < 9; ++i) {
            const std::int64_t begin = i * 10'000;
            ops.push_back({begin, 2000, i % 2 == 0 ? small : large, 0});
            ops.push_back({begin + 500, 100, call, 1}); // of an earlier kernel
            ops.push_back({begin + 1000, 500, call, 1});
            kernels.push_back({begin + 5000, 3000, kernel, 0});
            if (i < 8) // of the last one it is not known
                links.push_back({begin + 1000, begin + 5000});
        }
        builder.spans(1, ops).spans(2, kernels).links(1, 2, links);
        const trace::TraceView view = testing::viewOf(builder.bytes());
        const std::vector<trace::TimeRange> all{{0, 100'000}};
        const SelfTimeTrace selfTimes = selfTimeIn(view, all, GroupBy::Op);
        std::map<std::uint32_t, int> kernelsOfColumn;
        std::set<std::uint32_t> groups;
        std::set<std::uint32_t> types;
        for (const SelfTimeInterval& interval : selfTimes.intervals) {
            if (selfTimes.groups[interval.group].name != "sgemm")
                continue;
            ++kernelsOfColumn[interval.column];
            groups.insert(interval.group);
            types.insert(selfTimes.columns[interval.column].kind.type);
        }
        std::multiset<int> counts;
        for (const auto& [column, count] : kernelsOfColumn)
            counts.insert(count);
        QCOMPARE(counts, (std::multiset<int>{1, 4, 4}));
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(types.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestLaneCutter)
#include "tst_lanecutter.moc"
