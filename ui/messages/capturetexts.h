#pragma once

#include <QString>

/// What the window says of captures, sweeps and self-tests; one line each.
namespace stepscope::ui::messages {

// Why something may not start now.
[[nodiscard]] QString recordedAlready(const QString& target);
[[nodiscard]] QString leftRunGoesOn(const QString& target);
[[nodiscard]] QString captureDisturbsSweep();
[[nodiscard]] QString sweepDisturbsCapture();
[[nodiscard]] QString selfTestDisturbsCapture();
[[nodiscard]] QString noPyTorch();
[[nodiscard]] QString noPython();

/// A capture that was left.
[[nodiscard]] QString runGoesOn();
[[nodiscard]] QString sweepDone(qsizetype trainings, qsizetype failed);
[[nodiscard]] QString sweepPaused(qsizetype done, qsizetype trainings);
[[nodiscard]] QString runningSelfTest(const QString& target);
/// `note`: what the self-test says of the GPU, or empty.
[[nodiscard]] QString selfTestDone(qsizetype measured, qsizetype rails, const QString& note);

} // namespace stepscope::ui::messages
