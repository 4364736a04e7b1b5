#include "analysis/study/resultrow.h"

#include "analysis/text/quantitytext.h"
#include "analysis/text/texttable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kOutputLines = 10;
constexpr std::size_t kOutputWidth = 200;
/// Share of the device's memory in use at which the kernel kills processes.
constexpr double kFullMemory = 0.95;

constexpr std::string_view kOk = "ok";
constexpr std::string_view kNoSteps = "no_steps";
constexpr std::string_view kOutOfMemory = "out_of_memory";
constexpr std::string_view kKilled = "killed";
constexpr std::string_view kSegmentationFault = "segmentation_fault";
constexpr std::string_view kSignal = "signal";
constexpr std::string_view kExitStatus = "exit_status";
constexpr std::string_view kTimeout = "timeout";
constexpr std::string_view kStopped = "stopped";
constexpr std::string_view kNotStarted = "not_started";
constexpr std::string_view kTargetLost = "target_lost";
constexpr std::array kOutcomes{kOk,         kNoSteps, kOutOfMemory, kKilled,     kSegmentationFault, kSignal,
                               kExitStatus, kTimeout, kStopped,     kNotStarted, kTargetLost};

/// What frameworks and libraries print when memory does not suffice, in lower case.
constexpr std::array<std::string_view, 6> kMemoryErrors{"out of memory",          "memoryerror",
                                                        "resourceexhaustederror", "bad_alloc",
                                                        "can't allocate memory",  "cannot allocate memory"};

std::size_t columnIndex(std::string_view name)
{
    const auto columns = resultColumns();
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const ResultColumn& column) { return column.name == name; });
    assert(found != columns.end());
    return static_cast<std::size_t>(found - columns.begin());
}

/// The lines of an output, whose chunks are not aligned to lines; output and errors are not mixed in a line.
std::deque<std::string> lastLines(const trace::TraceView& view)
{
    std::deque<std::string> lines;
    std::map<format::LogChunk::Stream, std::string> open;
    const auto close = [&lines](std::string& line) {
        if (!line.empty())
            lines.push_back(printable(line, kOutputWidth));
        if (lines.size() > kOutputLines)
            lines.pop_front();
        line.clear();
    };
    for (std::size_t i = 0; i < view.logSize(); ++i) {
        std::string& line = open[view.log(i).stream];
        for (const char c : view.log(i).text) {
            if (c == '\n' || c == '\r')
                close(line);
            else if (line.size() < 4 * kOutputWidth)
                line += c;
        }
    }
    for (auto& [stream, line] : open)
        close(line);
    return lines;
}

std::string memoryErrorOf(const trace::TraceView& view)
{
    const auto lines = lastLines(view);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        std::string lower = *line;
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char c) { return static_cast<char>(c < 128 ? std::tolower(c) : c); });
        for (const std::string_view error : kMemoryErrors) {
            if (lower.find(error) != std::string::npos)
                return *line;
        }
    }
    return {};
}

CellOutcome afterSignal(int number, const CellRecording& cell)
{
    std::string text = "Signal " + std::to_string(number) + " (" + ::strsignal(number) + ") ended the training.";
    if (number == SIGSEGV || number == SIGBUS)
        return {kSegmentationFault, text};
    if (number != SIGKILL)
        return {kSignal, text};
    const auto& peak = cell.report.summary.peakMemoryBytes;
    const auto& total = cell.report.memory.totalBytes;
    if (peak && total && *peak >= kFullMemory * *total)
        text += " Memory in use had reached " + percentText(*peak / *total) +
                " of the device, at which the kernel ends processes.";
    return {kKilled, text};
}

