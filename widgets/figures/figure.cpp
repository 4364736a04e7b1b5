#include "widgets/figures/figure.h"

#include "analysis/text/csvtext.h"
#include "widgets/figures/figurepaper.h"
#include "widgets/timeline/scene.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

using format::Result;

QString nameOf(const TrackKind& kind)
{
    return QString::fromUtf8(kind.name.data(), static_cast<qsizetype>(kind.name.size()));
}

QString titleOf(const trace::TraceView& view, const FigureOptions& options)
{
    if (!options.title.isEmpty())
        return options.title;
    QString title;
    for (const std::string& word : view.header().command)
        title += (title.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(word);
    return title.isEmpty() ? QString::fromStdString(view.header().run) : title;
}

FigureSheet sheetOf(const TimelineCanvas& canvas, const FigurePage& page, double dpi)
{
    return {page.size, dpi, canvas.scene().title, canvas.scene().theme.surface};
}

FigureDraw drawingOf(TimelineCanvas& canvas, const FigurePage& page)
{
    return [&canvas, &page](QPaintDevice& device, double scale, bool isVector) {
        canvas.drawOn(device, page.layout, scale * page.scale, isVector);
    };
}

QImage pictureOf(TimelineCanvas& canvas, const FigurePage& page, double dpi)
{
    return figureImage(sheetOf(canvas, page, dpi), drawingOf(canvas, page));
}

/// The number of columns that RowPane draws: one for each device pixel in a PNG, one for each px in a vector file.
int columnsOf(const TimelineCanvas& canvas, const FigurePage& page, const FigureOptions& options)
{
    const bool isPixels = figureFormatOf(options.path) == FigureFormat::Png;
    const double ratio = isPixels ? RowPane::columnsPerPx(options.dpi / kLayoutDpi * page.scale) : 1.0;
    return static_cast<int>(std::lround(canvas.dataArea().width() * ratio));
}

} // namespace

struct TimelineFigure::Parts
{
    TimeAxis axis;
    Scene scene;
};

struct TimelineFigure::Layout
{
    std::unique_ptr<TimelineCanvas> canvas;
    FigurePage page;
};

TimelineFigure::TimelineFigure(const trace::TraceView& view)
    : m_parts(std::make_unique<Parts>())
{
    m_parts->scene.axis = &m_parts->axis;
    m_parts->scene.view = view;
}

TimelineFigure::~TimelineFigure() = default;

Result<void> TimelineFigure::check(const FigureOptions& options)
{
    return checkPaper(options);
}

TimelineFigure::Layout TimelineFigure::layOut(const FigureOptions& options)
{
    Scene& scene = m_parts->scene;
    scene.theme = Theme::of(options.theme);
    scene.theme.family = options.fontFamily;
    scene.title = titleOf(scene.view, options);
    scene.isFigure = !options.scroll; // else a picture of what is seen
    static_cast<SceneMarks&>(scene) = options.marks;
    for (const TrackKind& kind : trackTable()) {
        scene.rows.setShown(kind.name, options.rows ? options.rows->contains(nameOf(kind)) : kind.shown);
    }
    scene.rows.setHeaders(options.arrangement.has_value());
    scene.rows.arrange(options.arrangement.value_or(RowArrangement{}));
    scene.rows.fit({}); // the previous figure may have set a height
    scene.rows.update(scene.view);
    scene.scroll = options.scroll.value_or(0);
    TimeAxis& axis = m_parts->axis;
    axis.reset(scene.view.extent());
    if (options.range && !options.range->isEmpty())
        axis.zoomTo(*options.range);
    axis.setSelection(options.selection);

    const int rowsHeight =
        TimelineCanvas::kTitleHeight + TimelineCanvas::kRulerHeight + std::max(64, scene.rows.totalHeight());
    Layout arranged{std::make_unique<TimelineCanvas>(scene), pageFor(options, rowsHeight, options.scroll.has_value())};
    arranged.canvas->arrange(arranged.page.layout);
    return arranged;
}

QSizeF TimelineFigure::sizeOf(const FigureOptions& options)
{
    return check(options) ? layOut(options).page.size : QSizeF();
}

QImage TimelineFigure::picture(const FigureOptions& options)
{
    if (!check(options))
        return {};
    const Layout arranged = layOut(options);
    return pictureOf(*arranged.canvas, arranged.page, options.dpi);
}

