#include "ui/recording/panels/energymodel.h"

#include "ui/parts/quantities.h"
#include "ui/parts/swatch.h"

#include <QGuiApplication>
#include <QPalette>

#include <array>

namespace stepscope::ui {

void EnergyModel::setAttribution(const analysis::Attribution& attribution, int account, const QStringList& places)
{
    beginResetModel();
    m_rows.clear();
    m_sum = 0;
    if (account >= 0 && account < static_cast<int>(attribution.channels.size())) {
        const analysis::ChannelAccount& channel = attribution.channels[static_cast<std::size_t>(account)];
        m_isRail = channel.isRail();
        for (std::size_t i = 0; i < attribution.groups.size() && i < channel.ops.size(); ++i) {
            m_rows.push_back({attribution.groups[i], channel.ops[i], places.value(static_cast<qsizetype>(i))});
            m_sum += channel.ops[i].regression ? channel.ops[i].regression->value : 0;
        }
    }
    endResetModel();
}

int EnergyModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EnergyModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

/// The amount of a utilization is a time.
QString EnergyModel::amount(double value) const
{
    return m_isRail ? joules(value) : duration(value);
}

QString EnergyModel::nameOf(const Row& row) const
{
    const analysis::OpGroup& group = row.group;
    if (group.isRest)
        return tr("(all short ops)");
    if (!group.name.empty())
        return QString::fromStdString(group.name) + (row.place.isEmpty() ? QString() : tr(", %1").arg(row.place));
    return group.module.empty() ? tr("(no module)") : QString::fromStdString(group.module);
}

QVariant EnergyModel::raw(const Row& row, int column) const
{
    const auto& estimate = row.take.regression;
    switch (column) {
    case Name:
        return nameOf(row);
    case Shapes:
        return QString::fromStdString(row.group.shapes);
    case Count:
        return static_cast<qulonglong>(row.group.count);
    case SelfTime:
        return row.group.seconds;
    case Consumption:
        return estimate ? QVariant(estimate->value) : QVariant();
    case Interval:
        return estimate ? QVariant((estimate->high - estimate->low) / 2) : QVariant();
    case WhileRunning:
        return estimate && row.group.seconds > 0 ? QVariant(estimate->value / row.group.seconds) : QVariant();
    case Share:
        return estimate && m_sum > 0 ? QVariant(estimate->value / m_sum) : QVariant();
    default:
        return row.take.timing;
    }
}

QString EnergyModel::text(const Row& row, int column) const
{
    const auto& estimate = row.take.regression;
    const QVariant value = raw(row, column);
    switch (column) {
    case Name:
    case Shapes:
        return value.toString();
    case Count:
        return countOf(row.group.count);
    case SelfTime:
        return duration(row.group.seconds);
    case Consumption:
        return estimate ? amount(estimate->value) : tr("not separable");
    case Interval:
        return estimate ? tr("%1 to %2").arg(amount(estimate->low), amount(estimate->high)) : QString();
    case WhileRunning:
        if (!value.isValid())
            return {};
        return m_isRail ? watts(value.toDouble()) : percent(value.toDouble());
    case Share:
        return value.isValid() ? percent(value.toDouble()) : QString();
    default:
        return amount(row.take.timing);
    }
}

QVariant EnergyModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isUnknown = !row.take.regression && index.column() == Consumption;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::DecorationRole:
        return index.column() == Name && !row.group.name.empty() && !row.group.isRest
                   ? QVariant(opSwatch(row.group.name))
                   : QVariant();
    case Qt::ForegroundRole:
        return isUnknown ? QVariant(QGuiApplication::palette().brush(QPalette::PlaceholderText)) : QVariant();
    case Qt::ToolTipRole:
        if (isUnknown)
            return tr("Not separable from other ops: it always runs together with them, or too rarely and too briefly "
                      "for the sampling period. Record more steps, or sample faster.");
        return index.column() <= Shapes ? QVariant(text(row, index.column())) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() <= Shapes ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(row, index.column());
    default:
        return {};
    }
}

QString EnergyModel::meaning(int column) const
{
    switch (column) {
    case SelfTime:
        return tr("Time in which the op was the innermost one of its thread or stream");
    case Consumption:
        return tr("Added by the op, by regression on the times when ops ran; consumption without any op is separate");
    case Interval:
        return tr("95 % interval, by resampling whole steps");
    case WhileRunning:
        return tr("Mean while the op runs");
    case Share:
        return tr("Share of the sum of all ops");
    case ByTime:
        return tr(
            "Sum of the samples during its instances. Common method; wrong for ops shorter than the sampling period");
    default:
        return {};
    }
}

QVariant EnergyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto at = static_cast<std::size_t>(section);
    const std::array<QString, ColumnCount> names = {tr("Op"),
                                                    tr("Shapes"),
                                                    tr("Count"),
                                                    tr("Self time"),
                                                    m_isRail ? tr("Energy") : tr("Busy time"),
                                                    tr("95 % interval"),
                                                    tr("While it runs"),
                                                    tr("Share"),
                                                    tr("By time")};
    static constexpr std::array<const char*, ColumnCount> kRawJoules = {
        "op", "shapes", "count", "self_s", "energy_j", "half_interval_j", "mean_w", "share", "by_time_j"};
    static constexpr std::array<const char*, ColumnCount> kRawBusy = {
        "op", "shapes", "count", "self_s", "busy_s", "half_interval_s", "mean_share", "share", "by_time_s"};
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case Qt::ToolTipRole:
        return meaning(section);
    case kRawHeaderRole:
        return QString::fromLatin1(m_isRail ? kRawJoules[at] : kRawBusy[at]);
    case Qt::TextAlignmentRole:
        return QVariant((section <= Shapes ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace stepscope::ui
