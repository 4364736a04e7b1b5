#include "ui/recording/panels/emptyops.h"

#include "analysis/metrics/trainingfailure.h"
#include "analysis/trace/imported.h"
#include "ui/recording/panels/opspanel.h"

namespace stepscope::ui {

QString emptyOpsText(const trace::TraceView& view, bool hasSelection)
{
    if (view.spanCount() == 0 && view.hasHeader() && trace::isImported(view.header()))
        return OpsPanel::tr("The imported files contain no ops. Import them together with a trace of the same run.");
    if (view.hasHeader() && view.header().ops == "none")
        return OpsPanel::tr("Ops were not traced in this run. Choose the steps to trace in the capture form.");
    const QString asked = view.hasHeader() ? QString::fromStdString(view.header().ops) : QString();
    const QString traced = asked.isEmpty() || asked == QLatin1String("auto")
                               ? OpsPanel::tr("4 to 8, and at intervals afterwards,")
                               : asked;
    if (view.spanCount() == 0) {
        if (const std::string reason = analysis::missingStepsReason(view); !reason.empty())
            return QString::fromStdString(reason);
        return view.ending() ? OpsPanel::tr("No ops were recorded. They are traced in steps %1 of the run.").arg(traced)
                             : OpsPanel::tr("No ops yet. They are traced in steps %1 of the run.").arg(traced);
    }
    if (!hasSelection)
        return OpsPanel::tr(
            "Ops were recorded in the first steps only, which the figures of the whole run exclude. Select these "
            "steps in the timeline, or change the number of excluded steps in the menu View.");
    return OpsPanel::tr("No ops in the selection. They are traced in steps %1 of the run.").arg(traced);
}

} // namespace stepscope::ui
