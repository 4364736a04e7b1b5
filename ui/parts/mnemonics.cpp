#include "ui/parts/mnemonics.h"

#include <QRegularExpression>

namespace stepscope::ui {

QString withoutMnemonic(QString text)
{
    static const QRegularExpression kInBrackets(QStringLiteral(R"(\(&\w\))"));
    return text.remove(kInBrackets).remove(QLatin1Char('&'));
}

} // namespace stepscope::ui
