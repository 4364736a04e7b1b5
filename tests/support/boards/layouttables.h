#pragma once

#include "tests/support/boards/layouts.h"

namespace stepscope::testing {

/// Boards with the drivers of L4T 32 and older (industrial I/O), and of L4T 34 and newer (hwmon).
std::vector<BoardLayout> makeOldBoards();
std::vector<BoardLayout> makeNewBoards();

} // namespace stepscope::testing
