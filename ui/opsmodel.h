#pragma once

#include "analysis/algorithms/openergy.h"
#include "ui/figureorder.h"

#include <QAbstractTableModel>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace stepscope::ui {

/// Ops of a range, a row each. Fresh totals go into the rows that are there, so that selection and place are kept.
class OpsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Name,
        Shapes,
        Count,
        Total,
        Self,
        Mean,
        Median,
        High,
        Max,
        Regression,
        Energy,
        Share,
        Operations,
        Bytes,
        ColumnCount
    };
    /// More are of no use to a reader; the largest are kept.
    static constexpr std::size_t kRowsShown = 20'000;

    using QAbstractTableModel::QAbstractTableModel;

    /// By total, largest first, as opTable() gives them. `rail` = whose energy it is.
    void setOps(std::vector<analysis::OpTotals> ops, analysis::OpGrouping grouping = analysis::OpGrouping::Op,
                const QString& rail = {});
    /// What rows took of the rail, by their keys; finding that out takes longer than the rest. `reason` = why there is
    /// none; of rows that are not in it nothing can be told.
    struct Energies
    {
        std::unordered_map<std::uint32_t, analysis::Estimate> byKey{};
        std::unordered_map<std::uint32_t, QString> reasons{}; ///< of rows, other than that nothing can be told
        QString reason{};
        bool isPending = false;
    };
    void setEnergies(Energies energies);
    /// Of some op the operations or bytes are known.
    [[nodiscard]] bool knowsWork() const
    {
        return std::any_of(m_ops.begin(), m_ops.end(), [](const auto& op) { return op.bytesPerSecond.has_value(); });
    }
    [[nodiscard]] const analysis::OpTotals& op(int row) const { return m_ops[static_cast<std::size_t>(row)]; }
    /// What the first column says.
    [[nodiscard]] QString title(const analysis::OpTotals& op) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A row is about one op, which has a colour.
    [[nodiscard]] bool isOfOps() const
    {
        return m_grouping == analysis::OpGrouping::Op || m_grouping == analysis::OpGrouping::Name;
    }
    void replaceAll(std::vector<analysis::OpTotals> ops);
    void updateRows(std::vector<analysis::OpTotals> ops);
    [[nodiscard]] QVariant raw(const analysis::OpTotals& op, int column) const;
    [[nodiscard]] QString text(const analysis::OpTotals& op, int column) const;
    [[nodiscard]] QString shapesText(const analysis::OpTotals& op) const;
    [[nodiscard]] QString meaning(int column) const;
    [[nodiscard]] const analysis::Estimate* estimate(const analysis::OpTotals& op) const;
    [[nodiscard]] QString estimateText(const analysis::OpTotals& op) const;
    [[nodiscard]] QString estimateMeaning(const analysis::OpTotals& op) const;

    std::vector<analysis::OpTotals> m_ops;
    Energies m_energies;
    analysis::OpGrouping m_grouping = analysis::OpGrouping::Op;
    QString m_rail;
    double m_largestShare = 0;
};

/// Sorts by figures, and keeps the rows that hold every word of the filter in name or shapes.
class OpsFilter : public FigureOrder
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
