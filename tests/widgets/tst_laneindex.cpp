#include "tests/support/recordingbuilder.h"
#include "widgets/tracks/laneindex.h"

#include <QTest>

#include <random>

namespace stepscope::widgets {

class LaneIndexTest : public QObject
{
    Q_OBJECT

private slots:
    void crowdedColumnsAreExact_data();
    void crowdedColumnsAreExact();
    void growsInPieces();
    void strangeSpansAreDrawn();

private:
    static trace::TraceView viewOf(const std::vector<trace::SpanRecord>& spans, testing::RecordingBuilder& builder);
    static std::vector<trace::SpanRecord> randomSpans(std::size_t count, unsigned seed);
};

trace::TraceView LaneIndexTest::viewOf(const std::vector<trace::SpanRecord>& spans, testing::RecordingBuilder& builder)
{
    builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 2, .name = "main"});
    for (std::size_t i = 0; i < spans.size(); i += 50'000)
        builder.spans(1, std::span(spans).subspan(i, std::min<std::size_t>(50'000, spans.size() - i)));
    return testing::viewOf(builder.bytes());
}

std::vector<trace::SpanRecord> LaneIndexTest::randomSpans(std::size_t count, unsigned seed)
{
    // Two depths: parents one after the other with pauses, each with children inside. Lengths over five decades.
    std::mt19937 random(seed);
    std::vector<trace::SpanRecord> spans;
    std::int64_t time = 1'000'000;
    const auto length = [&] {
        return static_cast<std::int64_t>(std::pow(10.0, 2 + static_cast<double>(random() % 1000) / 250));
    };
    while (spans.size() < count) {
        const std::int64_t duration = length();
        const auto op = static_cast<std::uint32_t>(1 + random() % 7);
        spans.push_back({time, duration, op, 0});
        std::int64_t at = time;
        for (unsigned children = random() % 4; children > 0 && at < time + duration; --children) {
            const std::int64_t child = std::min<std::int64_t>(length(), time + duration - at);
            spans.push_back({at, child, op, 1});
            at += child + static_cast<std::int64_t>(random() % 50);
        }
        time += duration + static_cast<std::int64_t>(random() % 2000);
    }
    return spans;
}

void LaneIndexTest::crowdedColumnsAreExact_data()
{
    QTest::addColumn<double>("zoom");
    for (const double zoom : {1.0, 3.0, 17.0, 140.0, 900.0})
        QTest::addRow("x%g", zoom) << zoom;
}

void LaneIndexTest::crowdedColumnsAreExact()
{
    QFETCH(double, zoom);
    testing::RecordingBuilder builder;
    for (int op = 1; op <= 7; ++op)
        builder.op("op" + std::to_string(op));
    const auto spans = randomSpans(60'000, 3);
    const trace::TraceView view = viewOf(spans, builder);
    const trace::LaneView& lane = view.lanes().front();
    QCOMPARE(lane.size(), spans.size());
    LaneIndex index;
    QVERIFY(index.extend(lane, spans.size()));
    QCOMPARE(index.depths(), std::size_t{2});

    const std::int64_t end = spans.back().end();
    const auto duration = static_cast<std::int64_t>(static_cast<double>(end) / zoom);
    const std::int64_t begin = (end - duration) / 3;
    const Viewport viewport{{begin, begin + duration}, 800, 20, 800};
    for (std::uint8_t depth = 0; depth < 2; ++depth) {
        std::vector<Box> boxes;
        index.boxes(lane, depth, viewport, boxes);
        // Every span in sight is in exactly one box, and each box shows the longest of its own.
        std::size_t box = 0;
        std::size_t inBox = 0;
        std::int64_t longest = -1;
        std::size_t longestIndex = 0;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const trace::SpanRecord& span = spans[i];
            if (span.depth != depth || span.end() <= begin || span.start >= viewport.range.end)
                continue;
            QVERIFY(box < boxes.size());
            if (span.duration > longest) {
                longest = span.duration;
                longestIndex = i;
            }
            if (++inBox < boxes[box].count)
                continue;
            QCOMPARE(lane.span(boxes[box].index).duration, spans[longestIndex].duration);
            QVERIFY(boxes[box].x1 > boxes[box].x0);
            QVERIFY(box == 0 || boxes[box].x0 >= boxes[box - 1].x0);
            ++box;
            inBox = 0;
            longest = -1;
        }
        QCOMPARE(box, boxes.size());
        QVERIFY(boxes.size() <= 2 * 800 + 2); // whatever is in sight
    }
}

void LaneIndexTest::growsInPieces()
{
    testing::RecordingBuilder builder;
    builder.op("op");
    auto spans = randomSpans(5'000, 9);
    for (trace::SpanRecord& span : spans)
        span.op = 1;
    const trace::TraceView view = viewOf(spans, builder);
    LaneIndex whole;
    LaneIndex pieces;
    QVERIFY(whole.extend(view.lanes().front(), spans.size()));
    int rounds = 1;
    while (!pieces.extend(view.lanes().front(), 333))
        ++rounds;
    QCOMPARE(rounds, static_cast<int>((spans.size() + 332) / 333));
    const Viewport viewport{{0, spans.back().end()}, 300, 20, 300};
    std::vector<Box> a;
    std::vector<Box> b;
    whole.boxes(view.lanes().front(), 0, viewport, a);
    pieces.boxes(view.lanes().front(), 0, viewport, b);
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        QCOMPARE(a[i].index, b[i].index);
        QCOMPARE(a[i].count, b[i].count);
        QCOMPARE(a[i].busy, b[i].busy);
    }
}

void LaneIndexTest::strangeSpansAreDrawn()
{
    // Zero long, overlapping in one depth, and long ones that began far outside.
    testing::RecordingBuilder builder;
    builder.op("op");
    const trace::TraceView view =
        viewOf({{0, 1'000'000, 1, 0}, {10, 20, 1, 1}, {500, 400'000, 1, 0}, {600'000, 0, 1, 0}, {700'000, 100, 1, 0}},
               builder);
    LaneIndex index;
    index.extend(view.lanes().front(), 100);
    const auto boxesIn = [&](trace::TimeRange range) {
        std::vector<Box> boxes;
        index.boxes(view.lanes().front(), 0, {range, 1000, 20, 1000}, boxes);
        return boxes;
    };
    QCOMPARE(boxesIn({0, 1'000'000}).size(), std::size_t{4});
    const auto inside = boxesIn({800'000, 900'000}); // only the first one reaches here
    QVERIFY(!inside.empty());
    QCOMPARE(inside.front().index, std::size_t{0});
    QCOMPARE(inside.front().x0, 0.0);
    QCOMPARE(inside.front().x1, 1000.0);
    QVERIFY(boxesIn({2'000'000, 3'000'000}).empty());
}

} // namespace stepscope::widgets

QTEST_APPLESS_MAIN(stepscope::widgets::LaneIndexTest)
#include "tst_laneindex.moc"
