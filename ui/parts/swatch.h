#pragma once

#include "widgets/render/colorrole.h"

#include <QIcon>
#include <QStyledItemDelegate>

#include <optional>
#include <string_view>

namespace stepscope::ui {

inline constexpr int kSwatchPx = 10;

/// A small square in the timeline's colour of an op or a rail, for the current theme.
[[nodiscard]] QIcon swatch(widgets::ColorRole color);
[[nodiscard]] QIcon opSwatch(std::string_view opName);
/// Text of an op's cell, analysis::opLabel(); tool tip and copy have the whole name.
[[nodiscard]] QString opText(std::string_view opName);

/// Draws only both ends of very long texts: the layout of a name with 10,000 characters takes a millisecond a cell.
class LongTextDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Draws a cell's share (0..1, in kShareRole) as a pale bar below its text.
class ShareBar : public LongTextDelegate
{
    Q_OBJECT

public:
    static constexpr int kShareRole = Qt::UserRole + 40;
    static constexpr int kColorRole = Qt::UserRole + 41; ///< colorValue(): a colour swatch before the text
    using LongTextDelegate::LongTextDelegate;

    [[nodiscard]] static QVariant colorValue(const std::optional<widgets::ColorRole>& color);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintText(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
};

} // namespace stepscope::ui
