#include "tests/support/recordingbuilder.h"
#include "widgets/figures/figure.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::widgets {

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr int kSamples = 10'000; ///< one per ms
constexpr int kSpike = 4321;

/// A load that rises by 0.1 each second, and one sample of full load.
std::int64_t loadAt(int sample)
{
    return sample == kSpike ? 1000 : sample / 1000 * 100;
}

struct Record
{
    QString row, kind, name;
    std::int64_t begin = 0, end = 0;
    double min = 0, max = 0, mean = 0;
    int count = 0;
};

} // namespace

/// The CSV of a figure has exactly the content of the figure.
class FigureDataTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void columnsHoldTheSamplesOfTheirTime_data();
    void columnsHoldTheSamplesOfTheirTime();
    void curveMatchesTheData_data();
    void curveMatchesTheData();
    void boxesMatchTheData();
    void onlyVisibleRowsAreIncluded();

private:
    static trace::TraceView recording(bool isIdle);
    QString path(const QString& name) const { return QDir(m_folder.path()).filePath(name); }
    std::vector<Record> draw(const trace::TraceView& view, FigureOptions options, QImage* picture) const;

    QTemporaryDir m_folder;
    trace::TraceView m_view;
};

trace::TraceView FigureDataTest::recording(bool isIdle)
{
    testing::RecordingBuilder builder;
    trace::Channel load;
    load.name = "gpu";
    load.quantity = "gpu.utilization";
    load.unit = "1";
    load.scale = 0.001;
    load.covers = trace::Channel::Covers::Interval;
    load.periodNs = kMs;
    const std::uint32_t id = builder.channel(std::move(load));
    std::vector<std::int64_t> times, values;
    for (int i = 0; i < kSamples; ++i) {
        times.push_back((i + 1) * kMs);
        values.push_back(isIdle ? 0 : loadAt(i));
    }
    builder.samples(id, times, values);
    builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "main"});
    const auto mm = builder.op("aten::mm", "[8]");
    const auto relu = builder.op("aten::relu", "[8]");
    std::vector<trace::SpanRecord> spans;
    for (std::int64_t i = 0; i < 10; ++i) {
        spans.push_back({i * 1000 * kMs + 100 * kMs, 400 * kMs, mm, 0});
        spans.push_back({i * 1000 * kMs + 600 * kMs, 200 * kMs, relu, 0});
    }
    builder.spans(1, spans);
    return testing::viewOf(builder.bytes());
}

void FigureDataTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_view = recording(false);
}

std::vector<Record> FigureDataTest::draw(const trace::TraceView& view, FigureOptions options, QImage* picture) const
{
    options.path = path(QStringLiteral("figure.png"));
    options.dataPath = path(QStringLiteral("figure.csv"));
    const auto done = exportTimelineFigure(view, options);
    if (!done.ok())
        qWarning("%s", done.error().text.c_str());
    if (picture)
        picture->load(options.path);
    QFile file(options.dataPath);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<Record> records;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines.mid(1)) {
        const QList<QByteArray> fields = line.trimmed().split(',');
        if (fields.size() != 11)
            continue;
        records.push_back({QString::fromUtf8(fields[0]), QString::fromUtf8(fields[2]), QString::fromUtf8(fields[8]),
                           fields[3].toLongLong(), fields[4].toLongLong(), fields[5].toDouble(), fields[6].toDouble(),
                           fields[7].toDouble(), fields[9].toInt()});
    }
    return records;
}

void FigureDataTest::columnsHoldTheSamplesOfTheirTime_data()
{
    QTest::addColumn<double>("dpi");
    QTest::addColumn<int>("widthPx");
    QTest::newRow("as on a screen") << 96.0 << 1000;
    QTest::newRow("twice as fine") << 192.0 << 1000;
    QTest::newRow("with many samples in a column") << 96.0 << 300;
}

void FigureDataTest::columnsHoldTheSamplesOfTheirTime()
{
    QFETCH(double, dpi);
    QFETCH(int, widthPx);
    FigureOptions options;
    options.rows = QStringList{QStringLiteral("gpu")};
    options.sizePx = QSizeF(widthPx, 240);
    options.dpi = dpi;
    const std::vector<Record> records = draw(m_view, options, nullptr);
    const int width = widthPx - TimelineCanvas::kLabelWidth - TimelineCanvas::kValueWidth;
    QCOMPARE(records.size(), static_cast<std::size_t>(std::lround(width * dpi / 96)));
    std::int64_t end = m_view.extent().begin;
    double integral = 0;
    for (const Record& record : records) {
        QCOMPARE(record.kind, QStringLiteral("column"));
        QCOMPARE(record.begin + m_view.extent().begin, end); // without gaps and overlaps
        end = record.end + m_view.extent().begin;
        // Sample i was measured over the ms that ends at (i + 1) ms.
        std::int64_t least = 1000;
        std::int64_t most = 0;
        for (int i = 0; i < kSamples; ++i) {
            const std::int64_t until = (i + 1) * kMs;
            if (until < end - (record.end - record.begin) || until - kMs >= end)
                continue;
            least = std::min(least, loadAt(i));
            most = std::max(most, loadAt(i));
        }
        QCOMPARE(record.min, static_cast<double>(least) * 0.001);
        QCOMPARE(record.max, static_cast<double>(most) * 0.001);
        QVERIFY(record.mean >= record.min && record.mean <= record.max);
        integral += record.mean * static_cast<double>(record.end - record.begin);
    }
    QVERIFY(std::abs(integral / 1e9 - 4.5) < 0.02); // 0 + 0.1 + ... + 0.9 s
}

