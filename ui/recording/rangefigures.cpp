#include "ui/recording/rangefigures.h"

#include "ui/parts/quantities.h"
#include "ui/parts/swatch.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

class InspectorText
{
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

QString utf8Text(const std::string& text)
{
    return QString::fromStdString(text);
}

void addSteps(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.steps == 0)
        return;
    figures << Figure{0,
                      InspectorText::tr("Steps"),
                      countOf(summary.steps),
                      duration(summary.meanStepSeconds),
                      -1,
                      InspectorText::tr("Steps that lie completely in the range, and their mean duration"),
                      static_cast<qulonglong>(summary.steps),
                      summary.meanStepSeconds};
    if (summary.samples == 0 || !(summary.stepsSeconds > 0))
        return;
    const double rate = static_cast<double>(summary.samples) / summary.stepsSeconds;
    figures << Figure{
        1,
        InspectorText::tr("Samples"),
        countOf(summary.samples),
        InspectorText::tr("%1 /s").arg(rate, 0, 'f', rate < 100 ? 1 : 0),
        -1,
        InspectorText::tr(
            "Training samples of these steps, and their number per second from the first start to the last end"),
        static_cast<qulonglong>(summary.samples),
        rate};
}

/// The part of a range with samples, for the label of a figure; empty when that is all of it.
QString coverageNote(double coverage)
{
    return coverage < analysis::kFullCoverage ? InspectorText::tr(" (%1)").arg(percent(coverage)) : QString();
}

/// As a sentence for a tooltip. `expected`: share of the range in which there can be samples.
QString coverageMeaning(double coverage, double expected = 1)
{
    return coverage < analysis::kFullCoverage * expected
               ? InspectorText::tr("; samples cover %1 of the range, and the figure is that of this part")
                     .arg(percent(coverage))
               : QString();
}

void addCores(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (!summary.cpuUtilization)
        return;
    figures << Figure{0,
                      InspectorText::tr("CPU"),
                      percent(*summary.cpuUtilization),
                      {},
                      *summary.cpuUtilization,
                      InspectorText::tr("Mean utilization of the cores that were online"),
                      *summary.cpuUtilization};
    for (const analysis::CoreSummary& core : summary.cores) {
        const bool isKnown = core.coveredSeconds > 0;
        figures << Figure{1,
                          QStringLiteral("cpu%1 %2").arg(core.core).arg(utf8Text(core.cluster)).trimmed(),
                          isKnown              ? percent(core.utilization)
                          : core.online == 0.0 ? InspectorText::tr("offline")
                                               : InspectorText::tr("no sample"),
                          {},
                          isKnown ? core.utilization : -1,
                          isKnown ? InspectorText::tr("Idle for %1 of the time").arg(percent(core.idleRatio)) +
                                        coverageMeaning(core.coverage, core.online.value_or(1))
                                  : InspectorText::tr("No sample in this range"),
                          isKnown ? QVariant(core.utilization) : QVariant(QString())};
    }
}

/// Lines of the rails in the order of their tree. The rest of a rail is its energy minus that of the rails below it.
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
        const QString name = utf8Text(rail.name);
        const QString part =
            rail.parent.empty() ? QString() : InspectorText::tr("; part of %1").arg(utf8Text(rail.parent));
        addLine(level, name + coverageNote(rail.coverage), rail.joules, rail.meanWatts,
                name + QStringLiteral(": ") + InspectorText::tr("Energy and mean power") + part +
                    coverageMeaning(rail.coverage));
        if (!rail.parent.empty()) // as beside the rows of the timeline: "VDD_SYS_GPU" -> "GPU"
            m_figures.last().shown = name.mid(name.lastIndexOf(QLatin1Char('_')) + 1) + coverageNote(rail.coverage);
        m_figures.last().color = widgets::railColor(rail.role);
    }

    void close(std::vector<std::size_t>& open)
    {
        const analysis::RailSummary& rail = m_rails[open.back()];
        if (rail.restWatts) {
            addLine(
                static_cast<int>(open.size()) + 1, InspectorText::tr("rest of %1").arg(utf8Text(rail.name)),
                *rail.restJoules, *rail.restWatts,
                InspectorText::tr("Energy of %1 minus that of the rails below it: components without a separate sensor")
                    .arg(utf8Text(rail.name)));
            m_figures.last().shown = InspectorText::tr("rest");
        }
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
    const bool isKnown = summary.systemJoules.has_value();
    figures << Figure{
        0,
        InspectorText::tr("Energy") + (isKnown ? coverageNote(summary.systemCoverage) : QString()),
        isKnown ? joules(whole) : QString(),
        isKnown ? watts(*summary.systemWatts) : QString(),
        -1,
        InspectorText::tr("Of the whole system: the outermost rails only, since they contain the others") +
            (isKnown ? coverageMeaning(summary.systemCoverage) : QString()),
        isKnown ? QVariant(whole) : QVariant(),
        isKnown ? QVariant(*summary.systemWatts) : QVariant()};
    RailLines(figures, summary).add();
}

