// Frame times of the timeline, also compared with QCustomPlot and QPainter in the same run. Prints lines of `name value
// unit goal ok|short`. `bench_timeline [frames] [stock] [painter] [live] [--minutes N]`; by default all parts, with one
// minute live.
#include "tests/bench/figures.h"
#include "tests/bench/timelinelive.h"
#include "tests/bench/timelinerecording.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/render/geometrypainter.h"
#include "widgets/render/rasterpainter.h"
#include "widgets/render/rastersurface.h"
#include "widgets/rows/rows.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

namespace {

using namespace stepscope;

constexpr int kWidth = 1600;
constexpr int kHeight = 900;
constexpr int kViews = 2000;
constexpr int kViewsPerZoom = 10;

/// CLOCK_PROCESS_CPUTIME_ID: CPU time of all threads, which other programs do not affect. CLOCK_MONOTONIC: latency.
double millisecondsOf(const std::function<void()>& work, clockid_t clock = CLOCK_PROCESS_CPUTIME_ID)
{
    const auto now = [clock] {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    };
    const double begin = now();
    work();
    return now() - begin;
}

void report(const char* name, double value, const char* unit, double goal, bool atLeast)
{
    std::printf("%s %.3g %s %s%g %s\n", name, value, unit, atLeast ? ">=" : "<=", goal,
                (atLeast ? value >= goal : value <= goal) ? "ok" : "short");
    std::fflush(stdout);
}

/// Prints an operand of a ratio.
void note(const char* what, double milliseconds)
{
    std::printf("# %s: %.3f ms\n", what, milliseconds);
    std::fflush(stdout);
}

struct Frames
{
    double median = 0;
    double p99 = 0;
    double all = 0; ///< of the whole recording, median
};

/// Waits until a timeline has drawn its view.
void settle(widgets::TimelineWidget& timeline)
{
    timeline.show();
    for (int i = 0; i < 200; ++i) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        timeline.setView(timeline.view());
    }
}

/// Median CPU time of a frame of the whole recording, ms.
double wholeOf(const trace::TraceView& view)
{
    widgets::TimelineWidget timeline;
    timeline.resize(kWidth, kHeight);
    timeline.setView(view);
    settle(timeline);
    auto* plot = timeline.findChild<QCustomPlot*>();
    std::vector<double> times;
    for (int i = 0; i < 21; ++i)
        times.push_back(millisecondsOf([&] { plot->replot(QCustomPlot::rpImmediateRefresh); }));
    return bench::median(times);
}

constexpr int kLaneRows = bench::kLanes;
constexpr int kOtherRows = 16;

/// Exits unless the expected rows are all visible: the figures depend on them.
void checkRows(const widgets::TimelineCanvas& canvas)
{
    int lanes = 0;
    int others = 0;
    for (const std::size_t row : canvas.rowsInSight()) {
        const bool isWhole = canvas.rowClip(row).contains(canvas.rowRect(row));
        const bool isLane = canvas.scene().rows.all()[row].track->lane() != widgets::kNoIndex;
        (isLane ? lanes : others) += isWhole ? 1 : 0;
    }
    if (lanes == kLaneRows && others == kOtherRows)
        return;
    std::fprintf(stderr, "%d rows and %d of ops are in sight instead of %d and %d\n", others, lanes, kOtherRows,
                 kLaneRows);
    std::exit(1);
}

/// Zooms from the whole recording to a single instance in even steps, and pans at each of them.
class FrameSequence
{
public:
    explicit FrameSequence(const trace::TraceView& view)
        : m_whole(wholeOf(view))
        , m_extent(static_cast<double>(view.extent().duration()))
    {
        m_timeline.resize(kWidth, kHeight);
        m_timeline.setView(view);
        m_timeline.rowArranger()->setHeight("temperatures", 40); // px: with the default of 56, its end is not visible
        settle(m_timeline);
        checkRows(*m_timeline.findChild<widgets::TimelineCanvas*>());
        m_plot = m_timeline.findChild<QCustomPlot*>();
        const trace::LaneView& lane = view.lanes().front();
        m_instance = lane.span(lane.size() / 3);
        m_narrower = std::pow(std::max<double>(static_cast<double>(m_instance.duration) * 2, 1000) / m_extent,
                              1.0 / (kViews / kViewsPerZoom - 1));
    }

    void draw(int begin, int end)
    {
        for (int frame = begin; frame < end; ++frame)
            draw(frame);
    }

    [[nodiscard]] Frames frames()
    {
        std::sort(m_times.begin(), m_times.end());
        return {m_times[m_times.size() / 2], m_times[m_times.size() * 99 / 100], m_whole};
    }

private:
    void draw(int frame)
    {
        if (frame % kViewsPerZoom == 0) {
            const auto width = static_cast<std::int64_t>(m_extent * std::pow(m_narrower, frame / kViewsPerZoom));
            const std::int64_t begin = m_instance.start - width / 3;
            m_timeline.axis()->zoomTo({begin, begin + width});
        } else {
            m_timeline.axis()->panBy(0.02);
        }
        m_times.push_back(millisecondsOf([this] { m_plot->replot(QCustomPlot::rpImmediateRefresh); }, CLOCK_MONOTONIC));
        if (qEnvironmentVariableIsSet("STEPSCOPE_BENCH_FRAMES") && frame % kViewsPerZoom < 2)
            std::printf("# view %d: %g s, %.2f ms\n", frame, m_timeline.axis()->range().seconds(), m_times.back());
    }

