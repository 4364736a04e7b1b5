#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/theme.h"
#include "widgets/timeaxis.h"

#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace stepscope::widgets {

class Navigation;
class RowArranger;
struct FigureOptions;

/// The timeline of one recording, live or opened: a row a track over one shared time axis.
/// It draws from an immutable view; nothing here reads files or waits.
///
/// Gestures: drag selects a range; right drag or ctrl+drag zooms to a range; wheel and pinch zoom at the pointer;
/// shift+wheel, middle drag, shift+drag and space+drag pan; ctrl+wheel scrolls the rows. W/S and +/- zoom, A/D and
/// left/right pan, up/down scroll; Home or 0 shows all, End goes to the end, L follows the newest, Z zooms to the
/// selected range; backspace goes back, shift+backspace forward. Click selects a span, double click goes to it; a click
/// on a bookmark's flag goes there; right click opens a menu. Q and E place the cursors A and B, shift+click the next
/// one; their flags in the ruler can be dragged; they snap unless alt (keys: shift) is held. Esc gives up what a drag
/// has begun, else clears cursors, span, highlight and selection. What hands do with the labels of rows is in
/// rowgestures.h.
class TimelineWidget : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineWidget(QWidget* parent = nullptr);
    ~TimelineWidget() override;

    /// Shows what there is now; cheap, up to 60 times a second: drawing comes later, and never more often than that. A
    /// view of another run starts anew: all of it, or the newest while the axis is following (live:
    /// axis()->setFollowing(true)).
    void setView(const trace::TraceView& view);
    [[nodiscard]] const trace::TraceView& view() const;
    [[nodiscard]] TimeAxis* axis() const;
    /// Cursors, bookmarks, what a search found.
    [[nodiscard]] Navigation* navigation() const;
    /// Order, groups, heights, pinned and hidden rows; how rails are shown.
    [[nodiscard]] RowArranger* rowArranger() const;

    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const;

    /// Rows of a kind (TrackKind::name in tracks/tracktable.cpp: "temperatures", "frequencies", ...) come or go.
    void setRowsShown(const QString& kind, bool shown);
    [[nodiscard]] bool rowsShown(const QString& kind) const;

    /// The whole recording on a strip above the rows; not there at first.
    void setOverviewShown(bool shown);
    /// How long frames take, in a corner; at first only with STEPSCOPE_FRAME_TIMES in the environment.
    void setFrameTimesShown(bool shown);
    [[nodiscard]] bool frameTimesShown() const;
    /// What is shown is what was asked for last: no frame is due, and nothing glides.
    [[nodiscard]] bool isDrawn() const;
    /// What is seen now, for a figure; its path is still to be chosen.
    [[nodiscard]] FigureOptions figureAsSeen() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    /// The rows as they are seen, to the clipboard; so does Ctrl+C.
    void copyPicture();
    /// Selects the instance and brings it into sight, a third of the width wide. Indices as in TraceView::lanes().
    void goToSpan(std::size_t lane, std::size_t span);
    /// `step` as in TraceView::step().
    void zoomToStep(std::size_t step);
    void zoomAround(trace::TimeRange range); ///< with some margin
    /// Lights all instances of an op and fades the others; 0 = none.
    void focusOp(std::uint32_t op);
    void clearSpan();

signals:
    /// A person clicked on a span, or double-clicked (then it was zoomed to as well).
    void spanActivated(std::size_t lane, std::size_t span);
    void spanCleared();
    void spanHovered(std::size_t lane, std::size_t span);
    void hoverLeft();
    void bookmarkActivated(std::size_t bookmark); ///< its flag was clicked on
    void cleared();                               ///< Esc: a search is to be given up, too

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
    void tellHover();
    void requestFrame(bool whole);
    void drawFrame();
    void updateRows();
    void updateScrollBar();
    void scrollBy(int pixels);

    std::unique_ptr<Parts> m_parts;
};

} // namespace stepscope::widgets
