#pragma once

#include "widgets/sharedwork.h"

#include <qcustomplot.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace stepscope::widgets {

/// What a row has done for it in a frame. No two rows have a pixel in common.
class RowJob
{
public:
    virtual ~RowJob() = default;
    /// Finds out what it shows. From any thread, as paint().
    virtual void find() = 0;
    /// After find(), and after all that lies behind the row.
    virtual void paint() = 0;

    std::chrono::nanoseconds cost{}; ///< of the latest frame; kept by RowBatch
};

/// The rows of a frame, found out and painted by all cores: the other cores find out what rows show while QCustomPlot
/// draws what lies behind them, row by row says where it is to be painted, and comes to the layer of this one.
class RowBatch : public QCPLayerable
{
    Q_OBJECT

public:
    RowBatch(QCustomPlot& plot, SharedWork& work);

    /// What took longest in the frame before comes first, so that all cores end at about the same time. Until all are
    /// found, neither they nor what they show may be changed. `whenFound` is called once, by any thread.
    void begin(std::vector<RowJob*> rows, std::function<void()> whenFound);
    /// Of those that are found, or about to be.
    void add(RowJob& row);
    /// Returns when all that was begun is found.
    void finishFinding();

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    enum class Stage { ToFind, BeingFound, Found, Done };
    struct Row
    {
        RowJob* job = nullptr;
        Stage stage = Stage::ToFind;
        bool isToPaint = false;
    };

    void work();
    /// nullptr = nothing is left to be begun.
    Row* nextToPaint();
    Row* nextToFind();
    void find(Row& row, std::unique_lock<std::mutex>& lock);

    SharedWork& m_work;
    std::mutex m_mutex;     ///< of all below, but what is done with a row
    std::deque<Row> m_rows; ///< they stay where they are
    std::size_t m_toFind = 0;
    bool m_paints = false;
    std::function<void()> m_whenFound;
    SharedWork::Help m_help; ///< last: it ends first
};

} // namespace stepscope::widgets
