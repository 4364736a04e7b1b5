#pragma once

#include <QString>
#include <QTextDocument>

namespace stepscope::widgets {

/// The text for a tool tip. Qt shows a tip that looks like HTML as HTML, and then opens the files that it names; texts
/// of recordings and targets must not do that.
inline QString plainTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

} // namespace stepscope::widgets
