#include "ui/recording/panels/instancesmodel.h"

#include "ui/parts/quantities.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace stepscope::ui {

using analysis::OpInstance;

void InstancesModel::setInstances(const trace::TraceView& view, std::vector<OpInstance> instances)
{
    beginResetModel();
    m_view = view;
    m_rows = std::move(instances);
    arrange();
    endResetModel();
}

int InstancesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int InstancesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

std::size_t InstancesModel::stepOf(const OpInstance& instance) const
{
    const std::size_t step = m_view.stepLowerBound(instance.start);
    return step < m_view.stepCount() && m_view.step(step).start <= instance.start ? step : m_view.stepCount();
}

QVariant InstancesModel::raw(const OpInstance& instance, int column) const
{
    switch (column) {
    case Start:
        return static_cast<double>(instance.start - m_view.extent().begin) * 1e-9;
    case Duration:
        return static_cast<double>(instance.duration) * 1e-9;
    case Step: {
        const std::size_t step = stepOf(instance);
        return step < m_view.stepCount() ? QVariant(static_cast<qulonglong>(m_view.step(step).index))
                                         : QVariant(QString());
    }
    default:
        return QString::fromStdString(m_view.lanes()[instance.lane].info().name);
    }
}

QString InstancesModel::text(const OpInstance& instance, int column) const
{
    const QVariant value = raw(instance, column);
    switch (column) {
    case Start:
        // Microseconds, so that the starts of neighbours differ.
        return QStringLiteral("%1 s").arg(value.toDouble(), 0, 'f', 6);
    case Duration:
        return duration(value.toDouble());
    default:
        return value.toString();
    }
}

QVariant InstancesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || instance(index.row()).lane >= m_view.lanes().size())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(instance(index.row()), index.column());
    case Qt::ToolTipRole:
        return index.column() == Lane ? QVariant(text(instance(index.row()), Lane)) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Lane ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(instance(index.row()), index.column());
    default:
        return {};
    }
}

QVariant InstancesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto at = static_cast<std::size_t>(section);
    const std::array<QString, ColumnCount> names = {tr("Start"), tr("Duration"), tr("Step"), tr("Where")};
    static constexpr std::array<const char*, ColumnCount> kRaw = {"start_s", "duration_s", "step", "lane"};
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case kRawHeaderRole:
        return QString::fromLatin1(kRaw[at]);
    case Qt::TextAlignmentRole:
        return QVariant((section == Lane ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

void InstancesModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0)
        return;
    m_column = column;
    m_order = order;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
    for (const QModelIndex& index : before)
        places.emplace_back(instance(index.row()).lane, instance(index.row()).span);
    arrange();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto& place = places[static_cast<std::size_t>(i)];
        const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const OpInstance& instance) {
            return instance.lane == place.first && instance.span == place.second;
        });
        after << index(static_cast<int>(at - m_rows.begin()), before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void InstancesModel::arrange()
{
    // Steps are in the order of time, so sorting by start also sorts by step.
    const auto key = [this](const OpInstance& instance) {
        return m_column == Duration ? std::tuple(instance.duration, instance.start)
               : m_column == Lane   ? std::tuple(static_cast<std::int64_t>(instance.lane), instance.start)
                                    : std::tuple(instance.start, instance.duration);
    };
    std::sort(m_rows.begin(), m_rows.end(), [&](const OpInstance& a, const OpInstance& b) {
        return m_order == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
    });
}

} // namespace stepscope::ui
