#include "ui/messages/capturetexts.h"

#include <QCoreApplication>

namespace stepscope::ui::messages {
namespace {

struct CaptureTexts
{
    Q_DECLARE_TR_FUNCTIONS(CaptureTexts)
};

} // namespace

QString recordedAlready(const QString& target)
{
    return CaptureTexts::tr(
               "%1 is recorded by this window already, and two captures would disturb each other: stop or leave "
               "that one first.")
        .arg(target);
}

QString leftRunGoesOn(const QString& target)
{
    return CaptureTexts::tr(
               "The device %1 still has a run that was left running, and this would disturb it: attach to it "
               "on the page of the device and stop it, or wait for its end.")
        .arg(target);
}

QString captureDisturbsSweep()
{
    return CaptureTexts::tr(
        "The capture would disturb the running sweep, and be disturbed by it: start it after the sweep has "
        "ended, or pause the sweep.");
}

QString sweepDisturbsCapture()
{
    return CaptureTexts::tr(
        "The sweep would disturb the running capture, and be disturbed by it: start it after the capture "
        "has ended.");
}

QString selfTestDisturbsCapture()
{
    return CaptureTexts::tr(
        "The self-test would disturb the running capture, and be disturbed by it: run it after the capture "
        "has ended.");
}

QString noPyTorch()
{
    return CaptureTexts::tr(
        "It needs PyTorch, which no python3 of this computer has. Debian: apt-get install python3-torch");
}

QString noPython()
{
    return CaptureTexts::tr("It needs Python 3 with PyTorch, and this computer has no python3. Debian: apt-get install "
                            "python3-torch");
}

QString runGoesOn()
{
    return CaptureTexts::tr("The run goes on without this window; “Attach” follows it in the same file.");
}

QString sweepDone(qsizetype trainings, qsizetype failed)
{
    return CaptureTexts::tr("The sweep is done. Trainings: %1; failed: %2.").arg(trainings).arg(failed);
}

QString sweepPaused(qsizetype done, qsizetype trainings)
{
    return CaptureTexts::tr("The sweep has ended with %1 of %2 trainings done. “Continue” goes on with the others.")
        .arg(done)
        .arg(trainings);
}

QString runningSelfTest(const QString& target)
{
    return CaptureTexts::tr("Self-test of %1: loading the device and measuring its sensors").arg(target);
}

QString selfTestDone(qsizetype measured, qsizetype rails, const QString& note)
{
    return CaptureTexts::tr("The self-test has measured %1 of %2 rails; the others do not follow the load closely. New "
                            "recordings of the device contain the result. %3")
        .arg(measured)
        .arg(rails)
        .arg(note)
        .trimmed();
}

} // namespace stepscope::ui::messages
