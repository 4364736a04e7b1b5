#include "ui/sharebar.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

void ShareBar::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    bool known = false;
    const double share = std::clamp(index.data(kShareRole).toDouble(&known), 0.0, 1.0);
    if (!known)
        return;
    // Okabe-Ito sky blue; see-through, so that the text keeps its contrast on light, dark and selected rows.
    QRectF bar = QRectF(option.rect).adjusted(2, 2, -2, -2);
    painter->fillRect(bar, QColor(86, 180, 233, 28));
    const double width = bar.width() * share;
    if (option.displayAlignment & Qt::AlignRight)
        bar.setLeft(bar.right() - width);
    else
        bar.setWidth(width);
    painter->fillRect(bar, QColor(86, 180, 233, 90));
}

} // namespace stepscope::ui
