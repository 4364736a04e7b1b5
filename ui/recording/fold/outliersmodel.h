#pragma once

#include "analysis/folding/outliersteps.h"
#include "ui/parts/tablecopy.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Outlier steps, largest distance first.
class OutliersModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Step, Duration, Usual, Distance, Cause, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setOutliers(std::vector<analysis::OutlierStep> steps);
    [[nodiscard]] const analysis::OutlierStep& outlier(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QVariant raw(const analysis::OutlierStep& step, int column);
    [[nodiscard]] static QString text(const analysis::OutlierStep& step, int column);

    std::vector<analysis::OutlierStep> m_rows;
};

} // namespace stepscope::ui
