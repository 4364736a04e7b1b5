#pragma once

#include <cstdint>
#include <string_view>

/// What a line of tegrastats says. One grammar for all versions, L4T 24 to 39.
namespace stepscope::tegrastats {

/// What was measured. Raw units, SI names and steps: quantities.h.
enum class Quantity : std::uint8_t {
    MemoryUsed,
    MemoryTotal,
    MemoryLargestBlock, ///< size of the largest free block ("lfb 4x2MB": 2 MB)
    MemoryBlocks,       ///< how many there are of it
    SwapUsed,
    SwapTotal,
    SwapCached,
    IramUsed,
    IramTotal,
    IramLargestBlock,
    CpuUtilization, ///< of core `index`; its state says whether the core is off
    CpuFrequency,
    EmcUtilization,
    EmcFrequency,
    GpuUtilization,
    GpuFrequency, ///< `index`: which of the clocks in brackets
    EngineUtilization,
    EngineFrequency, ///< its state says whether the engine is off
    MtsForeground,   ///< share that the Denver cores' code optimizer took
    MtsBackground,
    CpuFrequencyLimit, ///< "EDP limit"
    Temperature,
    TemperatureMaximum, ///< since tegrastats was started
    RailPower,
    RailPowerMean,    ///< since tegrastats was started
    RailPowerMaximum, ///< since tegrastats was started
    Extra,            ///< number `index` of a field that no version known here prints
};
inline constexpr std::size_t kQuantities = static_cast<std::size_t>(Quantity::Extra) + 1;

/// What the number is worth.
enum class State : std::uint8_t {
    Value,
    Off,         ///< core or engine switched off
    NotMeasured, ///< printed, but no measurement: EMC_FREQ 0% for an ordinary user
    SensorOff,   ///< -256C: the zone's sensor has no power
    Dummy,       ///< a constant (zone PMIC) or a rail that is not connected (NC)
    Implausible, ///< a number that cannot be true: negative power, a share above 100 %
    TooLarge,    ///< more digits than any sensor has
    Unreadable,  ///< no number stands where one belongs
    Cut,         ///< the line may end in the middle of this number
};

struct Reading
{
    Quantity quantity = Quantity::Extra;
    State state = State::Value;
    std::int16_t index = -1;
    /// Zone, rail, engine, GPU or extra field as printed; inside the parsed text. Empty where no name is printed.
    std::string_view name;
    std::int64_t value = 0; ///< in the quantity's raw unit; means something for Value, Dummy, Implausible and Cut
};

/// Time of day as printed: the board's local time.
struct WallTime
{
    std::int64_t seconds = 0; ///< since 1970, as if it were UTC
    std::int64_t nanoseconds = 0;
};

} // namespace stepscope::tegrastats
