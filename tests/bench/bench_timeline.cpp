// Frames of the timeline, beside stock QCustomPlot drawing the same things in the same run: `name value unit goal
// ok|short`.
#include "tests/support/recordingbuilder.h"
#include "widgets/timelinewidget.h"

#include <QApplication>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <vector>

namespace {

using namespace stepscope;

constexpr int kWidth = 1600;
constexpr int kHeight = 900;
constexpr int kLanes = 8;
constexpr int kRows = 16;

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Of this program's CPU time: other programs on the machine do not count.
double millisecondsOf(const std::function<void()>& work)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    };
    const double begin = now();
    work();
    return now() - begin;
}

void tell(const char* name, double value, const char* unit, double goal, bool atLeast)
{
    std::printf("%s %.3g %s %s%g %s\n", name, value, unit, atLeast ? ">=" : "<=", goal,
                (atLeast ? value >= goal : value <= goal) ? "ok" : "short");
    std::fflush(stdout);
}

struct Recording
{
    trace::TraceView view;
    std::int64_t period = 10'000'000;
    std::size_t samples = 0;
};

/// 14 cores and 2 rails at 10 ms, and spans nested two deep on 8 lanes over the same time.
Recording makeRecording(std::size_t spanCount, std::size_t sampleCount)
{
    Recording recording;
    recording.samples = sampleCount;
    std::mt19937 random(1);
    testing::RecordingBuilder builder;
    std::vector<std::uint32_t> channels;
    for (int i = 0; i < kRows - 2; ++i) {
        trace::Channel channel;
        channel.name = "cpu" + std::to_string(i);
        channel.quantity = "cpu.utilization";
        channel.unit = "1";
        channel.scale = 0.001;
        channel.core = i;
        channel.covers = trace::Channel::Covers::Interval;
        channel.periodNs = recording.period;
        channels.push_back(builder.channel(channel));
    }
    std::vector<std::int64_t> times(sampleCount);
    std::vector<std::int64_t> values(sampleCount);
    for (std::size_t i = 0; i < sampleCount; ++i)
        times[i] = static_cast<std::int64_t>(i) * recording.period;
    for (const std::uint32_t channel : channels) {
        for (std::int64_t& value : values)
            value = static_cast<std::int64_t>(random() % 1000);
        builder.samples(channel, times, values);
    }
    for (int op = 0; op < 40; ++op)
        builder.op("aten::op" + std::to_string(op));
    const auto each =
        static_cast<std::int64_t>(static_cast<double>(sampleCount) * static_cast<double>(recording.period) * kLanes /
                                  static_cast<double>(spanCount) * 2);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        builder.lane({.id = lane, .process = 1, .thread = lane, .name = "thread " + std::to_string(lane)});
        std::vector<trace::SpanRecord> spans;
        for (std::size_t i = 0; i < spanCount / kLanes / 2; ++i) {
            const std::int64_t start = static_cast<std::int64_t>(i) * each;
            const auto duration = static_cast<std::int64_t>(
                1 + random() % static_cast<std::uint32_t>(std::min<std::int64_t>(each, 1 << 30)));
            const auto op = static_cast<std::uint32_t>(1 + random() % 40);
            spans.push_back({start, duration, op, 0});
            spans.push_back({start, duration / 2, op, 1});
            if (spans.size() >= 60'000) {
                builder.spans(lane, spans);
                spans.clear();
            }
        }
        builder.spans(lane, spans);
    }
    recording.view = testing::viewOf(builder.bytes());
    return recording;
}

struct Frames
{
    double median = 0;
    double p99 = 0;
};

