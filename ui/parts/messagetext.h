#pragma once

#include "analysis/text/message.h"

#include <QString>

namespace stepscope::ui {

/// In the language of the window. What the catalogue does not contain stays English.
[[nodiscard]] QString messageText(const analysis::Message& message);

} // namespace stepscope::ui