CellOutcome afterEnd(const trace::RunEnding& ending, const CellRecording& cell)
{
    // A shell reports the signal that ended its command as an exit status.
    constexpr int kShellSignal = 128;
    if (ending.state == "left")
        return {kExitStatus, "The recording ended before the training, whose status is not known."};
    if (!ending.hasStatus && ending.signal == 0)
        return {kExitStatus, "The training ended, but its exit status is not known."};
    const bool isShellSignal = ending.exitStatus > kShellSignal && ending.exitStatus < kShellSignal + NSIG;
    const int number = ending.signal != 0 ? ending.signal : isShellSignal ? ending.exitStatus - kShellSignal : 0;
    if (number == 0 && ending.exitStatus == 0) {
        if (cell.report.steps.marked > 0 || detectedStepSeconds(cell.report))
            return {kOk};
        return {kNoSteps, "The training ended with status 0, but it marked no step and none was detected."};
    }
    if (const std::string error = memoryErrorOf(cell.view); !error.empty())
        return {kOutOfMemory, "The training ran out of memory: " + error};
    if (number != 0)
        return afterSignal(number, cell);
    return {kExitStatus, "The training ended with status " + std::to_string(ending.exitStatus) + "."};
}

} // namespace

std::span<const std::string_view> outcomeNames()
{
    return kOutcomes;
}

std::optional<double> detectedStepSeconds(const Report& report)
{
    const PeriodFinding& finding = report.period.finding;
    const bool isFound = finding.verdict == PeriodVerdict::Periodic || finding.verdict == PeriodVerdict::Approximate;
    return report.steps.marked == 0 && isFound && finding.seconds > 0 ? std::optional(finding.seconds) : std::nullopt;
}

CellOutcome outcomeOf(const CellRecording& cell)
{
    if (!cell.end.startError.empty())
        return {kNotStarted, cell.end.startError};
    const auto& ending = cell.view.ending();
    if (cell.end.isLost || !ending)
        return {kTargetLost, "The agent or the target ended before the training, in each of " +
                                 std::to_string(cell.end.attempts) +
                                 " attempts; the device may have run out of memory."};
    if (ending->state == "failed")
        return {kNotStarted, ending->reason};
    if (cell.end.timedOut)
        return {kTimeout, "The training did not end within the time limit and was stopped after " +
                              durationText(cell.report.extent.seconds()) + "."};
    if (ending->state == "stopped" && !cell.end.mayBeStopped)
        return {kStopped, "The training was stopped on request."};
    if (ending->state == "stopped")
        return {cell.view.stepCount() > 0 ? kOk : kNoSteps};
    return afterEnd(*ending, cell);
}

std::string lastOutput(const trace::TraceView& view)
{
    std::string text;
    for (const std::string& line : lastLines(view))
        text += (text.empty() ? "" : "\n") + line;
    return text;
}

Report cellReport(const trace::TraceView& view, std::size_t skippedSteps)
{
    ReportOptions options;
    options.skippedSteps = skippedSteps;
    options.only = {"losses", "steps", "cpu", "memory", "energy", "temperatures"};
    // Detection takes seconds; marked steps do not need it.
    if (view.stepCount() == 0)
        options.only.push_back("period");
    return makeReport(view, options);
}

ResultRow resultRow(const CellRecording& cell)
{
    ResultRow row;
    for (const ResultColumn& column : resultColumns())
        row.values.push_back(column.needsRecording && !cell.view.hasHeader() ? ResultValue() : column.of(cell));
    return row;
}

std::optional<double> ResultRow::number(std::string_view column) const
{
    if (isEmpty())
        return std::nullopt;
    const auto* value = std::get_if<double>(&values[columnIndex(column)]);
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

std::string ResultRow::text(std::string_view column) const
{
    const auto* value = isEmpty() ? nullptr : std::get_if<std::string>(&values[columnIndex(column)]);
    return value != nullptr ? *value : std::string();
}

NamedValues ResultRow::named(std::string_view column) const
{
    const auto* value = isEmpty() ? nullptr : std::get_if<NamedValues>(&values[columnIndex(column)]);
    return value != nullptr ? *value : NamedValues();
}

bool ResultRow::succeeded() const
{
    return text(column::kOutcome) == kOk;
}

bool ResultRow::throttled() const
{
    return number(column::kThrottleEvents).value_or(0) > 0;
}

} // namespace stepscope::analysis
