#pragma once

#include "analysis/energy/opgroupenergy.h"
#include "ui/parts/quantities.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace stepscope::ui {

/// Totals of the ops of a range, one row an op or group. New totals update the existing rows, which keeps the selection
/// and the scroll position.
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
    /// Largest number of rows; the ops with the largest totals are kept.
    static constexpr std::size_t kRowsShown = 20'000;

    using QAbstractTableModel::QAbstractTableModel;

    /// `ops` are sorted by total, largest first, as opTable() returns them. `rail` is the rail of the energy columns.
    void setOps(std::vector<analysis::OpTotals> ops, analysis::OpGrouping grouping = analysis::OpGrouping::Op,
                const QString& rail = {});
    /// The sum of several rows that are not separable.
    struct JointEnergy
    {
        analysis::Estimate sum;
        QStringList names{}; ///< of all its rows
    };
    /// Energy of the rows by key, which arrives later than the totals. `reason`: why there are no energies. Rows
    /// without an entry cannot be separated from others.
    struct Energies
    {
        std::unordered_map<std::uint32_t, analysis::Estimate> byKey{};
        std::unordered_map<std::uint32_t, JointEnergy> joints{};
        std::unordered_map<std::uint32_t, QString>
            reasons{}; ///< why a row has no energy, if not for lack of separability
        QString reason{};
        bool isPending = false;
    };
    void setEnergies(Energies energies);
    /// The operations or bytes of at least one op are known.
    [[nodiscard]] bool hasWork() const
    {
        return std::any_of(m_ops.begin(), m_ops.end(), [](const auto& op) { return op.bytesPerSecond.has_value(); });
    }
    [[nodiscard]] const analysis::OpTotals& op(int row) const { return m_ops[static_cast<std::size_t>(row)]; }
    /// Text of the first column.
    [[nodiscard]] QString title(const analysis::OpTotals& op) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Each row is of one op, which has a colour.
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

/// Sorts by value, and keeps the rows whose name or shapes contain every word of the filter.
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
