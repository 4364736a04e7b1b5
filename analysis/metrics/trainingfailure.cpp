#include "analysis/metrics/trainingfailure.h"

#include "remote/format/plaintext.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostBytes = 64 * 1024;

/// The end of one stream.
std::string tailOf(const trace::TraceView& view, format::LogChunk::Stream stream)
{
    std::string text;
    for (std::size_t i = view.logSize(); i > 0 && text.size() < kMostBytes; --i) {
        const format::LogChunk& chunk = view.log(i - 1);
        if (chunk.stream == stream)
            text.insert(0, chunk.text);
    }
    return text.size() > kMostBytes ? text.substr(text.size() - kMostBytes) : text;
}

/// The last lines, as a terminal shows them: a carriage return replaces the line.
std::vector<std::string> lastLinesOf(const std::string& text, std::size_t count)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        while (!line.empty() && line.back() == '\r')
            line.pop_back();
        line.erase(0, line.rfind('\r') + 1);
        if (line.find_first_not_of(" \t") != std::string::npos)
            lines.push_back(format::plainText(line));
    }
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(std::min(lines.size(), count)));
    return lines;
}

Message endingText(const trace::RunEnding& ending)
{
    if (ending.state == "failed")
        return format::plainText(ending.reason);
    if (ending.signal != 0) {
        const char* meaning = ::sigdescr_np(ending.signal);
        return translatable("Failure", "Ended by signal %1")
            .arg(std::to_string(ending.signal) + (meaning != nullptr ? std::string(" (") + meaning + ")" : ""));
    }
    return translatable("Failure", "Exited with status %1").arg(std::to_string(ending.exitStatus));
}

} // namespace

std::optional<TrainingFailure> trainingFailure(const trace::TraceView& view, std::size_t lines)
{
    const auto& ending = view.ending();
    const bool isFailure = ending && ending->state != "left" && ending->state != "stopped" &&
                           (ending->state == "failed" || ending->signal != 0 || ending->exitStatus != 0);
    if (!isFailure)
        return {};
    TrainingFailure failure{endingText(*ending), lastLinesOf(tailOf(view, format::LogChunk::Stream::Error), lines)};
    if (failure.lastLines.empty())
        failure.lastLines = lastLinesOf(tailOf(view, format::LogChunk::Stream::Output), lines);
    return failure;
}

std::string missingStepsReason(const trace::TraceView& view)
{
    std::string text;
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        const trace::EventRecord& event = view.event(i);
        const bool explains = view.stepCount() == 0 && event.severity != trace::EventRecord::Severity::Info;
        if (event.kind == "hook" &&
            (explains || event.text.starts_with("No steps ") || event.text.starts_with("Further steps ")))
            text = event.text;
    }
    return format::plainText(text);
}

} // namespace stepscope::analysis
