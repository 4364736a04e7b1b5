#include "widgets/figures/figurefile.h"

#include <QFileInfo>
#include <QImageWriter>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace stepscope::widgets {

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
