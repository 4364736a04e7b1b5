#pragma once

namespace stepscope::app {

/// A window could be opened here.
bool hasDisplay();

} // namespace stepscope::app
