#pragma once

#include "ui/reportjob.h"

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

/// Who took the energy of a rail, or the time of a core: by op, by module, by an op's place in its step, or in steps
/// that recording did not slow; with intervals, and how the account closes.
class EnergyPanel : public QWidget
{
    Q_OBJECT

public:
    explicit EnergyPanel(ReportJob* job, QWidget* parent = nullptr);

    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    /// A row was clicked: its op, and where its first instance is. Of a module nothing is told.
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
    analysis::Attribution m_places; ///< by op and place in its step
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
