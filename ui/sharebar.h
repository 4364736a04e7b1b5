#pragma once

#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Draws a cell's share (0..1, in kShareRole) as a quiet bar beneath its text.
class ShareBar : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kShareRole = Qt::UserRole + 40;
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace stepscope::ui
