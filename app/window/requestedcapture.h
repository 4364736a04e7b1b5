#pragma once

#include "app/capture/capture.h"
#include "ui/parts/capture.h"

#include <QString>

#include <filesystem>

namespace stepscope::app {

/// The options of the program, with the files that the request names.
[[nodiscard]] link::SshOptions sshOptions(const ui::CaptureRequest& request, link::SshOptions program);
/// As above, with the files of the last capture on the target.
[[nodiscard]] link::SshOptions sshOptionsOf(const QString& target, link::SshOptions program);

/// The options of the capture that the user requests. A recording without a name gets one in `folder`.
[[nodiscard]] CaptureOptions captureOptions(const ui::CaptureRequest& request, link::SshOptions program,
                                            const std::filesystem::path& folder);

} // namespace stepscope::app
