#include "ui/study/studymodels.h"

#include "ui/parts/appearance.h"
#include "ui/parts/quantities.h"
#include "ui/parts/tablecopy.h"

#include <QFont>

#include <algorithm>
#include <array>
#include <iterator>

namespace stepscope::ui {

using analysis::StudyCell;
namespace column = analysis::column;

namespace {

/// A column of the results. A figure has a column of the row and a format; the others have a text.
struct ShownColumn
{
    const char* title; ///< translated when it is shown
    const char* csv;
    QVariant (*valueOf)(const StudyCell& cell); ///< invalid = not known
    QString (*format)(double value);            ///< null = a text or a count
    const char* meaning;
};

template <const std::string_view& kName>
QVariant figure(const StudyCell& cell)
{
    // Figures of a training that failed do not count.
    const auto value = cell.result.succeeded() ? cell.result.number(kName) : std::nullopt;
    return value ? QVariant(*value) : QVariant();
}

QString samplesPerSecond(double value)
{
    return rate(value);
}

QString stateOf(const StudyCell& cell)
{
    if (cell.state == analysis::CellState::Pending)
        return ResultsModel::tr("pending");
    if (cell.state == analysis::CellState::Running)
        return ResultsModel::tr("running");
    if (cell.result.succeeded())
        return cell.result.throttled() ? ResultsModel::tr("ok, throttled") : ResultsModel::tr("ok");
    return QString::fromStdString(cell.result.text(column::kOutcome)).replace(QLatin1Char('_'), QLatin1Char(' '));
}

const auto kColumns = std::to_array<ShownColumn>({
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Device"), "target",
     [](const StudyCell& cell) { return QVariant(QString::fromStdString(cell.target)); }, nullptr, ""},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Model"), "model",
     [](const StudyCell& cell) { return QVariant(QString::fromStdString(cell.model)); }, nullptr, ""},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Batch"), "batch",
     [](const StudyCell& cell) { return QVariant(cell.batch); }, nullptr, ""},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Power setting"), "power_setting",
     [](const StudyCell& cell) { return QVariant(QString::fromStdString(cell.power)); }, nullptr, ""},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Repeat"), "repeat",
     [](const StudyCell& cell) { return QVariant(cell.repeat); }, nullptr, ""},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "State"), "state",
     [](const StudyCell& cell) { return QVariant(stateOf(cell)); }, nullptr, ""},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Samples/s"), "throughput_samples_per_second",
     figure<column::kThroughput>, samplesPerSecond,
     QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Throughput over the counted steps")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Step"), "step_mean_seconds", figure<column::kStepSeconds>,
     duration, QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Mean duration of a step")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Step CV"), "step_cv", figure<column::kStepCv>, percent,
     QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Standard deviation of the durations of steps over their mean")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Energy/step"), "step_energy_joules", figure<column::kStepJoules>,
     joules, QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Energy of the whole system for a step")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Energy/sample"), "sample_energy_joules",
     figure<column::kSampleJoules>, joules,
     QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Energy of the whole system for a training sample")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "CPU"), "cpu_utilization", figure<column::kCpu>, percent,
     QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Mean utilization of the cores online")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "GPU"), "gpu_utilization", figure<column::kGpu>, percent,
     QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Utilization of the GPU")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Peak memory"), "peak_memory_bytes", figure<column::kPeakMemory>,
     bytes, QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Most memory in use on the device")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Accuracy"), "accuracy", figure<column::kAccuracy>, percent,
     QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "The last accuracy that the training printed")},
    {QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Reason"), "reason",
     [](const StudyCell& cell) {
         return cell.result.isEmpty() ? QVariant(QString())
                                      : QVariant(QString::fromStdString(cell.result.text(column::kReason)));
     },
     nullptr, QT_TRANSLATE_NOOP("stepscope::ui::ResultsModel", "Why the training failed")},
});

