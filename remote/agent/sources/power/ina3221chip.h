#pragma once

#include "remote/agent/sources/power/rail.h"
#include "remote/agent/system/systemtree.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stepscope::agent {

/// Steps of the INA3221's registers (TI SBOS576, "Electrical characteristics"): 8 mV on the bus, 40 uV on the shunt.
inline constexpr double kInaBusStep = 0.008;
inline constexpr double kInaShuntStep = 40e-6;
inline constexpr int kInaInputs = 3;

/// The chip's measurement mode, from its configuration register (TI SBOS576, "Configuration register"): bits 14-12
/// enable its inputs, 11-9 set the number of averaged conversions, 8-6 and 5-3 the conversion times of bus and shunt
/// voltage.
struct InaConversion
{
    std::int64_t averages = 1;
    std::int64_t cycleNs = 0; ///< duration of one conversion of all enabled inputs
};
InaConversion inaConversion(std::uint32_t configuration);

/// Facts about input 0 to 2 of the chip at this path from the driver of L4T 32 and older and its device tree (of_node).
/// continuous: the chip measures periodically; else each read starts a measurement.
RailFacts inaFactsOfDeviceTree(const SystemTree& tree, const std::string& chip, int input, bool continuous);

/// The label in a file; empty if the input is not connected, or if the file cannot be read, which sets `finding`.
std::string railLabel(const SystemTree& tree, const std::string& path, Finding& finding);

/// Facts about input 1 to 3 from the hwmon driver: update_interval, samples, shunt*_resistor.
RailFacts inaFactsOfHwmon(const SystemTree& tree, const std::string& folder, int input);

} // namespace stepscope::agent
