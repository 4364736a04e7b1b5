#pragma once

#include <QList>
#include <QString>

namespace stepscope::ui {

/// A page of the user's guide.
struct GuidePage
{
    QString file; ///< name below :/guide
    QString title;
};

/// All pages, in the order of the contents. The first one is shown first.
[[nodiscard]] QList<GuidePage> guidePages();

} // namespace stepscope::ui
