#pragma once

#include <QPoint>
#include <QString>

class QWidget;

namespace stepscope::ui {

/// The whole text of a cell, a title, an ElidedLabel, a choice or a hint at this place of the widget, if it is not
/// shown whole; else empty. PlainTips shows it as tool tip.
[[nodiscard]] QString elidedTextAt(const QWidget& widget, QPoint place);

} // namespace stepscope::ui
