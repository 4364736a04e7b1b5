#include "ui/opfinder.h"

#include "ui/jobpool.h"

#include <QThreadPool>
#include <QtConcurrentRun>

#include <utility>

namespace stepscope::ui {

OpFinder::OpFinder(QObject* parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcher<Finding>::finished, this, &OpFinder::takeResult);
}

OpFinder::~OpFinder()
{
    if (m_cancelled)
        m_cancelled->store(true);
}

void OpFinder::request(const trace::TraceView& view, const widgets::OpQuery& query)
{
    m_waiting = Request{view, query};
    if (m_cancelled)
        m_cancelled->store(true);
    startWaiting();
}

void OpFinder::clear()
{
    m_waiting.reset();
    if (m_cancelled)
        m_cancelled->store(true);
}

void OpFinder::startWaiting()
{
    if (!m_waiting || m_watcher.isRunning())
        return;
    const Request next = *std::exchange(m_waiting, std::nullopt);
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_watcher.setFuture(QtConcurrent::run(jobPool(), [next, cancelled = m_cancelled]() -> Finding {
        return std::make_shared<const widgets::OpFinding>(widgets::findOps(next.view, next.query, *cancelled));
    }));
}

void OpFinder::takeResult()
{
    if (!m_cancelled->load())
        emit found(m_watcher.result());
    startWaiting();
}

} // namespace stepscope::ui
