#pragma once

#include "analysis/algorithms/attribution.h"
#include "ui/tablecopy.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <vector>

namespace stepscope::ui {

/// What ops (or modules) took of one rail or core, with how sure that is. Where the data cannot tell an op apart from
/// others it has no figure, and says so.
class EnergyModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, Count, SelfTime, Taken, Interval, WhileRunning, Share, ByTime, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `account` is one of the attribution's channels; -1 = nothing to show. `places`: which instances in a step each
    /// kind is of; empty = all of them.
    void setAttribution(const analysis::Attribution& attribution, int account, const QStringList& places = {});
    [[nodiscard]] bool isRail() const { return m_isRail; }
    [[nodiscard]] const analysis::WorkKind& kind(int row) const { return m_rows[static_cast<std::size_t>(row)].kind; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        analysis::WorkKind kind;
        analysis::OpTake take;
        QString place{};
    };

    [[nodiscard]] QString amount(double value) const;
    [[nodiscard]] QString nameOf(const Row& row) const;
    [[nodiscard]] QVariant raw(const Row& row, int column) const;
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QString meaning(int column) const;

    std::vector<Row> m_rows;
    double m_sum = 0; ///< of all figures that can be told
    bool m_isRail = true;
};

} // namespace stepscope::ui
