#include "widgets/render/colorrole.h"

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
    // FNV-1a, 32 bits. std::hash may differ between standard libraries.
    std::uint32_t hash = 2166136261U;
    const auto add = [&hash](std::string_view part) {
        for (const char c : part) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 16777619U;
        }
    };
    // Of long names, both ends only: names are hashed while boxes are drawn.
    constexpr std::size_t kEnd = 256;
    if (opName.size() <= 2 * kEnd) {
        add(opName);
    } else {
        add(opName.substr(0, kEnd));
        add(opName.substr(opName.size() - kEnd));
    }
    return hash ^ (hash >> 16U);
}

ColorRole opColor(std::string_view opName)
{
    return {ColorRole::Kind::Op, opIndex(opName)};
}

ColorRole railColor(std::string_view role)
{
    return {ColorRole::Kind::Role, static_cast<std::uint32_t>(railRole(role))};
}

} // namespace stepscope::widgets
