#include "ui/recording/failureline.h"

#include "analysis/metrics/trainingfailure.h"
#include "analysis/trace/traceview.h"

namespace stepscope::ui {

FailureLine::FailureLine(QWidget* parent)
    : MessageLine(Place::Banner, parent)
{}

void FailureLine::setView(const trace::TraceView& view)
{
    constexpr std::size_t kLines = 3;
    constexpr qsizetype kCharacters = 200; // of a line
    const auto failure = analysis::trainingFailure(view, kLines);
    m_isFailure = failure.has_value();
    QString text = QString::fromStdString(failure ? failure->ending : analysis::missingStepsReason(view));
    if (text == m_shown)
        return;
    m_shown = text;
    if (!failure)
        return setMessage(Kind::Doubt, text);
    for (const std::string& line : failure->lastLines)
        text += QLatin1Char('\n') + QString::fromStdString(line).left(kCharacters);
    setMessage(Kind::Error, text, failure->lastLines.empty() ? QString() : tr("Show the &log"),
               tr("The output of the training, at its end"));
}

void FailureLine::reset()
{
    clear();
    m_shown.clear();
    m_isFailure = false;
}

} // namespace stepscope::ui
