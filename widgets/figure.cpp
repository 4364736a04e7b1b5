#include "widgets/figure.h"

#include "widgets/figuredata.h"
#include "widgets/figurefile.h"
#include "widgets/figurepaper.h"
#include "widgets/rowplottable.h"
#include "widgets/scene.h"
#include "widgets/timelinecanvas.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

namespace {

using format::Result;

constexpr double kLayoutDpi = 96; ///< a px of the layout is 1/96 inch on paper

QString titleOf(const trace::TraceView& view, const FigureOptions& options)
{
    if (!options.title.isEmpty())
        return options.title;
    QString title;
    for (const std::string& word : view.header().command)
        title += (title.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(word);
    return title.isEmpty() ? QString::fromStdString(view.header().run) : title;
}

void drawOnto(QPaintDevice& device, TimelineCanvas& canvas, const FigurePage& page, double scale, bool isVector)
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

FigureSheet sheetOf(const TimelineCanvas& canvas, const FigurePage& page, double dpi)
{
    return {page.size, dpi, canvas.scene().title, canvas.scene().theme.surface};
}

FigureDraw drawingOf(TimelineCanvas& canvas, const FigurePage& page)
{
    return [&canvas, &page](QPaintDevice& device, double scale, bool isVector) {
        drawOnto(device, canvas, page, scale * page.scale, isVector);
    };
}

QImage pictureOf(TimelineCanvas& canvas, const FigurePage& page, double dpi)
{
    return figureImage(sheetOf(canvas, page, dpi), drawingOf(canvas, page));
}

/// As many as RowPlottable draws: one a device pixel where it draws pixels.
int columnsOf(const TimelineCanvas& canvas, const FigurePage& page, const FigureOptions& options)
{
    const bool isPixels = figureFormatOf(options.path) == FigureFormat::Png;
    const double ratio = isPixels ? RowPlottable::columnsPerPx(options.dpi / kLayoutDpi * page.scale) : 1.0;
    return static_cast<int>(std::lround(canvas.dataArea().width() * ratio));
}

} // namespace

struct TimelineFigure::Parts
{
    TimeAxis axis;
    Scene scene;
};

struct TimelineFigure::Laid
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

TimelineFigure::Laid TimelineFigure::lay(const FigureOptions& options)
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
    scene.rows.fit({}); // of the figure before
    scene.rows.update(scene.view);
    scene.rows.extend(scene.view, std::numeric_limits<std::size_t>::max());
    scene.scroll = options.scroll.value_or(0);
    TimeAxis& axis = m_parts->axis;
    axis.reset(scene.view.extent());
    if (options.range && !options.range->isEmpty())
        axis.zoomTo(*options.range);
    axis.setSelection(options.selection);

    const int rowsHeight =
        TimelineCanvas::kTitleHeight + TimelineCanvas::kRulerHeight + std::max(64, scene.rows.totalHeight());
    Laid laid{std::make_unique<TimelineCanvas>(scene), pageFor(options, rowsHeight, options.scroll.has_value())};
    laid.canvas->arrange(laid.page.layout);
    return laid;
}

QSizeF TimelineFigure::sizeOf(const FigureOptions& options)
{
    return check(options) ? lay(options).page.size : QSizeF();
}

QImage TimelineFigure::picture(const FigureOptions& options)
{
    if (!check(options))
        return {};
    const Laid laid = lay(options);
    return pictureOf(*laid.canvas, laid.page, options.dpi);
}

QImage TimelineFigure::preview(const FigureOptions& options, QSize most)
{
    if (!check(options) || most.isEmpty())
        return {};
    const Laid laid = lay(options);
    const QSizeF size = laid.page.size.scaled(most, Qt::KeepAspectRatio);
    const double ratio = size.width() / laid.page.size.width();
    if (figureFormatOf(options.path) == FigureFormat::Png) {
        // The pixels that will be in the file, as far as a screen can tell them apart.
        constexpr double kFiner = 4;
        const double dpi = std::min(options.dpi, kFiner * ratio * kLayoutDpi);
        return pictureOf(*laid.canvas, laid.page, dpi)
            .scaled(size.toSize(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
    QImage image(size.toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    drawOnto(image, *laid.canvas, laid.page, ratio * laid.page.scale, true);
    return image;
}

Result<void> TimelineFigure::write(const FigureOptions& options)
{
    if (Result<void> checked = check(options); !checked)
        return checked;
    const Laid laid = lay(options);
    const auto written = writeFigureFile(options.path, sheetOf(*laid.canvas, laid.page, options.dpi),
                                         drawingOf(*laid.canvas, laid.page));
    if (!written || options.dataPath.isEmpty())
        return written;
    const int columns = columnsOf(*laid.canvas, laid.page, options);
    return writeFigureData(figureData(m_parts->scene, laid.canvas->dataArea().size(), columns), options.dataPath);
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
    options.sizePx = canvas + QSize(0, TimelineCanvas::kTitleHeight); // the title has no place on the screen
    options.dpi = kLayoutDpi * ratio;
    options.theme = scene.theme.kind;
    options.fontFamily = scene.theme.family;
    return options;
}

} // namespace stepscope::widgets
