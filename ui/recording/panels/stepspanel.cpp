#include "ui/recording/panels/stepspanel.h"

#include "analysis/trace/imported.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"

#include <QAction>
#include <QColor>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

/// Steps of one job. It takes a fraction of a second, so that the first figures appear soon.
constexpr std::size_t kStepsPerJob = 20'000;

/// It changes whenever the figures of the steps may change.
std::uint64_t recordsOf(const trace::TraceView& view)
{
    return view.sampleCount() + view.stepCount();
}

} // namespace

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new StepsModel(this))
    , m_table(new JumpTable(this))
    , m_compare(new QAction(tr("Compare the &two steps"), this))
    , m_count(new ElidedLabel(this))
    , m_empty(plainLabel({}, this))
{
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("steps"));
    m_table->setAccessibleName(tr("Steps"));
    m_table->horizontalHeader()->setSortIndicator(StepsModel::Index, Qt::AscendingOrder);
    m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 14);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->showWholeTitles();
    m_table->setFitsContents();
    m_compare->setToolTip(tr("Select two rows with Ctrl"));
    m_compare->setEnabled(false);
    m_table->addAction(m_compare);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setContentsMargins(8, 4, 8, 4);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_count);
    all->addWidget(m_table, 1);
    all->addWidget(m_empty, 1);
    connect(m_table, &JumpTable::jumpRequested, this,
            [this](const QModelIndex& index) { emit stepActivated(m_model->stepAt(index.row())); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_compare->setEnabled(m_table->selectionModel()->selectedRows().size() == 2); });
    connect(m_compare, &QAction::triggered, this, &StepsPanel::compareChosen);
    updateCount();
}

void StepsPanel::setView(const trace::TraceView& view, bool isLive)
{
    m_view = view;
    m_isLive = isLive;
    m_model->setView(view);
    updateCount();
    if (!m_measuring.isBusy())
        beginPass();
}

void StepsPanel::setSelections(const std::vector<trace::TimeRange>& ranges, const QString& title)
{
    m_title = title;
    m_model->setRanges(ranges);
    updateCount();
}

void StepsPanel::setSkippedSteps(std::size_t steps)
{
    m_skipped = steps;
    m_model->setOutliers(analysis::outlierSteps(analysis::stepLengths(m_view, m_model->measuredSteps()), m_skipped));
}

void StepsPanel::clear()
{
    m_measuring.cancel();
    m_view = {};
    m_pass = {};
    m_model->clear();
    m_table->horizontalHeader()->setSortIndicator(StepsModel::Index, Qt::AscendingOrder);
    updateCount();
}

/// Begins to measure the steps of the view, unless it is the one that was measured last.
void StepsPanel::beginPass()
{
    const std::uint64_t records = recordsOf(m_view);
    if (records == m_pass.records && m_isLive == m_pass.isLive)
        return;
    m_pass = {.next = m_isLive ? m_pass.settled : 0,
              .end = m_view.stepCount(),
              .settled = analysis::settledSteps(m_view),
              .records = records,
              .isLive = m_isLive};
    measureSome();
}

void StepsPanel::measureSome()
{
    struct Measured
    {
        std::vector<analysis::StepFigures> figures;
        std::optional<std::vector<std::int8_t>> outliers; ///< none: the same steps as before
        std::size_t skipped = 0;
    };
    const std::size_t first = std::min(m_pass.next, m_model->measuredSteps());
    const std::size_t last = std::min(first + std::max(kStepsPerJob, first), m_pass.end);
    if (first >= last)
        return;
    const bool areNew = last > m_model->measuredSteps();
    m_measuring.start(
        [view = m_view, first, last, areNew, skipped = m_skipped](const std::stop_token& stop) {
            Measured result{analysis::stepFigures(view, first, last, stop), {}, skipped};
            // Compares the durations of all earlier steps, so the jobs grow with them.
            if (areNew)
                result.outliers = analysis::outlierSteps(analysis::stepLengths(view, last), skipped);
            return result;
        },
        [this, first, last](Measured result) {
            m_model->setFigures(first, result.figures);
            if (result.outliers)
                m_model->setOutliers(std::move(*result.outliers));
            if (result.skipped != m_skipped)
                setSkippedSteps(m_skipped);
            takeMeasured(last);
        });
}

