#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::testing;
using trace::SpanRecord;
using trace::TraceView;

namespace {

std::uint64_t lost(const TraceView& view, std::string_view what)
{
    std::uint64_t count = 0;
    for (const trace::Loss& loss : view.losses()) {
        if (loss.what == what)
            count += loss.count;
    }
    return count;
}

/// A small recording with all types of records.
RecordingBuilder everyKindOfRecord()
{
    RecordingBuilder builder;
    const auto id = builder.channel({.name = "x", .quantity = "cpu.utilization", .periodNs = 10});
    builder.clock({.monotonic = 1, .realtime = 1000, .uncertainty = 1});
    builder.facts(R"({"framework":"torch"})").lane({.id = 1, .process = 3, .thread = 4, .name = "main"});
    const auto op = builder.op("aten::add", "[3]", "layer", "op");
    for (std::int64_t i = 0; i < 3; ++i) {
        builder.samples(id, {i * 100, i * 100 + 10, i * 100 + 20}, {i, format::kMissing, 1000 * i});
        builder.spans(1, {{i * 100, 90, op, 0}, {i * 100 + 5, 20, op, 1}});
        builder.steps({{.index = static_cast<std::uint64_t>(i), .start = i * 100, .end = i * 100 + 90}});
        builder.log(i * 100, "line");
        builder.loss({.what = "log", .count = 1, .range = {i * 100, i * 100 + 1}, .reason = "full"});
    }
    builder.footer({.end = 300, .state = "ended"});
    return builder;
}

} // namespace

/// The view shows the contents of the recording, independent of the order of frames, of damage and of the pieces fed.
class TestTraceStore : public QObject
{
    Q_OBJECT

private slots:
    void emptyView();
    void trainingRecording();
    void anyPieceSize();
    void cutAtEveryByte();
    void damagedInTheMiddle();
    void framesInAnyOrder();
    void lateNames();
    void laterFactsReplaceEarlier();
    void lossesAreReported();
    void separateLossesStaySeparate();
    void backwardSamplesAreCounted();
    void readOffsetsAreTimes();
    void stepsOfTheBusiestProcess();
    void clockReadingsOutOfOrder();
    void impossibleTimes();
    void viewsOutliveTheStore();
};

void TestTraceStore::emptyView()
{
    const TraceView view;
    QVERIFY(!view.hasHeader());
    QVERIFY(view.extent().isEmpty());
    QCOMPARE(view.channels().size(), std::size_t{0});
    QCOMPARE(view.stepCount(), std::size_t{0});
    QCOMPARE(view.opName(7), std::string_view("?"));
    QVERIFY(view.losses().empty());
}

void TestTraceStore::trainingRecording()
{
    const TraceView view = viewOf(makeTrainingRecording());
    QCOMPARE(view.header().device.board, std::string("Jetson TX2"));
    QVERIFY(view.header().isVirtual);
    QCOMPARE(view.header().device.cores.size(), std::size_t{6});
    QCOMPARE(view.header().device.cores[1].cluster, std::string("Denver2"));
    QCOMPARE(view.header().command.front(), std::string("python3"));
    QCOMPARE(view.channels().size(), view.header().channels.size());
    QCOMPARE(view.stepCount(), std::size_t{40});
    QVERIFY((view.step(4).flags & format::Step::kTraced) != 0);
    QCOMPARE(view.facts().batchSize, std::uint64_t{32});
    QCOMPARE(view.facts().tracing->untracedSteps, std::uint64_t{35});
    QCOMPARE(view.ending()->state, std::string("ended"));
    QCOMPARE(view.extent().begin, view.header().startMonotonic);
    QCOMPARE(view.extent().end, view.ending()->end);
    QCOMPARE(view.lanes().size(), std::size_t{3});
    QCOMPARE(view.lanes()[0].info().name, std::string("python3 main"));
    QCOMPARE(view.lanes()[0].maxDepth(), std::uint8_t{2});
    QVERIFY(view.spanCount() > 300);
    QCOMPARE(view.opName(view.lanes()[0].span(0).op), std::string_view("aten::conv2d"));
    QCOMPARE(view.opShapes(view.lanes()[0].span(0).op), std::string_view("[32, 3, 32, 32]"));
    QCOMPARE(view.opModule(view.lanes()[0].span(0).op), std::string_view("conv1"));
    QVERIFY(view.logSize() > 5);
    QCOMPARE(view.eventCount(), std::size_t{3});
    QCOMPARE(view.losses().size(), std::size_t{1});
    QCOMPARE(lost(view, "spans"), std::uint64_t{12});

    const auto rail = std::find_if(view.channels().begin(), view.channels().end(),
                                   [](const trace::ChannelView& c) { return c.info().name == "VDD_IN"; });
    const auto energy = rail->integral(view.extent());
    QVERIFY(energy.mean() > 4 && energy.mean() < 10);
    QVERIFY(energy.coveredSeconds > 0.98 * view.extent().seconds());
}

