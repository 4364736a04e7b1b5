#pragma once

#include "analysis/algorithms/metrics.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace stepscope::ui {

/// Ops of a range, a row each. Fresh totals go into the rows that are there, so that selection and place are kept.
class OpsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, Count, Total, Self, Mean, Max, Share, ColumnCount };
    static constexpr int kRawRole = Qt::UserRole; ///< seconds, counts, shares: to sort and to copy

    using QAbstractTableModel::QAbstractTableModel;

    void setOps(std::vector<analysis::OpTotals> ops);
    [[nodiscard]] const analysis::OpTotals& op(int row) const { return m_ops[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant raw(const analysis::OpTotals& op, int column) const;
    [[nodiscard]] QString text(const analysis::OpTotals& op, int column) const;

    std::vector<analysis::OpTotals> m_ops;
    double m_largestShare = 0;
};

/// Sorts by figures, and keeps the rows that hold every word of the filter in name or shapes.
class OpsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit OpsFilter(QObject* parent = nullptr);
    void setWords(const QString& filter);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};

} // namespace stepscope::ui