void StepsPanel::takeMeasured(std::size_t last)
{
    m_pass.next = last;
    // The figures of a part of a file are not worth the rest of a pass.
    const bool isOutdated = !m_pass.isLive && recordsOf(m_view) != m_pass.records;
    if (last < m_pass.end && !isOutdated)
        return measureSome();
    if (last == m_pass.end && !m_isLive)
        m_model->arrangeAgain();
    beginPass();
}

QString StepsPanel::emptyText() const
{
    if (m_view.hasHeader() && trace::isImported(m_view.header()))
        return tr("The imported files contain no steps.");
    const QString state = m_view.hasHeader() && !m_isLive ? tr("No steps were reported.") : tr("No steps yet.");
    return state + QLatin1Char(' ') +
           tr("PyTorch trainings report them automatically. Any other script can call: import stepscope; "
              "stepscope.step(samples=32)");
}

void StepsPanel::updateCount()
{
    const auto shown = static_cast<quint64>(m_model->rowCount());
    const auto all = static_cast<quint64>(m_view.stepCount());
    m_table->setVisible(all > 0);
    m_count->setVisible(all > 0);
    m_empty->setVisible(all == 0);
    m_empty->setText(emptyText());
    m_count->setText(shown < all ? tr("%1: %2 of %3 steps").arg(m_title, countOf(shown), countOf(all))
                                 : tr("%1 steps").arg(countOf(all)));
}

void StepsPanel::compareChosen()
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() != 2)
        return;
    std::sort(rows.begin(), rows.end());
    emit comparisonRequested(m_model->stepAt(rows[0].row()), m_model->stepAt(rows[1].row()));
}

using analysis::StepFigures;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double seconds(const format::Step& step)
{
    return static_cast<double>(step.end - step.start) * 1e-9;
}

/// Samples per second; NaN if the script reported none.
double rateOf(const format::Step& step)
{
    return step.samples > 0 && step.end > step.start ? static_cast<double>(step.samples) / seconds(step) : kUnknown;
}

template <typename Format>
QString orDash(double value, Format format)
{
    return std::isnan(value) ? QStringLiteral("–") : format(value);
}

} // namespace

/// A step that several ranges overlap is listed once.
std::vector<StepsModel::Steps> StepsModel::stepsInRanges() const
{
    const std::size_t count = std::min<std::size_t>(m_view.stepCount(), std::numeric_limits<int>::max());
    if (m_ranges.empty())
        return {{0, count}};
    std::vector<Steps> all;
    for (const trace::TimeRange& range : m_ranges) {
        const std::size_t listed = all.empty() ? 0 : all.back().last;
        Steps steps{std::min(std::max(m_view.stepLowerBound(range.begin), listed), count), 0};
        for (steps.last = steps.first; steps.last < count && m_view.step(steps.last).start < range.end;)
            ++steps.last;
        all.push_back(steps);
    }
    return all;
}

void StepsModel::setView(const trace::TraceView& view)
{
    m_view = view;
    const std::vector<Steps> now = stepsInRanges();
    const Steps last = m_steps.back();
    const bool isSame = now.size() == m_steps.size() && std::equal(now.begin(), now.end() - 1, m_steps.begin());
    if (!isSame || now.back().first != last.first || now.back().last < last.last)
        return setRanges(m_ranges);
    if (now.back() == last)
        return;
    // New steps are appended in any sort order, so that rows do not move while the user reads them.
    const std::size_t before = m_order.size();
    const std::size_t added = now.back().last - last.last;
    beginInsertRows({}, static_cast<int>(before), static_cast<int>(before + added) - 1);
    m_order.resize(before + added);
    std::iota(m_order.begin() + static_cast<std::ptrdiff_t>(before), m_order.end(),
              static_cast<std::uint32_t>(last.last));
    m_steps = now;
    endInsertRows();
}

