#include "ui/fleet/fleetmodel.h"

#include "ui/parts/messagetext.h"
#include "ui/parts/statusline.h"
#include "ui/parts/tablecopy.h"

#include <QApplication>
#include <QFont>
#include <QPalette>

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::ui {

namespace {

struct FleetColumnText
{
    const char* title;
    const char* csv;
    const char* meaning;
};

constexpr std::array<FleetColumnText, FleetModel::kColumns> kFleetTexts = {{
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Device"), "device",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Device, its board and what it trains")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "State"), "state",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Sorted by the attention that a device needs")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Steps/s"), "steps_per_second",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel",
                       "Steps a second in the last 10 s, at least over 3 steps; after the end, of the whole run")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Samples/s"), "samples_per_second",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Training samples a second, where the batch size is known")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Power"), "watts",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel",
                       "Mean power of the whole system in the last 10 s (VDD_IN, or the sum "
                       "of the outermost rails); after the end, of the whole run")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Temp."), "celsius",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel",
                       "Temperature of the hottest zone; after the end, its largest value")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "GPU"), "gpu_utilization",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel",
                       "Mean utilization in the last 10 s; after the end, of the whole run")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Memory"), "memory_bytes",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel",
                       "Largest use of the system in the last 10 s; after the end, of the whole run")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Steps"), "steps",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Steps so far")},
    {QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Time"), "seconds",
     QT_TRANSLATE_NOOP("stepscope::ui::FleetModel", "Time since the start of the run")},
}};

QVariant figureValue(const std::optional<double>& value)
{
    return value ? QVariant(*value) : QVariant();
}

} // namespace

int FleetModel::rowOf(const QString& target) const
{
    for (int i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].status.target == target)
            return i;
    }
    return -1;
}

void FleetModel::changed(int row)
{
    emit dataChanged(index(row, 0), index(row, kColumns - 1));
}

void FleetModel::setStatus(const CaptureStatus& status)
{
    const int at = rowOf(status.target);
    if (at < 0) {
        const auto end = static_cast<int>(m_rows.size());
        beginInsertRows({}, end, end);
        m_rows.append({status});
        return endInsertRows();
    }
    FleetRow& row = m_rows[at];
    if (row.status.recording != status.recording)
        row.figures.reset();
    const bool isNew =
        row.status.phase != status.phase || row.status.text != status.text || row.status.recording != status.recording;
    row.status = status;
    if (isNew) // else only the size of the file
        changed(at);
}

void FleetModel::setFigures(const QString& target, const DeviceFigures& figures)
{
    const int at = rowOf(target);
    if (at < 0)
        return;
    m_rows[at].figures = figures;
    changed(at);
}

void FleetModel::setLeftRunning(const QStringList& targets)
{
    addIdle(targets);
    for (int i = 0; i < m_rows.size(); ++i) {
        const bool runsOn = targets.contains(m_rows[i].status.target);
        if (std::exchange(m_rows[i].runsOn, runsOn) != runsOn)
            changed(i);
    }
}

void FleetModel::setRunEnded(const QString& target, const QString& run)
{
    const int at = rowOf(target);
    if (at < 0 || m_rows[at].status.run != run || m_rows[at].status.phase != CapturePhase::Ended ||
        m_rows[at].status.text.isEmpty())
        return;
    m_rows[at].status.text.clear();
    changed(at);
}

void FleetModel::setDevices(const QStringList& targets)
{
    for (auto i = static_cast<int>(m_rows.size()) - 1; i >= 0; --i) {
        if (m_rows[i].status.phase != CapturePhase::Idle || m_rows[i].runsOn ||
            targets.contains(m_rows[i].status.target))
            continue;
        beginRemoveRows({}, i, i);
        m_rows.removeAt(i);
        endRemoveRows();
    }
    addIdle(targets);
}

void FleetModel::addIdle(const QStringList& targets)
{
    for (const QString& target : targets) {
        CaptureStatus idle;
        idle.target = target;
        if (rowOf(target) < 0)
            setStatus(idle);
    }
}

int FleetModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FleetModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant FleetModel::raw(const FleetRow& row, int column)
{
    if (column == Device)
        return row.status.target;
    if (column == State)
        return stateName(row.state());
    if (!row.figures)
        return {};
    const DeviceFigures& figures = *row.figures;
    switch (column) {
    case StepRate:
        return figureValue(figures.stepsPerSecond);
    case SampleRate:
        return figureValue(figures.samplesPerSecond);
    case Power:
        return figureValue(figures.watts);
    case Temperature:
        return figureValue(figures.celsius);
    case Gpu:
        return figureValue(figures.gpu);
    case Memory:
        return figureValue(figures.memoryBytes);
    case Steps:
        return static_cast<qulonglong>(figures.steps);
    case Time:
        return figures.seconds;
    default:
        return {};
    }
}

QVariant FleetModel::text(const FleetRow& row, int column)
{
    const QVariant value = raw(row, column);
    if (!value.isValid())
        return row.status.phase == CapturePhase::Idle ? QString() : QStringLiteral("–");
    switch (column) {
    case StepRate:
    case SampleRate:
        return rate(value.toDouble());
    case Power:
        return watts(value.toDouble());
    case Temperature:
        return tr("%1 °C").arg(value.toDouble(), 0, 'f', 1);
    case Gpu:
        return percent(value.toDouble());
    case Memory:
        return bytes(value.toDouble());
    case Steps:
        return countOf(value.toULongLong());
    case Time:
        return elapsed(value.toDouble());
    default:
        return value;
    }
}

QVariant FleetModel::line(const FleetRow& row, int column)
{
    if (!row.figures || (column != Power && column != Gpu && column != StepRate))
        return {};
    const Sparkline& line = column == Power ? row.figures->wattsLine
                            : column == Gpu ? row.figures->gpuLine
                                            : row.figures->stepsLine;
    return QVariant::fromValue(QList<double>(line.values.begin(), line.values.end()));
}

QString FleetModel::tip(const FleetRow& row, int column)
{
    if (column == State && row.status.phase == CapturePhase::Idle && row.runsOn)
        return tr("A run was left running here; the start page offers to continue it");
    if (column == State) {
        const QString failure = row.figures ? messageText(row.figures->failure) : QString();
        return failure.isEmpty() ? statusText(row.status) : failure;
    }
    if (column == Device)
        return row.status.recording.isEmpty() ? row.status.target
                                              : row.status.target + QLatin1Char('\n') + row.status.recording;
    if (!row.figures)
        return {};
    if (column == Temperature)
        return QString::fromStdString(row.figures->hottest);
    if (column == Memory && row.figures->totalBytes)
        return tr("of %1").arg(bytes(*row.figures->totalBytes));
    if (line(row, column).isValid())
        return tr("The line shows the last 2 minutes, from 0 up.");
    return {};
}

QVariant FleetModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const FleetRow& row = m_rows[index.row()];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case kRawRole:
        return raw(row, column);
    case kLineRole:
        return line(row, column);
    case kDetailRole:
        return row.figures ? QString::fromStdString(row.figures->title) : QString();
    case kStateRole:
        return static_cast<int>(row.state());
    case Qt::DecorationRole:
        return column == State ? QVariant(stateIcon(row.state())) : QVariant();
    case Qt::ToolTipRole:
        return tip(row, column);
    case Qt::AccessibleTextRole: {
        const QString value = text(row, column).toString();
        return headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() + QStringLiteral(": ") +
               (value.isEmpty() ? tr("none") : value);
    }
    case Qt::TextAlignmentRole:
        return QVariant((column <= State ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return column > State && isStale(row.state()) ? QVariant(QApplication::palette().placeholderText())
                                                      : QVariant();
    default:
        return {};
    }
}

QVariant FleetModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    const FleetColumnText& texts = kFleetTexts[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return tr(texts.title);
    case Qt::ToolTipRole:
        return tr(texts.meaning);
    case kRawHeaderRole:
        return QString::fromLatin1(texts.csv);
    case Qt::TextAlignmentRole:
        return QVariant((section <= State ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

bool FleetOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    if (left.column() == FleetModel::State)
        return left.data(FleetModel::kStateRole).toInt() < right.data(FleetModel::kStateRole).toInt();
    return FigureOrder::lessThan(left, right);
}

} // namespace stepscope::ui
