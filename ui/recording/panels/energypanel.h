#pragma once

#include "analysis/energy/attribution.h"
#include "ui/parts/tablecopy.h"
#include "ui/recording/panels/reportjob.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QSortFilterProxyModel;

namespace stepscope::ui {

class MessageLine;
class BusyStrip;
class EnergyModel;
class JumpTable;

/// Attribution of the energy of a rail, or of the time of a core, to ops, modules, positions of an op within its step,
/// or ops of untraced steps; with confidence intervals and the balance of the account.
class EnergyPanel : public QWidget
{
    Q_OBJECT

public:
    explicit EnergyPanel(ReportJob* job, QWidget* parent = nullptr);

    [[nodiscard]] JumpTable* table() const { return m_table; }
    /// Selects the first row with this op, as soon as the table has it.
    void selectOp(const QString& name);

signals:
    /// The op of the clicked row and its first instance. Not emitted for modules.
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);
    /// The user wants to measure the sensors of the rails.
    void selfTestRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildTable();
    void buildLayout();
    void showReport();
    void fillPlaces();
    void fillChannels();
    void showAccount();
    void selectWanted();
    void showDoubts(const analysis::ChannelAccount* account);
    void jump(const QModelIndex& index);
    [[nodiscard]] const analysis::Attribution* attribution() const;
    [[nodiscard]] const analysis::ChannelAccount* account() const;

    ReportJob* m_job;
    analysis::Attribution m_places; ///< by op and position within its step
    QStringList m_placeNames;       ///< of its kinds
    QString m_wantedOp;             ///< of selectOp(); empty = none
    QComboBox* m_rows;
    QComboBox* m_channels;
    QLabel* m_closure;
    BusyStrip* m_busy;
    MessageLine* m_advice;
    JumpTable* m_table;
    EnergyModel* m_model;
    QSortFilterProxyModel* m_order;
    QLabel* m_empty;
};

/// Energy of ops or modules on one rail, or their time on one core, with confidence intervals. Where the data determine
/// only the sum of several ops, a row has this sum, and the rows of the ops name it.
class EnergyModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, Count, SelfTime, Consumption, Interval, WhileRunning, Share, ByTime, ColumnCount };

    /// The row of the sum that contains this row, or of this row if it is a sum; -1 = none.
    static constexpr int kSumRowRole = Qt::UserRole + 70;

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
        int sumRow = -1; ///< see kSumRowRole
        bool isSum = false;
    };

    void addSums(const analysis::Attribution& attribution, const analysis::ChannelAccount& channel);

    [[nodiscard]] QString amount(double value) const;
    /// Title of the row; `op` is the whole name of its op or the label.
    [[nodiscard]] QString nameOf(const Row& row, const QString& op) const;
    [[nodiscard]] QString consumptionText(const Row& row) const;
    [[nodiscard]] QString tip(const Row& row, int column) const;
    [[nodiscard]] QVariant raw(const Row& row, int column) const;
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QString meaning(int column) const;

    std::vector<Row> m_rows;
    double m_sum = 0;     ///< of all ops of the account
    double m_largest = 0; ///< figure
    bool m_isRail = true;
    bool m_isByModule = false;
};

} // namespace stepscope::ui
