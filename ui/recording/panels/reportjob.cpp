#include "ui/recording/panels/reportjob.h"

#include <stop_token>

namespace stepscope::ui {

ReportJob::ReportJob(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &BackgroundJob::failed, this, &ReportJob::cancel);
}

void ReportJob::setScope(const trace::TraceView& view, const Scope& scope, bool isLive)
{
    const std::uint64_t records = view.sampleCount() + view.spanCount();
    const trace::TimeRange range = scope.range;
    const trace::TimeRange before = m_scope.range;
    const bool hasGrown = m_hasScope && range.begin == before.begin && range.end >= before.end &&
                          records >= m_recordCount && scope.opRanges == m_scope.opRanges;
    const bool isEnough = isLive && 2 * records < 3 * m_recordCount && (range == before || records != m_recordCount);
    if (hasGrown && (isEnough || (range == before && records == m_recordCount)))
        return;
    m_view = view;
    m_scope = scope;
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
        [view = m_view, scope = m_scope](const std::stop_token& stop) -> ReportPointer {
            return std::make_shared<analysis::Report>(
                analysis::makeReport(view, {.range = scope.range, .opRanges = scope.opRanges}, stop));
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
    m_scope = {};
    m_hasScope = false;
    m_isStale = true;
    m_report.reset();
    emit finished();
}

} // namespace stepscope::ui
