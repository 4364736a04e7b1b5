#pragma once

#include "analysis/study/study.h"
#include "app/sweep/studyfolder.h"
#include "remote/format/result.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/transport.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stepscope::app {

class TargetSweep;

/// Called on the threads of the targets, one call at a time.
struct SweepObserver
{
    /// All targets are connected.
    std::function<void()> prepared;
    /// What a target does, in one line.
    std::function<void(const std::string& target, const std::string& text)> status;
    /// Why a target waits for another user, in one line. Called at the first wait only; `status` tells of each.
    std::function<void(const std::string& target, const std::string& text)> waits;
    /// A cell is done; its row is stored.
    std::function<void(const analysis::StudyCell& cell)> cellDone;
};

/// Runs the cells of a study that are not done, on all its targets at the same time, one training at a time on each.
/// A failed training is a result. A lost connection is retried without limit. A run of the study that a target still
/// has, from before a crash, is attached instead of started again. run() blocks; the others may be called from any
/// thread.
class Sweep
{
public:
    Sweep(StudyFolder& folder, link::SshOptions ssh, std::shared_ptr<link::Prompter> prompter, SweepObserver observer);
    ~Sweep();

    /// True = all cells are done; false = paused. An error of one target does not end the others; the first is
    /// returned.
    format::Result<bool> run();
    /// Ends run() after the trainings in progress.
    void pause();
    /// Ends run() now. Trainings in progress continue on their targets; the next sweep of the folder attaches them.
    void leave();

private:
    friend TargetSweep;

    enum class Request { None, Pause, Leave };

    [[nodiscard]] Request request() const;
    /// False if the wait ended by leave(), or by pause() if `forCell`.
    bool wait(std::chrono::milliseconds time, bool forCell);
    void report(const std::string& target, const std::string& text);
    void reportWait(const std::string& target, const std::string& text);
    void reportDone(const analysis::StudyCell& cell);

    StudyFolder& m_folder;
    link::SshOptions m_ssh;
    std::shared_ptr<link::Prompter> m_prompter;
    SweepObserver m_observer;
    std::mutex m_observerMutex;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    Request m_request = Request::None;                   ///< guarded
    std::vector<std::unique_ptr<TargetSweep>> m_targets; ///< guarded while run() creates them
};

} // namespace stepscope::app
