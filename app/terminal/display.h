#pragma once

namespace stepscope::app {

/// Whether the environment names a display for a window.
bool hasDisplay();

} // namespace stepscope::app
