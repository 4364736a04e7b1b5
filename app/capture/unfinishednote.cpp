#include "app/capture/unfinishednote.h"

#include "app/capture/unfinishedlist.h"

#include <QFileInfo>

namespace stepscope::app {

format::Result<void> UnfinishedNote::add(const std::string& run, const std::filesystem::path& recording)
{
    m_recording = QFileInfo(QString::fromStdString(recording.string())).absoluteFilePath();
    return noteUnfinished(unfinishedCapture(m_target, QString::fromStdString(run), m_recording, m_ssh));
}

void UnfinishedNote::settle(const Capture& capture, const format::Result<CaptureOutcome>& outcome) const
{
    const bool isOver = outcome.ok() ? !outcome->left : !capture.mayContinue(outcome.error());
    if (isOver && !m_recording.isEmpty())
        (void)forgetUnfinished(m_recording); // a window that reads the list removes what is whole, too
}

} // namespace stepscope::app
