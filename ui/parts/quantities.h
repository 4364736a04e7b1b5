#pragma once

#include "ui/parts/tablecopy.h"

#include <QSortFilterProxyModel>
#include <QString>

/// Quantities as text for labels and tables of the window: `analysis::kWindowFormat` as QString.
namespace stepscope::ui {

[[nodiscard]] QString duration(double seconds); ///< "212 ms", "3.21 s", "4 min 05 s", "2 h 03 min"
[[nodiscard]] QString elapsed(double seconds);  ///< in whole seconds: "7 s", "12 min 31 s", "1 h 02 min"
[[nodiscard]] QString bytes(double count);      ///< "5.10 GB"; powers of 1000
[[nodiscard]] QString joules(double value);     ///< "2.10 J"
[[nodiscard]] QString watts(double value);      ///< "9.80 W"
/// "1.11 ± 0.36 J": one unit and prefix, and as many decimals, for both.
[[nodiscard]] QString plusMinus(double value, double error, const QString& unit);
/// "1.349 to 1.438 J", with enough digits to show the difference of the ends.
[[nodiscard]] QString interval(double low, double high, const QString& unit);
[[nodiscard]] QString percent(double share);                         ///< "34 %", "0.4 %"
[[nodiscard]] QString countOf(quint64 value);                        ///< "12 431", grouped by narrow spaces
[[nodiscard]] QString rate(double perSecond);                        ///< "812", "3.14"
[[nodiscard]] QString withPrefix(double value, const QString& unit); ///< "1.30 GHz"

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
