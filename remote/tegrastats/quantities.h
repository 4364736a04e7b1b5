#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// The contents of the lines that tegrastats prints: one grammar for all versions, L4T 24 to 39.
namespace stepscope::tegrastats {

/// The measured quantity. quantities.h has the raw units, SI names and resolutions.
enum class Quantity : std::uint8_t {
    MemoryUsed,
    MemoryTotal,
    MemoryLargestBlock, ///< size of the largest free block ("lfb 4x2MB": 2 MB)
    MemoryBlocks,       ///< number of free blocks of that size
    SwapUsed,
    SwapTotal,
    SwapCached,
    IramUsed,
    IramTotal,
    IramLargestBlock,
    CpuUtilization, ///< of core `index`; State::Off if the core is off
    CpuFrequency,
    EmcUtilization,
    EmcFrequency,
    GpuUtilization,
    GpuFrequency, ///< `index`: number of the clock in brackets
    EngineUtilization,
    EngineFrequency, ///< State::Off if the engine is off
    MtsForeground,   ///< fraction of time of the Denver cores' code optimizer
    MtsBackground,
    CpuFrequencyLimit, ///< "EDP limit"
    Temperature,
    TemperatureMaximum, ///< since tegrastats was started
    RailPower,
    RailPowerMean,    ///< since tegrastats was started
    RailPowerMaximum, ///< since tegrastats was started
    Extra,            ///< number `index` of a field that is not in the grammar
};
inline constexpr std::size_t kQuantities = static_cast<std::size_t>(Quantity::Extra) + 1;

/// Validity of a value.
enum class State : std::uint8_t {
    Value,
    Off,         ///< the core or engine is off
    NotMeasured, ///< printed but not measured: EMC_FREQ 0% without root privileges
    SensorOff,   ///< -256C: the zone's sensor is unpowered
    Dummy,       ///< a constant (zone PMIC) or a rail that is not connected (NC)
    Implausible, ///< an impossible value: negative power, a fraction above 100 %
    TooLarge,    ///< more digits than any sensor prints
    Unreadable,  ///< the number is missing
    Cut,         ///< the line may end within this number
};

struct Reading
{
    Quantity quantity = Quantity::Extra;
    State state = State::Value;
    std::int16_t index = -1;
    /// Zone, rail, engine, GPU or extra field as printed; inside the parsed text. Empty where no name is printed.
    std::string_view name;
    std::int64_t value = 0; ///< in the quantity's raw unit; defined for Value, Dummy, Implausible and Cut
};

/// Printed time of day, in the board's local time.
struct WallTime
{
    std::int64_t seconds = 0; ///< since 1970, treating the local time as UTC
    std::int64_t nanoseconds = 0;
};

/// How a quantity appears in a recording (FORMAT.md, "header").
struct QuantityFacts
{
    std::string_view quantity; ///< "rail.power"
    std::string_view unit;     ///< SI; "1" for a fraction
    double scale = 1;          ///< raw value x scale is in unit
    double resolution = 0;     ///< smallest step that tegrastats prints, in unit
    int decimals = 0;          ///< decimal digits of the printed value that the raw value keeps
    bool interval = false;     ///< mean since the previous line
    bool recorded = true;      ///< false = can be computed from the other readings
};

const QuantityFacts& factsOf(Quantity quantity);

/// The value of a reading in a recording: its raw value, or 0 for an engine that is off; nullopt = a gap.
std::optional<std::int64_t> recordedValue(const Reading& reading);

} // namespace stepscope::tegrastats
