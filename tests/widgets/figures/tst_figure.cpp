#include "tests/support/recordingbuilder.h"
#include "widgets/figures/figure.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QDir>
#include <QDomDocument>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <set>

namespace stepscope::widgets {

class FigureTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void pngHasTheRequestedSize();
    void pngHasMorePixelsAtMoreDpi();
    void svgIsVector();
    void pdfIsVector();
    void smallFiguresHaveAllRows();
    void rangeIsShown();
    void figureAsSeenEqualsTheScreen();
    void figureAsSeenHasHighlightsAndMarks();
    void timeGrowsWithTheRows();
    void emptyRecordingsHaveFigures();
    void errorsAreReported_data();
    void errorsAreReported();

private:
    void work(TimelineWidget& timeline) const;
    QString path(const QString& name) const;

    QTemporaryDir m_folder;
    trace::TraceView m_view;
};

void FigureTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_view = testing::viewOf(testing::makeTrainingRecording());
}

QString FigureTest::path(const QString& name) const
{
    const QString kept = qEnvironmentVariable("STEPSCOPE_PICTURES");
    return QDir(kept.isEmpty() ? m_folder.path() : kept).filePath(name);
}

void FigureTest::pngHasTheRequestedSize()
{
    FigureOptions options;
    options.path = path(QStringLiteral("figure.png"));
    options.sizePx = {1000, 800};
    const auto result = exportTimelineFigure(m_view, options);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    const QImage image(options.path);
    QCOMPARE(image.size(), QSize(1000, 800));
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    }
    QVERIFY(colours.size() > 50);
    options.sizePx = {900, 0}; // height of the rows
    options.theme = Theme::Kind::Dark;
    options.path = path(QStringLiteral("figure-dark.png"));
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    const QImage high(options.path);
    QCOMPARE(high.width(), 900);
    QVERIFY(high.height() > 500);
}

void FigureTest::pngHasMorePixelsAtMoreDpi()
{
    FigureOptions options;
    options.path = path(QStringLiteral("fine.png"));
    options.sizeMm = QSizeF(180, 120);
    options.dpi = 300;
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    const QImage image(options.path);
    QVERIFY(std::abs(image.width() - 180 / 25.4 * 300) <= 1);
    QVERIFY(std::abs(image.dotsPerMeterX() - 300 / 0.0254) < 2);
}

void FigureTest::svgIsVector()
{
    FigureOptions options;
    options.path = path(QStringLiteral("figure.svg"));
    options.sizePx = {1600, 900};
    options.title = QStringLiteral("A <title> & more");
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    QFile file(options.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QDomDocument document;
    QString fault;
    QVERIFY2(document.setContent(bytes, &fault), qPrintable(fault));
    QCOMPARE(document.documentElement().tagName(), QStringLiteral("svg"));
    QVERIFY(document.elementsByTagName(QStringLiteral("text")).count() > 20);
    QCOMPARE(document.elementsByTagName(QStringLiteral("image")).count(), 0);
    QVERIFY(bytes.contains("cpu0"));
    QVERIFY(bytes.size() < 1'500'000);

    QSvgRenderer renderer(bytes);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.viewBoxF(), QRectF(0, 0, 1600, 900));
    QImage image(1600, 900, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    }
    QVERIFY(colours.size() > 50);
    QVERIFY(image.save(path(QStringLiteral("figure-svg.png"))));
}

void FigureTest::pdfIsVector()
{
    FigureOptions options;
    options.path = path(QStringLiteral("figure.pdf"));
    options.sizeMm = QSizeF(180, 120);
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    QFile file(options.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith("%PDF-1."));
    QVERIFY(bytes.trimmed().endsWith("%%EOF"));
    QVERIFY(bytes.contains("/Font"));
    QVERIFY(!bytes.contains("/Subtype /Image"));
    // 180 mm are 510.2 points.
    const auto box = QRegularExpression(QStringLiteral(R"(/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\])"))
                         .match(QString::fromLatin1(bytes));
    QVERIFY(box.hasMatch());
    QVERIFY(std::abs(box.captured(1).toDouble() - 180 / 25.4 * 72) < 1.5);
    QVERIFY(std::abs(box.captured(2).toDouble() - 120 / 25.4 * 72) < 1.5);
}

void FigureTest::smallFiguresHaveAllRows()
{
    FigureOptions options;
    options.path = path(QStringLiteral("small.svg"));
    options.sizePx = {640, 240};
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    QFile file(options.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("temperature")); // the last row
}

void FigureTest::rangeIsShown()
{
    FigureOptions options;
    options.path = path(QStringLiteral("range.svg"));
    const format::Step step = m_view.step(6);
    options.range = trace::TimeRange{step.start, step.end};
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    QFile file(options.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.contains("6 traced"));
    QVERIFY(bytes.contains("conv2d")); // this zoom shows names
}

/// Scrolls, searches, sets cursors and a bookmark.
void FigureTest::work(TimelineWidget& timeline) const
{
    timeline.resize(1200, 520);
    timeline.setView(m_view);
    timeline.show();
    QVERIFY(QTest::qWaitForWindowExposed(&timeline));
    timeline.setRowsShown(QStringLiteral("temperatures"), false);
    timeline.zoomToStep(5);
    const format::Step step = m_view.step(5);
    const std::int64_t length = step.end - step.start;
    timeline.axis()->setSelection(trace::TimeRange{step.start + length / 8, step.start + length / 4});
    Navigation* navigation = timeline.navigation();
    navigation->setCursor(Cursors::A, step.start + length / 3);
    navigation->setCursor(Cursors::B, step.start + length * 2 / 3);
    navigation->setBookmarks({{{step.start + length / 2, step.start + length / 2}, QStringLiteral("here")}});
    navigation->setHighlighted(findOps(m_view, {QStringLiteral("conv"), true, false, 0}, std::stop_token()).instances);
    QTest::qWait(100);
    auto* bar = timeline.findChild<QScrollBar*>();
    bar->setValue(bar->maximum());
    QTest::qWait(100);
}