void TestTraceStore::anyPieceSize()
{
    const auto bytes = makeTrainingRecording({.steps = 6});
    const TraceView whole = viewOf(bytes);
    for (const std::size_t piece : {1U, 7U, 4096U}) {
        trace::TraceStore store;
        for (std::size_t at = 0; at < bytes.size(); at += piece)
            QVERIFY(store.feed(std::span(bytes).subspan(at, std::min<std::size_t>(piece, bytes.size() - at))).ok());
        store.finish();
        const TraceView view = store.view();
        QCOMPARE(view.sampleCount(), whole.sampleCount());
        QCOMPARE(view.spanCount(), whole.spanCount());
        QCOMPARE(view.stepCount(), whole.stepCount());
        QVERIFY(view.extent() == whole.extent());
        QCOMPARE(view.losses().size(), whole.losses().size());
    }
}

void TestTraceStore::cutAtEveryByte()
{
    RecordingBuilder builder = everyKindOfRecord();
    const auto bytes = builder.bytes();
    const auto& frames = builder.frameOffsets();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        trace::TraceStore store;
        QVERIFY(store.feed(std::span(bytes).first(size)).ok());
        store.finish();
        const TraceView view = store.view();
        const bool betweenFrames = std::binary_search(frames.begin(), frames.end(), size) || size == 0;
        QCOMPARE(lost(view, "tail") > 0, !betweenFrames);
        QVERIFY(!view.ending());
        QCOMPARE(store.damage().badFrames, std::uint64_t{0});
        // All complete frames before the cut are present; steps are used as the check.
        QVERIFY(view.stepCount() <= 3);
    }
    QCOMPARE(viewOf(bytes).stepCount(), std::size_t{3});
    QVERIFY(viewOf(bytes).ending());
}

void TestTraceStore::damagedInTheMiddle()
{
    RecordingBuilder builder = makeTraining({.steps = 20});
    auto bytes = builder.bytes();
    const TraceView whole = viewOf(bytes);
    const auto& frames = builder.frameOffsets();
    bytes[frames[frames.size() / 2] + 20] ^= std::byte{0xFF};
    const TraceView view = viewOf(bytes);
    QCOMPARE(lost(view, "frames"), std::uint64_t{1});
    QVERIFY(lost(view, "bytes") > 16);
    QVERIFY(view.ending());
    // Exactly one frame of any type is lost.
    QVERIFY(view.stepCount() + 1 >= whole.stepCount());
    QVERIFY(view.logSize() + 1 >= whole.logSize());
    QVERIFY(view.sampleCount() * 20 >= whole.sampleCount() * 18);
}

void TestTraceStore::framesInAnyOrder()
{
    RecordingBuilder builder = makeTraining({.steps = 12, .troubled = false});
    const auto bytes = builder.bytes();
    auto frames = builder.frameOffsets();
    frames.push_back(bytes.size());
    const TraceView ordered = viewOf(bytes);
    std::vector<std::size_t> order(frames.size() - 2);
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i + 1; // the header remains first
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        std::shuffle(order.begin(), order.end(), random);
        trace::TraceStore store;
        QVERIFY(store.feed(std::span(bytes).first(frames[1])).ok());
        for (const std::size_t i : order) {
            QVERIFY(store.feed(std::span(bytes).subspan(frames[i], frames[i + 1] - frames[i])).ok());
            if (i % 3 == 0)
                (void)store.view();
        }
        store.finish();
        const TraceView view = store.view();
        QCOMPARE(view.spanCount(), ordered.spanCount());
        QCOMPARE(view.sampleCount() + lost(view, "samples"), ordered.sampleCount());
        QCOMPARE(view.stepCount() + lost(view, "steps"), ordered.stepCount());
        QCOMPARE(view.lanes().size(), ordered.lanes().size());
        for (const trace::LaneView& lane : view.lanes()) {
            const auto same = std::find_if(ordered.lanes().begin(), ordered.lanes().end(),
                                           [&](const trace::LaneView& other) { return other.info() == lane.info(); });
            QVERIFY(same != ordered.lanes().end());
            QCOMPARE(lane.size(), same->size());
            for (std::size_t i = 0; i < lane.size(); ++i) {
                QCOMPARE(lane.span(i).start, same->span(i).start);
                QCOMPARE(lane.span(i).depth, same->span(i).depth);
                QCOMPARE(view.opName(lane.span(i).op), ordered.opName(same->span(i).op));
            }
        }
    }
}

