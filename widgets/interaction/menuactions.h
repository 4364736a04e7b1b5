#pragma once

#include <QString>

#include <functional>

class QAction;
class QMenu;

namespace stepscope::widgets {

/// A text from a recording for a menu: shortened to `most` characters, with each & doubled.
[[nodiscard]] QString menuText(QString text, qsizetype most);

/// Adds an action with an object name, which tests and settings use, and connects it.
QAction* addMenuAction(QMenu* menu, const QString& text, const char* name, const std::function<void()>& slot);

} // namespace stepscope::widgets
