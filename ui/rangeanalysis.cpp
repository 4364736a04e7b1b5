#include "ui/rangeanalysis.h"

#include "ui/jobpool.h"

#include <QElapsedTimer>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kLeastPauseMs = 500;
constexpr double kPausePerWork = 4;

RangeResult analyse(RangeQuestion question, quint64 job, const std::shared_ptr<std::atomic<bool>>& cancelled,
                    const std::shared_ptr<std::atomic<double>>& progress)
{
    QElapsedTimer clock;
    clock.start();
    const auto stop = [cancelled] { return cancelled->load(std::memory_order_relaxed); };
    RangeResult result;
    result.job = job;
    result.summary.range = question.range;
    if (question.summary)
        result.summary = analysis::summarize(question.view, question.range, stop);
    question.ops.progress = [progress](double share) { progress->store(share, std::memory_order_relaxed); };
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
    m_telling.setInterval(kQuietMs);
    connect(&m_telling, &QTimer::timeout, this, [this] { emit progressed(m_progress->load()); });
    connect(&m_watcher, &QFutureWatcher<RangeResult>::finished, this, &RangeAnalysis::takeResult);
}

RangeAnalysis::~RangeAnalysis()
{
    if (m_cancelled)
        m_cancelled->store(true);
}

void RangeAnalysis::request(RangeQuestion question, bool urgent)
{
    m_waiting = Request{std::move(question), ++m_newest};
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
    m_progress = std::make_shared<std::atomic<double>>(0);
    m_telling.start();
    m_watcher.setFuture(QtConcurrent::run(jobPool(), [next, cancelled = m_cancelled, progress = m_progress] {
        return analyse(next.question, next.job, cancelled, progress);
    }));
}

void RangeAnalysis::takeResult()
{
    m_telling.stop();
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
