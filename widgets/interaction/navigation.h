#pragma once

#include "widgets/timeline/scene.h"

#include <QObject>
#include <QPointF>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

class QMenu;
class QWidget;

namespace stepscope::widgets {

class TimelineCanvas;

/// Navigation aids of a timeline: the cursors A and B, bookmarks, search results, the links of the selected span, and
/// the context menu. It changes the scene, and emits signals for actions that other widgets handle.
class Navigation : public QObject
{
    Q_OBJECT

public:
    Navigation(Scene& scene, TimelineCanvas& canvas, QObject* parent);

    [[nodiscard]] const Cursors& cursors() const { return m_scene.cursors; }
    /// Sets a cursor to a time, ns, without snapping.
    void setCursor(Cursors::Which which, std::optional<std::int64_t> time);
    /// Sets the channel for the energy between the cursors and in tooltips; none = the input of the module.
    void setRail(std::optional<std::size_t> channel);
    /// The difference between the cursors in one line; empty unless both are set.
    [[nodiscard]] QString measurement() const;

    /// Highlights these spans and fades all others; null = no highlight.
    void setHighlighted(std::shared_ptr<const SpanIndex> instances);
    [[nodiscard]] const std::shared_ptr<const SpanIndex>& highlighted() const { return m_scene.highlighted; }

    void setBookmarks(const Bookmarks& bookmarks);
    [[nodiscard]] const Bookmarks& bookmarks() const { return m_scene.bookmarks; }
    /// The range of a new bookmark: the selection, or else the time under the pointer, or else the middle of the view.
    [[nodiscard]] trace::TimeRange placeOfInterest() const;

    /// The context menu at this position of the canvas. It deletes itself when closed.
    [[nodiscard]] QMenu* makeMenu(QPointF position, QWidget* parent);

public slots:
    /// Places a cursor. Unless `exactly`, it snaps within 6 px to edges in the row at the position; in the ruler, to
    /// edges in the visible rows.
    void placeCursor(stepscope::widgets::Cursors::Which which, QPointF position, bool exactly);
    void clearCursors();
    /// Shows the links of the selected span. Those of a hovered one would come and go with each movement of the
    /// pointer.
    void updateLinks();
    /// Updates after the recording grew.
    void refresh();
    /// Resets for another recording.
    void clear();

signals:
    void frameRequested(bool whole);       ///< redraw; !whole = only the overlay
    void measured(const QString& oneLine); ///< measurement() changed
    void bookmarkRequested(stepscope::trace::TimeRange range);
    void instanceRequested(bool forward); ///< go to the next or previous instance of the selected op
    void opRequested(std::uint32_t op);   ///< highlight all instances of the op
    void spanRequested(std::size_t lane, std::size_t span);

private:
    [[nodiscard]] SnapSources sourcesAt(QPointF position) const;
    void reportMeasurement();

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    QString m_reported; ///< last measured()
};

} // namespace stepscope::widgets

class QAction;
class QMenu;

namespace stepscope::widgets {

/// A text from a recording for a menu: shortened to `most` characters, with each & doubled.
[[nodiscard]] QString menuText(QString text, qsizetype most);

/// Adds an action with an object name, which tests and settings use, and connects it.
QAction* addMenuAction(QMenu* menu, const QString& text, const char* name, const std::function<void()>& slot);

} // namespace stepscope::widgets
