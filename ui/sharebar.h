#pragma once

#include "widgets/tracks/ink.h"

#include <QStyledItemDelegate>

#include <optional>

namespace stepscope::ui {

/// Draws a cell's share (0..1, in kShareRole) as a quiet bar beneath its text. Numbers keep off the right edge.
class ShareBar : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kShareRole = Qt::UserRole + 40;
    static constexpr int kInkRole = Qt::UserRole + 41; ///< inkValue(): a swatch before the text
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] static QVariant inkValue(const std::optional<widgets::Ink>& ink);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintText(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
};

} // namespace stepscope::ui
