#pragma once

#include <QList>
#include <QMenu>

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

/// Which rows timelines have, how they are arranged, and what else stands on them. What is chosen in one of them is
/// chosen for all, and remembered.
class RowsMenu : public QMenu
{
    Q_OBJECT

public:
    RowsMenu(widgets::TimelineWidget* timeline, QWidget* parent);
    /// Another one, whose rows are to be like those of the first.
    void follow(widgets::TimelineWidget* timeline);

private:
    void addKinds();
    void addArrangement();
    void addExtras();
    void remember(const widgets::TimelineWidget* chosenIn);

    widgets::TimelineWidget* m_timeline;
    QList<widgets::TimelineWidget*> m_all;
};

} // namespace stepscope::ui
