#include "app/commands/capturecommand.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/trainingfailure.h"
#include "analysis/text/quantitytext.h"
#include "app/capture/unfinishednote.h"
#include "app/commands/command.h"
#include "app/terminal/interruptwatch.h"
#include "app/terminal/terminal.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

namespace stepscope::app {
namespace {

std::string streamingText(const trace::TraceView& view, const CaptureProgress& progress)
{
    if (!progress.text.empty())
        return progress.text;
    return analysis::kReportFormat.elapsed(view.extent().seconds()) + "  " +
           analysis::countText(view.stepCount(), "step") + "  " + analysis::countText(view.spanCount(), "op span") +
           "  " + analysis::bytesText(static_cast<double>(progress.bytes));
}

/// One line on how the capture ended.
std::string endingText(const CaptureOutcome& outcome, const CaptureOptions& options)
{
    const std::string stopCommand =
        "`stepscope runs " + options.target + sshArguments(options.ssh) + " --stop " + outcome.run + "`";
    const auto& ending = outcome.view.ending();
    std::string text = outcome.recording.string() + ": ";
    if (!ending)
        return text +
               "the recording is incomplete: the agent or the target stopped before the end of the run. If the "
               "training still runs, " +
               stopCommand + " ends it.";
    if (ending->state == "left")
        return text + "the recording ended before the training, which may still run; " + stopCommand + " ends it.";
    if (ending->state == "failed")
        return text + ending->reason;
    if (ending->signal != 0)
        text += "the training was ended by signal " + std::to_string(ending->signal);
    else if (!ending->hasStatus)
        text += "the training ended, its exit status is not known";
    else
        text += "the training ended with status " + std::to_string(ending->exitStatus);
    return text + ", " + analysis::countText(outcome.view.stepCount(), "step") + ", " +
           analysis::countText(outcome.view.spanCount(), "op span") + ".";
}

/// What a self-test would improve in later recordings of the target, and the command for it, in one line; empty where
/// the sensor facts of all rails are known.
std::string selfTestHint(const trace::TraceView& view, const CaptureOptions& options)
{
    const std::size_t unknown = analysis::railsForSelfTest(view.header().channels).size();
    if (unknown == 0 || !options.start.sysroot.empty())
        return {};
    const std::string command = "stepscope doctor " + options.target + " --self-test" + sshArguments(options.ssh);
    return "The averaging window and the latency of " + std::to_string(unknown) + (unknown > 1 ? " rails" : " rail") +
           " are not known, only fitted to this recording; 20 s on the idle target measure them, for more certain op "
           "energy in later recordings: " +
           command;
}

/// What the recording lacks, summed by kind and reason.
void printLosses(const CaptureOutcome& outcome)
{
    std::map<std::pair<std::string, std::string>, std::uint64_t> losses;
    for (const trace::Loss& loss : outcome.view.losses())
        losses[{loss.what, loss.reason}] += loss.count;
    for (const auto& [kind, count] : losses)
        printNote("!! LOST DATA: " + analysis::lossText(count, kind.first) + ": " + kind.second);
    if (!losses.empty())
        printNote("`stepscope verify " + outcome.recording.string() + "` lists when data were lost.");
}

/// The end of what a training that failed printed.
void printFailure(const trace::TraceView& view)
{
    constexpr std::size_t kLines = 15;
    const auto failure = analysis::trainingFailure(view, kLines);
    if (!failure || failure->lastLines.empty())
        return;
    printNote("Its last output:");
    for (const std::string& line : failure->lastLines)
        printNote("  " + line);
}

void noteProfiler(ProgressBar& bar, const CaptureOptions& options)
{
    if (!options.start.profiler.empty())
        bar.note("Kernels are traced by " + options.start.profiler +
                 " instead of the hook, because CUDA permits one such program.");
}

void printAdvice(const CaptureOutcome& outcome, const CaptureOptions& options)
{
    const trace::TraceView& view = outcome.view;
    printLosses(outcome);
    printFailure(view);
    for (const std::string& line : outcome.notes)
        printNote(line);
    if (const std::string missing = analysis::missingStepsReason(view); !missing.empty())
        printNote(missing);
    else if (const std::string hint = selfTestHint(view, options); !hint.empty())
        printNote(hint);
}

/// That of the training, as ssh and env pass it on; kFailed if it is not known.
int exitStatusOf(const std::optional<trace::RunEnding>& ending)
{
    constexpr int kSignal = 128; // as in a shell
    if (!ending || ending->state == "failed" || ending->state == "left")
        return kFailed;
    if (ending->signal != 0)
        return kSignal + ending->signal;
    return ending->hasStatus ? ending->exitStatus : kFailed;
}

} // namespace

int runCaptureInTerminal(const CaptureOptions& options, const TerminalCapture& terminal)
{
    ProgressBar bar(options.target);
    std::mutex mutex;
    trace::TraceView view;
    CaptureProgress progress;
    const auto redraw = [&] {
        const double share = terminal.expectedSteps > 0
                                 ? static_cast<double>(view.stepCount()) / static_cast<double>(terminal.expectedSteps)
                                 : -1;
        bar.update(share, streamingText(view, progress));
    };
    CaptureObserver observer;
    observer.progress = [&](const CaptureProgress& now) {
        const std::lock_guard lock(mutex);
        progress = now;
        redraw();
    };
    observer.view = [&](trace::TraceView now) {
        const std::lock_guard lock(mutex);
        view = std::move(now);
        redraw();
    };
    noteProfiler(bar, options);
    UnfinishedNote note(options);
    // The command works without the list.
    observer.runNamed = [&note](const auto& run, const auto& recording) { (void)note.add(run, recording); };
    Capture capture(options, std::make_shared<TerminalPrompter>(), observer);
    std::atomic<int> interrupts = 0;
    const InterruptWatch watch([&] {
        const bool stops = ++interrupts == 1 && capture.stopTraining();
        {
            const std::lock_guard lock(mutex);
            bar.note(stops ? "The training is asked to end; press Ctrl+C again to leave it running on the target."
                           : "Leaving; a run on the target is not affected.");
        }
        if (!stops)
            capture.leave();
    });
    auto result = capture.run();
    note.settle(capture, result);
    if (!result.ok()) {
        bar.finish({});
        const int status = printError(result.error());
        return interrupts > 0 && result.error().code == format::Error::Code::Cancelled ? kInterrupted : status;
    }
    if (result->left) {
        CaptureOptions rest = options;
        rest.recording = result->recording;
        bar.finish("The run " + result->run + " continues on the target; `" + attachCommand(rest, result->run) +
                   "` records the rest.");
        return kInterrupted;
    }
    bar.finish(endingText(*result, options));
    printAdvice(*result, options);
    const int status = interrupts > 0 ? kInterrupted : exitStatusOf(result->view.ending());
    if (terminal.outcome != nullptr)
        *terminal.outcome = std::move(*result);
    return status;
}

} // namespace stepscope::app
