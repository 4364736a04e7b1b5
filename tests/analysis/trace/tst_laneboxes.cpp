#include "analysis/trace/columngrid.h"
#include "analysis/trace/lanewriter.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace stepscope;
using trace::ColumnGrid;
using trace::LaneView;
using trace::LaneWriter;
using trace::SpanBox;
using trace::SpanRecord;
using trace::TimeRange;

namespace {

LaneView viewOf(const LaneWriter& writer)
{
    return {writer.store().get(), writer.store()->size(), writer.store()->maxDepth()};
}

/// Consecutive spans of one depth with pauses, lengths over five decades, and random children.
std::vector<SpanRecord> nestedSpans(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    const auto op = [&] { return static_cast<std::uint32_t>(1 + random() % 7); };
    const auto length = [&] {
        std::int64_t duration = 3;
        for (auto i = random() % 12; i > 0; --i)
            duration *= 3;
        return duration + static_cast<std::int64_t>(random() % 100);
    };
    std::vector<SpanRecord> spans;
    std::int64_t time = 1'000'000;
    while (spans.size() < count) {
        const std::int64_t duration = random() % 50 == 0 ? 0 : length();
        spans.push_back({time, duration, op(), 0});
        std::int64_t at = time;
        for (auto children = random() % 4; children > 0 && at < time + duration; --children) {
            const std::int64_t child = std::min(length(), time + duration - at);
            spans.push_back({at, child, op(), 1});
            at += child + static_cast<std::int64_t>(random() % 50);
        }
        time += duration + static_cast<std::int64_t>(random() % 3 == 0 ? 0 : random() % 2000);
    }
    return spans;
}

std::vector<SpanRecord> overlappingSpans(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<SpanRecord> spans;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t longest = random() % 20 == 0 ? count * 3 : 60;
        spans.push_back({.start = static_cast<std::int64_t>(random() % (count * 20)),
                         .duration = static_cast<std::int64_t>(random() % longest),
                         .op = 1,
                         .depth = static_cast<std::uint8_t>(random() % 2)});
    }
    std::sort(spans.begin(), spans.end(), trace::comesBefore);
    return spans;
}

/// Fraction of the range in which any of the spans runs, by a linear scan.
double shareOf(const std::vector<SpanRecord>& spans, TimeRange range)
{
    std::int64_t busy = 0;
    std::int64_t until = range.begin;
    for (const SpanRecord& span : spans) {
        const TimeRange part{std::max(span.start, until), std::min(span.end(), range.end)};
        busy += part.isEmpty() ? 0 : part.duration();
        until = std::max(until, part.end);
    }
    return static_cast<double>(busy) / static_cast<double>(range.duration());
}

bool touches(const SpanRecord& span, TimeRange range)
{
    return span.start < range.end && (span.end() > range.begin || span.start >= range.begin);
}

/// Compares the busy fraction of every column according to the boxes with a linear scan. Boxes of single spans count by
/// their time.
void compare(const LaneView& lane, std::uint8_t depth, TimeRange range, int columns, bool overlaps)
{
    std::vector<SpanRecord> spans;
    for (std::size_t i = 0; i < lane.size(); ++i) {
        if (lane.span(i).depth == depth)
            spans.push_back(lane.span(i));
    }
    std::vector<SpanBox> boxes;
    lane.boxes(depth, range, columns, boxes);
    QVERIFY(boxes.size() <= 2 * static_cast<std::size_t>(columns) + 1);
    const ColumnGrid grid(range, columns);
    std::vector<SpanRecord> own; // ordered by start, as shareOf() requires
    for (const SpanBox& box : boxes) {
        if (box.column == SpanBox::kOwn)
            own.push_back(lane.span(box.span));
    }
    std::size_t next = 0;
    for (int column = 0; column < columns; ++column) {
        const TimeRange time = grid.rangeOf(column);
        while (next < boxes.size() && boxes[next].column == SpanBox::kOwn)
            ++next;
        const SpanBox* box = next < boxes.size() && boxes[next].column == column ? &boxes[next++] : nullptr;
        const double busy = shareOf(spans, time);
        QVERIFY2(std::abs((box ? box->busy : shareOf(own, time)) - busy) < 1e-9,
                 qPrintable(QStringLiteral("column %1: %2").arg(column).arg(busy)));
        if (!box) {
            QVERIFY(std::none_of(spans.begin(), spans.end(), [&](const SpanRecord& span) {
                return touches(span, time) && !grid.fillsColumn({span.start, span.end()}) && !overlaps;
            }));
            continue;
        }
        QCOMPARE(box->time, time);
        if (overlaps)
            continue;
        std::size_t count = 0;
        std::int64_t longest = -1;
        for (const SpanRecord& span : spans) {
            if (!touches(span, time) || grid.fillsColumn({span.start, span.end()}))
                continue;
            ++count;
            longest = std::max(longest, span.duration);
        }
        QCOMPARE(box->count, count);
        QCOMPARE(lane.span(box->span).duration, longest);
        QCOMPARE(lane.span(box->span).op, box->op);
    }
    for (const SpanBox& box : boxes)
        QCOMPARE(lane.span(box.span).op, box.op);
}

} // namespace

