#pragma once

#include <string>

namespace stepscope::app {

/// The path of the program that simulates boards: $STEPSCOPE_VIRTUAL_BOARD, or beside this program, or in the build or
/// install tree. Empty if there is none: builds with STEPSCOPE_SIMULATOR=OFF do not have it.
std::string virtualBoardProgram();

} // namespace stepscope::app