/// Zooms from all to a single instance and pans at every level.
Frames framesOf(const Recording& recording)
{
    widgets::TimelineWidget timeline;
    timeline.resize(kWidth, kHeight);
    timeline.setView(recording.view);
    timeline.show();
    for (int i = 0; i < 120; ++i) {
        QCoreApplication::processEvents(); // lets the lanes be taken up
        timeline.setView(recording.view);
    }
    auto* plot = timeline.findChild<QCustomPlot*>();
    std::vector<double> times;
    const trace::TimeRange all = timeline.axis()->extent();
    for (int i = 0; i < 200; ++i) {
        if (i % 10 == 0)
            timeline.axis()->zoomBy(i == 0 ? 1 : 2.2, all.begin + all.duration() / 3);
        else
            timeline.axis()->panBy(0.02);
        times.push_back(millisecondsOf([&] { plot->replot(QCustomPlot::rpImmediateRefresh); }));
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

/// Stock drawing of as many samples in 14 rows, and of as many spans as bars.
double stockGraphs(std::size_t sampleCount)
{
    QCustomPlot plot;
    plot.resize(kWidth, kHeight);
    plot.show();
    plot.plotLayout()->clear();
    std::mt19937 random(1);
    for (int row = 0; row < kRows - 2; ++row) {
        auto* rect = new QCPAxisRect(&plot);
        plot.plotLayout()->addElement(row, 0, rect);
        rect->setMinimumMargins({});
        QCPGraph* graph = plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        QVector<double> x(static_cast<qsizetype>(sampleCount));
        QVector<double> y(static_cast<qsizetype>(sampleCount));
        for (qsizetype i = 0; i < x.size(); ++i) {
            x[i] = static_cast<double>(i) * 0.01;
            y[i] = static_cast<double>(random() % 1000);
        }
        graph->setData(x, y, true);
        graph->rescaleAxes();
    }
    std::vector<double> times;
    for (int i = 0; i < 5; ++i)
        times.push_back(millisecondsOf([&] { plot.replot(QCustomPlot::rpImmediateRefresh); }));
    return medianOf(times);
}

double stockBars(std::size_t spanCount)
{
    QCustomPlot plot;
    plot.resize(kWidth, kHeight);
    plot.show();
    for (int lane = 0; lane < kLanes * 2; ++lane) {
        auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setWidth(0.5);
        bars->setBaseValue(lane + 0.1);
        bars->setPen(Qt::NoPen);
        QVector<double> keys;
        QVector<double> values;
        for (std::size_t i = 0; i < spanCount / kLanes / 2; ++i) {
            keys << static_cast<double>(i);
            values << 0.8;
        }
        bars->setData(keys, values, true);
    }
    plot.xAxis->setRange(0, static_cast<double>(spanCount / kLanes / 2));
    plot.yAxis->setRange(0, kLanes * 2);
    std::vector<double> times;
    for (int i = 0; i < 3; ++i)
        times.push_back(millisecondsOf([&] { plot.replot(QCustomPlot::rpImmediateRefresh); }));
    return medianOf(times);
}

/// A view an ingest thread would send, without a picture in between.
double viewOf(const Recording& recording)
{
    widgets::TimelineWidget timeline;
    timeline.resize(kWidth, kHeight);
    timeline.setView(recording.view);
    return millisecondsOf([&] {
               for (int i = 0; i < 1000; ++i)
                   timeline.setView(recording.view);
           }) /
           1000;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const Recording small = makeRecording(10'000, 20'000);
    const Frames few = framesOf(small);
    const Recording large = makeRecording(1'000'000, 1'000'000);
    const Frames many = framesOf(large);
    tell("timeline_frame_median_ms", many.median, "ms", 16, false);
    tell("timeline_frame_p99_ms", many.p99, "ms", 16, false);
    tell("timeline_growth_p99_100x_spans", many.p99 / few.p99, "x", 1.5, false);
    const double graphs = stockGraphs(1'000'000);
    const double bars = stockBars(100'000);
    tell("timeline_faster_than_stock_graphs_1e6", graphs / many.median, "x", 4, true);
    tell("timeline_1e6_spans_faster_than_stock_bars_1e5", bars / many.median, "x", 4, true);
    tell("timeline_setview_us", viewOf(large) * 1000, "us", 100, false);
    return 0;
}
