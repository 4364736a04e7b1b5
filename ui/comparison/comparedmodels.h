#pragma once

#include "analysis/comparison/compare.h"
#include "analysis/trace/traceview.h"
#include "ui/comparison/differencetext.h"
#include "ui/parts/tablecopy.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace stepscope::ui {

/// Differences of steps, rails, cores and memory.
class ComparedChannelsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Quantity, FirstPart };
    static constexpr int kColumns = FirstPart + kDifferenceParts;

    using QAbstractTableModel::QAbstractTableModel;

    void setChannels(std::vector<analysis::ChannelDifference> channels);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString title(const analysis::ChannelDifference& channel) const;

    std::vector<analysis::ChannelDifference> m_channels;
};

/// Differences of ops: count and total time per step, and the mean of an instance with its confidence interval.
class ComparedOpsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, CountA, CountB, TotalA, TotalB, TotalDifference, FirstOfMean };
    static constexpr int kColumns = FirstOfMean + kDifferenceParts;

    using QAbstractTableModel::QAbstractTableModel;

    void setOps(std::vector<analysis::OpDifference> ops);
    [[nodiscard]] const analysis::OpDifference& op(int row) const { return m_ops[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant raw(const analysis::OpDifference& op, int column) const;
    [[nodiscard]] QString text(const analysis::OpDifference& op, int column) const;

    std::vector<analysis::OpDifference> m_ops;
};

/// One side of a comparison.
struct ComparedSide
{
    trace::TraceView view;
    trace::TimeRange range;
    QString name;
    bool isPart = false; ///< a chosen range, not the whole run
    QString path{};      ///< of its file; empty = not known
};

} // namespace stepscope::ui
