#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope::widgets {

/// A colour by its meaning: geometry says what a thing is, the theme what it looks like.
struct Ink
{
    enum class Kind : std::uint8_t {
        Neutral,  ///< index: 0 quiet, 1 text
        Op,       ///< index: opIndex() of its name
        Role,     ///< index: a RailRole
        Cluster,  ///< index: nth cluster of the device
        Gpu,      ///< no index
        Memory,   ///< index: 0 used, 1 the training process, 2 swap, 3 its GPU's
        Step,     ///< index: 0 odd, 1 even, 2 traced odd, 3 traced even
        Severity, ///< index: 0 info, 1 warning, 2 error or loss
        Series,   ///< index: nth of many alike (temperatures, frequencies)
    };
    Kind kind = Kind::Neutral;
    std::uint32_t index = 0;
    bool operator==(const Ink&) const = default;
};

enum class RailRole : std::uint8_t { System, Cpu, Gpu, Memory, Soc, Other };

/// By the word in a channel's `role`.
[[nodiscard]] RailRole railRole(std::string_view role);

/// Stable for ever: the same name has the same colour in every recording, window and figure.
[[nodiscard]] std::uint32_t opIndex(std::string_view opName);

[[nodiscard]] Ink opInk(std::string_view opName);
[[nodiscard]] Ink railInk(std::string_view role);

} // namespace stepscope::widgets
