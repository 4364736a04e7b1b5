#include "ui/recording/panels/queryresultmodel.h"

#include "ui/parts/tablecopy.h"

#include <utility>

namespace stepscope::ui {
namespace {

using analysis::QueryCell;

/// With all digits; invalid for NULL.
QVariant valueOf(const QueryCell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return QString::fromStdString(*text);
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return QVariant::fromValue(static_cast<qlonglong>(*integer));
    const auto* real = std::get_if<double>(&cell);
    return real ? QVariant(*real) : QVariant();
}

QString textOf(const QueryCell& cell)
{
    constexpr int kDigits = 6;
    constexpr qsizetype kLongest = 2000; // a text is shown on one line
    if (const auto* real = std::get_if<double>(&cell))
        return QString::number(*real, 'g', kDigits);
    return valueOf(cell).toString().left(kLongest);
}

} // namespace

void QueryResultModel::setResult(ResultPointer result)
{
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

int QueryResultModel::rowCount(const QModelIndex& parent) const
{
    return m_result && !parent.isValid() ? static_cast<int>(m_result->rows.size()) : 0;
}

int QueryResultModel::columnCount(const QModelIndex& parent) const
{
    return m_result && !parent.isValid() ? static_cast<int>(m_result->columns.size()) : 0;
}

QVariant QueryResultModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const QueryCell& cell =
        m_result->rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(cell);
    case Qt::ToolTipRole:
        return std::holds_alternative<std::string>(cell) ? textOf(cell) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(std::holds_alternative<std::string>(cell) ? Qt::AlignLeft | Qt::AlignVCenter
                                                                  : Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return valueOf(cell);
    default:
        return {};
    }
}

QVariant QueryResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_result || section >= columnCount() ||
        (role != Qt::DisplayRole && role != kRawHeaderRole && role != Qt::ToolTipRole))
        return {};
    constexpr qsizetype kLongestTitle = 200;
    return QString::fromStdString(m_result->columns[static_cast<std::size_t>(section)]).left(kLongestTitle);
}

} // namespace stepscope::ui
