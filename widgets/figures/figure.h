#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"
#include "widgets/figures/figurepaper.h"
#include "widgets/marks/bookmark.h"
#include "widgets/rows/rowarrangement.h"

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace stepscope::widgets {

struct Scene;

struct FigureOptions : FigurePaper
{
    std::optional<trace::TimeRange> range; ///< nothing = the whole recording
    std::optional<trace::TimeRange> selection;
    std::optional<QStringList> rows;           ///< by TrackKind::name; nothing = the default
    std::optional<RowArrangement> arrangement; ///< with headers of groups; nothing = the default order without headers
    std::optional<int> scroll;                 ///< cut the rows as on the screen, scrolled by px; nothing = all rows
    SceneMarks marks;                          ///< cursors, bookmarks, highlights
};

/// The rows of the timeline as a figure. Keeps its tracks, so that repeated previews are cheap. Needs a QApplication
/// (the offscreen platform suffices) and the GUI thread. A figure contains all rows, scaled down if the size is too
/// small, unless FigureOptions::scroll is set.
class TimelineFigure
{
public:
    explicit TimelineFigure(const trace::TraceView& view);
    ~TimelineFigure();
    TimelineFigure(const TimelineFigure&) = delete;
    TimelineFigure& operator=(const TimelineFigure&) = delete;

    /// Checks the options without writing. The error says which values are valid.
    [[nodiscard]] static format::Result<void> check(const FigureOptions& options);

    format::Result<void> write(const FigureOptions& options);
    /// The picture that write() stores as PNG; null if check() fails.
    [[nodiscard]] QImage picture(const FigureOptions& options);
    /// A preview of the file that write() makes, in at most `most` pixels; null if check() fails.
    [[nodiscard]] QImage preview(const FigureOptions& options, QSize most);
    /// The size of the page, px of 1/96 inch, with the height of the rows if the options have none.
    [[nodiscard]] QSizeF sizeOf(const FigureOptions& options);

private:
    struct Layout;
    struct Parts;

    [[nodiscard]] Layout layOut(const FigureOptions& options);

    std::unique_ptr<Parts> m_parts;
};

/// The kinds of rows that a figure of the recording can have, by TrackKind::name.
[[nodiscard]] QStringList figureRows(const trace::TraceView& view);

/// Writes a single figure.
format::Result<void> exportTimelineFigure(const trace::TraceView& view, const FigureOptions& options);

/// Options of a figure that looks as the scene on a canvas of this size; `ratio` = device pixels per px.
[[nodiscard]] FigureOptions figureAsSeen(const Scene& scene, QSize canvas, double ratio);

/// The content of a picture of the scene as CSV (RFC 4180): one record per column, point or box of each row, from top
/// to bottom. Times are ns since the start of the recording, values in the unit of the channel; fields that do not
/// apply are empty.
///
///     row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy
///
/// kind: column (exact extremes of its time), point (of a line), layer (of a stack: its mean without the layers below),
/// span, step, event, loss. `data`: size of the data area of the picture, px; `columns`: number of columns in it.
[[nodiscard]] QByteArray figureData(const Scene& scene, QSize data, int columns);

} // namespace stepscope::widgets

class QPaintDevice;

namespace stepscope::widgets {

inline constexpr double kLayoutDpi = 96; ///< px of a layout per inch of paper
inline constexpr double kMmPerInch = 25.4;

/// Draws a figure on a device; `scale` = device units per px of 1/96 inch.
using FigureDraw = std::function<void(QPaintDevice& device, double scale, bool isVector)>;

enum class FigureFormat { None, Png, Svg, Pdf };
[[nodiscard]] FigureFormat figureFormatOf(const QString& path);

struct FigureSheet
{
    QSizeF size;     ///< px of 1/96 inch
    double dpi = 96; ///< of a PNG
    QString title;
    QColor surface;
};

[[nodiscard]] QImage figureImage(const FigureSheet& sheet, const FigureDraw& draw);
/// Writes a figure in the format of the path's suffix: .png, .svg or .pdf. After an error there is no partial file.
format::Result<void> writeFigureFile(const QString& path, const FigureSheet& sheet, const FigureDraw& draw);

} // namespace stepscope::widgets
