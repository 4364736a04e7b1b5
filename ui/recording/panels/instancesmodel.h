#pragma once

#include "analysis/metrics/optable.h"
#include "ui/parts/tablecopy.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Instances of ops, a row each.
class InstancesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Start, Duration, Step, Lane, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps the current sort order.
    void setInstances(const trace::TraceView& view, std::vector<analysis::OpInstance> instances);
    [[nodiscard]] const analysis::OpInstance& instance(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void arrange();
    [[nodiscard]] QVariant raw(const analysis::OpInstance& instance, int column) const;
    [[nodiscard]] QString text(const analysis::OpInstance& instance, int column) const;
    /// Index of the step in which the instance begins; stepCount() if there is none.
    [[nodiscard]] std::size_t stepOf(const analysis::OpInstance& instance) const;

    trace::TraceView m_view;
    std::vector<analysis::OpInstance> m_rows;
    int m_column = Duration;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

} // namespace stepscope::ui
