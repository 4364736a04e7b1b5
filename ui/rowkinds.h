#pragma once

#include <QList>
#include <QPair>
#include <QString>

namespace stepscope::ui {

/// The kinds of rows that people may choose (widgets::TrackKind::name) and what they are called, from top to bottom.
[[nodiscard]] QList<QPair<QString, QString>> rowKinds();

} // namespace stepscope::ui