QImage TimelineFigure::preview(const FigureOptions& options, QSize most)
{
    if (!check(options) || most.isEmpty())
        return {};
    const Layout arranged = layOut(options);
    const QSizeF size = arranged.page.size.scaled(most, Qt::KeepAspectRatio);
    const double ratio = size.width() / arranged.page.size.width();
    if (figureFormatOf(options.path) == FigureFormat::Png) {
        // The pixels of the file, but not much finer than the preview can show.
        constexpr double kFiner = 4;
        const double dpi = std::min(options.dpi, kFiner * ratio * kLayoutDpi);
        return pictureOf(*arranged.canvas, arranged.page, dpi)
            .scaled(size.toSize(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
    QImage image(size.toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    arranged.canvas->drawOn(image, arranged.page.layout, ratio * arranged.page.scale, true);
    return image;
}

Result<void> TimelineFigure::write(const FigureOptions& options)
{
    if (Result<void> checked = check(options); !checked)
        return checked;
    const Layout arranged = layOut(options);
    const auto written = writeFigureFile(options.path, sheetOf(*arranged.canvas, arranged.page, options.dpi),
                                         drawingOf(*arranged.canvas, arranged.page));
    if (!written || options.dataPath.isEmpty())
        return written;
    const int columns = columnsOf(*arranged.canvas, arranged.page, options);
    return writeFigureData(figureData(m_parts->scene, arranged.canvas->dataArea().size(), columns), options.dataPath);
}

QStringList figureRows(const trace::TraceView& view)
{
    QStringList names;
    for (const TrackKind& kind : trackTable()) {
        if (!names.contains(nameOf(kind)) && !kind.keys(view).empty())
            names.append(nameOf(kind));
    }
    return names;
}

Result<void> exportTimelineFigure(const trace::TraceView& view, const FigureOptions& options)
{
    return TimelineFigure(view).write(options);
}

FigureOptions figureAsSeen(const Scene& scene, QSize canvas, double ratio)
{
    FigureOptions options;
    options.range = scene.shown();
    options.selection = scene.axis->selection();
    options.arrangement = scene.rows.arrangement();
    options.rows = QStringList();
    for (const TrackKind& kind : trackTable()) {
        if (scene.rows.isShown(kind.name))
            options.rows->append(nameOf(kind));
    }
    options.scroll = scene.scroll;
    options.marks = scene;
    options.sizePx = canvas + QSize(0, TimelineCanvas::kTitleHeight); // the screen shows no title
    options.dpi = kLayoutDpi * ratio;
    options.theme = scene.theme.kind;
    options.fontFamily = scene.theme.family;
    return options;
}

namespace {

void writeSvg(QIODevice& file, const FigureSheet& sheet, const FigureDraw& draw)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setResolution(static_cast<int>(kLayoutDpi));
    generator.setSize(sheet.size.toSize());
    generator.setViewBox(QRectF(QPointF(), sheet.size));
    generator.setTitle(sheet.title.toHtmlEscaped()); // the generator does not escape it
    draw(generator, 1, true);
}

void writePdf(QIODevice& file, const FigureSheet& sheet, const FigureDraw& draw)
{
    constexpr int kPdfDpi = 1200;
    QPdfWriter writer(&file);
    writer.setPageSize(QPageSize(sheet.size * (kMmPerInch / kLayoutDpi), QPageSize::Millimeter));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(kPdfDpi);
    writer.setTitle(sheet.title);
    writer.setCreator(QStringLiteral("Stepscope"));
    draw(writer, kPdfDpi / kLayoutDpi, true);
}

} // namespace

FigureFormat figureFormatOf(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("png")   ? FigureFormat::Png
           : suffix == QLatin1String("svg") ? FigureFormat::Svg
           : suffix == QLatin1String("pdf") ? FigureFormat::Pdf
                                            : FigureFormat::None;
}

QImage figureImage(const FigureSheet& sheet, const FigureDraw& draw)
{
    const double ratio = sheet.dpi / kLayoutDpi;
    QImage image((sheet.size * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.fill(sheet.surface);
    draw(image, ratio, false);
    const int dotsPerMeter = static_cast<int>(std::lround(sheet.dpi / kMmPerInch * 1000));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    return image;
}

format::Result<void> writeFigureFile(const QString& path, const FigureSheet& sheet, const FigureDraw& draw)
{
    const FigureFormat format = figureFormatOf(path);
    if (format == FigureFormat::None)
        return format::failure(format::Error::Code::Usage,
                               "No figure was drawn: the name " + path.toStdString() +
                                   " has no known format. Use a name that ends in .png, .svg or .pdf.");
    // Drawn in memory, because the encoders do not tell why a write fails.
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (format == FigureFormat::Svg)
        writeSvg(buffer, sheet, draw);
    else if (format == FigureFormat::Pdf)
        writePdf(buffer, sheet, draw);
    else if (QImageWriter writer(&buffer, "png"); !writer.write(figureImage(sheet, draw)))
        return format::failure("The figure was not written to " + path.toStdString() + ": " +
                               writer.errorString().toStdString() + ". Choose a smaller size or fewer dots per inch.");
    return writeCompleteFile(bytes, path);
}

namespace {

const QByteArray kRowEnd = QByteArray::fromRawData(analysis::kCsvRowEnd.data(), analysis::kCsvRowEnd.size());

QByteArray csvField(const QString& text)
{
    return QByteArray::fromStdString(analysis::csvField(text.toStdString()));
}

QByteArray csvNumber(double value)
{
    return QByteArray::fromStdString(analysis::csvNumber(value));
}

/// The records of one row.
class RowData
{
public:
    RowData(QByteArray& csv, const Scene& scene, const Rows::Row& row, const Viewport& viewport)
        : m_csv(csv)
        , m_scene(scene)
        , m_viewport(viewport)
        , m_row(csvField(row.track->caption(scene.view).name))
        , m_names(row.track->readouts(scene.view, {}))
    {}

    void add(const Geometry& geometry)
    {
        for (std::size_t i = 0; i < geometry.series.size(); ++i)
            addSeries(geometry.series[i], nameAt(i));
        // Readouts are the lines, then the layers of the stack from the top.
        for (std::size_t i = 0; i < geometry.stack.size(); ++i)
            addLayer(geometry.stack[i], nameAt(m_names.size() - 1 - i));
        for (const Box& box : geometry.boxes)
            addBox(box);
    }

private:
    [[nodiscard]] QByteArray nameAt(std::size_t i) const
    {
        return i < m_names.size() ? csvField(m_names[i].name) : QByteArray();
    }
    [[nodiscard]] QByteArray times(std::int64_t begin, std::int64_t end) const
    {
        return QByteArray::number(static_cast<qlonglong>(begin - m_scene.start())) + ',' +
               QByteArray::number(static_cast<qlonglong>(end - m_scene.start()));
    }
    void addSeries(const Series& series, const QByteArray& name)
    {
        for (const Column& column : series.columns) {
            const trace::TimeRange time = columnRange(column.column, m_viewport);
            m_csv += m_row + ',' + name + ",column," + times(time.begin, time.end) + ',' + csvNumber(column.min) + ',' +
                     csvNumber(column.max) + ',' + csvNumber(column.mean) + ",,," + kRowEnd;
        }
        for (const std::vector<Point>& line : series.lines) {
            for (const Point& point : line) {
                const std::int64_t time = timeAt(point.x, m_viewport);
                const QByteArray value = csvNumber(point.value);
                m_csv += m_row + ',' + name + ",point," + times(time, time) + ',' + value + ',' + value + ',' + value +
                         ",,," + kRowEnd;
            }
        }
    }
    void addLayer(const StackLayer& layer, const QByteArray& name)
    {
        for (const StackColumn& column : layer.columns) {
            const trace::TimeRange time = columnRange(column.column, m_viewport);
            m_csv += m_row + ',' + name + ",layer," + times(time.begin, time.end) + ",,," +
                     csvNumber(column.high - column.low) + ",,," + kRowEnd;
        }
    }
    void addBox(const Box& box)
    {
        static constexpr std::array<const char*, 4> kKinds = {"span", "step", "event", "loss"};
        trace::TimeRange time{timeAt(box.x0, m_viewport), timeAt(box.x1, m_viewport)};
        QByteArray name;
        if (box.of == Box::Of::Span) {
            const trace::SpanRecord span = m_scene.view.lanes()[box.lane].span(box.index);
            const std::string_view op = m_scene.view.opName(span.op);
            name = csvField(QString::fromUtf8(op.data(), static_cast<qsizetype>(op.size())));
            if (box.count == 1)
                time = {span.start, span.end()};
        } else if (box.of == Box::Of::Step) {
            const format::Step step = m_scene.view.step(box.index);
            name = QByteArray::number(static_cast<qulonglong>(step.index));
            if (box.count == 1)
                time = {step.start, step.end};
        } else if (box.of == Box::Of::Event) {
            const trace::EventRecord& event = m_scene.view.event(box.index);
            name = csvField(QString::fromStdString(event.text));
            time = {event.time, event.time};
        } else {
            const trace::Loss& loss = m_scene.view.losses()[box.index];
            name = csvField(QString::fromStdString(loss.what));
            time = loss.range;
        }
        m_csv += m_row + ",," + kKinds[static_cast<std::size_t>(box.of)] + ',' + times(time.begin, time.end) + ",,,," +
                 name + ',' + QByteArray::number(static_cast<qulonglong>(box.count)) + ',' + csvNumber(box.busy) +
                 kRowEnd;
    }

    QByteArray& m_csv;
    const Scene& m_scene;
    const Viewport& m_viewport;
    QByteArray m_row;
    std::vector<Readout> m_names;
};

} // namespace

QByteArray figureData(const Scene& scene, QSize data, int columns)
{
    QByteArray csv = "row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy" + kRowEnd;
    for (const Rows::Row& row : scene.rows.all()) {
        const int top = row.top - scene.scroll;
        if (top + row.height <= 0 || top >= data.height())
            continue;
        // The last px of a row is the separator line.
        const Viewport viewport{scene.shown(), static_cast<double>(data.width()), static_cast<double>(row.height - 1),
                                columns, scene.isFigure};
        RowData(csv, scene, row, viewport).add(row.track->geometry(scene.view, viewport));
    }
    return csv;
}

} // namespace stepscope::widgets
