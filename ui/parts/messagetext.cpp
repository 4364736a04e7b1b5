#include "ui/parts/messagetext.h"

#include <QCoreApplication>

namespace stepscope::ui {

QString messageText(const analysis::Message& message)
{
    return QString::fromStdString(message.translated([](const char* context, const char* pattern) {
        return QCoreApplication::translate(context, pattern).toStdString();
    }));
}

} // namespace stepscope::ui