/// Figures are aligned right, with their headers; texts left.
QVariant alignmentOf(bool isFigure)
{
    return QVariant((isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

bool isFigure(const ShownColumn& column)
{
    return column.format != nullptr || column.valueOf(StudyCell{}).typeId() != QMetaType::QString;
}

bool failed(const StudyCell& cell)
{
    return !cell.result.isEmpty() && !cell.result.succeeded();
}

} // namespace

QString shownText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void ResultsModel::setStudy(const analysis::Study& study)
{
    const bool isSame = std::equal(study.cells.begin(), study.cells.end(), m_study.cells.begin(), m_study.cells.end(),
                                   [](const StudyCell& a, const StudyCell& b) { return a.id == b.id; });
    if (!isSame)
        beginResetModel();
    m_study = study;
    if (!isSame)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

bool ResultsModel::isInformative(int column) const
{
    const ShownColumn& shown = kColumns.at(static_cast<std::size_t>(column));
    if (shown.csv == std::string_view("target"))
        return m_study.plan.targets.size() > 1;
    if (shown.csv == std::string_view("power_setting"))
        return !m_study.plan.powerSettings.empty();
    if (shown.csv == std::string_view("repeat"))
        return m_study.plan.repeats > 1;
    return shown.format == nullptr || std::any_of(m_study.cells.begin(), m_study.cells.end(),
                                                  [&](const StudyCell& cell) { return shown.valueOf(cell).isValid(); });
}

int ResultsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_study.cells.size());
}

int ResultsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(kColumns.size());
}

QVariant ResultsModel::data(const QModelIndex& index, int role) const
{
    const StudyCell& row = cell(index.row());
    const ShownColumn& shown = kColumns.at(static_cast<std::size_t>(index.column()));
    switch (role) {
    case kRawRole:
        return shown.valueOf(row);
    case Qt::DisplayRole: {
        const QVariant value = shown.valueOf(row);
        if (shown.format == nullptr)
            return value.toString();
        return value.isValid() ? shown.format(value.toDouble()) : QStringLiteral("–");
    }
    case Qt::TextAlignmentRole:
        return alignmentOf(isFigure(shown));
    case Qt::ForegroundRole:
        if (row.state != analysis::CellState::Done)
            return currentTheme().mutedText;
        return failed(row) ? QVariant(currentTheme().error) : QVariant();
    case Qt::ToolTipRole:
        if (failed(row)) {
            const QString output = QString::fromStdString(row.result.text(column::kLastOutput));
            const QString reason = QString::fromStdString(row.result.text(column::kReason));
            return output.isEmpty() ? reason : tr("%1\nLast output of the training:\n%2").arg(reason, output);
        }
        return row.recording.empty() ? tr("No recording yet") : tr("Double-click or Enter opens the recording");
    default:
        return {};
    }
}

QVariant ResultsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const ShownColumn& shown = kColumns.at(static_cast<std::size_t>(section));
    switch (role) {
    case Qt::DisplayRole:
        return tr(shown.title);
    case Qt::ToolTipRole:
        return *shown.meaning == '\0' ? QString() : tr(shown.meaning);
    case Qt::TextAlignmentRole:
        return alignmentOf(isFigure(shown));
    case kRawHeaderRole:
        return QString::fromLatin1(shown.csv);
    default:
        return {};
    }
}

void StudyTableModel::setTable(const analysis::StudyTable& table)
{
    beginResetModel();
    m_table = table;
    endResetModel();
}

int StudyTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int StudyTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.header.size());
}

QVariant StudyTableModel::data(const QModelIndex& index, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != kRawRole)
        return {};
    const auto& row = m_table.rows[static_cast<std::size_t>(index.row())];
    const auto at = static_cast<std::size_t>(index.column());
    return at < row.size() ? QString::fromStdString(row[at]) : QString();
}

QVariant StudyTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(false);
    if (role != Qt::DisplayRole && role != kRawHeaderRole)
        return {};
    return QString::fromStdString(m_table.header[static_cast<std::size_t>(section)]);
}

