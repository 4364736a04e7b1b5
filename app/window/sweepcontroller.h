#pragma once

#include "app/sweep/sweep.h"
#include "remote/link/ssh/sshsettings.h"
#include "ui/study/studycontent.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <thread>

class QWidget;

namespace stepscope::app {

class DialogPrompter;

/// Runs one sweep at a time on a separate thread, with the same code as `stepscope sweep`, and emits its progress as
/// signals on the GUI thread. The results are in the folder of the study.
class SweepController : public QObject
{
    Q_OBJECT

public:
    explicit SweepController(QWidget* window);
    ~SweepController() override;

    /// A new study; or the one in the folder, if it has the same plan.
    void start(const ui::SweepRequest& request, const link::SshOptions& ssh);
    /// Continues the study in the folder.
    void resume(const QString& folder, const link::SshOptions& ssh);
    /// Ends the sweep after the trainings in progress.
    void pause();
    /// Ends the sweep now; trainings in progress continue on their targets, and resume() finds them.
    void leave();
    [[nodiscard]] bool isRunning() const { return m_sweep != nullptr; }

signals:
    void opened(const QString& folder); ///< the folder has a study.json
    void statusChanged(const stepscope::ui::SweepStatus& status);
    void ended(const QString& oneLine, bool isError);

private:
    void run(const QString& folder, const std::optional<analysis::StudyPlan>& plan, const link::SshOptions& ssh);
    void report(const QString& text);
    void finish(const format::Result<bool>& isDone);

    QWidget* m_window;
    std::shared_ptr<DialogPrompter> m_prompter;
    std::unique_ptr<StudyFolder> m_folder;
    std::unique_ptr<Sweep> m_sweep;
    std::thread m_thread;
    ui::SweepStatus m_status;
};

} // namespace stepscope::app
