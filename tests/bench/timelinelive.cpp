#include "tests/bench/timelinelive.h"

#include "tests/bench/timelinerecording.h"
#include "widgets/timelinewidget.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <qcustomplot.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>

namespace stepscope::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kPeriod = 1'000'000; ///< ns between samples
constexpr std::size_t kRowsAtOnce = 10;     ///< per block of the agent
constexpr std::size_t kSpansAtOnce = 1'008; ///< slightly more than 100,000 per second: whole pairs on all lanes
constexpr std::int64_t kFrame = 16'000'000; ///< ns between views, as the ingest thread sends them

double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// A thread that records in real time.
class Source
{
public:
    Source(TimelineRecording& recording, double seconds, std::function<void(trace::TraceView)> sink)
        : m_sink(std::move(sink))
        , m_thread([this, &recording, seconds] { run(recording, seconds); })
    {}
    ~Source() { m_thread.join(); }

    [[nodiscard]] bool isDone() const { return m_done; }
    [[nodiscard]] std::uint64_t blocks() const { return m_blocks; }
    /// ns since the start, on the recording's clock.
    [[nodiscard]] std::int64_t now() const
    {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - m_start).count();
    }

private:
    void run(TimelineRecording& recording, double seconds)
    {
        std::int64_t shown = 0;
        while (recording.end() < static_cast<std::int64_t>(seconds * 1e9)) {
            const std::int64_t begin = recording.end();
            std::this_thread::sleep_until(m_start + std::chrono::nanoseconds(begin) +
                                          std::chrono::nanoseconds(kPeriod * static_cast<int>(kRowsAtOnce)));
            recording.addSamples(kRowsAtOnce);
            recording.addSpans(kSpansAtOnce, begin);
            recording.feed();
            ++m_blocks;
            if (now() - shown >= kFrame) {
                shown = now();
                m_sink(recording.view());
            }
        }
        m_sink(recording.view());
        m_done = true;
    }

    std::function<void(trace::TraceView)> m_sink;
    Clock::time_point m_start = Clock::now();
    std::atomic<bool> m_done = false;
    std::atomic<std::uint64_t> m_blocks = 0;
    std::thread m_thread;
};

} // namespace

LiveFigures measureLive(double seconds)
{
    LiveFigures figures;
    TimelineRecording recording(kPeriod);
    widgets::TimelineWidget timeline;
    timeline.resize(1600, 900);
    timeline.show();
    timeline.axis()->setFollowing(true);
    std::vector<double> latencies;
    std::atomic<bool> underWay = false;
    QObject receiver;
    const double busyBefore = threadSeconds();
    Source* running = nullptr;
    std::int64_t shownUntil = 0;
    QObject::connect(timeline.findChild<QCustomPlot*>(), &QCustomPlot::afterReplot, &receiver, [&] {
        ++figures.frames;
        const std::int64_t latest = timeline.view().extent().end;
        for (; running && shownUntil < latest; shownUntil += kPeriod)
            latencies.push_back(static_cast<double>(running->now() - shownUntil) * 1e-6);
    });
    Source source(recording, seconds, [&](trace::TraceView view) {
        // Post at most one view at a time: a newer one replaces it. Always post the last one.
        if (underWay.exchange(true) && view.extent().end < static_cast<std::int64_t>(seconds * 1e9))
            return;
        QMetaObject::invokeMethod(&receiver, [&timeline, &underWay, view] {
            underWay = false;
            timeline.setView(view);
        });
    });
    running = &source;
    while (!source.isDone())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); // returns after an event
    figures.guiBusy = (threadSeconds() - busyBefore) / seconds;
    for (int i = 0; i < 50; ++i)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);

    const trace::TraceView& view = timeline.view();
    figures.spans = view.spanCount();
    figures.samples = view.sampleCount();
    const std::uint64_t recorded = source.blocks() * (kSpansAtOnce + kRowsAtOnce * kChannels);
    figures.lost = recorded - std::min(recorded, figures.spans + figures.samples);
    for (const trace::Loss& loss : view.losses())
        figures.lost += loss.count;
    std::sort(latencies.begin(), latencies.end());
    if (!latencies.empty())
        figures.latencyP99Ms = latencies[latencies.size() * 99 / 100];
    return figures;
}

} // namespace stepscope::bench