void TestTraceStore::lateNames()
{
    RecordingBuilder names;
    const auto op = names.op("aten::add", "[3]");
    RecordingBuilder builder;
    builder.spans(1, {{100, 10, op, 0}});
    trace::TraceStore store;
    QVERIFY(store.feed(builder.takeNew()).ok());
    const TraceView before = store.view();
    QCOMPARE(before.lanes().front().info().name, std::string());
    QCOMPARE(before.opName(op), std::string_view("?"));
    // Frames of the other recording, after its file header and its own header.
    const auto offset = names.frameOffsets()[1];
    QVERIFY(store.feed(std::span(names.bytes()).subspan(offset)).ok());
    builder.lane({.id = 1, .kind = format::Lane::Kind::GpuStream, .process = 1, .thread = 7, .name = "stream"});
    QVERIFY(store.feed(builder.takeNew()).ok());
    QCOMPARE(store.view().opName(op), std::string_view("aten::add"));
    QCOMPARE(store.view().opShapes(op), std::string_view("[3]"));
    QCOMPARE(store.view().lanes().front().info().name, std::string("stream"));
    QCOMPARE(store.view().lanes().front().size(), std::size_t{1});
    QCOMPARE(before.lanes().front().info().name, std::string());
}

void TestTraceStore::laterFactsReplaceEarlier()
{
    RecordingBuilder builder;
    builder.facts(R"({"framework":"torch","batch_size":8})").facts(R"({"batch_size":16,"gradient_bytes":-4})");
    builder.facts("[1]");
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(view.facts().framework, std::string("torch"));
    QCOMPARE(view.facts().batchSize, std::uint64_t{16});
    QCOMPARE(view.facts().gradientBytes, std::uint64_t{0});
    QVERIFY(!view.facts().tracing);
    QCOMPARE(lost(view, "frames"), std::uint64_t{1});
}

void TestTraceStore::lossesAreReported()
{
    RecordingBuilder builder;
    builder.loss({.what = "spans", .count = 5, .range = {10, 20}, .reason = "ring full"});
    builder.loss({.what = "spans", .count = 6, .range = {15, 30}, .reason = "ring full"});
    builder.loss({.what = "spans", .count = 7, .range = {9'000'000'000, 9'000'000'001}, .reason = "ring full"});
    builder.event(40, format::Event::Severity::Error, "hook", "Gave up.");
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(view.losses().size(), std::size_t{2});
    QCOMPARE(view.losses()[0].count, std::uint64_t{11});
    QVERIFY((view.losses()[0].range == trace::TimeRange{10, 30}));
    QCOMPARE(view.losses()[1].count, std::uint64_t{7});
    QCOMPARE(view.eventCount(), std::size_t{4});
    QCOMPARE(view.event(3).kind, std::string("hook"));
    QVERIFY(view.event(3).severity == trace::EventRecord::Severity::Error);
}

/// Short losses every 0.6 s are not one loss of several seconds, in which most samples are there.
void TestTraceStore::separateLossesStaySeparate()
{
    constexpr std::int64_t kMs = 1'000'000;
    RecordingBuilder builder;
    for (std::int64_t i = 0; i < 10; ++i)
        builder.loss({.what = "samples",
                      .count = 1,
                      .range = {600 * kMs * i, 600 * kMs * i + 20 * kMs},
                      .reason = "The sampler did not run in time."});
    for (std::int64_t i = 0; i < 100; ++i) // without a break for 3 s
        builder.loss({.what = "spans", .count = 1, .range = {30 * kMs * i, 30 * kMs * (i + 1)}, .reason = "ring full"});
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(lost(view, "samples"), std::uint64_t{10});
    QCOMPARE(lost(view, "spans"), std::uint64_t{100});
    QCOMPARE(view.losses().size(), std::size_t{6});
    for (const trace::Loss& loss : view.losses()) {
        if (loss.what == "samples")
            QVERIFY(loss.range.end - loss.range.begin <= 1000 * kMs);
        else
            QCOMPARE(loss.range.end - loss.range.begin, 3000 * kMs);
    }
}

void TestTraceStore::backwardSamplesAreCounted()
{
    RecordingBuilder builder;
    const auto id = builder.channel({.name = "x"});
    builder.samples(id, {10, 20, 30}, {1, 2, 3}).samples(id, {15, 30, 40}, {9, 4, 5}).samples(99, {50}, {1});
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(view.channels()[0].size(), std::size_t{5});
    QCOMPARE(view.channels()[0].value(3), 4.0);
    QCOMPARE(view.channels()[0].lowerBound(30), std::size_t{2});
    QCOMPARE(lost(view, "samples"), std::uint64_t{2});
    QCOMPARE(view.sampleCount(), std::uint64_t{5});
}