    double m_whole;  ///< ms
    double m_extent; ///< ns
    widgets::TimelineWidget m_timeline;
    QCustomPlot* m_plot = nullptr;
    trace::SpanRecord m_instance;
    double m_narrower = 1; ///< factor from zoom to zoom
    std::vector<double> m_times;
};

double stockFrame(QCustomPlot& plot, int count)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i)
        times.push_back(millisecondsOf([&] { plot.replot(QCustomPlot::rpImmediateRefresh); }));
    return bench::median(times);
}

constexpr std::size_t kTrackSamples = 10'000'000;

/// One track of ten million samples, drawn by QCPGraph with adaptive sampling.
double stockGraph()
{
    QCustomPlot plot;
    plot.resize(kWidth, kHeight);
    plot.show();
    QVector<double> x(kTrackSamples);
    QVector<double> y(kTrackSamples);
    std::mt19937 random(1);
    for (qsizetype i = 0; i < x.size(); ++i) {
        x[i] = static_cast<double>(i) * 0.01;
        y[i] = static_cast<double>(random() % 1000);
    }
    plot.addGraph()->setData(x, y, true);
    plot.graph()->setAdaptiveSampling(true);
    plot.rescaleAxes();
    return stockFrame(plot, 5);
}

double ourTrack()
{
    testing::RecordingBuilder builder;
    builder.channel({.name = "cpu0", .quantity = "cpu.utilization", .unit = "1", .scale = 0.001, .core = 0});
    std::vector<std::int64_t> times(kTrackSamples);
    std::vector<std::int64_t> values(kTrackSamples);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < times.size(); ++i) {
        times[i] = static_cast<std::int64_t>(i) * 10'000'000;
        values[i] = static_cast<std::int64_t>(random() % 1000);
    }
    builder.samples(0, times, values);
    return wholeOf(testing::viewOf(builder.bytes()));
}

constexpr std::size_t kBarSpans = 1'000'000;
constexpr std::uint32_t kBarLanes = 20;

/// A million spans on twenty lanes, drawn by QCPBars.
double stockBars()
{
    QCustomPlot plot;
    plot.resize(kWidth, kHeight);
    plot.show();
    for (std::uint32_t lane = 0; lane < kBarLanes; ++lane) {
        auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setWidth(15);
        bars->setBaseValue(lane + 0.1);
        bars->setPen(Qt::NoPen);
        QVector<double> keys;
        QVector<double> values;
        for (std::size_t i = lane; i < kBarSpans; i += kBarLanes) {
            keys << static_cast<double>(i);
            values << 0.8;
        }
        bars->setData(keys, values, true);
    }
    plot.xAxis->setRange(0, kBarSpans);
    plot.yAxis->setRange(-1, kBarLanes + 1);
    return stockFrame(plot, 3);
}

