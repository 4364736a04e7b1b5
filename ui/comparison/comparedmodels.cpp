#include "ui/comparison/comparedmodels.h"

#include "ui/parts/quantities.h"
#include "ui/parts/swatch.h"

#include <array>
#include <utility>

namespace stepscope::ui {

using analysis::ChannelDifference;

void ComparedChannelsModel::setChannels(std::vector<ChannelDifference> channels)
{
    beginResetModel();
    m_channels = std::move(channels);
    endResetModel();
}

int ComparedChannelsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_channels.size());
}

int ComparedChannelsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString ComparedChannelsModel::title(const ChannelDifference& channel) const
{
    const QString rail = QString::fromStdString(channel.name);
    switch (channel.kind) {
    case ChannelDifference::Kind::StepDuration:
        return tr("Duration of a step");
    case ChannelDifference::Kind::StepEnergy:
        return tr("Energy of a step, whole system");
    case ChannelDifference::Kind::RailPower:
        return tr("%1: mean power").arg(rail);
    case ChannelDifference::Kind::RailEnergy:
        return tr("%1: energy of a step").arg(rail);
    case ChannelDifference::Kind::CpuUtilization:
        return tr("CPU utilization");
    case ChannelDifference::Kind::GpuUtilization:
        return tr("GPU utilization");
    case ChannelDifference::Kind::PeakMemory:
        break;
    }
    return tr("Memory peak");
}

QVariant ComparedChannelsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ChannelDifference& channel = m_channels[static_cast<std::size_t>(index.row())];
    const auto part = static_cast<DifferencePart>(index.column() - FirstPart);
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() != Quantity)
            return partText(channel.value, part, channel.unit);
        return channel.isCovered() ? title(channel)
                                   : tr("%1 (%2 and %3 covered)")
                                         .arg(title(channel), percent(channel.coverageA), percent(channel.coverageB));
    case kRawRole:
        // Rows have different units, so the name contains the unit.
        return index.column() == Quantity ? QVariant(title(channel) + QStringLiteral(" [%1]").arg(channel.unit.c_str()))
                                          : partValue(channel.value, part);
    case Qt::ToolTipRole:
        return channel.isCovered() ? QVariant()
                                   : QVariant(tr("Of the steps that samples cover: %1 of A, %2 of B")
                                                  .arg(percent(channel.coverageA), percent(channel.coverageB)));
    case Qt::TextAlignmentRole:
        return index.column() == Quantity ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant ComparedChannelsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    const auto part = static_cast<DifferencePart>(section - FirstPart);
    switch (role) {
    case Qt::DisplayRole:
        return section == Quantity ? tr("Quantity") : partTitle(part);
    case Qt::ToolTipRole:
        return section == Quantity ? QString() : partMeaning(part);
    case kRawHeaderRole:
        return section == Quantity ? QStringLiteral("quantity") : partName(part);
    case Qt::TextAlignmentRole:
        return QVariant((section == Quantity ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

using analysis::OpDifference;

namespace {

DifferencePart partOf(int column)
{
    return static_cast<DifferencePart>(column - ComparedOpsModel::FirstOfMean);
}

} // namespace

void ComparedOpsModel::setOps(std::vector<OpDifference> ops)
{
    beginResetModel();
    m_ops = std::move(ops);
    endResetModel();
}

int ComparedOpsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ops.size());
}

int ComparedOpsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ComparedOpsModel::raw(const OpDifference& op, int column) const
{
    switch (column) {
    case Name:
        return QString::fromStdString(op.name);
    case Shapes:
        return QString::fromStdString(op.shapes);
    case CountA:
        return op.countPerStep.a;
    case CountB:
        return op.countPerStep.b;
    case TotalA:
        return op.totalPerStep.a;
    case TotalB:
        return op.totalPerStep.b;
    case TotalDifference:
        return op.totalPerStep.absolute();
    default:
        return partValue(op.mean, partOf(column));
    }
}

QString ComparedOpsModel::text(const OpDifference& op, int column) const
{
    switch (column) {
    case Name:
        return opText(op.name);
    case Shapes:
        return raw(op, column).toString();
    case CountA:
    case CountB:
        return rate(raw(op, column).toDouble());
    case TotalA:
    case TotalB:
        return duration(raw(op, column).toDouble());
    case TotalDifference:
        return signedText(op.totalPerStep.absolute(), "s");
    default:
        return partText(op.mean, partOf(column), "s");
    }
}

QVariant ComparedOpsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const OpDifference& entry = op(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case kRawRole:
        return raw(entry, index.column());
    case Qt::DecorationRole:
        return index.column() == Name ? QVariant(opSwatch(entry.name)) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() <= Shapes ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (index.column() <= Shapes)
            return QString::fromStdString(entry.name + "\n" + entry.shapes);
        if (index.column() == TotalDifference && entry.totalPerStep.interval)
            return tr("95 % interval %1 to %2: %3")
                .arg(signedText(entry.totalPerStep.interval->low, "s"),
                     signedText(entry.totalPerStep.interval->high, "s"), verdictText(entry.totalPerStep));
        if (index.column() >= FirstOfMean)
            return tr("%1 instances in A, %2 in B; interval over %3")
                .arg(countOf(entry.countA), countOf(entry.countB), entry.overSteps ? tr("steps") : tr("instances"));
        return {};
    default:
        return {};
    }
}

QVariant ComparedOpsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    const std::array<QString, FirstOfMean> names = {
        tr("Op"),           tr("Shapes"),       tr("A: count/step"), tr("B: count/step"),
        tr("A: time/step"), tr("B: time/step"), tr("B − A per step")};
    static constexpr std::array<const char*, FirstOfMean> kRaw = {
        "op",           "shapes",       "count_per_step_a",     "count_per_step_b",
        "s_per_step_a", "s_per_step_b", "s_per_step_difference"};
    const bool ofMean = section >= FirstOfMean;
    switch (role) {
    case Qt::DisplayRole:
        if (ofMean && partOf(section) == DifferencePart::A)
            return tr("A: mean");
        if (ofMean && partOf(section) == DifferencePart::B)
            return tr("B: mean");
        return ofMean ? partTitle(partOf(section)) : names[static_cast<std::size_t>(section)];
    case Qt::ToolTipRole:
        if (ofMean)
            return tr("Mean of an instance. ") + partMeaning(partOf(section));
        return section <= Shapes ? QVariant() : QVariant(tr("Per traced step in the range"));
    case kRawHeaderRole:
        return ofMean ? QStringLiteral("mean_s_") + partName(partOf(section))
                      : QString::fromLatin1(kRaw[static_cast<std::size_t>(section)]);
    case Qt::TextAlignmentRole:
        return QVariant((section <= Shapes ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace stepscope::ui