/// The boxes of a depth equal the result of a linear scan over all spans, at every zoom.
class TestLaneBoxes : public QObject
{
    Q_OBJECT

private slots:
    void everyColumnIsExact_data();
    void everyColumnIsExact();
    void overlapsAreExactToo();
    void aLateOverlapCounts();
    void fewSpansEqualMany();
    void lateBlocks();
    void viewsDoNotChange();
    void anyTimes();
    void deepAndEmpty();
};

void TestLaneBoxes::everyColumnIsExact_data()
{
    QTest::addColumn<int>("zoom");
    for (int zoom = 1; zoom < 10'000'000; zoom *= 7)
        QTest::addRow("x%d", zoom) << zoom;
}

void TestLaneBoxes::everyColumnIsExact()
{
    QFETCH(int, zoom);
    LaneWriter writer({});
    auto spans = nestedSpans(30'000, 3);
    writer.add(spans);
    const LaneView lane = viewOf(writer);
    QCOMPARE(lane.maxDepth(), std::uint8_t{1});
    std::mt19937_64 random(5);
    const std::int64_t end = spans.back().end() + 1000;
    const std::int64_t duration = std::max<std::int64_t>(1, end / zoom);
    for (int i = 0; i < 4; ++i) {
        const std::int64_t begin = i == 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<unsigned>(end));
        for (const auto depth : {std::uint8_t{0}, std::uint8_t{1}})
            compare(lane, depth, {begin, begin + duration}, 200, false);
    }
}

