#include "ui/recording/rangeanalysis.h"

#include <QElapsedTimer>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kLeastPauseMs = 500;
constexpr double kPausePerRunTime = 4;

RangeResult analyse(RangeQuestion question, const JobPointer& job)
{
    QElapsedTimer clock;
    clock.start();
    const std::stop_token stop = job->stopToken();
    RangeResult result;
    result.summary.range = question.range;
    if (question.summary)
        result.summary = analysis::summarize(question.view, question.range, stop);
    question.ops.progress = [job](double share) { job->setProgress(share); };
    result.ops = analysis::opTable(question.view, question.range, question.ops, stop);
    result.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    return result;
}

} // namespace

RangeAnalysis::RangeAnalysis(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &RangeAnalysis::startWaiting);
}

void RangeAnalysis::request(RangeQuestion question, bool urgent)
{
    m_waiting = std::move(question);
    if (urgent) {
        m_pause.stop();
        m_job.cancel();
    }
    startWaiting();
}

void RangeAnalysis::clear()
{
    m_waiting.reset();
    m_job.cancel();
}

void RangeAnalysis::startWaiting()
{
    if (!m_waiting || m_pause.isActive() || m_job.isBusy())
        return;
    m_job.start(
        [question = *std::exchange(m_waiting, std::nullopt)](const JobPointer& job) { return analyse(question, job); },
        [this](const RangeResult& result) { takeResult(result); }, [this](double share) { emit progressed(share); });
}

void RangeAnalysis::takeResult(const RangeResult& result)
{
    m_pause.start(std::max(kLeastPauseMs, static_cast<int>(result.seconds * 1000 * kPausePerRunTime)));
    emit finished(result);
}

} // namespace stepscope::ui
