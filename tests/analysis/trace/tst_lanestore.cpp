#include "analysis/trace/lanewriter.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace stepscope;
using namespace stepscope::testing;
using trace::LaneView;
using trace::LaneWriter;
using trace::SpanRecord;
using trace::TimeRange;

namespace {

bool same(const SpanRecord& a, const SpanRecord& b)
{
    return a.start == b.start && a.duration == b.duration && a.op == b.op && a.depth == b.depth;
}

/// Random overlapping spans, some very long, some without duration.
std::vector<SpanRecord> wildSpans(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<SpanRecord> spans;
    for (std::size_t i = 0; i < count; ++i) {
        const auto kind = random() % 100;
        spans.push_back({.start = static_cast<std::int64_t>(random() % (count * 10)),
                         .duration = kind == 0   ? static_cast<std::int64_t>(random() % (count * 10))
                                     : kind < 20 ? 0
                                                 : static_cast<std::int64_t>(random() % 30),
                         .op = static_cast<std::uint32_t>(i),
                         .depth = static_cast<std::uint8_t>(random() % 4)});
    }
    return spans;
}

LaneView viewOf(const LaneWriter& writer)
{
    return {writer.store().get(), writer.store()->size()};
}

bool touches(const SpanRecord& span, TimeRange range)
{
    return span.start < range.end && (span.end() > range.begin || span.start >= range.begin);
}

bool isOrdered(const LaneView& lane)
{
    for (std::size_t i = 1; i < lane.size(); ++i) {
        if (comesBefore(lane.span(i), lane.span(i - 1)))
            return false;
    }
    return true;
}

} // namespace

/// A lane shows all its spans in order, independent of their order of arrival, and finds those that touch a range.
class TestLaneStore : public QObject
{
    Q_OBJECT

private slots:
    void anyOrderIsSorted();
    void touchingFindsAll();
    void enclosingSpan();
    void nextSkipsShortOnes();
    void lateSpansDoNotChangeOldViews();
    void lateSpansCostLittle();
    void zeroDurationsTouch();
    void parentReportedAfterItsChildren();
    void tenThousandLanes();
};

void TestLaneStore::anyOrderIsSorted()
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        std::vector<SpanRecord> spans = wildSpans(5000, seed);
        LaneWriter writer({});
        std::mt19937 random(seed);
        for (std::size_t at = 0; at < spans.size();) {
            const std::size_t count = std::min<std::size_t>(1 + random() % 700, spans.size() - at);
            std::vector<SpanRecord> block(spans.begin() + static_cast<std::ptrdiff_t>(at),
                                          spans.begin() + static_cast<std::ptrdiff_t>(at + count));
            writer.add(block);
            if (random() % 2 == 0)
                writer.merge(false);
            QVERIFY(isOrdered(viewOf(writer)));
            QCOMPARE(writer.store()->size() + writer.waiting(), at + count);
            at += count;
        }
        writer.merge(true);
        const LaneView lane = viewOf(writer);
        QCOMPARE(lane.size(), spans.size());
        QVERIFY(isOrdered(lane));
        std::vector<std::uint32_t> ops;
        for (std::size_t i = 0; i < lane.size(); ++i) {
            QVERIFY(same(lane.span(i), spans[lane.span(i).op]));
            ops.push_back(lane.span(i).op);
        }
        std::sort(ops.begin(), ops.end());
        QVERIFY(std::adjacent_find(ops.begin(), ops.end()) == ops.end());
    }
}

