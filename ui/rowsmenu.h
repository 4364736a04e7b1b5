#pragma once

#include <QMenu>

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

/// Which rows a timeline has, how they are arranged, and what else stands on it. What is chosen is remembered.
class RowsMenu : public QMenu
{
    Q_OBJECT

public:
    RowsMenu(widgets::TimelineWidget* timeline, QWidget* parent);

private:
    void addKinds();
    void addArrangement();
    void addExtras();

    widgets::TimelineWidget* m_timeline;
};

} // namespace stepscope::ui
