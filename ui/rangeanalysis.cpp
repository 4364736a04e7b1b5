#include "ui/rangeanalysis.h"

#include <QElapsedTimer>
#include <QtConcurrentRun>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kLeastPauseMs = 500;
constexpr double kPausePerWork = 4;

RangeResult analyse(const trace::TraceView& view, trace::TimeRange range, quint64 job,
                    const std::shared_ptr<std::atomic<bool>>& cancelled)
{
    QElapsedTimer clock;
    clock.start();
    RangeResult result;
    result.job = job;
    result.summary = analysis::summarize(view, range);
    result.ops = analysis::opTotals(view, range, [cancelled] { return cancelled->load(std::memory_order_relaxed); });
    result.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    return result;
}

} // namespace

RangeAnalysis::RangeAnalysis(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &RangeAnalysis::startWaiting);
    connect(&m_watcher, &QFutureWatcher<RangeResult>::finished, this, &RangeAnalysis::takeResult);
}

RangeAnalysis::~RangeAnalysis()
{
    if (m_cancelled)
        m_cancelled->store(true);
}

void RangeAnalysis::request(const trace::TraceView& view, trace::TimeRange range, bool urgent)
{
    m_waiting = Request{view, range, ++m_newest};
    if (urgent) {
        m_oldestWanted = m_newest;
        if (m_cancelled)
            m_cancelled->store(true);
        m_pause.stop();
    }
    if (!m_pause.isActive())
        startWaiting();
}

void RangeAnalysis::clear()
{
    m_waiting.reset();
    m_oldestWanted = ++m_newest;
    if (m_cancelled)
        m_cancelled->store(true);
}

void RangeAnalysis::startWaiting()
{
    if (!m_waiting || m_watcher.isRunning())
        return;
    const Request next = *std::exchange(m_waiting, std::nullopt);
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_watcher.setFuture(QtConcurrent::run(
        [next, cancelled = m_cancelled] { return analyse(next.view, next.range, next.job, cancelled); }));
}

void RangeAnalysis::takeResult()
{
    const RangeResult result = m_watcher.result();
    const bool stale = result.job < m_oldestWanted || m_cancelled->load();
    if (!stale) {
        m_pause.start(std::max(kLeastPauseMs, static_cast<int>(result.seconds * 1000 * kPausePerWork)));
        emit finished(result);
    }
    if (!m_pause.isActive())
        startWaiting();
}

} // namespace stepscope::ui
