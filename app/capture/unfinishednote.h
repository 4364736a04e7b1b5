#pragma once

#include "app/capture/capture.h"

#include <QString>

#include <filesystem>
#include <string>

namespace stepscope::app {

/// Keeps the list of unfinished captures up to date for one capture. Used on the thread of Capture::run() only.
class UnfinishedNote
{
public:
    /// For captures with these options; only their target and connection count.
    explicit UnfinishedNote(const CaptureOptions& options)
        : m_target(QString::fromStdString(options.target))
        , m_ssh(options.ssh)
    {}

    /// For CaptureObserver::runNamed: after a crash, the next window finds the run.
    [[nodiscard]] format::Result<void> add(const std::string& run, const std::filesystem::path& recording);
    /// After Capture::run() has returned: removes the capture from the list unless it can be continued.
    void settle(const Capture& capture, const format::Result<CaptureOutcome>& outcome) const;

private:
    QString m_target;
    link::SshOptions m_ssh;
    QString m_recording; ///< empty until add()
};

} // namespace stepscope::app
