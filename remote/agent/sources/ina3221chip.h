#pragma once

#include "remote/agent/sources/rail.h"
#include "remote/agent/system/systemtree.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stepscope::agent {

/// Steps of the INA3221's registers (TI SBOS576, "Electrical characteristics"): 8 mV on the bus, 40 uV on the shunt.
inline constexpr double kInaBusStep = 0.008;
inline constexpr double kInaShuntStep = 40e-6;
inline constexpr int kInaInputs = 3;

/// How the chip is told to measure, by its configuration register (TI SBOS576, "Configuration register"): bits 14-12
/// enable its inputs, 11-9 say how many conversions are averaged, 8-6 and 5-3 how long one of bus and shunt takes.
struct InaConversion
{
    std::int64_t averages = 1;
    std::int64_t cycleNs = 0; ///< all enabled inputs once
};
InaConversion inaConversion(std::uint32_t configuration);

/// What the driver of L4T 32 and older says of input 0 to 2 of the chip at this path: its mode, and what its device
/// tree (of_node) configures. continuous: it measures by itself, else each reading makes it measure.
RailFacts inaFactsOfDeviceTree(const SystemTree& tree, const std::string& chip, int input, bool continuous);

/// The label in a file; empty where nothing is connected, or where it cannot be read: then finding says why.
std::string railLabel(const SystemTree& tree, const std::string& path, Finding& finding);

/// What the hwmon driver says of input 1 to 3: update_interval, samples, shunt*_resistor.
RailFacts inaFactsOfHwmon(const SystemTree& tree, const std::string& folder, int input);

} // namespace stepscope::agent
