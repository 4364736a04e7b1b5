#pragma once

#include "remote/agent/system/powermode.h"
#include "remote/agent/system/systemtree.h"
#include "remote/format/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// An operating point that a user asks for, joined by "+": a mode of nvpmodel by name or number, "locked" for fixed
/// clocks, "gpu=MHZ" and "cpu=MHZ" for the highest frequency. "current" leaves the device as it is. What a setting does
/// not name stays as it is, too.
struct PowerSetting
{
    std::string text;                     ///< as given
    std::string mode{};                   ///< empty = stays
    bool isLocked = false;                ///< clocks fixed at their highest frequency, as by jetson_clocks
    std::optional<double> gpuMegahertz{}; ///< at most
    std::optional<double> cpuMegahertz{}; ///< at most, of all cores

    [[nodiscard]] bool changesClocks() const { return isLocked || gpuMegahertz || cpuMegahertz; }
    [[nodiscard]] bool changesNothing() const { return mode.empty() && !changesClocks(); }
};

/// Error Usage, with the part that is wrong.
format::Result<PowerSetting> parsePowerSetting(const std::string& text);

/// All errors about a setting begin alike: "power setting MAXQ: ...".
format::Error powerError(format::Error::Code code, const std::string& setting, const std::string& text);

/// The number of the setting's mode. Error NotFound: the modes of the device, and the one that was probably meant.
format::Result<int> modeIdOf(const PowerSetting& setting, const SystemTree& tree);

/// A clock and its highest frequency, in its own unit.
struct WantedLimit
{
    ClockLimits clock;
    std::int64_t highest = 0;
};
/// The limits that the setting asks for, of the clocks that exist now. A frequency has to be one of the clock's list
/// within 1 MHz; without a list, any number is taken. Where the cores' lists differ, a core takes the next lower
/// frequency. Error NotFound with the nearest frequencies, or if there is no such clock.
format::Result<std::vector<WantedLimit>> limitsOf(const PowerSetting& setting, const SystemTree& tree);

} // namespace stepscope::agent
