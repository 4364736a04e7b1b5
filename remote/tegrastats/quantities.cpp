#include "remote/tegrastats/quantities.h"

#include <array>

namespace stepscope::tegrastats {
namespace {

constexpr double kMiB = 1048576;
constexpr QuantityFacts memory(std::string_view quantity, double step = kMiB)
{
    return {.quantity = quantity, .unit = "B", .scale = 1024, .resolution = step};
}
/// Printed in percent; raw in steps of 0.01 %.
constexpr QuantityFacts share(std::string_view quantity, bool interval)
{
    return {.quantity = quantity, .unit = "1", .scale = 1e-4, .resolution = 0.01, .decimals = 2, .interval = interval};
}
/// Printed in MHz; raw in kHz.
constexpr QuantityFacts frequency(std::string_view quantity)
{
    return {.quantity = quantity, .unit = "Hz", .scale = 1000, .resolution = 1e6, .decimals = 3};
}
constexpr QuantityFacts temperature(std::string_view quantity, bool recorded)
{
    return {.quantity = quantity,
            .unit = "degC",
            .scale = 0.001,
            .resolution = 0.001,
            .decimals = 3,
            .interval = false,
            .recorded = recorded};
}
constexpr QuantityFacts power(std::string_view quantity, bool recorded)
{
    return {.quantity = quantity,
            .unit = "W",
            .scale = 0.001,
            .resolution = 0.001,
            .decimals = 0,
            .interval = false,
            .recorded = recorded};
}

// In the order of Quantity.
constexpr std::array<QuantityFacts, kQuantities> kFacts{
    memory("memory.used"),
    memory("memory.total"),
    memory("memory.lfb", 1024),
    QuantityFacts{.quantity = "memory.lfb_blocks", .unit = "1", .scale = 1, .resolution = 1},
    memory("memory.swap"),
    memory("memory.swap_total"),
    memory("memory.swap_cached"),
    memory("memory.iram", 1024),
    memory("memory.iram_total", 1024),
    memory("memory.iram_lfb", 1024),
    share("cpu.utilization", true),
    frequency("cpu.frequency"),
    share("emc.utilization", true),
    frequency("emc.frequency"),
    share("gpu.utilization", true),
    frequency("gpu.frequency"),
    share("engine.utilization", true),
    frequency("engine.frequency"),
    share("mts.foreground", true),
    share("mts.background", true),
    frequency("cpu.frequency_limit"),
    temperature("temperature", true),
    temperature("temperature.maximum", false),
    power("rail.power", true),
    power("rail.power_mean", false),
    power("rail.power_maximum", false),
    QuantityFacts{.quantity = "tegrastats.extra", .unit = "1", .scale = 0.001, .resolution = 0.001, .decimals = 3},
};

} // namespace

const QuantityFacts& factsOf(Quantity quantity)
{
    return kFacts[static_cast<std::size_t>(quantity)];
}

std::optional<std::int64_t> recordedValue(const Reading& reading)
{
    if (reading.state == State::Value)
        return reading.value;
    // A core that is off has no utilization. The clock of an engine that is off is 0 Hz.
    if (reading.state == State::Off && reading.quantity == Quantity::EngineFrequency)
        return 0;
    return std::nullopt;
}

} // namespace stepscope::tegrastats
