#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"
#include "widgets/figurepaper.h"
#include "widgets/rowarrangement.h"
#include "widgets/scenemarks.h"

#include <QImage>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace stepscope::widgets {

struct Scene;

struct FigureOptions : FigurePaper
{
    std::optional<trace::TimeRange> range; ///< nothing = all
    std::optional<trace::TimeRange> selection;
    std::optional<QStringList> rows;           ///< by TrackKind::name; nothing = those that are shown at first
    std::optional<RowArrangement> arrangement; ///< as on the screen, with headers; nothing = the usual one, without
    std::optional<int> scroll; ///< as on the screen: so many px of rows above the first, and what does not fit below
                               ///< is not in it; nothing = all rows are
    SceneMarks marks;          ///< cursors, bookmarks, what is lit
};

/// The timeline's rows as a figure. Keeps what it made of the recording, so that a preview can be drawn again and
/// again. Needs a QApplication, any platform (offscreen too), and the GUI thread. All rows are always in it, unless it
/// is as on the screen: where the size is too small for them, the whole picture is drawn smaller.
class TimelineFigure
{
public:
    explicit TimelineFigure(const trace::TraceView& view);
    ~TimelineFigure();
    TimelineFigure(const TimelineFigure&) = delete;
    TimelineFigure& operator=(const TimelineFigure&) = delete;

    /// Whether write() could draw this, but for the disk. The error says what to ask for instead.
    [[nodiscard]] static format::Result<void> check(const FigureOptions& options);

    format::Result<void> write(const FigureOptions& options);
    /// What a PNG would hold; null where check() fails.
    [[nodiscard]] QImage picture(const FigureOptions& options);
    /// What write() would draw, vector or pixels by the path's ending, in at most so many pixels; null where check()
    /// fails.
    [[nodiscard]] QImage preview(const FigureOptions& options, QSize most);
    /// On paper, px of 1/96 inch: with the height that rows need where none is asked for.
    [[nodiscard]] QSizeF sizeOf(const FigureOptions& options);

private:
    struct Laid;
    struct Parts;

    [[nodiscard]] Laid lay(const FigureOptions& options);

    std::unique_ptr<Parts> m_parts;
};

/// Draws once.
format::Result<void> exportTimelineFigure(const trace::TraceView& view, const FigureOptions& options);

/// A scene on a canvas of this size, just as it is; `ratio` = device pixels a px.
[[nodiscard]] FigureOptions figureAsSeen(const Scene& scene, QSize canvas, double ratio);

} // namespace stepscope::widgets
