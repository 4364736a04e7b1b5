#include "widgets/rowbatch.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

template <typename Work>
std::chrono::nanoseconds timeOf(const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::steady_clock::now() - begin;
}

} // namespace

// The layer behind that of the rows: of the axes only the ruler's is drawn, and not over a row.
RowBatch::RowBatch(QCustomPlot& plot, SharedWork& work)
    : QCPLayerable(&plot, QStringLiteral("axes"))
    , m_work(work)
{}

void RowBatch::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void RowBatch::begin(std::vector<RowJob*> rows, std::function<void()> whenFound)
{
    m_help.finish();
    std::stable_sort(rows.begin(), rows.end(), [](const RowJob* a, const RowJob* b) { return a->cost > b->cost; });
    m_rows.clear();
    for (RowJob* row : rows)
        m_rows.push_back({.job = row});
    m_toFind = m_rows.size();
    m_paints = false;
    m_whenFound = std::move(whenFound);
    if (m_rows.empty())
        m_whenFound();
    else
        m_help = m_work.begin([this] { work(); });
}

void RowBatch::add(RowJob& row)
{
    const std::lock_guard lock(m_mutex);
    const auto begun = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& known) { return known.job == &row; });
    if (begun != m_rows.end())
        begun->isToPaint = true;
    else
        m_rows.push_back({&row, Stage::Found, true});
}

void RowBatch::finishFinding()
{
    std::unique_lock lock(m_mutex);
    while (Row* row = nextToFind())
        find(*row, lock);
    lock.unlock();
    m_help.finish();
}

void RowBatch::draw(QCPPainter* /*painter*/)
{
    {
        const std::lock_guard lock(m_mutex);
        m_paints = true;
    }
    const SharedWork::Help help = m_work.begin([this] { work(); }); // who found all that there was has gone
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
            row->job->cost += timeOf([row] { row->job->paint(); });
            lock.lock();
        } else if (Row* toFind = nextToFind()) {
            find(*toFind, lock);
        } else {
            return;
        }
    }
}

RowBatch::Row* RowBatch::nextToPaint()
{
    const auto next = std::find_if(m_rows.begin(), m_rows.end(), [this](const Row& row) {
        return m_paints && row.isToPaint && row.stage == Stage::Found;
    });
    return next != m_rows.end() ? &*next : nullptr;
}

RowBatch::Row* RowBatch::nextToFind()
{
    const auto next =
        std::find_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.stage == Stage::ToFind; });
    return next != m_rows.end() ? &*next : nullptr;
}

void RowBatch::find(Row& row, std::unique_lock<std::mutex>& lock)
{
    row.stage = Stage::BeingFound;
    lock.unlock();
    row.job->cost = timeOf([&row] { row.job->find(); });
    lock.lock();
    row.stage = Stage::Found;
    if (--m_toFind == 0)
        m_whenFound();
}

} // namespace stepscope::widgets
