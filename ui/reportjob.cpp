#include "ui/reportjob.h"

namespace stepscope::ui {

void ReportJob::setScope(const trace::TraceView& view, trace::TimeRange range)
{
    const std::uint64_t seen = view.sampleCount() + view.spanCount();
    const bool goesOn = m_hasScope && range.begin == m_range.begin && range.end >= m_range.end && seen >= m_seen;
    if (goesOn && 2 * seen < 3 * m_seen && (range == m_range || seen != m_seen))
        return;
    m_view = view;
    m_range = range;
    m_seen = seen;
    m_hasScope = true;
    m_isStale = true;
    emit becameStale();
}

void ReportJob::want()
{
    if (!m_hasScope || !m_isStale)
        return;
    m_isStale = false;
    emit started();
    m_job.start(
        [view = m_view, range = m_range](const analysis::Cancelled& cancelled) -> ReportPointer {
            return std::make_shared<analysis::Report>(analysis::makeReport(view, {.range = range}, cancelled));
        },
        [this](const ReportPointer& report) {
            m_report = report;
            emit finished();
        });
}

void ReportJob::cancel()
{
    m_job.cancel();
    m_isStale = true;
    emit cancelled();
}

void ReportJob::clear()
{
    m_job.cancel();
    m_view = {};
    m_hasScope = false;
    m_isStale = true;
    m_report.reset();
    emit finished();
}

} // namespace stepscope::ui
