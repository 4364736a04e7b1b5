#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

using namespace stepscope;
using namespace stepscope::testing;
using trace::LaneView;
using trace::SpanRecord;
using trace::TraceView;

namespace {

/// A hash of all results of a view, which must not change. Excludes names, which may arrive late.
std::uint64_t fingerprint(const TraceView& view)
{
    std::uint64_t sum = view.sampleCount() * 31 + view.spanCount() * 17 + view.opCount();
    const auto mix = [&sum](auto value) { sum = sum * 1099511628211U + static_cast<std::uint64_t>(value); };
    for (const trace::ChannelView& channel : view.channels()) {
        for (std::size_t i = 0; i < channel.size(); i += 7) {
            mix(channel.time(i));
            mix(std::isnan(channel.value(i)) ? -1 : std::llround(channel.value(i) * 1e3));
        }
        const trace::Extremes extremes = channel.extremes(channel.size() / 3, channel.size());
        mix(extremes.samples);
        mix(std::llround(extremes.max * 1e3));
        mix(std::llround(channel.integral(view.extent()).coveredSeconds * 1e6));
    }
    for (const LaneView& lane : view.lanes()) {
        mix(lane.info().name.size());
        for (std::size_t i = 0; i < lane.size(); i += 5)
            mix(lane.span(i).start + lane.span(i).duration + lane.span(i).depth);
        const auto [first, last] =
            lane.touching({view.extent().begin, view.extent().begin + view.extent().duration() / 2});
        mix(first + last);
    }
    for (std::size_t i = 0; i < view.stepCount(); ++i)
        mix(view.step(i).end);
    for (std::size_t i = 0; i < view.logSize(); ++i)
        mix(view.log(i).text.size());
    for (std::size_t i = 0; i < view.eventCount(); ++i)
        mix(view.event(i).text.size());
    for (const trace::Loss& loss : view.losses())
        mix(loss.count);
    mix(view.facts().batchSize);
    mix(view.extent().end);
    return sum;
}

bool isOrdered(const TraceView& view)
{
    for (const LaneView& lane : view.lanes()) {
        for (std::size_t i = 1; i < lane.size(); ++i) {
            if (lane.span(i).start < lane.span(i - 1).start)
                return false;
        }
    }
    return true;
}

/// A recording in which everything grows: widths of columns, chunks, lanes, names; with late spans.
RecordingBuilder growingRecording()
{
    RecordingBuilder builder;
    for (int i = 0; i < 4; ++i)
        builder.channel({.name = "c" + std::to_string(i),
                         .scale = 0.001,
                         .covers = i % 2 == 0 ? trace::Channel::Covers::Instant : trace::Channel::Covers::Interval,
                         .periodNs = 1000});
    std::mt19937 random(1);
    std::int64_t time = 0;
    for (std::uint32_t round = 0; round < 400; ++round) {
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (int row = 0; row < 50; ++row) {
            times.push_back(time += 900 + static_cast<std::int64_t>(random() % 200));
            values.push_back(random() % 50 == 0 ? format::kMissing
                                                : static_cast<std::int64_t>(random() % (round + 1)) << (round / 20));
        }
        for (std::uint32_t channel = 0; channel < 4; ++channel)
            builder.samples(channel, times, values);
        const auto op = builder.op("op" + std::to_string(round % 60));
        std::vector<SpanRecord> spans;
        for (std::size_t i = 0; i < 60; ++i)
            spans.push_back({times[0] + static_cast<std::int64_t>(i) * 800, 700, op, 1});
        const std::uint32_t lane = round % 3;
        builder.spans(lane, spans);
        builder.spans(lane, {{times[0] - 40'000, 90'000, op, 0}});
        if (round % 50 == 0)
            builder.lane({.id = lane, .name = "lane " + std::to_string(lane)});
        builder.steps({{.index = round, .start = times.front(), .end = times.back()}});
        builder.log(time, "round " + std::to_string(round));
        if (round % 20 == 0)
            builder.loss({.what = "spans", .count = 1, .range = {time, time}, .reason = "test"});
        builder.clock({.monotonic = time, .realtime = time * 2, .uncertainty = 1});
    }
    return builder;
}

/// Exchange of the latest view between writer and readers, as in a window.
class Shelf
{
public:
    void put(TraceView view)
    {
        const std::lock_guard lock(m_mutex);
        m_view = std::move(view);
    }
    TraceView take() const
    {
        const std::lock_guard lock(m_mutex);
        return m_view;
    }

private:
    mutable std::mutex m_mutex;
    TraceView m_view;
};

} // namespace

/// One thread writes, others read published views, which never change. The thread sanitizer verifies that no locks are
/// needed.
class TestTraceStoreThreads : public QObject
{
    Q_OBJECT

private slots:
    void viewsDoNotChange();
    void readersBesideTheWriter();
};

void TestTraceStoreThreads::viewsDoNotChange()
{
    RecordingBuilder builder = growingRecording();
    const auto& bytes = builder.bytes();
    trace::TraceStore store;
    std::vector<std::pair<TraceView, std::uint64_t>> held;
    for (std::size_t at = 0; at < bytes.size(); at += 40'000) {
        QVERIFY(store.feed(std::span(bytes).subspan(at, std::min<std::size_t>(40'000, bytes.size() - at))).ok());
        held.emplace_back(store.view(), fingerprint(store.view()));
        QVERIFY(isOrdered(held.back().first));
    }
    store.finish();
    QVERIFY(held.size() > 8);
    for (const auto& [view, expected] : held)
        QCOMPARE(fingerprint(view), expected);
    QCOMPARE(store.view().spanCount(), std::uint64_t{400 * 61});
    QCOMPARE(store.view().sampleCount(), std::uint64_t{400 * 50 * 4});
}

void TestTraceStoreThreads::readersBesideTheWriter()
{
    RecordingBuilder builder = growingRecording();
    const auto& bytes = builder.bytes();
    Shelf shelf;
    std::atomic<bool> done{false};
    std::atomic<int> changed{0};
    std::atomic<int> unordered{0};
    std::atomic<std::uint64_t> looks{0};
    const auto read = [&] {
        do {
            const TraceView view = shelf.take();
            const std::uint64_t first = fingerprint(view);
            for (std::uint32_t op = 1; op <= view.opCount(); ++op)
                looks += view.opName(op).empty() ? 1 : 0;
            unordered += isOrdered(view) ? 0 : 1;
            changed += fingerprint(view) == first ? 0 : 1;
            ++looks;
        } while (!done);
    };
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i)
        readers.emplace_back(read);
    {
        trace::TraceStore store;
        for (std::size_t at = 0; at < bytes.size(); at += 5000) {
            QVERIFY(store.feed(std::span(bytes).subspan(at, std::min<std::size_t>(5000, bytes.size() - at))).ok());
            shelf.put(store.view());
        }
        store.finish();
        shelf.put(store.view());
    }
    done = true;
    for (std::thread& reader : readers)
        reader.join();
    QCOMPARE(changed.load(), 0);
    QCOMPARE(unordered.load(), 0);
    QVERIFY(looks > 3);
    QCOMPARE(shelf.take().spanCount(), std::uint64_t{400 * 61});
}

QTEST_APPLESS_MAIN(TestTraceStoreThreads)
#include "tst_tracestorethreads.moc"
