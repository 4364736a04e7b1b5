#include "ui/rangefigures.h"

#include "ui/quantities.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

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

void addSteps(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.steps == 0)
        return;
    figures << Figure{0,
                      say("Steps"),
                      countOf(summary.steps),
                      duration(summary.meanStepSeconds),
                      -1,
                      say("Steps that lie wholly inside, and their mean duration"),
                      static_cast<qulonglong>(summary.steps),
                      summary.meanStepSeconds};
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
                      say("Mean utilization of the cores that were online"),
                      *summary.cpuUtilization};
    for (const analysis::CoreSummary& core : summary.cores) {
        const bool known = core.coveredSeconds > 0;
        figures << Figure{1,
                          QStringLiteral("cpu%1 %2").arg(core.core).arg(from(core.cluster)).trimmed(),
                          known ? percent(core.utilization) : say("offline"),
                          {},
                          known ? core.utilization : -1,
                          known ? say("Idle for %1 of the time").arg(percent(core.idleRatio))
                                : say("No sample in this range"),
                          known ? QVariant(core.utilization) : QVariant(QString())};
    }
}

/// The rails' lines, in the order of their tree: what a rail feeds beside the rails below it is its rest.
class RailLines
{
public:
    RailLines(QList<Figure>& figures, const analysis::RangeSummary& summary)
        : m_figures(figures)
        , m_rails(summary.rails)
        , m_whole(summary.systemJoules.value_or(0))
    {}

    void add()
    {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < m_rails.size(); ++i) {
            const analysis::RailSummary& rail = m_rails[i];
            while (!open.empty() && m_rails[open.back()].name != rail.parent)
                close(open);
            addRail(rail, static_cast<int>(open.size()) + 1);
            open.push_back(i);
        }
        while (!open.empty())
            close(open);
    }

private:
    void addRail(const analysis::RailSummary& rail, int level)
    {
        const QString part = rail.parent.empty() ? QString() : say("; part of %1").arg(from(rail.parent));
        addLine(level, from(rail.name), rail.joules, rail.meanWatts, say("Energy and mean power") + part);
        m_figures.last().ink = widgets::railInk(rail.role);
    }

    void close(std::vector<std::size_t>& open)
    {
        const analysis::RailSummary& rail = m_rails[open.back()];
        if (rail.restWatts)
            addLine(static_cast<int>(open.size()) + 1, say("rest of %1").arg(from(rail.name)), *rail.restJoules(),
                    *rail.restWatts,
                    say("What %1 measured beyond the rails below it: whatever has no sensor of its own")
                        .arg(from(rail.name)));
        open.pop_back();
    }

    void addLine(int level, const QString& label, double energy, double power, const QString& meaning)
    {
        m_figures << Figure{
            level,   label,  joules(energy), watts(power), m_whole > 0 ? std::max(energy / m_whole, 0.0) : -1,
            meaning, energy, power};
    }

    QList<Figure>& m_figures;
    const std::vector<analysis::RailSummary>& m_rails;
    double m_whole;
};

void addRails(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.rails.empty())
        return;
    const double whole = summary.systemJoules.value_or(0);
    const bool known = summary.systemJoules && summary.range.seconds() > 0;
    figures << Figure{0,
                      say("Energy"),
                      summary.systemJoules ? joules(whole) : QString(),
                      known ? watts(whole / summary.range.seconds()) : QString(),
                      -1,
                      say("Of the whole system: the outermost rails only, since they contain the others"),
                      summary.systemJoules ? QVariant(whole) : QVariant(),
                      known ? QVariant(whole / summary.range.seconds()) : QVariant()};
    RailLines(figures, summary).add();
}

void addTensors(QList<Figure>& figures, const analysis::TensorBytes& tensors, int depth)
{
    const auto add = [&](int at, double value, const QString& title, const QString& meaning) {
        if (!std::isnan(value))
            figures << Figure{at, title, bytes(value), {}, -1, meaning, value};
    };
    if (std::isnan(tensors.used))
        add(depth, tensors.parameters + tensors.gradients + tensors.optimizer + tensors.inputs, say("Tensors"),
            say("As far as the framework tells of them: without CUDA not those in between"));
    else
        add(depth, tensors.used, say("Tensors on the GPU"),
            say("Most that the framework's allocator had given away when it was asked: at each module of traced steps, "
                "else ten times a second"));
    const QString atEnd = say("As last told by the framework");
    add(depth + 1, tensors.parameters, say("Parameters"), atEnd);
    add(depth + 1, tensors.gradients, say("Gradients"), atEnd);
    add(depth + 1, tensors.optimizer, say("Optimizer state"), atEnd);
    add(depth + 1, tensors.inputs, say("Inputs"), atEnd);
    add(depth + 1, tensors.intermediate, say("Intermediate"),
        say("Most that was none of these: what the steps work with, and what the backward pass needs of the forward"));
}

void addMemory(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.peakMemoryBytes)
        figures << Figure{0,
                          say("Memory peak"),
                          bytes(*summary.peakMemoryBytes),
                          {},
                          -1,
                          say("Most used of the whole system"),
                          *summary.peakMemoryBytes};
    if (summary.peakProcessBytes)
        figures << Figure{summary.peakMemoryBytes ? 1 : 0,
                          say("Training"),
                          bytes(*summary.peakProcessBytes),
                          {},
                          -1,
                          say("Most resident memory of the training and its children"),
                          *summary.peakProcessBytes};
    addTensors(figures, summary.tensors, summary.peakMemoryBytes ? 1 : 0);
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
                      from(op->name + " " + op->shapes),
                      op->selfSeconds,
                      op->share};
        figure.op = op->op;
        figure.lane = op->firstLane;
        figure.span = op->firstSpan;
        figure.ink = widgets::opInk(op->name);
        figures << figure;
    }
}

} // namespace

QList<Figure> figuresOf(const RangeResult& result)
{
    QList<Figure> figures;
    const analysis::RangeSummary& summary = result.summary;
    addSteps(figures, summary);
    addCores(figures, summary);
    if (summary.gpuUtilization)
        figures << Figure{0,
                          say("GPU"),
                          percent(*summary.gpuUtilization),
                          {},
                          *summary.gpuUtilization,
                          say("Mean utilization"),
                          *summary.gpuUtilization};
    addRails(figures, summary);
    addMemory(figures, summary);
    addOps(figures, result.ops);
    return figures;
}

} // namespace stepscope::ui