double ourSpans()
{
    testing::RecordingBuilder builder;
    std::mt19937 random(1);
    for (int op = 0; op < 40; ++op)
        builder.op("aten::op" + std::to_string(op));
    for (std::uint32_t lane = 0; lane < kBarLanes; ++lane) {
        builder.lane({.id = lane, .process = 1, .thread = lane, .name = "thread " + std::to_string(lane)});
        std::vector<trace::SpanRecord> spans;
        for (std::size_t i = lane; i < kBarSpans; i += kBarLanes)
            spans.push_back(
                {static_cast<std::int64_t>(i) * 1000, 15'000, static_cast<std::uint32_t>(1 + random() % 40), 0});
        builder.spans(lane, spans);
    }
    return wholeOf(testing::viewOf(builder.bytes()));
}

void measureStock()
{
    const double graph = stockGraph();
    const double track = ourTrack();
    note("QCPGraph of 10,000,000 samples", graph);
    note("our track of them, in a whole timeline", track);
    report("timeline_track_1e7_faster_than_qcpgraph", graph / track, "x", 20, true);
    const double bars = stockBars();
    const double spans = ourSpans();
    note("QCPBars of 1,000,000 spans on 20 lanes", bars);
    note("our 20 rows of them", spans);
    report("timeline_spans_1e6_faster_than_qcpbars", bars / spans, "x", 40, true);
}

/// The geometry of all default rows of a recording in one time range.
struct RowGeometry
{
    widgets::Viewport viewport;
    int top = 0; ///< px
    widgets::Geometry geometry;
};

std::vector<RowGeometry> geometryOf(const widgets::Rows& rows, const trace::TraceView& view, trace::TimeRange range)
{
    constexpr int kData = kWidth - widgets::TimelineCanvas::kLabelWidth - widgets::TimelineCanvas::kValueWidth;
    std::vector<RowGeometry> geometry;
    for (const widgets::Rows::Row& row : rows.all()) {
        const widgets::Viewport viewport{range, kData, static_cast<double>(row.height), kData};
        geometry.push_back({viewport, row.top, row.track->geometry(view, viewport)});
    }
    return geometry;
}

double rasterFrame(QImage& image, widgets::RasterColors& colors, const std::vector<RowGeometry>& rows)
{
    return millisecondsOf([&] {
        for (const RowGeometry& row : rows) {
            widgets::RasterSurface surface(image, {0, row.top}, image.rect(), row.viewport);
            widgets::RasterPainter(surface, colors, row.viewport.height, 0).paint(row.geometry);
        }
    });
}

double qpainterFrame(QImage& image, widgets::RasterColors& colors, const std::vector<RowGeometry>& rows)
{
    return millisecondsOf([&] {
        QPainter painter(&image);
        for (const RowGeometry& row : rows)
            widgets::GeometryPainter{colors.theme(), colors.boxes(), row.viewport, QPointF(0, row.top)}.paint(
                painter, row.geometry);
    });
}

/// Paints the rows of the same frames with RasterPainter and with QPainter in turn, each on one thread.
void measurePainters()
{
    bench::TimelineRecording recording(10'000'000); // ns: an hour at 10 ms, and a million spans
    for (int minute = 0; minute < 60; ++minute) {
        const std::int64_t begin = recording.end();
        recording.addSamples(6'000);
        recording.addSpans(16'640, begin);
        recording.feed();
    }
    const trace::TraceView view = recording.view();
    widgets::Rows rows;
    rows.update(view);
    widgets::RasterColors colors;
    colors.use(widgets::Theme::light(), 1);
    QImage image(kWidth, std::max(kHeight, rows.totalHeight()), QImage::Format_RGB32);
    image.fill(colors.theme().surface);
    const trace::TimeRange all = view.extent();
    double rasterSum = 0;
    double qpainterSum = 0;
    for (const std::int64_t zoom : {1, 10, 100, 1'000, 10'000}) {
        const std::int64_t begin = all.begin + all.duration() / 3;
        const trace::TimeRange range = zoom == 1 ? all : trace::TimeRange{begin, begin + all.duration() / zoom};
        const std::vector<RowGeometry> geometry = geometryOf(rows, view, range);
        std::vector<double> raster;
        std::vector<double> qpainter;
        for (int i = 0; i < 15; ++i) {
            raster.push_back(rasterFrame(image, colors, geometry));
            qpainter.push_back(qpainterFrame(image, colors, geometry));
        }
        std::printf("# rows at zoom %lld: RasterPainter %.3f ms, QPainter %.3f ms\n", static_cast<long long>(zoom),
                    bench::median(raster), bench::median(qpainter));
        rasterSum += bench::median(raster);
        qpainterSum += bench::median(qpainter);
    }
    report("timeline_raster_vs_qpainter", qpainterSum / rasterSum, "x", 2, true);
}

void measureFrames()
{
    FrameSequence ofFew(bench::makeDay(10'000));
    FrameSequence ofMany(bench::makeDay(10'000'000));
    // The two recordings alternate, so that other load on the machine affects the frames of both.
    constexpr int kInARow = 500; // frames
    static_assert(kViews % kInARow == 0);
    for (int i = 0; i < kViews; i += kInARow) {
        ofFew.draw(i, i + kInARow);
        ofMany.draw(i, i + kInARow);
    }
    const Frames few = ofFew.frames();
    const Frames many = ofMany.frames();
    note("frame of all, ten million spans", many.all);
    note("frame of all, ten thousand spans", few.all);
    note("p99 of ten thousand spans", few.p99);
    report("timeline_frame_median", many.median, "ms", 5, false);
    report("timeline_frame_p99", many.p99, "ms", 5, false);
    report("timeline_growth_p99_1000x_spans", many.p99 / few.p99, "x", 1.2, false);
}

void measureLive(double minutes)
{
    const bench::LiveFigures live = bench::measureLive(minutes * 60);
    std::printf("# live: %.0f s, %llu spans and %llu samples, %d frames\n", minutes * 60,
                static_cast<unsigned long long>(live.spans), static_cast<unsigned long long>(live.samples),
                live.frames);
    report("timeline_live_lost", static_cast<double>(live.lost), "records", 0, false);
    report("timeline_live_gui_busy", live.guiBusy * 100, "%", 25, false);
    report("timeline_live_latency_p99", live.latencyP99Ms, "ms", 150, false);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList words = application.arguments().mid(1);
    const qsizetype minutes = words.indexOf(QStringLiteral("--minutes")) + 1;
    const auto isSelected = [&](const char* part) {
        return words.contains(QLatin1String(part)) || words.size() == (minutes > 0 ? 2 : 0);
    };
    if (isSelected("frames"))
        measureFrames();
    if (isSelected("stock"))
        measureStock();
    if (isSelected("painter"))
        measurePainters();
    if (isSelected("live"))
        measureLive(minutes > 0 && minutes < words.size() ? words[minutes].toDouble() : 1);
    return 0;
}
