#include "widgets/figure.h"

#include "widgets/figuredata.h"
#include "widgets/scene.h"
#include "widgets/timelinecanvas.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QImageWriter>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

namespace {

using format::Error;
using format::Result;

constexpr double kLayoutDpi = 96;                    ///< a px of the layout is 1/96 inch on paper
constexpr double kFontPoints = 13 * 72 / kLayoutDpi; ///< of Theme::font() at that
constexpr double kMmPerInch = 25.4;
constexpr int kMostPixels = 30000;

/// A canvas that is laid out, and how it comes to its size on the page.
struct Page
{
    QSize layout;     ///< px of the canvas
    QSizeF size;      ///< px of the page
    double scale = 1; ///< page / layout
};

Page pageFor(const FigureOptions& options, int rowsHeight)
{
    QSizeF size = options.sizePx;
    if (options.sizeMm)
        size = *options.sizeMm * (kLayoutDpi / kMmPerInch);
    if (size.height() <= 0)
        size.setHeight(rowsHeight);
    // Rows that do not fit are not cut off: the layout grows in both directions until they do.
    // Smaller letters are more room on the same paper: the layout keeps its own size of letters.
    const double forFont = options.fontPoints ? kFontPoints / std::max(1.0, *options.fontPoints) : 1.0;
    const double growth = std::max(forFont, rowsHeight / size.height());
    Page page;
    page.size = size;
    page.layout = {static_cast<int>(std::ceil(size.width() * growth)),
                   static_cast<int>(std::ceil(size.height() * growth))};
    page.scale = 1 / growth;
    return page;
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

void drawOnto(QPaintDevice& device, TimelineCanvas& canvas, const Page& page, double scale, bool isVector)
{
    QCPPainter painter;
    if (!painter.begin(&device))
        return;
    painter.setMode(QCPPainter::pmVectorized, isVector);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.fillRect(QRect(QPoint(), page.layout), canvas.scene().theme.surface);
    canvas.toPainter(&painter, page.layout.width(), page.layout.height());
    painter.end();
}

bool writePng(QIODevice& file, TimelineCanvas& canvas, const Page& page, double dpi)
{
    const double ratio = dpi / kLayoutDpi;
    QImage image((page.size * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return false;
    image.fill(canvas.scene().theme.surface);
    drawOnto(image, canvas, page, ratio * page.scale, false);
    const int dotsPerMeter = static_cast<int>(std::lround(dpi / kMmPerInch * 1000));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    return QImageWriter(&file, "png").write(image);
}

void writeSvg(QIODevice& file, TimelineCanvas& canvas, const Page& page)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setResolution(static_cast<int>(kLayoutDpi));
    generator.setSize(page.size.toSize());
    generator.setViewBox(QRectF(QPointF(), page.size));
    generator.setTitle(canvas.scene().title.toHtmlEscaped()); // it writes what it is given
    drawOnto(generator, canvas, page, page.scale, true);
}

void writePdf(QIODevice& file, TimelineCanvas& canvas, const Page& page)
{
    constexpr int kPdfDpi = 1200;
    QPdfWriter writer(&file);
    writer.setPageSize(QPageSize(page.size * (kMmPerInch / kLayoutDpi), QPageSize::Millimeter));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(kPdfDpi);
    writer.setTitle(canvas.scene().title);
    writer.setCreator(QStringLiteral("Stepscope"));
    drawOnto(writer, canvas, page, kPdfDpi / kLayoutDpi * page.scale, true);
}

Result<void> writeData(const Scene& scene, const TimelineCanvas& canvas, const QString& path)
{
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) &&
                           file.write(figureData(scene, canvas.dataArea().width())) >= 0 && file.commit();
    if (isWritten)
        return {};
    return format::failure("The figure's data were not written to " + path.toStdString() + ": " +
                           file.errorString().toStdString() + ". Choose another place.");
}

Result<void> checkOptions(const FigureOptions& options, const QString& format)
{
    const std::string path = options.path.toStdString();
    if (format != QLatin1String("png") && format != QLatin1String("svg") && format != QLatin1String("pdf"))
        return format::failure(Error::Code::Usage, "No figure was drawn: the name " + path +
                                                       " says no known format; let it end in .png, .svg or .pdf.");
    const QSizeF size = options.sizeMm ? *options.sizeMm * (kLayoutDpi / kMmPerInch) : options.sizePx;
    const double ratio = format == QLatin1String("png") ? options.dpi / kLayoutDpi : 1;
    if (!(size.width() * ratio >= 64) || !(std::max(size.width(), size.height()) * ratio <= kMostPixels) ||
        !(options.dpi > 0))
        return format::failure(Error::Code::Usage, "No figure was drawn: its size makes no picture; ask for 64 to " +
                                                       std::to_string(kMostPixels) + " pixels a side.");
    return {};
}

} // namespace

Result<void> exportTimelineFigure(const trace::TraceView& view, const FigureOptions& options)
{
    const QString format = QFileInfo(options.path).suffix().toLower();
    if (Result<void> checked = checkOptions(options, format); !checked)
        return checked;

    Scene scene;
    TimeAxis axis;
    scene.axis = &axis;
    scene.view = view;
    scene.theme = Theme::of(options.theme);
    scene.theme.family = options.fontFamily;
    scene.title = titleOf(view, options);
    scene.rows.update(view);
    scene.rows.extend(view, std::numeric_limits<std::size_t>::max());
    axis.reset(view.extent());
    if (options.range && !options.range->isEmpty())
        axis.zoomTo(*options.range);

    TimelineCanvas canvas(scene);
    const int rowsHeight =
        TimelineCanvas::kTitleHeight + TimelineCanvas::kRulerHeight + std::max(64, scene.rows.totalHeight());
    const Page page = pageFor(options, rowsHeight);
    canvas.arrange(page.layout);

    QSaveFile file(options.path);
    const auto failed = [&] {
        return format::failure("The figure was not written to " + options.path.toStdString() + ": " +
                               file.errorString().toStdString() + ". Choose another place.");
    };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    if (format == QLatin1String("png")) {
        if (!writePng(file, canvas, page, options.dpi))
            return failed();
    } else if (format == QLatin1String("svg")) {
        writeSvg(file, canvas, page);
    } else {
        writePdf(file, canvas, page);
    }
    if (!file.commit())
        return failed();
    return options.dataPath.isEmpty() ? Result<void>() : writeData(scene, canvas, options.dataPath);
}

} // namespace stepscope::widgets
