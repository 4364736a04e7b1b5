#pragma once

#include "ui/parts/tablecopy.h"

#include <QSortFilterProxyModel>

namespace stepscope::ui {

/// Sorts by the values of kRawRole. Rows without a value come last in both directions.
class FigureOrder : public QSortFilterProxyModel
{
public:
    explicit FigureOrder(QObject* parent = nullptr)
        : QSortFilterProxyModel(parent)
    {
        setSortRole(kRawRole);
        setSortCaseSensitivity(Qt::CaseInsensitive);
    }

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const bool isLeft = left.data(kRawRole).isValid();
        if (isLeft != right.data(kRawRole).isValid())
            return isLeft == (sortOrder() == Qt::AscendingOrder);
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

} // namespace stepscope::ui
