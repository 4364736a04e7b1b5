#include "ui/recording/findmodel.h"

#include "ui/parts/quantities.h"
#include "ui/parts/swatch.h"

#include <utility>

namespace stepscope::ui {

void FindModel::setMatches(std::vector<widgets::OpMatch> matches)
{
    beginResetModel();
    m_matches = std::move(matches);
    endResetModel();
}

int FindModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matches.size());
}

int FindModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant FindModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const widgets::OpMatch& match = m_matches[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == Count ? Qt::AlignVCenter | Qt::AlignRight : Qt::AlignVCenter | Qt::AlignLeft);
    if (role == Qt::UserRole && index.column() == Count)
        return QVariant::fromValue(static_cast<qulonglong>(match.count));
    if (role == Qt::ToolTipRole)
        return match.shapes.isEmpty() ? match.name : match.name + QLatin1Char('\n') + match.shapes;
    if (role == Qt::DecorationRole && index.column() == Name)
        return opSwatch(match.name.toStdString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return match.name;
    case Shapes:
        return match.shapes;
    default:
        return countOf(match.count);
    }
}

QVariant FindModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Op");
    case Shapes:
        return tr("Shapes");
    default:
        return tr("Instances");
    }
}

} // namespace stepscope::ui
