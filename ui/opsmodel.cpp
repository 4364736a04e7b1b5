#include "ui/opsmodel.h"

#include "ui/quantities.h"
#include "ui/sharebar.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace stepscope::ui {

void OpsModel::setOps(std::vector<analysis::OpTotals> ops)
{
    std::unordered_map<std::uint32_t, std::size_t> place;
    for (std::size_t i = 0; i < ops.size(); ++i)
        place.emplace(ops[i].op, i);

    for (std::size_t row = m_ops.size(); row-- > 0;) {
        if (place.contains(m_ops[row].op))
            continue;
        beginRemoveRows({}, static_cast<int>(row), static_cast<int>(row));
        m_ops.erase(m_ops.begin() + static_cast<std::ptrdiff_t>(row));
        endRemoveRows();
    }
    m_largestShare = 0;
    for (const analysis::OpTotals& op : ops)
        m_largestShare = std::max(m_largestShare, op.share);
    std::vector<bool> known(ops.size(), false);
    for (analysis::OpTotals& op : m_ops) {
        const std::size_t i = place.at(op.op);
        known[i] = true;
        op = std::move(ops[i]);
    }
    if (!m_ops.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));

    const auto fresh = static_cast<int>(std::count(known.begin(), known.end(), false));
    if (fresh == 0)
        return;
    beginInsertRows({}, rowCount(), rowCount() + fresh - 1);
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (!known[i])
            m_ops.push_back(std::move(ops[i]));
    }
    endInsertRows();
}

int OpsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ops.size());
}

int OpsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant OpsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const analysis::OpTotals& entry = op(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case Qt::ToolTipRole:
        return index.column() <= Shapes ? QVariant(QString::fromStdString(entry.name + "\n" + entry.shapes))
                                        : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() <= Shapes ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(entry, index.column());
    case ShareBar::kShareRole:
        return index.column() == Share && m_largestShare > 0 ? QVariant(entry.share / m_largestShare) : QVariant();
    default:
        return {};
    }
}

QVariant OpsModel::raw(const analysis::OpTotals& op, int column) const
{
    switch (column) {
    case Name:
        return QString::fromStdString(op.name);
    case Shapes:
        return QString::fromStdString(op.shapes);
    case Count:
        return static_cast<qulonglong>(op.count);
    case Total:
        return op.totalSeconds;
    case Self:
        return op.selfSeconds;
    case Mean:
        return op.meanSeconds;
    case Max:
        return op.maxSeconds;
    case Share:
        return op.share;
    default:
        return {};
    }
}

QString OpsModel::text(const analysis::OpTotals& op, int column) const
{
    switch (column) {
    case Name:
        return QString::fromStdString(op.name);
    case Shapes:
        return QString::fromStdString(op.shapes);
    case Count:
        return countOf(op.count);
    case Total:
        return duration(op.totalSeconds);
    case Self:
        return duration(op.selfSeconds);
    case Mean:
        return duration(op.meanSeconds);
    case Max:
        return duration(op.maxSeconds);
    case Share:
        return percent(op.share);
    default:
        return {};
    }
}

QVariant OpsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const std::array<QString, ColumnCount> names = {tr("Op"),   tr("Shapes"), tr("Count"), tr("Total"),
                                                    tr("Self"), tr("Mean"),   tr("Max"),   tr("Share")};
    const std::array<QString, ColumnCount> meanings = {tr("Name of the op"),
                                                       tr("Shapes of its inputs"),
                                                       tr("Instances that begin in the range"),
                                                       tr("Time of all instances"),
                                                       tr("Time without the ops called inside"),
                                                       tr("Mean of an instance"),
                                                       tr("Longest instance"),
                                                       tr("Share of the self time of all ops in the range")};
    const auto at = static_cast<std::size_t>(section);
    if (role == Qt::DisplayRole)
        return names[at];
    if (role == Qt::ToolTipRole)
        return meanings[at];
    if (role == Qt::TextAlignmentRole)
        return QVariant((section <= Shapes ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

OpsFilter::OpsFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(OpsModel::kRawRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
}

void OpsFilter::setWords(const QString& filter)
{
    m_words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool OpsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QString name = sourceModel()->index(row, OpsModel::Name, parent).data(OpsModel::kRawRole).toString();
    const QString shapes = sourceModel()->index(row, OpsModel::Shapes, parent).data(OpsModel::kRawRole).toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive) || shapes.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace stepscope::ui