void FigureTest::figureAsSeenEqualsTheScreen()
{
    TimelineWidget timeline;
    work(timeline);
    FigureOptions options = timeline.figureAsSeen();
    QVERIFY(*options.scroll > 0);
    options.path = path(QStringLiteral("seen.png"));
    QVERIFY(exportTimelineFigure(m_view, options).ok());
    const QImage figure(options.path);
    const QImage seen = timeline.findChild<TimelineCanvas*>()->grab().toImage();
    QVERIFY(seen.save(path(QStringLiteral("seen-screen.png"))));
    QCOMPARE(figure.size(), seen.size() + QSize(0, TimelineCanvas::kTitleHeight));
    int differing = 0;
    for (int y = 0; y < seen.height(); ++y) {
        for (int x = 0; x < seen.width(); ++x)
            differing +=
                std::abs(qGray(seen.pixel(x, y)) - qGray(figure.pixel(x, y + TimelineCanvas::kTitleHeight))) > 48;
    }
    QVERIFY2(differing < seen.width() * seen.height() / 200, qPrintable(QString::number(differing)));
}

void FigureTest::figureAsSeenHasHighlightsAndMarks()
{
    TimelineWidget timeline;
    work(timeline);
    FigureOptions options = timeline.figureAsSeen();
    const auto svg = [&] {
        options.path = path(QStringLiteral("seen.svg"));
        if (!exportTimelineFigure(m_view, options).ok())
            return QByteArray();
        QFile file(options.path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray all = svg();
    QVERIFY(all.contains(">A</text>") && all.contains(">B</text>"));
    const auto veils = all.count("fill-opacity=\"0.784"); // over faded lanes
    QVERIFY(veils > 0);
    options.marks = {};
    options.selection.reset();
    const QByteArray bare = svg();
    QVERIFY(!bare.contains(">A</text>"));
    const QByteArray flag = Theme::light().warning.name().toUtf8(); // colour of the bookmark and of events
    QVERIFY(all.count(flag) > bare.count(flag));
    QCOMPARE(bare.count("fill-opacity=\"0.784"), 0);
}

/// Five times as many rows take about five times as long, not twenty-five times.
void FigureTest::timeGrowsWithTheRows()
{
    const auto milliseconds = [this](std::uint32_t lanes) {
        testing::RecordingBuilder recording;
        const std::uint32_t op = recording.op("op");
        for (std::uint32_t i = 1; i <= lanes; ++i)
            recording.lane({.id = i, .thread = i, .name = {}}).spans(i, {{.start = i, .duration = 1000, .op = op}});
        const trace::TraceView view = testing::viewOf(recording.bytes());
        FigureOptions options;
        options.path = path("rows.svg");
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 3; ++i) {
            QElapsedTimer clock;
            clock.start();
            if (!exportTimelineFigure(view, options).ok())
                return qint64{0};
            best = std::min(best, clock.elapsed());
        }
        return best;
    };
    const qint64 few = milliseconds(400);
    const qint64 many = milliseconds(2000);
    QVERIFY(few > 0);
    QVERIFY2(many < 11 * few, qPrintable(QStringLiteral("%1 ms and %2 ms").arg(few).arg(many)));
}

void FigureTest::emptyRecordingsHaveFigures()
{
    FigureOptions options;
    options.path = path(QStringLiteral("empty.png"));
    QVERIFY(exportTimelineFigure(trace::TraceView(), options).ok());
    QVERIFY(!QImage(options.path).isNull());
}

void FigureTest::errorsAreReported_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("dpi");
    QTest::addColumn<QString>("font");
    QTest::addColumn<QString>("said");
    const QString none;
    const QString png = QStringLiteral("figure2.png");
    QTest::newRow("no known format") << QStringLiteral("figure.doc") << 800.0 << 96.0 << none
                                     << QStringLiteral(".png, .svg or .pdf");
    QTest::newRow("no folder") << QStringLiteral("no/such/folder/figure.png") << 800.0 << 96.0 << none
                               << QStringLiteral("choose another folder");
    QTest::newRow("no size") << png << 0.0 << 96.0 << none << QStringLiteral("64 to 30000 pixels");
    QTest::newRow("too large") << png << 1e7 << 96.0 << none << QStringLiteral("64 to 30000 pixels");
    QTest::newRow("too fine") << png << 800.0 << 1e6 << none << QStringLiteral("24 to 2400 dots");
    QTest::newRow("no dots") << png << 800.0 << 0.0 << none << QStringLiteral("24 to 2400 dots");
    QTest::newRow("no font") << png << 800.0 << 96.0 << QStringLiteral("No Such Letters")
                             << QStringLiteral("no font \"No Such Letters\"");
}

void FigureTest::errorsAreReported()
{
    QFETCH(QString, path);
    QFETCH(double, width);
    QFETCH(double, dpi);
    QFETCH(QString, font);
    QFETCH(QString, said);
    FigureOptions options;
    options.path = QDir(m_folder.path()).filePath(path);
    options.sizePx = {width, 600};
    options.dpi = dpi;
    options.fontFamily = font;
    const auto result = exportTimelineFigure(m_view, options);
    QVERIFY(!result.ok());
    QVERIFY2(QString::fromStdString(result.error().text).contains(said), result.error().text.c_str());
    QVERIFY(result.error().text.find('\n') == std::string::npos);
    QVERIFY(!QFile::exists(options.path));
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::FigureTest)
#include "tst_figure.moc"
