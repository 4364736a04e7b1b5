#include "tests/support/recordingbuilder.h"
#include "widgets/tracks/spanboxes.h"

#include <QTest>

#include <random>

namespace stepscope::widgets {

class SpanBoxesTest : public QObject
{
    Q_OBJECT

private slots:
    void everySpanIsInABox_data();
    void everySpanIsInABox();
    void unusualSpansAreDrawn();

private:
    static trace::TraceView viewOf(const std::vector<trace::SpanRecord>& spans, testing::RecordingBuilder& builder);
    static std::vector<trace::SpanRecord> randomSpans(std::size_t count, unsigned seed);
};

trace::TraceView SpanBoxesTest::viewOf(const std::vector<trace::SpanRecord>& spans, testing::RecordingBuilder& builder)
{
    builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 2, .name = "main"});
    for (std::size_t i = 0; i < spans.size(); i += 50'000)
        builder.spans(1, std::span(spans).subspan(i, std::min<std::size_t>(50'000, spans.size() - i)));
    return testing::viewOf(builder.bytes());
}

std::vector<trace::SpanRecord> SpanBoxesTest::randomSpans(std::size_t count, unsigned seed)
{
    // Two depths: parents with pauses between them, each with children. Durations over five decades.
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

void SpanBoxesTest::everySpanIsInABox_data()
{
    QTest::addColumn<double>("zoom");
    for (const double zoom : {1.0, 3.0, 17.0, 140.0, 900.0})
        QTest::addRow("x%g", zoom) << zoom;
}

void SpanBoxesTest::everySpanIsInABox()
{
    QFETCH(double, zoom);
    testing::RecordingBuilder builder;
    for (int op = 1; op <= 7; ++op)
        builder.op("op" + std::to_string(op));
    const auto spans = randomSpans(60'000, 3);
    const trace::TraceView view = viewOf(spans, builder);
    const trace::LaneView& lane = view.lanes().front();
    QCOMPARE(lane.size(), spans.size());
    QCOMPARE(lane.maxDepth(), std::uint8_t{1});

    const std::int64_t end = spans.back().end();
    const auto duration = static_cast<std::int64_t>(static_cast<double>(end) / zoom);
    const std::int64_t begin = (end - duration) / 3;
    const Viewport viewport{{begin, begin + duration}, 800, 20, 800};
    for (std::uint8_t depth = 0; depth < 2; ++depth) {
        std::vector<Box> boxes;
        addSpanBoxes(lane, depth, viewport, boxes);
        // Each visible span touches its box, or the box of a longer span.
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(boxes[i].x1 > boxes[i].x0 && boxes[i].x0 >= 0 && boxes[i].x1 <= 800);
            QVERIFY(i == 0 || boxes[i].x0 >= boxes[i - 1].x0);
            QCOMPARE(boxes[i].op, lane.span(boxes[i].index).op);
        }
        for (const trace::SpanRecord& span : spans) {
            if (span.depth != depth || span.end() <= begin || span.start >= viewport.range.end)
                continue;
            const double x = std::max(0.0, pixelOf(span.start, viewport));
            QVERIFY(std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
                return box.x0 <= x && x <= box.x1 && lane.span(box.index).duration >= span.duration;
            }));
        }
        QVERIFY(boxes.size() <= 2 * 800 + 2); // at every zoom
    }
}

void SpanBoxesTest::unusualSpansAreDrawn()
{
    // Zero duration, overlapping in one depth, and long spans that begin far outside.
    testing::RecordingBuilder builder;
    builder.op("op");
    const trace::TraceView view =
        viewOf({{0, 1'000'000, 1, 0}, {10, 20, 1, 1}, {500, 400'000, 1, 0}, {600'000, 0, 1, 0}, {700'000, 100, 1, 0}},
               builder);
    const auto boxesIn = [&](trace::TimeRange range) {
        std::vector<Box> boxes;
        addSpanBoxes(view.lanes().front(), 0, {range, 1000, 20, 1000}, boxes);
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

QTEST_APPLESS_MAIN(stepscope::widgets::SpanBoxesTest)
#include "tst_spanboxes.moc"
