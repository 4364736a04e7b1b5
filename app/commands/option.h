#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stepscope::app {

/// One option or positional argument of a command. app/commandline.cpp translates these rows for the parser (CLI11), so
/// that no command depends on it.
struct Option
{
    /// The variable that gets the value; a bool makes the option a flag. It must outlive the parsing.
    using Value = std::variant<std::string*, std::vector<std::string>*, bool*, int*, double*, std::size_t*>;

    enum class Unit {
        None,
        Time, ///< "10ms": the unit us, ms or s is required; the variable gets nanoseconds
        Size, ///< "2GB": a unit is optional; the variable gets bytes, with 1 KB = 1024 bytes
    };

    struct Limits
    {
        double lowest;
        double highest;
    };

    std::string names; ///< "-o,--output", or "FILE" for a positional argument
    Value value;
    std::string help;
    std::string valueName{};            ///< shown by help instead of the type; empty = the type
    bool isRequired = false;            ///< a missing value is wrong usage
    bool showsDefault = false;          ///< help states the value that the variable has before parsing
    std::vector<std::string> choices{}; ///< the only values accepted; empty = any
    std::optional<Limits> limits{};     ///< both ends are accepted
    Unit unit = Unit::None;
    std::string needs{};    ///< name of an earlier option without which this one is wrong usage
    std::string excludes{}; ///< name of an earlier option that cannot be combined with this one
};

} // namespace stepscope::app
