#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope::widgets {

/// The meaning of a colour. Geometry has roles; the theme maps a role to a colour.
struct ColorRole
{
    enum class Kind : std::uint8_t {
        Neutral,  ///< index: 0 muted text, 1 text
        Op,       ///< index: opIndex() of its name
        Role,     ///< index: a RailRole
        Cluster,  ///< index: nth cluster of the device
        Gpu,      ///< no index
        Memory,   ///< index: 0 used, 1 training process, 2 swap, 3 training process on the GPU
        Step,     ///< index: 0 odd, 1 even, 2 traced odd, 3 traced even
        Severity, ///< index: 0 info, 1 warning, 2 error or loss
        Series,   ///< index: nth of several similar channels (temperatures, frequencies)
    };
    Kind kind = Kind::Neutral;
    std::uint32_t index = 0;
    bool operator==(const ColorRole&) const = default;
};

enum class RailRole : std::uint8_t { System, Cpu, Gpu, Memory, Soc, Other };

/// Parses the `role` of a channel.
[[nodiscard]] RailRole railRole(std::string_view role);

/// A hash of the name, the same in all versions: an op has the same colour in every recording, window and figure.
[[nodiscard]] std::uint32_t opIndex(std::string_view opName);

[[nodiscard]] ColorRole opColor(std::string_view opName);
[[nodiscard]] ColorRole railColor(std::string_view role);

} // namespace stepscope::widgets
