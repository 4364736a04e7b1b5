#pragma once

#include <QList>
#include <QObject>

class QAction;
class QSplitter;
class QStatusBar;
class QWidget;

namespace stepscope::ui {

/// Which panes beside the timeline a window has room for. Collapses the left panel and the inspector as the window
/// becomes narrower, and shows them again. A pane that the user shows or hides by hand stays so until the window gets
/// another width class.
class PaneLayout : public QObject
{
    Q_OBJECT

public:
    /// Wide: both panes. Medium: a narrow inspector. Narrow: neither.
    enum class Width { Wide, Medium, Narrow };

    struct Panes
    {
        QWidget* window = nullptr;
        QAction* showSidebar = nullptr;
        QAction* showInspector = nullptr;
        QSplitter* besideTimeline = nullptr; ///< the timeline, then the inspector
    };

    explicit PaneLayout(const Panes& panes, QObject* parent = nullptr);

    /// Only pages with a timeline need the width of the left panel.
    void setHasTimeline(bool hasTimeline);
    /// A restored place may be of another screen. The frame is not counted: its size is known only once it is shown.
    static void fitIntoScreen(QWidget& window);
    /// Adds a button for each action that shows a pane.
    static void addButtons(const QList<QAction*>& panes, QStatusBar* bar);
    [[nodiscard]] static Width widthOf(int pixels);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    void narrowInspector() const;

    Panes m_panes;
    Width m_width = Width::Wide;
    bool m_hasTimeline = false;
    bool m_hidSidebar = false;   ///< this class did, not the user
    bool m_hidInspector = false; ///< as m_hidSidebar
};

} // namespace stepscope::ui