void addTensors(QList<Figure>& figures, const analysis::TensorBytes& tensors, int depth)
{
    const auto add = [&](int at, double value, const QString& title, const QString& meaning) {
        if (!std::isnan(value))
            figures << Figure{at, title, bytes(value), {}, -1, meaning, value};
    };
    const double kept = tensors.parameters + tensors.gradients + tensors.optimizer + tensors.inputs;
    if (std::isnan(tensors.used) && std::isnan(tensors.intermediate))
        add(depth, kept, InspectorText::tr("Tensors"),
            InspectorText::tr("As reported by the framework; without CUDA, intermediate tensors are missing"));
    else if (std::isnan(tensors.used))
        add(depth, kept + tensors.intermediate, InspectorText::tr("Tensors"),
            InspectorText::tr("Sum of the following parts, as reported by the framework"));
    else
        add(depth, tensors.used, InspectorText::tr("Tensors on the GPU"),
            InspectorText::tr(
                "Largest size that the framework's allocator reported, at each module of traced steps, else ten times "
                "a second"));
    const QString atEnd = InspectorText::tr("As last reported by the framework");
    add(depth + 1, tensors.parameters, InspectorText::tr("Parameters"), atEnd);
    add(depth + 1, tensors.gradients, InspectorText::tr("Gradients"), atEnd);
    add(depth + 1, tensors.optimizer, InspectorText::tr("Optimizer state"), atEnd);
    add(depth + 1, tensors.inputs, InspectorText::tr("Inputs"), atEnd);
    add(depth + 1, tensors.intermediate, InspectorText::tr("Intermediate"),
        InspectorText::tr(
            "Largest size of all other tensors: working memory of the steps, and activations kept for the backward "
            "pass"));
}

void addMemory(QList<Figure>& figures, const analysis::RangeSummary& summary)
{
    if (summary.peakMemoryBytes)
        figures << Figure{0,
                          InspectorText::tr("Memory peak"),
                          bytes(*summary.peakMemoryBytes),
                          {},
                          -1,
                          InspectorText::tr("Peak of the whole system"),
                          *summary.peakMemoryBytes};
    if (summary.peakProcessBytes)
        figures << Figure{summary.peakMemoryBytes ? 1 : 0,
                          InspectorText::tr("Training"),
                          bytes(*summary.peakProcessBytes),
                          {},
                          -1,
                          InspectorText::tr("Peak resident memory of the training and its child processes"),
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
    // Sorted by self time, since by total time the outermost ops would always be first.
    std::partial_sort(top.begin(), top.begin() + shown, top.end(),
                      [](const auto* a, const auto* b) { return a->selfSeconds > b->selfSeconds; });
    figures << Figure{
        0,
        InspectorText::tr("Top ops"),
        InspectorText::tr("self"),
        {},
        -1,
        InspectorText::tr("Time in the op without the ops that it calls; of instances that the range cuts, "
                          "the part in the range")};
    const auto isOneOfSeveral = [&](const analysis::OpTotals* op) {
        return std::count_if(top.begin(), top.begin() + shown,
                             [&](const auto* other) { return other->name == op->name; }) > 1;
    };
    const double largest = top.front()->share;
    for (const analysis::OpTotals* op : std::vector<const analysis::OpTotals*>(top.begin(), top.begin() + shown)) {
        Figure figure{1,
                      opText(op->name) + (isOneOfSeveral(op) ? QLatin1Char(' ') + utf8Text(op->shapes) : QString()),
                      duration(op->selfSeconds),
                      percent(op->share),
                      largest > 0 ? op->share / largest : -1,
                      utf8Text(op->name + " " + op->shapes),
                      op->selfSeconds,
                      op->share};
        figure.op = op->op;
        figure.lane = op->firstLane;
        figure.span = op->firstSpan;
        figure.color = widgets::opColor(op->name);
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
                          InspectorText::tr("GPU"),
                          percent(*summary.gpuUtilization),
                          {},
                          *summary.gpuUtilization,
                          InspectorText::tr("Mean utilization"),
                          *summary.gpuUtilization};
    addRails(figures, summary);
    addMemory(figures, summary);
    addOps(figures, result.ops);
    return figures;
}

namespace {

constexpr int kLeastPauseMs = 500;
constexpr double kPausePerRunTime = 4;

RangeResult analyse(RangeQuestion question, const JobPointer& job)
{
    QElapsedTimer clock;
    clock.start();
    const std::stop_token stop = job->stopToken();
    RangeResult result;
    if (question.summary)
        result.summary = analysis::summarize(question.view, question.ranges, stop);
    question.ops.progress = [job](double share) { job->setProgress(share); };
    result.ops = analysis::opTable(question.view, question.ranges, question.ops, stop);
    if (!question.ops.rail.empty())
        analysis::addTimingAssociation(question.view, question.ranges, question.ops.grouping, question.ops.rail,
                                       result.ops, stop);
    result.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    return result;
}

} // namespace

RangeAnalysis::RangeAnalysis(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &RangeAnalysis::startWaiting);
}

void RangeAnalysis::request(RangeQuestion question, bool urgent)
{
    m_waiting = std::move(question);
    if (urgent) {
        m_pause.stop();
        m_job.cancel();
    }
    startWaiting();
}

void RangeAnalysis::clear()
{
    m_waiting.reset();
    m_job.cancel();
}

void RangeAnalysis::startWaiting()
{
    if (!m_waiting || m_pause.isActive() || m_job.isBusy())
        return;
    m_job.start(
        [question = *std::exchange(m_waiting, std::nullopt)](const JobPointer& job) { return analyse(question, job); },
        [this](const RangeResult& result) { takeResult(result); }, [this](double share) { emit progressed(share); });
}

void RangeAnalysis::takeResult(const RangeResult& result)
{
    m_pause.start(std::max(kLeastPauseMs, static_cast<int>(result.seconds * 1000 * kPausePerRunTime)));
    emit finished(result);
}

} // namespace stepscope::ui
