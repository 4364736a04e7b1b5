#pragma once

#include "ui/fleet/devicefigures.h"
#include "ui/fleet/devicestate.h"
#include "ui/parts/capture.h"
#include "ui/parts/quantities.h"

#include <QAbstractTableModel>
#include <QList>
#include <QString>

#include <optional>

namespace stepscope::ui {

/// One device with its latest capture of this window.
struct FleetRow
{
    CaptureStatus status;
    std::optional<DeviceFigures> figures{};
    bool runsOn = false; ///< it still has a run that was left running

    [[nodiscard]] DeviceState state() const
    {
        return runsOn && status.phase == CapturePhase::Idle ? DeviceState::LeftRunning
                                                            : deviceState(status, figures ? &*figures : nullptr);
    }
};

/// The devices of the fleet page, one a row. Cells provide SI values for sorting and CSV (kRawRole).
class FleetModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Device, State, StepRate, SampleRate, Power, Temperature, Gpu, Memory, Steps, Time };
    static constexpr int kColumns = Time + 1;
    /// The points of the line in a cell (QList<double>; NaN = not measured), and the second line of a device.
    static constexpr int kLineRole = Qt::UserRole + 70;
    static constexpr int kDetailRole = Qt::UserRole + 71;
    static constexpr int kStateRole = Qt::UserRole + 72; ///< DeviceState as int

    using QAbstractTableModel::QAbstractTableModel;

    /// Adds the device, or replaces its status. A new recording clears its figures.
    void setStatus(const CaptureStatus& status);
    void setFigures(const QString& target, const DeviceFigures& figures);
    /// Known devices without a capture: idle. Removes those that are no longer known.
    void setDevices(const QStringList& targets);
    /// The devices that still have runs that were left. Adds those that have no row.
    void setLeftRunning(const QStringList& targets);
    /// A device says that a run has ended. If this window left it, it is no longer shown as left running.
    void setRunEnded(const QString& target, const QString& run);
    [[nodiscard]] const FleetRow& row(int row) const { return m_rows[row]; }
    [[nodiscard]] const QList<FleetRow>& rows() const { return m_rows; }
    [[nodiscard]] int rowOf(const QString& target) const; ///< -1 = none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QVariant text(const FleetRow& row, int column);
    [[nodiscard]] static QVariant raw(const FleetRow& row, int column);
    [[nodiscard]] static QVariant line(const FleetRow& row, int column);
    [[nodiscard]] static QString tip(const FleetRow& row, int column);
    void changed(int row);
    void addIdle(const QStringList& targets);

    QList<FleetRow> m_rows;
};

/// Sorts by value; states by the attention that they need.
class FleetOrder : public FigureOrder
{
    Q_OBJECT

public:
    using FigureOrder::FigureOrder;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

} // namespace stepscope::ui
