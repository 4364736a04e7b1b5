#include "ui/recording/failureline.h"

#include "analysis/metrics/trainingfailure.h"
#include "analysis/trace/traceview.h"
#include "ui/parts/messagetext.h"

#include <algorithm>
#include <csignal>
#include <string_view>

namespace stepscope::ui {

namespace {

bool hasLost(const trace::TraceView& view, std::string_view what)
{
    return std::any_of(view.losses().begin(), view.losses().end(),
                       [what](const trace::Loss& loss) { return loss.what == what; });
}

/// As long as a tool tip may be; the log has the whole line.
QString shortened(const QString& line)
{
    constexpr qsizetype kCharacters = 1000;
    return line.size() > kCharacters ? line.left(kCharacters) + QChar(0x2026) : line;
}

} // namespace

FailureLine::FailureLine(QWidget* parent)
    : MessageLine(Place::Banner, parent)
{}

/// What the user can do where the output does not say it, or ends without a word as with SIGKILL.
QString FailureLine::hint(const trace::RunEnding& ending, bool isSilent)
{
    if (ending.signal == SIGKILL)
        return tr(". The system kills a process in this way when memory is exhausted: try a smaller batch size.");
    if (isSilent && ending.state != "failed" && ending.signal != SIGTERM && ending.signal != SIGINT)
        return tr(". It printed nothing: run the command by itself on the device to find out why.");
    return {};
}

void FailureLine::setView(const trace::TraceView& view)
{
    constexpr std::size_t kLines = 3;
    const auto failure = analysis::trainingFailure(view, kLines);
    m_isFailure = failure.has_value();
    QString text = failure ? messageText(failure->ending) : QString::fromStdString(analysis::missingStepsReason(view));
    if (text == m_shown)
        return;
    m_shown = text;
    if (!failure)
        return setMessage(Kind::Doubt, text);
    text += hint(*view.ending(), view.logSize() == 0 && !hasLost(view, "log"));
    QStringList output;
    for (const std::string& line : failure->lastLines)
        output << shortened(QString::fromStdString(line));
    setMessage(Kind::Error, text, output.isEmpty() ? QString() : tr("Show the &log"),
               tr("The output of the training, at its end"), output);
}

void FailureLine::reset()
{
    clear();
    m_shown.clear();
    m_isFailure = false;
}

} // namespace stepscope::ui
