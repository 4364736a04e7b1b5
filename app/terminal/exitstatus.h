#pragma once

namespace stepscope::app {

/// Exit statuses of the program.
enum ExitStatus : int { kDone = 0, kFailed = 1, kWrongUsage = 2 };

} // namespace stepscope::app
