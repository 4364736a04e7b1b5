#pragma once

#include "analysis/energy/attribution.h"
#include "ui/parts/tablecopy.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// Energy of ops or modules on one rail, or their time on one core, with confidence intervals. Ops that the data cannot
/// separate from others have no figure.
class EnergyModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, Count, SelfTime, Consumption, Interval, WhileRunning, Share, ByTime, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `account` is an index of the attribution's channels; -1 empties the table. `places` names the instances within a
    /// step for each group; empty: all instances.
    void setAttribution(const analysis::Attribution& attribution, int account, const QStringList& places = {});
    [[nodiscard]] bool isRail() const { return m_isRail; }
    [[nodiscard]] const analysis::OpGroup& group(int row) const { return m_rows[static_cast<std::size_t>(row)].group; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        analysis::OpGroup group;
        analysis::OpConsumption take;
        QString place{};
    };

    [[nodiscard]] QString amount(double value) const;
    [[nodiscard]] QString nameOf(const Row& row) const;
    [[nodiscard]] QVariant raw(const Row& row, int column) const;
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QString meaning(int column) const;

    std::vector<Row> m_rows;
    double m_sum = 0; ///< of all figures
    bool m_isRail = true;
};

} // namespace stepscope::ui
