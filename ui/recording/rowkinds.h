#pragma once

#include <QList>
#include <QPair>
#include <QString>

namespace stepscope::ui {

/// Name (widgets::TrackKind::name) and title of the kinds of rows that the user can show or hide, from top to bottom.
[[nodiscard]] QList<QPair<QString, QString>> rowKinds();

} // namespace stepscope::ui
