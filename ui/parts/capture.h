#pragma once

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

/// Values that pass between the window and the code that runs captures.
namespace stepscope::ui {

/// A capture that the user requests. The form validates all fields before it emits one.
struct CaptureRequest
{
    QString target;           ///< "local" or [user@]host[:port]
    QString command;          ///< one shell command line
    QString workingDirectory; ///< on the target; empty = home directory
    double periodMs = 10;
    QString ops = "auto";  ///< auto, none, all, or FIRST:LAST[:EVERY] steps to trace
    QString recordingPath; ///< on this computer; empty = default name
};

enum class CapturePhase { Idle, Connecting, Deploying, Starting, Streaming, Reconnecting, Stopping, Ended, Failed };

struct CaptureStatus
{
    CapturePhase phase = CapturePhase::Idle;
    QString text;         ///< one line for the user; empty = phaseName()
    double progress = -1; ///< 0..1; -1 = unknown
    QString run;          ///< empty until the run starts
    quint64 bytes = 0;    ///< of the recording so far
};

/// A run stored on a target.
struct RemoteRun
{
    QString run;
    QString state; ///< running, ended, stopped, failed
    QString command;
    QDateTime started;
    quint64 bytes = 0; ///< of its recording
};

/// Result of probing a target.
struct DeviceFacts
{
    struct Fact
    {
        QString label;
        QString value;
    };
    struct Source
    {
        QString title;
        QString state; ///< used, unneeded, missing, denied
        QString resolution;
        QString reason; ///< why it is not used, or how to improve it
    };
    QList<Fact> facts; ///< in display order
    QList<Source> sources;
    QStringList unknownRails; ///< whose averaging window neither the driver nor a self-test states
};

/// From connecting until the run ends or is cancelled. No second capture can start.
[[nodiscard]] constexpr bool isBusy(CapturePhase phase)
{
    return phase != CapturePhase::Idle && phase != CapturePhase::Ended && phase != CapturePhase::Failed;
}

/// A run exists on the target, and its data arrives or will arrive after a reconnection.
[[nodiscard]] constexpr bool isLive(CapturePhase phase)
{
    return phase == CapturePhase::Streaming || phase == CapturePhase::Reconnecting || phase == CapturePhase::Stopping;
}

} // namespace stepscope::ui

Q_DECLARE_METATYPE(stepscope::ui::CaptureRequest)
Q_DECLARE_METATYPE(stepscope::ui::CaptureStatus)