void TestLaneBoxes::overlapsAreExactToo()
{
    LaneWriter writer({});
    auto spans = overlappingSpans(5000, 1);
    writer.add(spans);
    for (const std::int64_t duration : {100'000, 9000, 700, 40}) {
        for (const std::int64_t begin : {0, 777, 55'555, 99'000})
            compare(viewOf(writer), 0, {begin, begin + duration}, 150, true);
    }
}

/// Thousands of spans of the depth do not overlap, then two do. Late spans make the store copy the spans before them:
/// first without, then with these two.
void TestLaneBoxes::aLateOverlapCounts()
{
    std::vector<SpanRecord> spans = nestedSpans(12'000, 6);
    std::erase_if(spans, [](const SpanRecord& span) { return span.depth != 0; });
    QVERIFY(spans.size() > 4096);
    const std::int64_t end = spans.back().end();
    LaneWriter writer({});
    const auto check = [&](bool overlaps) {
        for (const std::int64_t duration : {60'000, 9'000, 500})
            compare(viewOf(writer), 0, {end - duration / 3, end + duration}, 150, overlaps);
    };
    writer.add(spans);
    check(false);
    std::vector<SpanRecord> tail = {{end + 100, 8'000, 1, 0}, {end + 200, 10'000, 2, 0}};
    for (std::int64_t i = 0; i < 300; ++i)
        tail.push_back({end + 11'000 + i * 100, 60, 3, 0});
    writer.add(tail);
    check(true);
    for (const std::int64_t late : {end + 50, end + 21'070}) {
        std::vector<SpanRecord> block = {{late, 20, 4, 0}};
        writer.add(block);
        writer.merge(true);
        check(true);
    }
    QCOMPARE(viewOf(writer).size(), spans.size() + tail.size() + 2);
}

void TestLaneBoxes::fewSpansEqualMany()
{
    // A depth changes its representation as it grows.
    const auto spans = nestedSpans(120, 9);
    for (std::size_t size = 1; size <= spans.size(); ++size) {
        LaneWriter writer({});
        std::vector<SpanRecord> part(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(size));
        writer.add(part);
        for (const int columns : {1, 7, 300})
            compare(viewOf(writer), 0, {0, part.back().end() + 1}, columns, false);
    }
}

void TestLaneBoxes::lateBlocks()
{
    auto spans = nestedSpans(30'000, 4);
    LaneWriter writer({});
    LaneWriter inOrder({});
    std::vector<SpanRecord> all = spans;
    inOrder.add(all);
    // Every second block arrives after its successor.
    std::vector<std::vector<SpanRecord>> blocks;
    for (auto it = spans.begin(); it != spans.end();) {
        const auto end = it + std::min<std::ptrdiff_t>(700, spans.end() - it);
        blocks.emplace_back(it, end);
        it = end;
    }
    for (std::size_t i = 0; i + 1 < blocks.size(); i += 2)
        std::swap(blocks[i], blocks[i + 1]);
    for (auto& block : blocks) {
        writer.add(block);
        writer.merge(false);
    }
    writer.merge(true);
    for (const std::int64_t zoom : {1, 50, 3000}) {
        const TimeRange range{0, spans.back().end() / zoom};
        for (const auto depth : {std::uint8_t{0}, std::uint8_t{1}}) {
            std::vector<SpanBox> late;
            std::vector<SpanBox> straight;
            viewOf(writer).boxes(depth, range, 333, late);
            viewOf(inOrder).boxes(depth, range, 333, straight);
            QCOMPARE(late.size(), straight.size());
            for (std::size_t i = 0; i < late.size(); ++i) {
                QCOMPARE(late[i].span, straight[i].span);
                QCOMPARE(late[i].op, straight[i].op);
                QCOMPARE(late[i].count, straight[i].count);
                QCOMPARE(late[i].busy, straight[i].busy);
            }
        }
    }
}

void TestLaneBoxes::viewsDoNotChange()
{
    LaneWriter writer({});
    std::vector<SpanRecord> first;
    for (std::int64_t i = 0; i < 10'000; ++i)
        first.push_back({i * 10, 5, 1, 0});
    std::vector<SpanRecord> second;
    for (std::int64_t i = 0; i < 10'000; ++i)
        second.push_back({50'000 + i * 10, 5, 1, 1});
    writer.add(first);
    const auto held = writer.store();
    const LaneView before = viewOf(writer);
    writer.add(second);
    writer.merge(true);
    std::vector<SpanBox> boxes;
    before.boxes(0, {0, 100'000}, 10, boxes);
    QCOMPARE(boxes.size(), std::size_t{10});
    for (const SpanBox& box : boxes) {
        QCOMPARE(box.count, std::size_t{1000});
        QCOMPARE(box.busy, 0.5);
    }
    boxes.clear();
    before.boxes(1, {0, 100'000}, 10, boxes);
    QVERIFY(boxes.empty());
    // A view that was created before more spans arrived does not show them.
    std::vector<SpanRecord> more{{200'000, 10, 1, 0}};
    const LaneView smaller = viewOf(writer);
    writer.add(more);
    smaller.boxes(0, {150'000, 300'000}, 10, boxes);
    QVERIFY(boxes.empty());
}

void TestLaneBoxes::anyTimes()
{
    constexpr std::int64_t kFar = std::int64_t{1} << 61U;
    LaneWriter writer({});
    std::vector<SpanRecord> spans{{-kFar, 10, 1, 0}, {1000, 10, 2, 0}, {kFar - 10, kFar, 3, 0}};
    writer.add(spans);
    std::vector<SpanBox> boxes;
    viewOf(writer).boxes(0, {INT64_MIN, INT64_MAX}, 1000, boxes);
    QCOMPARE(boxes.size(), std::size_t{3});
    QCOMPARE(boxes[0].column, 375);
    QCOMPARE(boxes[2].column, SpanBox::kOwn);
    boxes.clear();
    viewOf(writer).boxes(0, {1000, 1001}, 1000, boxes); // more columns than ns
    QCOMPARE(boxes.size(), std::size_t{1});
    QCOMPARE(boxes.front().span, std::size_t{1});
    boxes.clear();
    viewOf(writer).boxes(0, {5, 5}, 1000, boxes);
    viewOf(writer).boxes(0, {5, 9}, 0, boxes);
    QVERIFY(boxes.empty());
}

void TestLaneBoxes::deepAndEmpty()
{
    LaneWriter writer({});
    std::vector<SpanBox> boxes;
    viewOf(writer).boxes(0, {0, 10}, 10, boxes);
    std::vector<SpanRecord> spans;
    for (int depth = 0; depth < 256; depth += 2)
        spans.push_back({depth, 1000 - 2 * depth, 1, static_cast<std::uint8_t>(depth)});
    writer.add(spans);
    for (int depth = 0; depth < 256; ++depth) {
        boxes.clear();
        viewOf(writer).boxes(static_cast<std::uint8_t>(depth), {0, 1000}, 100, boxes);
        QCOMPARE(boxes.size(), depth % 2 == 0 ? std::size_t{1} : std::size_t{0});
    }
    // A depth with one span takes little memory, because a target can send millions of them.
    QVERIFY(writer.store()->memory() < 256 * 200 + 20'000);
}

QTEST_APPLESS_MAIN(TestLaneBoxes)
#include "tst_laneboxes.moc"
