#include "ui/recording/panels/reportjob.h"

#include <stop_token>

namespace stepscope::ui {

ReportJob::ReportJob(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &BackgroundJob::failed, this, &ReportJob::cancel);
}

void ReportJob::setScope(const trace::TraceView& view, trace::TimeRange range)
{
    const std::uint64_t records = view.sampleCount() + view.spanCount();
    const bool hasGrown =
        m_hasScope && range.begin == m_range.begin && range.end >= m_range.end && records >= m_recordCount;
    if (hasGrown && 2 * records < 3 * m_recordCount && (range == m_range || records != m_recordCount))
        return;
    m_view = view;
    m_range = range;
    m_recordCount = records;
    m_hasScope = true;
    m_isStale = true;
    emit becameStale();
}

void ReportJob::request()
{
    if (!m_hasScope || !m_isStale)
        return;
    m_isStale = false;
    emit started();
    m_job.start(
        [view = m_view, range = m_range](const std::stop_token& stop) -> ReportPointer {
            return std::make_shared<analysis::Report>(analysis::makeReport(view, {.range = range}, stop));
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
