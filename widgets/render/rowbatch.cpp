#include "widgets/render/rowbatch.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

template <typename Work>
std::chrono::nanoseconds durationOf(const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::steady_clock::now() - begin;
}

} // namespace

RowBatch::RowBatch(WorkerPool& workers)
    : m_workers(workers)
{}

void RowBatch::beginGeometry(std::vector<RowJob*> rows, std::function<void()> onComplete)
{
    m_help.finish();
    std::stable_sort(rows.begin(), rows.end(), [](const RowJob* a, const RowJob* b) { return a->cost > b->cost; });
    m_rows.clear();
    for (RowJob* row : rows)
        m_rows.push_back({.job = row});
    m_withoutGeometry = m_rows.size();
    m_isPainting = false;
    m_onComplete = std::move(onComplete);
    if (m_rows.empty())
        m_onComplete();
    else
        m_help = m_workers.begin([this] { work(); });
}

void RowBatch::addPaint(RowJob& row)
{
    const std::lock_guard lock(m_mutex);
    const auto begun = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& other) { return other.job == &row; });
    if (begun != m_rows.end())
        begun->isPaintQueued = true;
    else
        m_rows.push_back({&row, Stage::HasGeometry, true});
}

void RowBatch::finishGeometry()
{
    std::unique_lock lock(m_mutex);
    while (Row* row = nextWithoutGeometry())
        computeGeometry(*row, lock);
    lock.unlock();
    m_help.finish();
}

void RowBatch::paintRows()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isPainting = true;
    }
    // Workers that found no row left to compute have returned to the pool: call them back.
    const WorkerPool::Help help = m_workers.begin([this] { work(); });
    work();
    m_help.finish();
}

void RowBatch::work()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        if (Row* row = nextToPaint()) {
            row->stage = Stage::Done;
            lock.unlock();
            row->job->cost += durationOf([row] { row->job->paint(); });
            lock.lock();
        } else if (Row* waiting = nextWithoutGeometry()) {
            computeGeometry(*waiting, lock);
        } else {
            return;
        }
    }
}

RowBatch::Row* RowBatch::nextToPaint()
{
    const auto next = std::find_if(m_rows.begin(), m_rows.end(), [this](const Row& row) {
        return m_isPainting && row.isPaintQueued && row.stage == Stage::HasGeometry;
    });
    return next != m_rows.end() ? &*next : nullptr;
}

RowBatch::Row* RowBatch::nextWithoutGeometry()
{
    const auto next =
        std::find_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.stage == Stage::Waiting; });
    return next != m_rows.end() ? &*next : nullptr;
}

void RowBatch::computeGeometry(Row& row, std::unique_lock<std::mutex>& lock)
{
    row.stage = Stage::ComputingGeometry;
    lock.unlock();
    row.job->cost = durationOf([&row] { row.job->computeGeometry(); });
    lock.lock();
    row.stage = Stage::HasGeometry;
    if (--m_withoutGeometry == 0)
        m_onComplete();
}

} // namespace stepscope::widgets
