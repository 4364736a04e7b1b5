#pragma once

#include "analysis/algorithms/optable.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>

namespace stepscope::ui {

/// What is asked of a range.
struct RangeQuestion
{
    trace::TraceView view;
    trace::TimeRange range;
    bool summary = true; ///< else ops only
    analysis::OpTableOptions ops;
};

/// What a range cost, with its ops.
struct RangeResult
{
    quint64 job = 0;
    analysis::RangeSummary summary;
    std::vector<analysis::OpTotals> ops;
    double seconds = 0; ///< that the analysis took
};

/// Analyses ranges off the GUI thread, one at a time. A newer request cancels the running one and replaces a waiting
/// one; every request has a job number and only the newest one's result comes out.
class RangeAnalysis : public QObject
{
    Q_OBJECT

public:
    explicit RangeAnalysis(QObject* parent = nullptr);
    ~RangeAnalysis() override;

    /// `urgent`: what a person did, cancels what runs. Otherwise (fresh data) it waits for its turn, at most twice a
    /// second and never more than a fifth of a core.
    void request(RangeQuestion question, bool urgent);
    static constexpr int kQuietMs = 400; ///< what takes no longer tells no progress
    /// Drops everything asked for.
    void clear();

signals:
    void finished(const stepscope::ui::RangeResult& result);
    /// 0..1, now and then, of what takes longer than kQuietMs.
    void progressed(double share);

private:
    struct Request
    {
        RangeQuestion question;
        quint64 job = 0;
    };

    void startWaiting();
    void takeResult();

    std::optional<Request> m_waiting;
    quint64 m_newest = 0;
    quint64 m_oldestWanted = 0; ///< results of jobs before it are stale
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    QFutureWatcher<RangeResult> m_watcher;
    QTimer m_pause;
    QTimer m_telling;
    std::shared_ptr<std::atomic<double>> m_progress;
};

} // namespace stepscope::ui
