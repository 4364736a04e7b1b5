#include "analysis/energy/lanecutter.h"

#include <QTest>

#include <map>

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

/// Self time of the spans of one lane.
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
};

QTEST_GUILESS_MAIN(TestLaneCutter)
#include "tst_lanecutter.moc"