void TestTraceStore::readOffsetsAreTimes()
{
    RecordingBuilder builder;
    const auto id = builder.channel({.name = "x", .scale = 0.5});
    const std::array<std::int64_t, 2> times{1'000'000, 2'000'000};
    const std::array<std::int64_t, 2> values{4, format::kMissing};
    const std::array<std::int64_t, 2> offsets{3000, 5000};
    const format::SampleColumnView column{.channel = id, .values = values, .readOffsets = offsets};
    builder.samples({.group = 0, .times = times, .columns = std::span(&column, 1)});
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(view.channels()[0].time(0), std::int64_t{1'003'000});
    QCOMPARE(view.channels()[0].time(1), std::int64_t{2'005'000});
    QCOMPARE(view.channels()[0].value(0), 2.0);
    QVERIFY(std::isnan(view.channels()[0].value(1)));
}

void TestTraceStore::stepsOfTheBusiestProcess()
{
    RecordingBuilder builder;
    builder.steps({{.index = 0, .start = 0, .end = 10, .samples = 1, .flags = 0, .process = 7}});
    builder.steps({{.index = 0, .start = 5, .end = 15, .samples = 2, .flags = 0, .process = 8},
                   {.index = 1, .start = 15, .end = 25, .samples = 2, .flags = 0, .process = 8},
                   {.index = 3, .start = 30, .end = 28, .samples = 2, .flags = 0, .process = 8},
                   {.index = 2, .start = 40, .end = 50, .samples = 2, .flags = 0, .process = 8}});
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(view.stepCount(), std::size_t{3});
    QCOMPARE(view.step(0).process, 8U);
    QCOMPARE(view.step(2).end, std::int64_t{30});
    QCOMPARE(lost(view, "steps"), std::uint64_t{1});
    QCOMPARE(lost(view, "durations"), std::uint64_t{1});
    QCOMPARE(view.stepLowerBound(14), std::size_t{0});
    QCOMPARE(view.stepLowerBound(15), std::size_t{1});
    QCOMPARE(view.stepLowerBound(1000), std::size_t{3});
}

void TestTraceStore::clockReadingsOutOfOrder()
{
    RecordingBuilder builder;
    builder.clock({.monotonic = 200, .realtime = 5200, .uncertainty = 1});
    builder.clock({.monotonic = 200, .realtime = 5200, .uncertainty = 1});
    builder.clock({.monotonic = 300, .realtime = 9300, .uncertainty = 1});
    QCOMPARE(lost(viewOf(builder.bytes()), "clock"), std::uint64_t{0});
    builder.clock({.monotonic = 299, .realtime = 9300, .uncertainty = 1});
    QCOMPARE(lost(viewOf(builder.bytes()), "clock"), std::uint64_t{1});
}

void TestTraceStore::impossibleTimes()
{
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();
    RecordingBuilder builder;
    const auto id = builder.channel({.name = "x"});
    builder.samples(id, {kSmallest, 5, kLargest}, {1, 2, 3});
    builder.spans(1, {{kSmallest, kLargest, 1, 0}, {10, 5, 1, 0}, {20, kLargest, 1, 0}, {30, -7, 1, 0}});
    builder.steps({{.index = 1, .start = kSmallest, .end = kLargest, .samples = 0, .flags = 0, .process = 0}});
    builder.log(kLargest, "still readable");
    builder.clock({.monotonic = kSmallest, .realtime = 1, .uncertainty = 1});
    const TraceView view = viewOf(builder.bytes());
    QCOMPARE(view.channels()[0].size(), std::size_t{1});
    QCOMPARE(lost(view, "samples"), std::uint64_t{2});
    QCOMPARE(view.lanes()[0].size(), std::size_t{2});
    QCOMPARE(view.lanes()[0].span(1).duration, std::int64_t{0});
    QCOMPARE(lost(view, "spans"), std::uint64_t{2});
    QCOMPARE(lost(view, "durations"), std::uint64_t{1});
    QCOMPARE(lost(view, "steps"), std::uint64_t{1});
    QCOMPARE(lost(view, "times"), std::uint64_t{1});
    QCOMPARE(lost(view, "clock"), std::uint64_t{1});
    QCOMPARE(view.log(0).text, std::string("still readable"));
    QVERIFY((view.extent() == trace::TimeRange{5, 30}));
}

void TestTraceStore::viewsOutliveTheStore()
{
    TraceView view;
    {
        trace::TraceStore store;
        QVERIFY(store.feed(makeTrainingRecording({.steps = 6})).ok());
        view = store.view();
    }
    const TraceView copy = view;
    view = TraceView();
    QCOMPARE(copy.stepCount(), std::size_t{6});
    QCOMPARE(copy.opName(1), std::string_view("aten::conv2d"));
    QVERIFY(copy.channels()[0].extremes(0, copy.channels()[0].size()).samples > 50);
}

QTEST_APPLESS_MAIN(TestTraceStore)
#include "tst_tracestore.moc"