namespace {

QString meanText(const analysis::ComparedQuantity& quantity, const std::optional<analysis::FigureSeries::Point>& point,
                 const std::string& outcome)
{
    if (!point) // a training that succeeded without the value says nothing more
        return outcome.starts_with("ok") ? QStringLiteral("–")
                                         : QString::fromStdString(outcome).replace(QLatin1Char('_'), QLatin1Char(' '));
    if (quantity.unit == "samples/s")
        return rate(point->y) + QStringLiteral("\u202F/s");
    return quantity.unit == "GB" ? bytes(point->y) : withPrefix(point->y, shownText(quantity.unit));
}

QString verdictText(const analysis::ComparedQuantity& quantity, const analysis::ComparedValue& value)
{
    if (!value.ratio)
        return {};
    if (!value.interval)
        return value.a->repeats > 1 && value.b->repeats > 1 ? ComparedStudiesModel::tr("repeats do not vary")
                                                            : ComparedStudiesModel::tr("too few repeats");
    if (!value.isSignificant())
        return ComparedStudiesModel::tr("no difference shown");
    return (*value.ratio > 1) == quantity.isBetterHigh ? ComparedStudiesModel::tr("B is better")
                                                       : ComparedStudiesModel::tr("A is better");
}

struct ComparedTitle
{
    const char* title;
    const char* csv;
};
constexpr std::array<ComparedTitle, ComparedStudiesModel::kColumns> kComparedTitles{{
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "Quantity"), "quantity"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "Device"), "target"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "Model"), "model"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "Batch"), "batch"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "A"), "a"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "B"), "b"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "B/A"), "ratio"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "95 % interval"), "interval"},
    {QT_TRANSLATE_NOOP("stepscope::ui::ComparedStudiesModel", "Result"), "result"},
}};

} // namespace

void ComparedStudiesModel::setComparison(const analysis::StudyComparison& comparison)
{
    beginResetModel();
    m_comparison = comparison;
    endResetModel();
}

int ComparedStudiesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_comparison.cells.size() * analysis::comparedQuantities().size());
}

int ComparedStudiesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ComparedStudiesModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::size_t>(index.row());
    const analysis::ComparedCell& cell = m_comparison.cells[row % m_comparison.cells.size()];
    const std::size_t at = row / m_comparison.cells.size();
    const analysis::ComparedQuantity& quantity = analysis::comparedQuantities()[at];
    const analysis::ComparedValue& value = cell.values[at];
    if (role == Qt::FontRole && index.column() == Verdict) {
        QFont font;
        font.setBold(value.isSignificant());
        return font;
    }
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column() >= Batch && index.column() <= RatioInterval);
    if (role == Qt::ToolTipRole)
        return tr("A: %1\nB: %2").arg(QString::fromStdString(cell.outcomeA), QString::fromStdString(cell.outcomeB));
    const bool isRaw = role == kRawRole;
    if (role != Qt::DisplayRole && !isRaw)
        return {};
    const auto raw = [](const std::optional<double>& number) { return number ? QVariant(*number) : QVariant(); };
    const auto mean = [&](const auto& point, const std::string& outcome) {
        return isRaw ? (point ? QVariant(point->y) : QVariant()) : QVariant(meanText(quantity, point, outcome));
    };
    switch (index.column()) {
    case Quantity:
        return shownText(quantity.title);
    case Target:
        return QString::fromStdString(cell.target);
    case Model:
        return QString::fromStdString(cell.model);
    case Batch:
        return cell.batch;
    case A:
        return mean(value.a, cell.outcomeA);
    case B:
        return mean(value.b, cell.outcomeB);
    case Ratio:
        return isRaw         ? raw(value.ratio)
               : value.ratio ? QVariant(QStringLiteral("×") + QString::number(*value.ratio, 'f', 3))
                             : QVariant(QStringLiteral("–"));
    case RatioInterval:
        return value.interval
                   ? QStringLiteral("%1 to %2").arg(value.interval->low, 0, 'f', 3).arg(value.interval->high, 0, 'f', 3)
                   : QStringLiteral("–");
    default:
        return verdictText(quantity, value);
    }
}

QVariant ComparedStudiesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const ComparedTitle& title = kComparedTitles.at(static_cast<std::size_t>(section));
    if (role == kRawHeaderRole)
        return QString::fromLatin1(title.csv);
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section >= Batch && section <= RatioInterval);
    if (role == Qt::ToolTipRole && section >= Ratio)
        return tr("Mean of B over mean of A, with its 95 % interval over the repeats");
    return role == Qt::DisplayRole ? QVariant(tr(title.title)) : QVariant();
}

} // namespace stepscope::ui
