#pragma once

#include "analysis/metrics/optable.h"
#include "ui/parts/backgroundjob.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// A range to analyse.
struct RangeQuestion
{
    trace::TraceView view;
    trace::TimeRange range;
    bool summary = true; ///< false: the table of ops only
    analysis::OpTableOptions ops;
};

/// Time, energy and memory of a range, with its ops.
struct RangeResult
{
    analysis::RangeSummary summary;
    std::vector<analysis::OpTotals> ops;
    double seconds = 0; ///< run time of the analysis
};

/// Analyses ranges in the worker pool, one at a time, and bounds the load of a live recording: at most two analyses a
/// second, and at least four times their run time between them.
class RangeAnalysis : public QObject
{
    Q_OBJECT

public:
    explicit RangeAnalysis(QObject* parent = nullptr);

    /// Replaces the request that waits. `urgent` (an action of the user) cancels the running analysis and starts at
    /// once; otherwise (new data) the request waits until the running one has ended and the pause is over.
    void request(RangeQuestion question, bool urgent);
    /// Drops all requests.
    void clear();

signals:
    void finished(const stepscope::ui::RangeResult& result);
    /// 0..1, or -1 if unknown; see BackgroundJob::start().
    void progressed(double share);

private:
    void startWaiting();
    void takeResult(const RangeResult& result);

    std::optional<RangeQuestion> m_waiting;
    QTimer m_pause;
    BackgroundJob m_job;
};

} // namespace stepscope::ui