void FigureDataTest::curveMatchesTheData_data()
{
    QTest::addColumn<double>("dpi");
    QTest::newRow("as on a screen") << 96.0;
    QTest::newRow("twice as fine") << 192.0;
}

void FigureDataTest::curveMatchesTheData()
{
    QFETCH(double, dpi);
    FigureOptions options;
    options.rows = QStringList{QStringLiteral("gpu")};
    options.sizePx = {1000, 240};
    options.dpi = dpi;
    QImage picture, idle;
    const std::vector<Record> records = draw(m_view, options, &picture);
    draw(recording(true), options, &idle);
    QCOMPARE(picture.size(), idle.size());
    const double ratio = dpi / 96;
    // The curve is the difference to a picture without load.
    const auto top = [&](int column) {
        const int x = static_cast<int>(TimelineCanvas::kLabelWidth * ratio) + column;
        for (int y = 0; y < picture.height(); ++y) {
            if (picture.pixel(x, y) != idle.pixel(x, y))
                return y;
        }
        return -1;
    };
    const auto columnAt = [&](std::int64_t time) {
        const auto first =
            std::find_if(records.begin(), records.end(), [&](const Record& record) { return record.end > time; });
        return static_cast<int>(first - records.begin());
    };
    const int low = top(columnAt(1500 * kMs));  // 0.1
    const int high = top(columnAt(9500 * kMs)); // 0.9
    QVERIFY2(low > high + 40, qPrintable(QStringLiteral("%1 %2").arg(low).arg(high)));
    const auto place = [&](double value) { return low + (high - low) * (value - 0.1) / 0.8; };
    for (std::size_t i = 1; i + 1 < records.size(); ++i) {
        if (records[i].max == 0 || records[i].max == 0.5)
            continue; // 0.5: the dotted line of 50 % covers it
        const int drawn = top(static_cast<int>(i));
        // At the maximum of the column, or higher where the smoothed line leads to columns beside it.
        const auto reach = static_cast<std::size_t>(kSmoothWidth * ratio / 2) + 1;
        double beside = 0;
        for (std::size_t j = i - std::min(i, reach); j <= std::min(i + reach, records.size() - 1); ++j)
            beside = std::max(beside, records[j].max);
        QVERIFY2(drawn >= 0 && drawn <= place(records[i].max) + 1.5 * ratio && drawn >= place(beside) - 1.5 * ratio,
                 qPrintable(QStringLiteral("column %1: %2 is drawn at %3").arg(i).arg(records[i].max).arg(drawn)));
    }
    const auto spike = std::max_element(records.begin(), records.end(),
                                        [](const Record& a, const Record& b) { return a.max < b.max; });
    QCOMPARE(spike->max, 1.0);
    const int spikeColumn = static_cast<int>(spike - records.begin());
    QCOMPARE(spikeColumn, columnAt(kSpike * kMs - m_view.extent().begin));
    QVERIFY(std::abs(top(spikeColumn) - place(1.0)) <= 1.5 * ratio);
}

void FigureDataTest::boxesMatchTheData()
{
    FigureOptions options;
    options.rows = QStringList{QStringLiteral("ops")};
    options.sizePx = {1000, 0};
    QImage picture;
    const std::vector<Record> records = draw(m_view, options, &picture);
    QCOMPARE(records.size(), std::size_t{20});
    const trace::LaneView& lane = m_view.lanes()[0];
    const Theme theme = Theme::light();
    const auto extent = m_view.extent();
    const int width = 1000 - TimelineCanvas::kLabelWidth - TimelineCanvas::kValueWidth;
    // True if the colour is drawn at the time.
    const auto isDrawn = [&](const QColor& colour, double time) {
        const int x = TimelineCanvas::kLabelWidth +
                      static_cast<int>(time / static_cast<double>(extent.duration()) * static_cast<double>(width));
        for (int y = TimelineCanvas::kTitleHeight + TimelineCanvas::kRulerHeight; y < picture.height(); ++y) {
            if (picture.pixel(x, y) == colour.rgb())
                return true;
        }
        return false;
    };
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Record& record = records[i];
        const trace::SpanRecord span = lane.span(i);
        QCOMPARE(record.kind, QStringLiteral("span"));
        QCOMPARE(record.count, 1);
        QCOMPARE(record.name.toStdString(), std::string(m_view.opName(span.op)));
        QCOMPARE(record.begin, span.start - extent.begin);
        QCOMPARE(record.end, span.end() - extent.begin);
        const QColor colour = theme.colour(opColor(record.name.toStdString()));
        const auto begin = static_cast<double>(record.begin);
        const auto end = static_cast<double>(record.end);
        for (const double share : {0.2, 0.75})
            QVERIFY(isDrawn(colour, begin + (end - begin) * share));
        QVERIFY(!isDrawn(colour, begin - 30e6) && !isDrawn(colour, end + 30e6));
    }
}

void FigureDataTest::onlyVisibleRowsAreIncluded()
{
    FigureOptions options;
    options.rows = QStringList{QStringLiteral("gpu"), QStringLiteral("ops")};
    options.sizePx = {800, TimelineCanvas::kTitleHeight + TimelineCanvas::kRulerHeight + 20};
    options.scroll = 0;
    std::map<QString, int> kinds;
    for (const Record& record : draw(m_view, options, nullptr))
        ++kinds[record.kind];
    QVERIFY(kinds[QStringLiteral("column")] > 0);
    QCOMPARE(kinds[QStringLiteral("span")], 0);
    options.scroll.reset(); // all rows, scaled down
    for (const Record& record : draw(m_view, options, nullptr))
        ++kinds[record.kind];
    QCOMPARE(kinds[QStringLiteral("span")], 20);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::FigureDataTest)
#include "tst_figuredata.moc"
