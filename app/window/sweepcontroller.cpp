#include "app/window/sweepcontroller.h"

#include "app/sweep/rememberingprompter.h"
#include "app/window/dialogprompter.h"
#include "ui/messages/capturetexts.h"

#include <QDir>
#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace stepscope::app {

using format::Result;

SweepController::SweepController(QWidget* window)
    : m_window(window)
{}

SweepController::~SweepController()
{
    leave();
    if (m_thread.joinable())
        m_thread.join();
}

void SweepController::start(const ui::SweepRequest& request, const link::SshOptions& ssh)
{
    analysis::StudyPlan plan;
    for (const QString& target : request.targets)
        plan.targets.push_back(target.toStdString());
    for (const QString& model : request.models)
        plan.models.push_back(model.toStdString());
    plan.batches.assign(request.batches.begin(), request.batches.end());
    for (const QString& setting : request.powerSettings)
        plan.powerSettings.push_back(setting.toStdString());
    plan.repeats = request.repeats;
    plan.steps = request.steps;
    plan.leastSeconds = request.leastSeconds;
    run(request.folder, plan, ssh);
}

void SweepController::resume(const QString& folder, const link::SshOptions& ssh)
{
    run(folder, std::nullopt, ssh);
}

void SweepController::run(const QString& folder, const std::optional<analysis::StudyPlan>& plan,
                          const link::SshOptions& ssh)
{
    if (m_sweep)
        return;
    auto study = StudyFolder::open(folder.toStdString(), plan);
    if (!study.ok())
        return emit ended(QString::fromStdString(study.error().text), true);
    m_folder = std::move(*study);
    m_status = {QDir::cleanPath(QDir(folder).absolutePath()), ui::SweepStatus::Phase::Running, {}};
    m_prompter = std::make_shared<DialogPrompter>(m_window);
    const auto prompter = std::make_shared<RememberingPrompter>(m_prompter);
    SweepObserver observer;
    observer.prepared = [prompter] { prompter->remember(); };
    observer.status = [this](const std::string& target, const std::string& text) {
        const QString line = QString::fromStdString(target + ": " + text);
        QMetaObject::invokeMethod(
            this, [this, line] { report(line); }, Qt::QueuedConnection);
    };
    m_sweep = std::make_unique<Sweep>(*m_folder, ssh, prompter, std::move(observer));
    emit opened(m_status.folder);
    report(QStringLiteral("connecting"));
    m_thread = std::thread([this, sweep = m_sweep.get()] {
        auto isDone = std::make_shared<Result<bool>>(sweep->run());
        QMetaObject::invokeMethod(
            this, [this, isDone] { finish(*isDone); }, Qt::QueuedConnection);
    });
}

void SweepController::pause()
{
    if (!m_sweep)
        return;
    m_sweep->pause();
    m_status.phase = ui::SweepStatus::Phase::Pausing;
    emit statusChanged(m_status);
}

void SweepController::leave()
{
    if (!m_sweep)
        return;
    m_prompter->dismiss();
    m_sweep->leave();
    m_status.phase = ui::SweepStatus::Phase::Stopping;
    emit statusChanged(m_status);
}

void SweepController::report(const QString& text)
{
    if (!m_sweep)
        return;
    m_status.text = text;
    emit statusChanged(m_status);
}

void SweepController::finish(const Result<bool>& isDone)
{
    m_thread.join();
    m_sweep.reset();
    const analysis::Study study = m_folder->study();
    m_folder.reset(); // unlocks it
    m_status.phase = ui::SweepStatus::Phase::None;
    emit statusChanged(m_status);
    const auto trainings = static_cast<qsizetype>(study.cells.size());
    const auto done = std::count_if(study.cells.begin(), study.cells.end(), [](const analysis::StudyCell& cell) {
        return cell.state == analysis::CellState::Done;
    });
    const auto failed = std::count_if(study.cells.begin(), study.cells.end(), [](const analysis::StudyCell& cell) {
        return !cell.result.isEmpty() && !cell.result.succeeded();
    });
    if (!isDone.ok())
        emit ended(QString::fromStdString(isDone.error().text), true);
    else if (*isDone)
        emit ended(ui::messages::sweepDone(trainings, failed), false);
    else
        emit ended(ui::messages::sweepPaused(done, trainings), false);
}

} // namespace stepscope::app
