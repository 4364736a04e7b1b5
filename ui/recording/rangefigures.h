#pragma once

#include "analysis/energy/opgroupenergy.h"
#include "analysis/metrics/optable.h"
#include "ui/parts/backgroundjob.h"
#include "widgets/render/colorrole.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QVariant>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// A range to analyse.
struct RangeQuestion
{
    trace::TraceView view;
    std::vector<trace::TimeRange> ranges; ///< disjoint, in order of time; figures are those of all together
    bool summary = true;                  ///< false: the table of ops only
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

/// One line of the inspector.
struct Figure
{
    int level = 0; ///< depth in the tree; 0 = root
    QString label;
    QString value;
    QString second;    ///< a second figure, such as the mean power beside the energy
    double share = -1; ///< 0..1 for a bar; -1 = none
    QString meaning;   ///< tool tip
    QVariant raw{};    ///< `value` in SI units, for CSV
    QVariant rawSecond{};
    std::uint32_t op = 0; ///< 0 = no op; otherwise lane and span are of its first instance
    std::size_t lane = 0;
    std::size_t span = 0;
    std::optional<widgets::ColorRole> color{}; ///< its colour in the timeline
    QString shown{};                           ///< shorter than `label`, where its place in the tree says the rest
};

inline constexpr std::size_t kTopOps = 8;

/// The lines of the inspector in display order, without quantities that the device cannot measure.
[[nodiscard]] QList<Figure> figuresOf(const RangeResult& result);

} // namespace stepscope::ui
