#include "widgets/interaction/menuactions.h"

#include <QAction>
#include <QMenu>

namespace stepscope::widgets {

QString menuText(QString text, qsizetype most)
{
    if (text.size() > most)
        text = text.left(most) + QChar(0x2026);
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QAction* addMenuAction(QMenu* menu, const QString& text, const char* name, const std::function<void()>& slot)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, menu, slot);
    return action;
}

} // namespace stepscope::widgets
