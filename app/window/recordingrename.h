#pragma once

#include "remote/format/result.h"

#include <QString>

namespace stepscope::app {

/// Renames the file of a recording, and its bookmarks, within their folder. Neither replaces an existing file. Fails
/// for a recording that is unfinished: its capture is continued by the name of the file.
[[nodiscard]] format::Result<void> renameRecording(const QString& from, const QString& to);

} // namespace stepscope::app
