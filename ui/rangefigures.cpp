#include "ui/rangefigures.h"

#include "ui/quantities.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::ui {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("Inspector", text);
}

QString from(const std::string& text)
{
    return QString::fromStdString(text);
}

void addCores(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (!summary.cpuUtilization)
        return;
    figures << Figure{0,
                      say("CPU"),
                      percent(*summary.cpuUtilization),
                      {},
                      *summary.cpuUtilization,
                      say("Mean utilization of the cores that were online")};
    for (const analysis::CoreSummary& core : summary.cores) {
        const bool known = core.coveredSeconds > 0;
        figures << Figure{1,
                          QStringLiteral("cpu%1 %2").arg(core.core).arg(from(core.cluster)).trimmed(),
                          known ? percent(core.utilization) : say("offline"),
                          {},
                          known ? core.utilization : -1,
                          known ? say("Idle for %1 of the time").arg(percent(core.idleRatio))
                                : say("No sample in this range")};
    }
}

void addRails(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.rails.empty())
        return;
    const double whole = summary.systemJoules.value_or(0);
    figures << Figure{0,
                      say("Energy"),
                      summary.systemJoules ? joules(whole) : QString(),
                      summary.systemJoules && summary.range.seconds() > 0 ? watts(whole / summary.range.seconds())
                                                                          : QString(),
                      -1,
                      say("Of the whole system: the outermost rails only, since they contain the others")};
    for (const analysis::RailSummary& rail : summary.rails) {
        const QString part = rail.parent.empty() ? QString() : say("; part of %1").arg(from(rail.parent));
        figures << Figure{1,
                          from(rail.name),
                          joules(rail.joules),
                          watts(rail.meanWatts),
                          whole > 0 ? rail.joules / whole : -1,
                          say("Energy and mean power") + part};
    }
}

void addMemory(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.peakMemoryBytes)
        figures << Figure{
            0, say("Memory peak"), bytes(*summary.peakMemoryBytes), {}, -1, say("Most used of the whole system")};
    if (summary.peakProcessBytes)
        figures << Figure{summary.peakMemoryBytes ? 1 : 0,
                          say("Training"),
                          bytes(*summary.peakProcessBytes),
                          {},
                          -1,
                          say("Most resident memory of the training and its children")};
}

void addOps(QList<Figure>& figures, const std::vector<analysis::OpTotals>& ops)
{
    if (ops.empty())
        return;
    std::vector<const analysis::OpTotals*> top;
    for (const analysis::OpTotals& op : ops)
        top.push_back(&op);
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kTopOps, top.size()));
    // By self time: by total time the outermost ops would be the answer to every question.
    std::partial_sort(top.begin(), top.begin() + shown, top.end(),
                      [](const auto* a, const auto* b) { return a->selfSeconds > b->selfSeconds; });
    figures << Figure{0, say("Top ops"), say("self time"), {}, -1, say("Time in the op without the ops that it calls")};
    const double largest = top.front()->share;
    for (const analysis::OpTotals* op : std::vector<const analysis::OpTotals*>(top.begin(), top.begin() + shown)) {
        Figure figure{1,
                      from(op->name),
                      duration(op->selfSeconds),
                      percent(op->share),
                      largest > 0 ? op->share / largest : -1,
                      from(op->name + " " + op->shapes)};
        figure.op = op->op;
        figure.lane = op->firstLane;
        figure.span = op->firstSpan;
        figures << figure;
    }
}

} // namespace

QList<Figure> figuresOf(const RangeResult& result)
{
    QList<Figure> figures;
    const analysis::RangeSummary& summary = result.summary;
    addCores(figures, summary);
    if (summary.gpuUtilization)
        figures << Figure{
            0, say("GPU"), percent(*summary.gpuUtilization), {}, *summary.gpuUtilization, say("Mean utilization")};
    addRails(figures, summary);
    addMemory(figures, summary);
    addOps(figures, result.ops);
    return figures;
}

} // namespace stepscope::ui
