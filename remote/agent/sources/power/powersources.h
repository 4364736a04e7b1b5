#pragma once

#include "remote/agent/sources/reading/source.h"

#include <memory>

namespace stepscope::agent {

/// Batteries: charge and power.
std::unique_ptr<Source> makeBattery();

/// Power of devices with a hwmon driver (AMD and Intel GPUs, power supplies).
std::unique_ptr<Source> makeHwmonPower();

/// Rails of the power monitors of L4T 34 and newer (hwmon): INA3221 by voltage times current, INA238 by its power.
std::unique_ptr<Source> makeIna3221Hwmon();

/// Rails of the INA3221 driver of L4T up to 32 (industrial I/O): instantaneous power, mW.
std::unique_ptr<Source> makeIna3221Iio();

/// Power mode of nvpmodel (its number) and whether the clocks are locked; reports changes as events.
std::unique_ptr<Source> makePowerMode();

/// Power of Intel's and AMD's processors from their energy counters (RAPL).
std::unique_ptr<Source> makeRapl();

} // namespace stepscope::agent
