#pragma once

#include "widgets/render/workerpool.h"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace stepscope::widgets {

/// The work of one row in a frame. Rows do not share pixels, so they run concurrently.
class RowJob
{
public:
    virtual ~RowJob() = default;
    /// Computes what the row shows. Called from any thread.
    virtual void computeGeometry() = 0;
    /// Writes the row's pixels. Called from any thread, after computeGeometry() and after the layers behind the rows.
    virtual void paint() = 0;

    std::chrono::nanoseconds cost{}; ///< of the latest frame; written by RowBatch
};

/// Schedules the rows of a frame on the worker pool. A frame has two phases: beginGeometry() starts computing geometry
/// while the GUI thread draws the layers behind the rows and calls addPaint() for each row; paintRows() then finishes
/// both. Call all functions from the GUI thread.
class RowBatch
{
public:
    explicit RowBatch(WorkerPool& workers);

    /// Starts with the row that was most expensive in the frame before, so that all workers finish at about the same
    /// time. Neither the rows nor their data may change until geometry is complete. `onComplete` is called once, from
    /// any thread.
    void beginGeometry(std::vector<RowJob*> rows, std::function<void()> onComplete);
    /// Queues the row for painting. Geometry of a row that was not passed to beginGeometry() must be complete.
    void addPaint(RowJob& row);
    /// Returns when the geometry of all rows is complete.
    void finishGeometry();
    /// Paints all queued rows on the calling thread and the workers; returns when they are painted.
    void paintRows();

private:
    enum class Stage { Waiting, ComputingGeometry, HasGeometry, Done };
    struct Row
    {
        RowJob* job = nullptr;
        Stage stage = Stage::Waiting;
        bool isPaintQueued = false;
    };

    void work();
    /// nullptr = no row is left for this phase.
    Row* nextToPaint();
    Row* nextWithoutGeometry();
    void computeGeometry(Row& row, std::unique_lock<std::mutex>& lock);

    WorkerPool& m_workers;
    std::mutex m_mutex;     ///< guards the members below
    std::deque<Row> m_rows; ///< a deque: addPaint() must not move rows
    std::size_t m_withoutGeometry = 0;
    bool m_isPainting = false;
    std::function<void()> m_onComplete;
    WorkerPool::Help m_help; ///< last member: it is destroyed first
};

} // namespace stepscope::widgets
