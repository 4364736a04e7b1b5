#pragma once

#include "app/window/sessionfile.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <optional>

namespace stepscope::ui {
class MainWindow;
}

namespace stepscope::app {

class WindowController;

/// Stores what the window shows while it is open, and restores it at the next start. Files are written on a separate
/// thread; the destructor waits for the last write.
class Session : public QObject
{
    Q_OBJECT

public:
    explicit Session(WindowController& controller);
    ~Session() override;

    /// Shows the windows of the last session: the first in this window, the others in windows of their own. A file that
    /// does not exist is skipped, with a line in the banner.
    void restore();

signals:
    void windowRequested(const QString& path);

private:
    [[nodiscard]] SessionWindow current() const;
    void store();
    void show(const SessionWindow& window);
    void finish(const QString& recording);

    WindowController& m_controller;
    ui::MainWindow& m_window;
    std::optional<SessionWindow> m_restored; ///< until its recording is on display
    SessionWindow m_stored;
    bool m_isClosed = false;
    QTimer m_change; ///< joins the changes of a moment
    QThreadPool m_pool;
};

} // namespace stepscope::app