void StepsModel::setRanges(const std::vector<trace::TimeRange>& ranges)
{
    m_ranges = ranges;
    const std::vector<Steps> now = stepsInRanges();
    if (now == m_steps)
        return;
    beginResetModel();
    m_steps = now;
    arrange();
    endResetModel();
}

void StepsModel::setFigures(std::size_t first, const std::vector<StepFigures>& figures)
{
    assert(first <= m_figures->size());
    for (const StepFigures& figure : figures) {
        if (first < m_figures->size())
            m_figures->replace(first, figure);
        else
            m_figures->append(figure);
        ++first;
    }
    figuresChanged();
}

void StepsModel::setOutliers(std::vector<std::int8_t> outliers)
{
    m_outliers = std::move(outliers);
    figuresChanged();
}

void StepsModel::figuresChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, Energy), index(rowCount() - 1, Outlier));
}

void StepsModel::clear()
{
    beginResetModel();
    m_order.clear();
    m_figures.emplace();
    m_outliers.clear();
    m_steps = {Steps{}};
    m_ranges.clear();
    m_view = {};
    m_column = Index;
    m_sorting = Qt::AscendingOrder;
    endResetModel();
}

std::size_t StepsModel::stepAt(int row) const
{
    return m_order[static_cast<std::size_t>(row)];
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int StepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

double StepsModel::figure(std::size_t step, double StepFigures::*which) const
{
    return step < m_figures->size() ? m_figures->at(step).*which : kUnknown;
}

double StepsModel::key(std::size_t at, int column) const
{
    switch (column) {
    case Start:
        return static_cast<double>(m_view.step(at).start - m_view.extent().begin) * 1e-9;
    case Duration:
        return seconds(m_view.step(at));
    case Energy:
        return figure(at, &StepFigures::joules);
    case Power:
        return figure(at, &StepFigures::watts);
    case Cpu:
        return figure(at, &StepFigures::cpu);
    case Gpu:
        return figure(at, &StepFigures::gpu);
    case Memory:
        return figure(at, &StepFigures::memory);
    case Intermediate:
        return figure(at, &StepFigures::intermediate);
    case Rate:
        return rateOf(m_view.step(at));
    case Traced:
        return m_view.step(at).flags & format::Step::kTraced ? 1 : 0;
    case Outlier:
        return at < m_outliers.size() ? m_outliers[at] : 0;
    default:
        return static_cast<double>(m_view.step(at).index);
    }
}

QString StepsModel::text(std::size_t at, int column) const
{
    const double value = key(at, column);
    switch (column) {
    case Start:
    case Duration:
        return duration(value);
    case Energy:
        return orDash(value, joules);
    case Power:
        return orDash(value, watts);
    case Cpu:
    case Gpu:
        return orDash(value, percent);
    case Memory:
    case Intermediate:
        return orDash(value, bytes);
    case Rate:
        return orDash(value, rate);
    case Traced:
        return value > 0 ? tr("traced") : QString();
    case Outlier:
        return value > 0 ? tr("▲ long") : value < 0 ? tr("▼ short") : QString();
    default:
        return countOf(m_view.step(at).index);
    }
}

QString StepsModel::toolTip(std::size_t at, int column) const
{
    if (column == Outlier && key(at, Outlier) != 0)
        return tr("More than 3.5 robust standard deviations from the median of similar steps");
    if (column != Memory && column != Intermediate)
        return {};
    const format::Step step = m_view.step(at);
    const analysis::TensorBytes tensors = analysis::TensorMemory(m_view).of({step.start, step.end});
    QStringList lines;
    const auto add = [&](const QString& line, double value) {
        if (!std::isnan(value))
            lines << line.arg(bytes(value));
    };
    add(tr("Parameters: %1"), tensors.parameters);
    add(tr("Gradients: %1"), tensors.gradients);
    add(tr("Optimizer state: %1"), tensors.optimizer);
    add(tr("Inputs: %1"), tensors.inputs);
    add(tr("Intermediate, at most: %1"), tensors.intermediate);
    add(tr("Reserved by the allocator: %1"), tensors.reserved);
    return lines.join(QLatin1Char('\n'));
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const std::size_t at = stepAt(index.row());
    const bool isText = index.column() == Traced || index.column() == Outlier;
    switch (role) {
    case Qt::DisplayRole:
        return text(at, index.column());
    case kRawRole:
        return index.column() == Index ? QVariant(static_cast<qulonglong>(m_view.step(at).index))
                                       : QVariant(key(at, index.column()));
    case Qt::TextAlignmentRole:
        if (index.column() == Traced) // beside figures at the right of their column
            return QVariant(Qt::AlignCenter);
        return isText ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(at, index.column());
    default:
        return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const std::array<QString, ColumnCount> names = {
        tr("Step"), tr("Start"),  tr("Duration"),     tr("Energy"),    tr("Power"), tr("CPU"),
        tr("GPU"),  tr("Memory"), tr("Intermediate"), tr("Samples/s"), tr("Ops"),   tr("Duration outlier")};
    const std::array<QString, ColumnCount> meanings = {
        tr("Number of the step"),
        tr("Since the beginning of the recording"),
        tr("From its mark to the next"),
        tr("Of the whole system, without counting a rail twice; only of steps that samples cover completely (99 %)"),
        tr("Mean power of the whole system"),
        tr("Mean utilization of the cores online"),
        tr("Mean utilization"),
        tr("Peak in the step: of GPU tensors if the framework reports them, else of the training's resident memory"),
        tr("Peak in the step of all tensors other than parameters, gradients, optimizer state and inputs; with CUDA "
           "only"),
        tr("If the script reports the number of samples of a step"),
        tr("Whether the ops of the step were recorded"),
        tr("Steps far longer or shorter than similar steps")};
    static constexpr std::array<const char*, ColumnCount> kRaw = {"step",
                                                                  "start_s",
                                                                  "duration_s",
                                                                  "energy_j",
                                                                  "power_w",
                                                                  "cpu",
                                                                  "gpu",
                                                                  "memory_peak_bytes",
                                                                  "intermediate_peak_bytes",
                                                                  "samples_per_s",
                                                                  "traced",
                                                                  "outlier"};
    const auto at = static_cast<std::size_t>(section);
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case Qt::ToolTipRole:
        return meanings[at];
    case kRawHeaderRole:
        return QString::fromLatin1(kRaw[at]);
    case Qt::TextAlignmentRole:
        if (section == Traced)
            return QVariant(Qt::AlignCenter);
        return QVariant((section > Traced ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

void StepsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0)
        return;
    m_column = column;
    m_sorting = order;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::size_t> steps;
    for (const QModelIndex& index : before)
        steps.push_back(stepAt(index.row()));
    arrange();
    const std::size_t first = m_steps.front().first;
    std::vector<std::uint32_t> rowOf(m_steps.back().last - first);
    for (std::size_t row = 0; row < m_order.size(); ++row)
        rowOf[m_order[row] - first] = static_cast<std::uint32_t>(row);
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after << index(static_cast<int>(rowOf[steps[static_cast<std::size_t>(i)] - first]), before[i].column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void StepsModel::arrangeAgain()
{
    if (m_column >= Energy)
        sort(m_column, m_sorting);
}

void StepsModel::arrange()
{
    const std::size_t first = m_steps.front().first;
    m_order.clear();
    std::vector<double> keys(m_steps.back().last - first);
    for (const Steps& part : m_steps) {
        for (std::size_t step = part.first; step < part.last; ++step) {
            m_order.push_back(static_cast<std::uint32_t>(step));
            keys[step - first] = key(step, m_column);
        }
    }
    const auto keyOf = [&](std::uint32_t step) { return keys[step - first]; };
    std::stable_sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) {
        // Steps without a value come last in both directions.
        if (std::isnan(keyOf(a)) || std::isnan(keyOf(b)))
            return !std::isnan(keyOf(a)) && std::isnan(keyOf(b));
        return m_sorting == Qt::AscendingOrder ? keyOf(a) < keyOf(b) : keyOf(b) < keyOf(a);
    });
}

} // namespace stepscope::ui
