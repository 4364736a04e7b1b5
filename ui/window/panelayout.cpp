#include "ui/window/panelayout.h"

#include <QAction>
#include <QEvent>
#include <QResizeEvent>
#include <QScreen>
#include <QSplitter>
#include <QStatusBar>
#include <QToolButton>
#include <QWidget>

#include <algorithm>

namespace stepscope::ui {

namespace {

// px. The data of the timeline get 60 % of a window 1366 px wide, and half of one 1024 px wide.
constexpr int kWide = 1500;
constexpr int kMedium = 1180;
constexpr int kNarrowInspector = 249;

} // namespace

PaneLayout::PaneLayout(const Panes& panes, QObject* parent)
    : QObject(parent)
    , m_panes(panes)
{
    m_panes.window->installEventFilter(this);
    // What the user toggles is no longer restored by this class.
    connect(m_panes.showSidebar, &QAction::triggered, this, [this] { m_hidSidebar = false; });
    connect(m_panes.showInspector, &QAction::triggered, this, [this] { m_hidInspector = false; });
}

void PaneLayout::fitIntoScreen(QWidget& window)
{
    const QRect available = window.screen()->availableGeometry();
    const QSize size = window.size().boundedTo(available.size());
    if (size != window.size())
        window.resize(size);
    const QPoint corner(std::clamp(window.x(), available.left(), available.right() + 1 - size.width()),
                        std::clamp(window.y(), available.top(), available.bottom() + 1 - size.height()));
    if (corner != window.pos())
        window.move(corner);
}

PaneLayout::Width PaneLayout::widthOf(int pixels)
{
    return pixels >= kWide ? Width::Wide : pixels >= kMedium ? Width::Medium : Width::Narrow;
}

void PaneLayout::setHasTimeline(bool hasTimeline)
{
    if (m_hasTimeline == hasTimeline)
        return;
    m_hasTimeline = hasTimeline;
    apply();
}

bool PaneLayout::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_panes.window && event->type() == QEvent::Resize) {
        const Width width = widthOf(static_cast<QResizeEvent*>(event)->size().width());
        if (width != m_width) {
            m_width = width;
            apply();
        }
    }
    return QObject::eventFilter(watched, event);
}

void PaneLayout::apply()
{
    const auto fit = [](QAction* show, bool fits, bool& isHidden) {
        if (!fits && show->isChecked()) {
            show->setChecked(false);
            isHidden = true;
        } else if (fits && isHidden) {
            show->setChecked(true);
            isHidden = false;
        }
    };
    fit(m_panes.showSidebar, !m_hasTimeline || m_width == Width::Wide, m_hidSidebar);
    fit(m_panes.showInspector, !m_hasTimeline || m_width != Width::Narrow, m_hidInspector);
    if (m_hasTimeline && m_width == Width::Medium)
        narrowInspector();
}

void PaneLayout::narrowInspector() const
{
    const QList<int> sizes = m_panes.besideTimeline->sizes();
    if (sizes.size() != 2)
        return;
    const int least = std::max(kNarrowInspector, m_panes.besideTimeline->widget(1)->minimumSizeHint().width());
    m_panes.besideTimeline->setSizes({m_panes.window->width() - least, least});
}

void PaneLayout::addButtons(const QList<QAction*>& panes, QStatusBar* bar)
{
    for (QAction* pane : panes) {
        auto* button = new QToolButton(bar);
        button->setDefaultAction(pane);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        bar->addPermanentWidget(button);
    }
}

} // namespace stepscope::ui
