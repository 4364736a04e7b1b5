#include "widgets/tracks/ink.h"

namespace stepscope::widgets {

RailRole railRole(std::string_view role)
{
    if (role == "system")
        return RailRole::System;
    if (role == "cpu")
        return RailRole::Cpu;
    if (role == "gpu")
        return RailRole::Gpu;
    if (role == "memory")
        return RailRole::Memory;
    if (role == "soc")
        return RailRole::Soc;
    return RailRole::Other;
}

std::uint32_t opIndex(std::string_view opName)
{
    // FNV-1a, 32 bits: simple enough to be the same everywhere; std::hash promises nothing between programs.
    std::uint32_t hash = 2166136261U;
    for (const char c : opName) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 16777619U;
    }
    return hash ^ (hash >> 16U);
}

Ink opInk(std::string_view opName)
{
    return {Ink::Kind::Op, opIndex(opName)};
}

Ink railInk(std::string_view role)
{
    return {Ink::Kind::Role, static_cast<std::uint32_t>(railRole(role))};
}

} // namespace stepscope::widgets
