#pragma once

#include "analysis/algorithms/report.h"
#include "ui/latestjob.h"

#include <QObject>

#include <memory>

namespace stepscope::ui {

using ReportPointer = std::shared_ptr<const analysis::Report>;

/// The report of what the tables are about, made off the GUI thread, and only while somebody shows it.
class ReportJob : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// What it is to be about from now on. Of a training that goes on a new one is made when it has grown by half.
    void setScope(const trace::TraceView& view, trace::TimeRange range);
    /// Somebody shows it: makes it unless it is there, or on its way.
    void want();
    void cancel();
    /// Another recording: forgets everything.
    void clear();
    [[nodiscard]] const ReportPointer& report() const { return m_report; } ///< nullptr = not made yet

signals:
    void started();
    void finished(); ///< report() is new
    void cancelled();
    /// The scope has changed: whoever shows it may want() it.
    void becameStale();

private:
    trace::TraceView m_view;
    trace::TimeRange m_range{0, 0};
    std::uint64_t m_seen = 0; ///< samples and spans
    bool m_hasScope = false;
    bool m_isStale = true;
    ReportPointer m_report;
    LatestJob<ReportPointer> m_job;
};

} // namespace stepscope::ui
