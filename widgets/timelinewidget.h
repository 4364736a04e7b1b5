#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/theme.h"
#include "widgets/timeline/timeaxis.h"

#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace stepscope::widgets {

class Navigation;
class RowArranger;
struct FigureOptions;

/// The timeline of one recording, live or opened: one row per track over a shared time axis. It draws from an immutable
/// view and never reads files or blocks.
///
/// Gestures: drag selects a range, ctrl+drag one more; X and shift+X do so with the range between the cursors;
/// ctrl+click adds a step; right drag zooms to a range; wheel and pinch zoom at the pointer;
/// shift+wheel, middle drag, shift+drag and space+drag pan; ctrl+wheel scrolls the rows. W/S and +/- zoom, A/D and
/// left/right pan, up/down scroll; Home or 0 shows all, End goes to the end, L follows the newest, Z zooms to the
/// selected range; backspace goes back, shift+backspace forward. Click selects a span, double click goes to it; a click
/// on a bookmark's flag goes there; right click opens a menu. Q and E place the cursors A and B, shift+click the next
/// one; their flags in the ruler can be dragged; they snap unless alt (keys: shift) is held. Esc cancels a drag, or
/// else clears cursors, span, highlight and selection. rowgestures.h lists the gestures on the labels of rows.
class TimelineWidget : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineWidget(QWidget* parent = nullptr);
    ~TimelineWidget() override;

    /// Shows another state of the recording. Cheap: drawing happens later, at most 60 times a second. A view of another
    /// run resets the timeline: it shows the whole run, or its end if the axis follows a live run
    /// (axis()->setFollowing(true)).
    void setView(const trace::TraceView& view);
    [[nodiscard]] const trace::TraceView& view() const;
    [[nodiscard]] TimeAxis* axis() const;
    /// Cursors, bookmarks, search results.
    [[nodiscard]] Navigation* navigation() const;
    /// Order, groups, heights, pinned and hidden rows, display of rails.
    [[nodiscard]] RowArranger* rowArranger() const;

    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const;

    /// Shows or hides the rows of a kind (TrackKind::name in tracks/tracktable.cpp, such as "temperatures").
    void setRowsShown(const QString& kind, bool shown);
    [[nodiscard]] bool rowsShown(const QString& kind) const;

    /// Shows the whole recording in a strip above the rows; hidden by default.
    void setOverviewShown(bool shown);
    /// Shows the values right of the rows, where the timeline is wide enough; shown by default.
    void setValuesShown(bool shown);
    /// Shows the frame times in a corner; hidden by default unless STEPSCOPE_FRAME_TIMES is set in the environment.
    void setFrameTimesShown(bool shown);
    [[nodiscard]] bool frameTimesShown() const;
    /// True if the picture is up to date: no frame is pending and no animation runs.
    [[nodiscard]] bool isDrawn() const;
    /// Options of a figure that shows what the timeline shows now; the caller sets its path.
    [[nodiscard]] FigureOptions figureAsSeen() const;

    /// px of the data, without names, scales and values.
    [[nodiscard]] int dataWidth() const;

    /// The range with a margin of 1/16 at both ends.
    [[nodiscard]] static trace::TimeRange around(trace::TimeRange range);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    /// Copies the visible rows to the clipboard as a picture, as Ctrl+C does.
    void copyPicture();
    /// Selects the span, and zooms and scrolls so that it takes a third of the width. Indices as in TraceView::lanes().
    void goToSpan(std::size_t lane, std::size_t span);
    /// `step` as in TraceView::step().
    void zoomToStep(std::size_t step);
    void zoomAround(trace::TimeRange range); ///< shows around(range)
    /// Highlights all instances of an op and fades the others; 0 = no highlight.
    void focusOp(std::uint32_t op);
    void clearSpan();

signals:
    /// The user clicked a span, or double-clicked it, which also zooms to it.
    void spanActivated(std::size_t lane, std::size_t span);
    void spanCleared();
    void bookmarkActivated(std::size_t bookmark); ///< the user clicked its flag
    void cleared();                               ///< the user pressed Esc: listeners clear their search

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;

    void connectAxis();
    void connectGestures();
    void connectNavigation();
    void connectRows();
    void requestFrame(bool whole);
    void drawFrame();
    void updateRows();
    void updateScrollBar();
    void scrollBy(int pixels);

    std::unique_ptr<Parts> m_parts;
};

} // namespace stepscope::widgets
