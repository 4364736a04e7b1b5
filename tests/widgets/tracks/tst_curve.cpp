#include "tests/support/recordingbuilder.h"
#include "widgets/tracks/curve.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

namespace stepscope::widgets {

class CurveTest : public QObject
{
    Q_OBJECT

private slots:
    void heldColumnsContainTheirSamples_data() { zooms(); }
    void heldColumnsContainTheirSamples();
    void joinedColumnsContainTheirSamples_data() { zooms(); }
    void joinedColumnsContainTheirSamples();
    void meansAreOfTheirColumnsOrGroups();
    void oneSampleSpikeIsNeverLost();
    void figuresAreExact();
    void gapsAreGaps();
    void crowdedColumnsEndAtPausesAndGaps_data();
    void crowdedColumnsEndAtPausesAndGaps();
    void pausesAtTheEdgesOfColumnsAreGaps();
    void fewSamplesAreLines();

private:
    static void zooms();
    static trace::Channel load(std::string name, int core);
    static trace::TraceView viewOf(trace::Channel channel, const std::vector<std::int64_t>& times,
                                   const std::vector<std::int64_t>& values);
};

void CurveTest::zooms()
{
    QTest::addColumn<double>("zoom");
    QTest::addColumn<double>("at");
    for (const double zoom : {1.0, 2.7, 11.0, 60.0, 300.0}) {
        for (const double at : {0.0, 0.37, 1.0})
            QTest::addRow("x%g at %g", zoom, at) << zoom << at;
    }
}

trace::Channel CurveTest::load(std::string name, int core)
{
    trace::Channel channel;
    channel.name = std::move(name);
    channel.quantity = "cpu.utilization";
    channel.unit = "1";
    channel.scale = 0.001;
    channel.covers = trace::Channel::Covers::Interval;
    channel.core = core;
    channel.periodNs = 10'000'000;
    return channel;
}

trace::TraceView CurveTest::viewOf(trace::Channel channel, const std::vector<std::int64_t>& times,
                                   const std::vector<std::int64_t>& values)
{
    testing::RecordingBuilder builder;
    const std::uint32_t id = builder.channel(std::move(channel));
    builder.samples(id, times, values);
    return testing::viewOf(builder.bytes());
}

namespace {

struct Samples
{
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
};

/// Irregular times, missing samples in the first three quarters, and a pause.
Samples someSamples(std::size_t count)
{
    std::mt19937 random(7);
    Samples samples;
    std::int64_t time = 1'000'000'000'000;
    for (std::size_t i = 0; i < count; ++i) {
        time += 9'000'000 + static_cast<std::int64_t>(random() % 2'000'000);
        if (i == count / 2)
            time += 40'000'000'000;
        samples.times.push_back(time);
        const bool isGap = i < count / 4 * 3 && random() % 97 == 0;
        samples.values.push_back(isGap ? format::kMissing : static_cast<std::int64_t>(random() % 1000));
    }
    return samples;
}

Viewport viewportAt(const Samples& samples, double zoom, double at, int columns)
{
    const double all = static_cast<double>(samples.times.back() - samples.times.front());
    const auto duration = static_cast<std::int64_t>(all / zoom);
    const auto begin = samples.times.front() + static_cast<std::int64_t>((all - all / zoom) * at);
    return {{begin, begin + duration}, static_cast<double>(columns), 32, columns};
}

struct Bounds
{
    double min = INFINITY;
    double max = -INFINITY;
    void add(double value)
    {
        min = std::min(min, value);
        max = std::max(max, value);
    }
};

constexpr std::int64_t kPeriod = 10'000'000; ///< ns
constexpr std::int64_t kPause = 20 * kPeriod;

bool isMissing(const Samples& samples, std::size_t i)
{
    return samples.values[i] == format::kMissing;
}

bool isAfterPause(const Samples& samples, std::size_t i)
{
    return i == 0 || samples.times[i] - samples.times[i - 1] > kPause;
}

/// The first sample at or after a time.
std::size_t sampleAt(const Samples& samples, std::int64_t time)
{
    return static_cast<std::size_t>(std::lower_bound(samples.times.begin(), samples.times.end(), time) -
                                    samples.times.begin());
}

double valueOf(const Samples& samples, std::size_t i)
{
    return static_cast<double>(samples.values[i]) * 0.001;
}

/// Of the curve in a range, if each sample covers the time since the sample before it, or one period after a pause.
Bounds heldIn(const Samples& samples, trace::TimeRange range)
{
    Bounds bounds;
    for (std::size_t i = sampleAt(samples, range.begin); i < samples.times.size(); ++i) {
        if (i > 0 && samples.times[i - 1] >= range.end)
            break;
        const std::int64_t from = isAfterPause(samples, i) ? samples.times[i] - kPeriod : samples.times[i - 1];
        if (!isMissing(samples, i) && from < range.end)
            bounds.add(valueOf(samples, i));
    }
    return bounds;
}

/// Of the curve in a range, if straight lines join the samples.
Bounds joinedIn(const Samples& samples, trace::TimeRange range)
{
    Bounds bounds;
    for (std::size_t i = sampleAt(samples, range.begin); i < samples.times.size(); ++i) {
        if (i > 0 && samples.times[i - 1] >= range.end)
            break;
        if (isMissing(samples, i))
            continue;
        if (samples.times[i] < range.end)
            bounds.add(valueOf(samples, i));
        if (isAfterPause(samples, i) || isMissing(samples, i - 1))
            continue;
        for (const std::int64_t edge : {range.begin, range.end}) {
            if (edge < samples.times[i - 1] || edge > samples.times[i])
                continue;
            const double share = static_cast<double>(edge - samples.times[i - 1]) /
                                 static_cast<double>(samples.times[i] - samples.times[i - 1]);
            bounds.add(valueOf(samples, i - 1) + (valueOf(samples, i) - valueOf(samples, i - 1)) * share);
        }
    }
    return bounds;
}

Bounds samplesIn(const Samples& samples, trace::TimeRange range)
{
    Bounds bounds;
    for (std::size_t i = sampleAt(samples, range.begin); i < sampleAt(samples, range.end); ++i) {
        if (!isMissing(samples, i))
            bounds.add(valueOf(samples, i));
    }
    return bounds;
}

/// Columns of few samples are exact. Columns of many have all of their samples, and nothing of the curve beyond a
/// quarter of the column beside them (as a number of samples, which takes up to a tenth longer here).
void compare(const std::vector<Column>& columns, const Samples& samples, const Viewport& viewport,
             Bounds (*curveIn)(const Samples&, trace::TimeRange))
{
    std::size_t next = 0;
    for (int i = 0; i < viewport.columns; ++i) {
        const trace::TimeRange range = columnRange(i, viewport);
        const Bounds exact = curveIn(samples, range);
        const bool isDrawn = next < columns.size() && columns[next].column == i;
        QCOMPARE(isDrawn, exact.min <= exact.max);
        if (!isDrawn)
            continue;
        const Column& column = columns[next++];
        QVERIFY(column.mean >= column.min && column.mean <= column.max);
        if (viewport.isExact || sampleAt(samples, range.end) - sampleAt(samples, range.begin) < 8) {
            QVERIFY(std::abs(column.min - exact.min) < 1e-9 && std::abs(column.max - exact.max) < 1e-9);
            continue;
        }
        const std::int64_t beside = range.duration() * 3 / 10;
        const Bounds most = curveIn(samples, {range.begin - beside, range.end + beside});
        const Bounds least = samplesIn(samples, range);
        QVERIFY(most.min - 1e-9 <= column.min && column.max <= most.max + 1e-9);
        QVERIFY(column.min <= least.min + 1e-9 && least.max - 1e-9 <= column.max);
    }
    QCOMPARE(next, columns.size());
}

} // namespace

void CurveTest::heldColumnsContainTheirSamples()
{
    QFETCH(double, zoom);
    QFETCH(double, at);
    const Samples samples = someSamples(20'000);
    const trace::TraceView view = viewOf(load("cpu0", 0), samples.times, samples.values);
    const Viewport viewport = viewportAt(samples, zoom, at, 500);
    std::vector<Column> columns;
    Curve(view.channels().front()).traceColumns(viewport, columns);
    compare(columns, samples, viewport, heldIn);
}

void CurveTest::joinedColumnsContainTheirSamples()
{
    QFETCH(double, zoom);
    QFETCH(double, at);
    const Samples samples = someSamples(20'000);
    trace::Channel channel = load("power", -1);
    channel.covers = trace::Channel::Covers::Instant;
    const trace::TraceView view = viewOf(channel, samples.times, samples.values);
    const Viewport viewport = viewportAt(samples, zoom, at, 500);
    std::vector<Column> columns;
    Curve(view.channels().front()).traceColumns(viewport, columns);
    compare(columns, samples, viewport, joinedIn);
}

/// On a line that rises by one per sample, the error of a mean is its shift in samples.
void CurveTest::meansAreOfTheirColumnsOrGroups()
{
    constexpr int kSamples = 100'000;
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < kSamples; ++i) {
        times.push_back(i * kPeriod);
        values.push_back(i * 1000);
    }
    const trace::TraceView view = viewOf(load("cpu0", 0), times, values);
    const Curve curve(view.channels().front());
    for (const std::int64_t perColumn : {5, 40, 200, 900}) {
        constexpr int kColumns = 100;
        const std::int64_t begin = 3 * kPeriod + kPeriod / 3;
        const Viewport viewport{{begin, begin + kColumns * perColumn * kPeriod}, kColumns, 32, kColumns};
        std::vector<std::pair<int, double>> means;
        curve.traceMeans(viewport, means);
        QCOMPARE(means.size(), std::size_t{kColumns});
        for (const auto& [column, mean] : means) {
            // Four columns with many samples share a mean.
            const int first = perColumn < 8 ? column : column / 4 * 4;
            const int last = perColumn < 8 ? column : first + 3;
            const trace::TimeRange range{columnRange(first, viewport).begin, columnRange(last, viewport).end};
            const double expected = view.channels().front().integral(range).mean();
            QVERIFY2(std::abs(mean - expected) <= (perColumn < 16 ? 1 : 8), // half the distance of stored sums
                     qPrintable(QStringLiteral("%1: %2, not %3").arg(perColumn).arg(mean).arg(expected)));
        }
    }
}

void CurveTest::oneSampleSpikeIsNeverLost()
{
    constexpr std::size_t kCount = 8'640'000; // a day at 10 ms
    std::vector<std::int64_t> times(kCount);
    std::vector<std::int64_t> values(kCount, 100);
    for (std::size_t i = 0; i < kCount; ++i)
        times[i] = static_cast<std::int64_t>(i) * 10'000'000;
    constexpr std::size_t kSpike = 3'123'457;
    values[kSpike] = 987;
    const trace::TraceView view = viewOf(load("cpu0", 0), times, values);
    for (std::int64_t duration = times.back(); duration > 1000; duration = duration * 4 / 5) {
        const std::int64_t begin = std::max<std::int64_t>(0, times[kSpike] - duration / 3);
        const Viewport viewport{{begin, begin + duration}, 777, 32, 777};
        Series series;
        Curve(view.channels().front()).trace(viewport, series);
        double highest = 0;
        for (const Column& column : series.columns)
            highest = std::max(highest, column.max);
        for (const auto& line : series.lines) {
            for (const Point& point : line)
                highest = std::max(highest, point.value);
        }
        QCOMPARE(highest, 0.987);
    }
}

void CurveTest::figuresAreExact()
{
    const Samples samples = someSamples(100'000);
    trace::Channel channel = load("power", -1);
    const trace::TraceView held = viewOf(channel, samples.times, samples.values);
    channel.covers = trace::Channel::Covers::Instant;
    const trace::TraceView joined = viewOf(channel, samples.times, samples.values);
    Viewport viewport = viewportAt(samples, 1.1, 0.9, 300);
    viewport.isExact = true;
    std::vector<Column> columns;
    Curve(held.channels().front()).traceColumns(viewport, columns);
    compare(columns, samples, viewport, heldIn);
    columns.clear();
    Curve(joined.channels().front()).traceColumns(viewport, columns);
    compare(columns, samples, viewport, joinedIn);
}

void CurveTest::crowdedColumnsEndAtPausesAndGaps_data()
{
    QTest::addColumn<int>("perColumn");
    for (const int perColumn : {8, 16, 64, 300, 1500})
        QTest::addRow("%d samples", perColumn) << perColumn;
}

/// The value is another one after each pause and gap, so that a column with samples from both sides shows.
void CurveTest::crowdedColumnsEndAtPausesAndGaps()
{
    QFETCH(int, perColumn);
    Samples samples;
    std::int64_t time = 1'000'000'000'000;
    const std::int64_t pause = std::int64_t{3} * perColumn * kPeriod + kPause;
    for (int part = 0; part < 40; ++part) {
        const int count = 7 * perColumn + part; // at all distances from the stored sums
        for (int i = 0; i < count; ++i) {
            samples.times.push_back(time += kPeriod);
            samples.values.push_back(100 + part % 2 * 800);
        }
        for (int i = 0; part % 4 == 1 && i < 3 * perColumn; ++i) {
            samples.times.push_back(time += kPeriod);
            samples.values.push_back(format::kMissing);
        }
        time += part % 4 == 1 ? 0 : pause;
    }
    for (const bool isHeld : {true, false}) {
        trace::Channel channel = load("power", -1);
        channel.covers = isHeld ? trace::Channel::Covers::Interval : trace::Channel::Covers::Instant;
        const trace::TraceView view = viewOf(channel, samples.times, samples.values);
        const std::int64_t begin = samples.times.front();
        const auto count = static_cast<int>((samples.times.back() - begin) / (perColumn * kPeriod));
        const Viewport viewport{{begin, begin + std::int64_t{count} * perColumn * kPeriod}, 400, 32, count};
        std::vector<Column> columns;
        Curve(view.channels().front()).traceColumns(viewport, columns);
        for (const Column& column : columns) {
            const trace::TimeRange range = columnRange(column.column, viewport);
            const Bounds exact = isHeld ? heldIn(samples, range) : joinedIn(samples, range);
            QCOMPARE(column.min, exact.min);
            QCOMPARE(column.max, exact.max);
            const std::size_t first = sampleAt(samples, range.begin);
            const bool isAfterGap =
                isAfterPause(samples, first) || isMissing(samples, first) || (!isHeld && isMissing(samples, first - 1));
            QVERIFY(!column.joins || !isAfterGap || (isHeld && samples.times[first] - kPeriod < range.begin));
        }
        // Of each part.
        const auto starts = std::count_if(columns.begin(), columns.end(), [](const Column& c) { return !c.joins; });
        QCOMPARE(starts, 40);
    }
}

/// A pause that is shorter than a column, so that both columns beside it have samples.
void CurveTest::pausesAtTheEdgesOfColumnsAreGaps()
{
    constexpr int kPerColumn = 300;
    constexpr int kColumns = 40;
    Samples samples;
    for (int i = 0; i <= kColumns * kPerColumn; ++i) {
        const int untilEdge = 4 * kPerColumn - i % (4 * kPerColumn);
        if (untilEdge <= 25) // 26 periods
            continue;
        samples.times.push_back(i * kPeriod);
        samples.values.push_back(500);
    }
    trace::Channel channel = load("power", -1);
    channel.covers = trace::Channel::Covers::Instant;
    const trace::TraceView view = viewOf(channel, samples.times, samples.values);
    std::vector<Column> columns;
    Curve(view.channels().front()).traceColumns({{0, kColumns * kPerColumn * kPeriod}, 400, 32, kColumns}, columns);
    QCOMPARE(columns.size(), std::size_t{kColumns});
    for (const Column& column : columns)
        QCOMPARE(column.joins, column.column % 4 != 0);
}

void CurveTest::gapsAreGaps()
{
    // 0..99 present, 100..199 missing, 200..299 present, then a pause of 3 s, then present.
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (int i = 0; i < 400; ++i) {
        times.push_back(std::int64_t{i} * 10'000'000 + (i >= 300 ? 3'000'000'000 : 0));
        values.push_back(i >= 100 && i < 200 ? format::kMissing : 500);
    }
    const trace::TraceView view = viewOf(load("cpu0", 0), times, values);
    const Curve curve(view.channels().front());
    QCOMPARE(curve.valueAt(505'000'000), std::optional(0.5));
    QVERIFY(!curve.valueAt(1'505'000'000));
    QVERIFY(!curve.valueAt(4'500'000'000));
    QVERIFY(!curve.valueAt(100'000'000'000));

    std::vector<Column> columns;
    curve.traceColumns({{0, 7'000'000'000}, 100, 32, 100}, columns);
    int starts = 0;
    for (const Column& column : columns) {
        starts += column.joins ? 0 : 1;
        const double second = (column.column + 0.5) * 0.07;
        QVERIFY(second < 1.08 || (second > 1.92 && second < 3.08) || second > 5.9);
    }
    QCOMPARE(starts, 3);
    std::vector<std::vector<Point>> lines;
    curve.traceLines({{0, 7'000'000'000}, 100, 32, 100}, lines);
    QCOMPARE(lines.size(), std::size_t{3});
}

void CurveTest::fewSamplesAreLines()
{
    trace::Channel channel = load("power", -1);
    channel.covers = trace::Channel::Covers::Instant;
    const trace::TraceView view = viewOf(channel, {0, 10'000'000, 20'000'000}, {0, 1000, 0});
    Series series;
    const Viewport viewport{{5'000'000, 15'000'000}, 1000, 32, 1000};
    Curve(view.channels().front()).trace(viewport, series);
    QVERIFY(series.columns.empty());
    QCOMPARE(series.lines.size(), std::size_t{1});
    // Cut at the edges, at the interpolated value.
    const auto& line = series.lines.front();
    QCOMPARE(line.size(), std::size_t{3});
    QCOMPARE(line.front().x, 0.0);
    QCOMPARE(line.front().value, 0.5);
    QCOMPARE(line[1].x, 500.0);
    QCOMPARE(line[1].value, 1.0);
    QCOMPARE(line.back().x, 1000.0);
    QCOMPARE(line.back().value, 0.5);
}

} // namespace stepscope::widgets

QTEST_APPLESS_MAIN(stepscope::widgets::CurveTest)
#include "tst_curve.moc"
