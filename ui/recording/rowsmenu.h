#pragma once

#include <QList>
#include <QMenu>
#include <QPair>
#include <QString>

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

/// Menu for the rows of the timelines, their arrangement, and other parts such as the overview. A choice applies to all
/// timelines and is stored in the settings.
class RowsMenu : public QMenu
{
    Q_OBJECT

public:
    RowsMenu(widgets::TimelineWidget* timeline, QWidget* parent);
    /// Adds a timeline whose rows follow those of the first one.
    void follow(widgets::TimelineWidget* timeline);

private:
    void addKinds();
    void addArrangement();
    void addExtras();
    void store(const widgets::TimelineWidget* source);

    widgets::TimelineWidget* m_timeline;
    QList<widgets::TimelineWidget*> m_all;
};

/// Name (widgets::TrackKind::name) and title of the kinds of rows that the user can show or hide, from top to bottom.
[[nodiscard]] QList<QPair<QString, QString>> rowKinds();

} // namespace stepscope::ui