void TestLaneStore::touchingFindsAll()
{
    std::vector<SpanRecord> spans = wildSpans(3000, 11);
    LaneWriter writer({});
    writer.add(spans);
    const LaneView lane = viewOf(writer);
    std::mt19937 random(12);
    for (int round = 0; round < 2000; ++round) {
        TimeRange range{static_cast<std::int64_t>(random() % 31'000) - 500, 0};
        range.end = range.begin + 1 + static_cast<std::int64_t>(random() % (round % 2 == 0 ? 20 : 9000));
        const auto [first, last] = lane.touching(range);
        for (std::size_t i = 0; i < lane.size(); ++i) {
            if (touches(lane.span(i), range))
                QVERIFY(first <= i && i < last);
        }
        // Iteration with next() returns exactly the spans that touch the range.
        std::size_t count = 0;
        for (std::size_t i = first; i < last; i = lane.next(i + 1, last, range.begin)) {
            QVERIFY(touches(lane.span(i), range));
            ++count;
        }
        std::size_t expected = 0;
        for (std::size_t i = 0; i < lane.size(); ++i)
            expected += touches(lane.span(i), range) ? 1 : 0;
        QCOMPARE(count, expected);
    }
    QCOMPARE(lane.touching({5, 5}).last, std::size_t{0});
    QCOMPARE(lane.touching({500, 5}).last, std::size_t{0});
}

void TestLaneStore::enclosingSpan()
{
    LaneWriter writer({});
    std::vector<SpanRecord> spans{{0, 1'000'000, 1, 0}};
    for (std::int64_t i = 0; i < 100'000; ++i)
        spans.push_back({i * 10, 5, 2, 1});
    writer.add(spans);
    const LaneView lane = viewOf(writer);
    const TimeRange range{900'000, 900'030};
    const auto [first, last] = lane.touching(range);
    QCOMPARE(first, std::size_t{0});
    std::vector<std::size_t> indices;
    for (std::size_t i = first; i < last; i = lane.next(i + 1, last, range.begin))
        indices.push_back(i);
    QCOMPARE(indices, (std::vector<std::size_t>{0, 90'001, 90'002, 90'003}));
}

void TestLaneStore::nextSkipsShortOnes()
{
    std::vector<SpanRecord> spans = wildSpans(4000, 13);
    LaneWriter writer({});
    writer.add(spans);
    const LaneView lane = viewOf(writer);
    for (const std::int64_t minDuration : {0, 1, 15, 29, 30, 100, 10'000, 1'000'000}) {
        std::vector<std::size_t> expected;
        for (std::size_t i = 0; i < lane.size(); ++i) {
            if (lane.span(i).duration >= minDuration && lane.span(i).end() > 7000)
                expected.push_back(i);
        }
        std::vector<std::size_t> indices;
        for (std::size_t i = lane.next(0, lane.size(), 7000, std::max<std::int64_t>(minDuration, 1)); i < lane.size();
             i = lane.next(i + 1, lane.size(), 7000, std::max<std::int64_t>(minDuration, 1)))
            indices.push_back(i);
        if (minDuration > 0)
            QCOMPARE(indices, expected);
    }
}

void TestLaneStore::lateSpansDoNotChangeOldViews()
{
    LaneWriter writer({});
    std::vector<SpanRecord> first;
    for (std::int64_t i = 0; i < 9000; ++i)
        first.push_back({i * 10, 5, 7, 1});
    writer.add(first);
    const auto held = writer.store();
    const LaneView before(held.get(), held->size());
    std::vector<SpanRecord> late{{0, 100'000, 8, 0}, {50'005, 3, 9, 1}, {200'000, 1, 7, 0}};
    writer.add(late);
    QCOMPARE(writer.waiting(), std::size_t{2});
    QVERIFY(writer.merge(false));
    QCOMPARE(before.size(), std::size_t{9000});
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(same(before.span(i), first[i]));
    QCOMPARE(before.touching({60'000, 60'001}).first, std::size_t{6000});
    const LaneView after = viewOf(writer);
    QCOMPARE(after.size(), std::size_t{9003});
    QCOMPARE(after.span(0).op, 8U);
    QCOMPARE(after.span(5002).op, 9U);
    QCOMPARE(after.touching({60'000, 60'001}).first, std::size_t{0});
    QCOMPARE(writer.store()->maxDepth(), std::uint8_t{1});
}

void TestLaneStore::lateSpansCostLittle()
{
    // A million spans, then repeatedly one that belongs at the beginning: merging is postponed until it is worth the
    // cost.
    LaneWriter writer({});
    std::vector<SpanRecord> block;
    for (std::int64_t i = 0; i < 200'000; ++i)
        block.push_back({1000 + i, 1, 1, 0});
    writer.add(block);
    std::size_t merges = 0;
    for (std::int64_t i = 0; i < 2000; ++i) {
        std::vector<SpanRecord> late{{i % 1000, 1, 2, 0}};
        writer.add(late);
        merges += writer.merge(false) ? 1 : 0;
    }
    QCOMPARE(merges, std::size_t{0});
    QVERIFY(writer.merge(true));
    QCOMPARE(writer.store()->size(), std::size_t{202'000});
    QVERIFY(isOrdered(viewOf(writer)));
}

void TestLaneStore::zeroDurationsTouch()
{
    LaneWriter writer({});
    std::vector<SpanRecord> spans{{10, 0, 1, 0}, {20, 0, 1, 0}};
    writer.add(spans);
    const LaneView lane = viewOf(writer);
    QCOMPARE(lane.touching({10, 11}).last - lane.touching({10, 11}).first, std::size_t{1});
    QCOMPARE(lane.touching({0, 10}).last, lane.touching({0, 10}).first);
    QCOMPARE(lane.touching({10, 21}).last, std::size_t{2});
    QCOMPARE(lane.touching({11, 21}).first, std::size_t{1});
}

void TestLaneStore::parentReportedAfterItsChildren()
{
    RecordingBuilder builder;
    builder.spans(1, {{110, 10, 0, 1}, {130, 10, 0, 1}}).spans(1, {{100, 50, 0, 0}}).spans(1, {{160, 5, 0, 0}});
    const auto view = testing::viewOf(builder.bytes());
    const LaneView& lane = view.lanes().front();
    QCOMPARE(lane.size(), std::size_t{4});
    QCOMPARE(lane.span(0).start, std::int64_t{100});
    QCOMPARE(lane.span(0).depth, std::uint8_t{0});
    QCOMPARE(lane.span(3).start, std::int64_t{160});
    QVERIFY(view.losses().empty());
}

void TestLaneStore::tenThousandLanes()
{
    RecordingBuilder builder;
    for (std::uint32_t lane = 0; lane < 17'000; ++lane)
        builder.spans(lane * 5, {{lane, 1, 0, 200}});
    const auto view = testing::viewOf(builder.bytes());
    QCOMPARE(view.lanes().size(), std::size_t{16384});
    QCOMPARE(view.lanes()[9999].info().id, 49'995U);
    QCOMPARE(view.lanes()[9999].maxDepth(), std::uint8_t{200});
    QCOMPARE(view.losses().size(), std::size_t{1});
    QCOMPARE(view.losses().front().count, std::uint64_t{17'000 - 16'384});
}

QTEST_APPLESS_MAIN(TestLaneStore)
#include "tst_lanestore.moc"
