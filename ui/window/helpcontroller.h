#pragma once

#include <QObject>
#include <QPointer>

class QMainWindow;

namespace stepscope::ui {

class DevicePage;
class GuideWindow;
class RecordingPage;
class Tour;
class WindowActions;

/// The help of the window: the guide, and the tour of the first start.
class HelpController : public QObject
{
    Q_OBJECT

public:
    HelpController(const WindowActions* actions, DevicePage* devices, RecordingPage* recording, QMainWindow* window);

    /// Starts the tour unless it was ended in an earlier session.
    void startTourOnce();
    [[nodiscard]] Tour* tour() const { return m_tour; }

public slots:
    void showGuide();

private:
    QMainWindow* m_window;
    Tour* m_tour;
    QPointer<GuideWindow> m_guide;
};

} // namespace stepscope::ui
