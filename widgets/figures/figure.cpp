#include "widgets/figures/figure.h"

#include "widgets/figures/figurepaper.h"
#include "widgets/figures/foldfigure.h"
#include "widgets/timeline/scene.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QFileInfo>
#include <QImageWriter>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

using format::Result;

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
    static_cast<SceneMarks&>(scene) = options.marks;
    for (const TrackKind& kind : trackTable()) {
        const QString name = QString::fromUtf8(kind.name.data(), static_cast<qsizetype>(kind.name.size()));
        scene.rows.setShown(kind.name, options.rows ? options.rows->contains(name) : kind.shown);
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
            options.rows->append(QString::fromUtf8(kind.name.data(), static_cast<qsizetype>(kind.name.size())));
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
    QSaveFile file(path);
    const auto failed = [&] {
        return format::failure("The figure was not written to " + path.toStdString() + ": " +
                               file.errorString().toStdString() + ". Choose another place.");
    };
    const FigureFormat format = figureFormatOf(path);
    if (format == FigureFormat::None)
        return format::failure(format::Error::Code::Usage,
                               "No figure was drawn: the name " + path.toStdString() +
                                   " has no known format. Use a name that ends in .png, .svg or .pdf.");
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    if (format == FigureFormat::Svg)
        writeSvg(file, sheet, draw);
    else if (format == FigureFormat::Pdf)
        writePdf(file, sheet, draw);
    else if (!QImageWriter(&file, "png").write(figureImage(sheet, draw)))
        return failed();
    if (!file.commit())
        return failed();
    return {};
}

} // namespace stepscope::widgets
