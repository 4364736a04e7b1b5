#pragma once

#include <QPoint>
#include <QString>
#include <QStringList>

class QFontMetrics;
class QWidget;

namespace stepscope::ui {

/// The whole text of a cell, a title, an ElidedLabel, a choice or a hint at this place of the widget, if it is not
/// shown whole; else empty. PlainTips shows it as tool tip.
[[nodiscard]] QString elidedTextAt(const QWidget& widget, QPoint place);

/// Elided in the middle. If one of the other texts would look the same, elided where they differ: at the end, after
/// the first third, or at the beginning. `width`: px.
[[nodiscard]] QString distinctlyElided(const QString& text, const QStringList& others, const QFontMetrics& metrics,
                                       int width);

} // namespace stepscope::ui
