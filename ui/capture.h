#pragma once

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>

/// What passes between the window and whoever runs captures: plain values, no network.
namespace stepscope::ui {

/// What a person asked for by pressing Profile. All fields are checked by the form before it is sent.
struct CaptureRequest
{
    QString target;           ///< "local" or [user@]host[:port]
    QString command;          ///< one shell command line
    QString workingDirectory; ///< on the target; empty = the login's own
    double periodMs = 10;
    QString ops = "auto";  ///< auto, none, all, or FIRST:LAST[:EVERY] steps to trace
    QString recordingPath; ///< on this computer; empty = named by the program
};

enum class CapturePhase { Idle, Connecting, Deploying, Starting, Streaming, Reconnecting, Stopping, Ended, Failed };

struct CaptureStatus
{
    CapturePhase phase = CapturePhase::Idle;
    QString text;         ///< one line for a person; empty = the phase's own words
    double progress = -1; ///< 0..1; -1 = not known
    QString run;          ///< empty until it is started
    quint64 bytes = 0;    ///< of the recording so far
};

/// A run that a target keeps.
struct RemoteRun
{
    QString run;
    QString state; ///< running, ended, stopped, failed
    QString command;
    QDateTime started;
    quint64 bytes = 0; ///< of its recording
};

/// What a probe found out about a target.
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
        QString reason; ///< why it is not used, or what would improve it
    };
    QList<Fact> facts; ///< in the order to show them
    QList<Source> sources;
};

/// From connecting until the run is over or given up: a second capture cannot be begun.
[[nodiscard]] constexpr bool isBusy(CapturePhase phase)
{
    return phase != CapturePhase::Idle && phase != CapturePhase::Ended && phase != CapturePhase::Failed;
}

/// A run exists on the target and its data is coming or will come again.
[[nodiscard]] constexpr bool isLive(CapturePhase phase)
{
    return phase == CapturePhase::Streaming || phase == CapturePhase::Reconnecting || phase == CapturePhase::Stopping;
}

} // namespace stepscope::ui

Q_DECLARE_METATYPE(stepscope::ui::CaptureRequest)
Q_DECLARE_METATYPE(stepscope::ui::CaptureStatus)
