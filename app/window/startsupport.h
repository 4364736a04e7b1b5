#pragma once

#include "app/window/recordingpreview.h"
#include "remote/link/ssh/sshsettings.h"
#include "ui/parts/backgroundjob.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace stepscope::ui {
class MainWindow;
}

namespace stepscope::app {

class DialogPrompter;

/// Finds out what the start page shows: the Python that has PyTorch, the models of virtual boards, the hosts of
/// ~/.ssh/config, facts and pictures of recent recordings; and tests the connection to a new board.
class StartSupport : public QObject
{
    Q_OBJECT

public:
    /// `ssh` must outlive this object.
    StartSupport(ui::MainWindow& window, const link::SshOptions& ssh);
    ~StartSupport() override;

signals:
    void boardModelsFound(const QStringList& models);

private:
    void refresh();
    void findPython();
    void findBoardModels();
    void listHosts();
    void connectToBoard(const QString& target);
    void readNext();
    void showPreview(ReadPreview preview);

    ui::MainWindow& m_window;
    const link::SshOptions& m_ssh;
    std::shared_ptr<DialogPrompter> m_prompter;
    ui::JobPointer m_connection;    ///< the test of a connection
    QStringList m_unread;           ///< recent recordings whose preview is to be read
    bool m_hasPython = false;       ///< found; not looked for again
    ui::BackgroundJob m_previewing; ///< one at a time, since each may read a large file
    ui::BackgroundJob m_jobs;
};

} // namespace stepscope::app
