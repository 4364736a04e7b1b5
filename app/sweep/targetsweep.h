#pragma once

#include "app/capture/capture.h"
#include "app/capture/connection.h"
#include "app/sweep/sweep.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace stepscope::app {

/// The part of a sweep on one target: its cells, one after another. Used by the thread of the target, except leave().
class TargetSweep
{
public:
    TargetSweep(Sweep& sweep, std::string target);

    /// Connects and checks that the target has all models of the plan, and that its power settings can be set. Its
    /// errors are not retried, since at the begin of a sweep they are mostly mistakes.
    format::Result<void> prepare();
    /// Runs the cells. True = all are done.
    format::Result<bool> run();
    /// Disconnects; a training in progress continues.
    void leave();

private:
    /// How one training of a cell ended.
    enum class Attempt { Done, Again, Paused };

    format::Result<void> connect();
    template <typename Value>
    format::Result<Value> retried(const std::function<format::Result<Value>()>& action);
    format::Result<bool> runCell(analysis::StudyCell cell);
    format::Result<Attempt> attempt(analysis::StudyCell& cell, analysis::CellEnd& end);
    format::Result<Attempt> afterCapture(analysis::StudyCell& cell, analysis::CellEnd& end,
                                         const trace::TraceView& view, const std::string& run);
    format::Result<Attempt> afterError(analysis::StudyCell& cell, analysis::CellEnd& end, const format::Error& error);
    format::Result<CaptureOutcome> capture(const analysis::StudyCell& cell, const std::string& existingRun);
    format::Result<std::string> runOf(const analysis::StudyCell& cell);
    format::Result<void> discard(analysis::StudyCell& cell, const std::string& run);
    format::Result<void> store(const analysis::StudyCell& cell);
    format::Result<std::map<std::string, double>> temperatures();
    format::Result<bool> waitForOthers(const analysis::StudyCell& cell);
    format::Result<bool> coolDown(analysis::CellEnd& end);
    void describeDevice(const trace::TraceView& view);
    [[nodiscard]] std::filesystem::path recordingOf(const analysis::StudyCell& cell) const;

    Sweep& m_sweep;
    std::string m_target;
    analysis::StudyPlan m_plan;
    std::unique_ptr<Connection> m_connection;
    bool m_everConnected = false;
    bool m_isDeployed = false;
    bool m_hasReportedWait = false;
    std::string m_refetched; ///< the cell whose recording was fetched from its first byte again

    std::mutex m_mutex;
    Capture* m_capture = nullptr; ///< guarded
    bool m_left = false;          ///< guarded
};

} // namespace stepscope::app
