#pragma once

#include "ui/recording/panels/reportjob.h"

#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <cstdint>

class QComboBox;
class QLabel;
class QSortFilterProxyModel;

namespace stepscope::ui {

class BusyStrip;
class ElidedLabel;
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

signals:
    /// The op of the clicked row and its first instance. Not emitted for modules.
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildTable();
    void buildLayout();
    void showReport();
    void fillPlaces();
    void fillChannels();
    void showAccount();
    void jump(const QModelIndex& index);
    [[nodiscard]] const analysis::Attribution* attribution() const;
    [[nodiscard]] const analysis::ChannelAccount* account() const;

    ReportJob* m_job;
    analysis::Attribution m_places; ///< by op and position within its step
    QStringList m_placeNames;       ///< of its kinds
    QComboBox* m_rows;
    QComboBox* m_channels;
    ElidedLabel* m_closure;
    BusyStrip* m_busy;
    JumpTable* m_table;
    EnergyModel* m_model;
    QSortFilterProxyModel* m_order;
    QLabel* m_empty;
};

} // namespace stepscope::ui
