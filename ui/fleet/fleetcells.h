#pragma once

#include "ui/parts/swatch.h"

namespace stepscope::ui {

/// Draws a figure at the right and a line of its last minutes (FleetModel::kLineRole) in the room at the left, from 0
/// up to the largest value. Without room for it, the figure only.
class SparkCell : public LongTextDelegate
{
    Q_OBJECT

public:
    using LongTextDelegate::LongTextDelegate;

    static constexpr int kLeastLine = 28; ///< px
    /// Room for a figure of any device.
    [[nodiscard]] static int textWidth(const QFontMetrics& metrics);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Draws the name of a device above what it trains (FleetModel::kDetailRole).
class DeviceCell : public LongTextDelegate
{
    Q_OBJECT

public:
    using LongTextDelegate::LongTextDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace stepscope::ui
