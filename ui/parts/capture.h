#pragma once

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

/// Values that pass between the window and the code that runs captures.
namespace stepscope::ui {

/// A built-in model that is trained instead of a command.
struct ModelChoice
{
    QString model{}; ///< empty = none
    int batch = 32;
    int steps = 100;
    QString python{}; ///< the interpreter on the target; empty = python3
};

/// A capture that the user requests. The form validates all fields before it emits one.
struct CaptureRequest
{
    QString target;  ///< "local" or [user@]host[:port]
    QString command; ///< one shell command line; not used with a model
    ModelChoice model;
    QString workingDirectory; ///< on the target; empty = home directory
    double periodMs = 10;
    QString ops = "auto";        ///< auto, none, all, or FIRST:END[:EVERY] steps to trace
    QString profiler;            ///< nvprof or nsys, which runs the command; empty = none
    QString recordingPath;       ///< on this computer; empty = default name
    QString runName;             ///< empty = a new name; the name of an existing run continues this run
    QString spoolFolder;         ///< on the target; empty = that of the run
    quint64 spoolLimitBytes = 0; ///< 0 = the agent's default
    QString sysroot;             ///< tree on the target to read instead of /proc and /sys; empty = none
    bool keepsSecrets = false;   ///< store the command line without replacing secrets
    /// Of the SSH connection; empty = the defaults of OpenSSH.
    QString identityFile;
    QString configFile;
    QString knownHostsFile;
    bool acceptsNewHostKey = false;
};

enum class CapturePhase {
    Idle,
    Connecting,
    Deploying,
    Starting,
    Streaming,
    Silent, ///< no data for a while; the link may be broken
    Reconnecting,
    Stopping,
    Ended,
    Failed
};

struct CaptureStatus
{
    CapturePhase phase = CapturePhase::Idle;
    QString text;         ///< one line for the user; empty = phaseName()
    double progress = -1; ///< 0..1; -1 = unknown
    QString run;          ///< empty until the run starts
    quint64 bytes = 0;    ///< of the recording so far
    QString target{};     ///< its device
    QString recording{};  ///< path on this computer; empty until the file exists
};

/// A run stored on a target.
struct RemoteRun
{
    QString run;
    QString state{}; ///< running, ended, stopped, failed
    QString command{};
    QDateTime started{};
    quint64 bytes = 0; ///< of its recording, or of all its files
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
    QStringList gpuProfilers; ///< nvprof, nsys
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
    return phase == CapturePhase::Streaming || phase == CapturePhase::Silent || phase == CapturePhase::Reconnecting ||
           phase == CapturePhase::Stopping;
}

/// Cancel ends connecting and reconnecting.
[[nodiscard]] constexpr bool isCancellable(CapturePhase phase)
{
    return isBusy(phase) && (!isLive(phase) || phase == CapturePhase::Reconnecting);
}

/// A recording on this computer that does not have the end of its run.
struct UnfinishedRecording
{
    QString target;
    QString run;
    QString recording; ///< absolute path
    quint64 bytes = 0; ///< of the file
    QString state{};   ///< one line on the run: goes on, has ended, the target is not reachable
    bool canContinue = true;
    bool runsOn = false; ///< the training has not ended

    bool operator==(const UnfinishedRecording&) const = default;
};

/// What cleaning a target would remove.
struct CleaningPlan
{
    struct Part
    {
        QList<RemoteRun> runs;
        quint64 files = 0; ///< of no run
        quint64 bytes = 0; ///< of all runs and files
    };
    Part received;    ///< runs whose recordings were fetched whole, and files of no run
    Part all;         ///< every run that has ended, and files of no run
    quint64 live = 0; ///< runs in progress, which are never removed
};

} // namespace stepscope::ui

Q_DECLARE_METATYPE(stepscope::ui::CaptureRequest)
Q_DECLARE_METATYPE(stepscope::ui::CaptureStatus)
