#include "ui/comparison/comparedchannelsmodel.h"

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
        return index.column() == Quantity ? title(channel) : partText(channel.value, part, channel.unit);
    case kRawRole:
        // Rows have different units, so the name contains the unit.
        return index.column() == Quantity ? QVariant(title(channel) + QStringLiteral(" [%1]").arg(channel.unit.c_str()))
                                          : partValue(channel.value, part);
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

} // namespace stepscope::ui
