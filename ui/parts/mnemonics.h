#pragma once

#include <QString>

namespace stepscope::ui {

/// The text of an action or a label for places where keys have no meaning: "&Open…" is "Open…". Languages without Latin
/// letters write the key in brackets behind the text, which are removed with it.
QString withoutMnemonic(QString text);

} // namespace stepscope::ui
