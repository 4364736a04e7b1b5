#pragma once

#include "widgets/render/colorrole.h"

#include <QStyledItemDelegate>

#include <optional>

namespace stepscope::ui {

/// Draws a cell's share (0..1, in kShareRole) as a pale bar below its text.
class ShareBar : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kShareRole = Qt::UserRole + 40;
    static constexpr int kColorRole = Qt::UserRole + 41; ///< colorValue(): a colour swatch before the text
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] static QVariant colorValue(const std::optional<widgets::ColorRole>& color);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintText(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
};

} // namespace stepscope::ui
