#pragma once

#include "analysis/trace/model.h"

namespace stepscope::trace {

/// First word of the command of recordings that are made of other programs' files, whose names follow.
inline constexpr const char* kImportedCommand = "(imported)";

inline bool isImported(const RunHeader& header)
{
    return !header.command.empty() && header.command.front() == kImportedCommand;
}

} // namespace stepscope::trace
