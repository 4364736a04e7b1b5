#pragma once

#include "analysis/report/report.h"
#include "ui/parts/backgroundjob.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace stepscope::ui {

using ReportPointer = std::shared_ptr<const analysis::Report>;

/// The report of the range that the tables show. Computes it in the worker pool, and only on request().
class ReportJob : public QObject
{
    Q_OBJECT

public:
    explicit ReportJob(QObject* parent = nullptr);

    /// The ranges of the next report.
    struct Scope
    {
        trace::TimeRange range;                   ///< of all that is not of ops
        std::vector<trace::TimeRange> opRanges{}; ///< disjoint and in order of time; empty = `range`
        QString sumTitle{};                       ///< of several ranges
        bool operator==(const Scope&) const = default;
    };

    /// In a live run, the report becomes stale when the number of samples and spans has grown by half. A recording that
    /// is being read comes in a few views, of which the last one is complete.
    void setScope(const trace::TraceView& view, const Scope& scope, bool isLive);
    /// Computes the report unless it is current or on its way. Panels call it when they become visible.
    void request();
    void cancel();
    /// Forgets the scope and the report.
    void clear();
    [[nodiscard]] bool hasScope() const { return m_hasScope; }
    [[nodiscard]] const Scope& scope() const { return m_scope; }
    [[nodiscard]] const ReportPointer& report() const { return m_report; } ///< null until the first report

signals:
    void started();
    void finished(); ///< report() has changed
    void cancelled();
    /// The scope has changed: panels that are visible call request().
    void becameStale();

private:
    trace::TraceView m_view;
    Scope m_scope;
    std::uint64_t m_recordCount = 0; ///< samples and spans of the current scope
    bool m_hasScope = false;
    bool m_isStale = true;
    ReportPointer m_report;
    BackgroundJob m_job;
};

} // namespace stepscope::ui
