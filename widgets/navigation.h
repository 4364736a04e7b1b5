#pragma once

#include "widgets/scene.h"

#include <QObject>
#include <QPointF>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

class QMenu;
class QWidget;

namespace stepscope::widgets {

class TimelineCanvas;

/// What one finds one's way with on a timeline: the cursors A and B, bookmarks, what a search found, the links of the
/// chosen span, and the menu of a place. It changes the scene and says what else a person wants.
class Navigation : public QObject
{
    Q_OBJECT

public:
    Navigation(Scene& scene, TimelineCanvas& canvas, QObject* parent);

    [[nodiscard]] const Cursors& cursors() const { return m_scene.cursors; }
    /// ns; snapping was done by who calls.
    void setCursor(Cursors::Which which, std::optional<std::int64_t> time);
    /// Whose energy is told between the cursors and in tooltips: a channel; none = the module's input.
    void setRail(std::optional<std::size_t> channel);
    /// What lies between the cursors, in one line; empty while one is missing.
    [[nodiscard]] QString measurement() const;

    /// Lights these and fades all other spans; null = all alike.
    void setLit(std::shared_ptr<const SpanIndex> instances);
    [[nodiscard]] const std::shared_ptr<const SpanIndex>& lit() const { return m_scene.lit; }

    void setBookmarks(const Bookmarks& bookmarks);
    [[nodiscard]] const Bookmarks& bookmarks() const { return m_scene.bookmarks; }
    /// What a bookmark without further words is about: the selection, else the time below the pointer, else the middle
    /// of the view.
    [[nodiscard]] trace::TimeRange placeOfInterest() const;

    /// What a person may do at this place of the canvas. Deletes itself when it is closed.
    [[nodiscard]] QMenu* makeMenu(QPointF position, QWidget* parent);

public slots:
    /// Snaps within a few px to what is in the row below it (in the ruler: to what is in sight) unless `exactly`.
    void placeCursor(stepscope::widgets::Cursors::Which which, QPointF position, bool exactly);
    void clearCursors();
    /// Of the selected span, else of the hovered one.
    void updateLinks();
    /// More of the same recording came.
    void refresh();
    /// Another recording.
    void clear();

signals:
    void frameWanted(bool whole);          ///< else only what moves with the pointer
    void measured(const QString& oneLine); ///< measurement() changed
    void bookmarkWanted(stepscope::trace::TimeRange range);
    void instanceWanted(bool forward); ///< the next or previous one of the selected op
    void opWanted(std::uint32_t op);   ///< all its instances are to be lit
    void spanWanted(std::size_t lane, std::size_t span);

private:
    [[nodiscard]] SnapSources sourcesAt(QPointF position) const;
    void tellMeasurement();

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    QString m_told;
};

} // namespace stepscope::widgets
