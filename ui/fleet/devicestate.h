#pragma once

#include "ui/fleet/devicefigures.h"
#include "ui/parts/capture.h"

#include <QFontMetrics>
#include <QIcon>
#include <QString>

namespace stepscope::ui {

/// What a device does, as far as its capture shows it. In the order in which states sort: what needs attention first.
enum class DeviceState {
    Failed,
    LinkBroken,
    NoData,
    Throttling,
    Stopping,
    Training,
    Starting,
    LeftRunning,
    Ended,
    Idle
};

/// Without figures, as far as the status of the capture shows it.
[[nodiscard]] DeviceState deviceState(const CaptureStatus& status, const DeviceFigures* figures);
/// "training"
[[nodiscard]] QString stateName(DeviceState state);
/// Of the longest name, px.
[[nodiscard]] int widestStateName(const QFontMetrics& metrics);
/// A mark that differs by shape and by colour.
[[nodiscard]] QIcon stateIcon(DeviceState state);
/// The values are those before the link broke.
[[nodiscard]] constexpr bool isStale(DeviceState state)
{
    return state == DeviceState::LinkBroken || state == DeviceState::NoData;
}

} // namespace stepscope::ui
