#include "ui/parts/plaintext.h"

#include "ui/parts/elidedtext.h"
#include "widgets/render/plaintip.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QTabBar>
#include <QToolTip>

namespace stepscope::ui {
namespace {

QString tipOfView(const QAbstractItemView& view, QPoint place)
{
    if (const auto* header = qobject_cast<const QHeaderView*>(&view); header != nullptr && header->model() != nullptr)
        return header->model()
            ->headerData(header->logicalIndexAt(place), header->orientation(), Qt::ToolTipRole)
            .toString();
    return view.indexAt(place).data(Qt::ToolTipRole).toString();
}

/// The tool tip at a place of the widget.
QString tipAt(const QWidget& widget, QPoint place)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    if (view != nullptr && view->viewport() == &widget)
        return tipOfView(*view, place);
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget); tabs != nullptr && tabs->tabAt(place) >= 0)
        return tabs->tabToolTip(tabs->tabAt(place));
    return widget.toolTip();
}

} // namespace

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    QLabel* const label = plainLabel(parent);
    label->setText(text);
    return label;
}

void PlainTips::install()
{
    const QString name = QStringLiteral("plainTips");
    if (qApp->findChild<QObject*>(name, Qt::FindDirectChildrenOnly) != nullptr)
        return;
    auto* const tips = new PlainTips; // the application takes ownership
    tips->setObjectName(name);
    tips->setParent(qApp);
    qApp->installEventFilter(tips);
}

bool PlainTips::eventFilter(QObject* watched, QEvent* event)
{
    auto* const widget = event->type() == QEvent::ToolTip ? qobject_cast<QWidget*>(watched) : nullptr;
    if (widget == nullptr)
        return QObject::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString tip = tipAt(*widget, help->pos());
    const QString elided = elidedTextAt(*widget, help->pos());
    const bool isCompleted = !elided.isEmpty() && !tip.contains(elided);
    if (isCompleted)
        tip = tip.isEmpty() ? elided : elided + QLatin1Char('\n') + tip;
    if (!isCompleted && !Qt::mightBeRichText(tip))
        return false; // Qt shows it as plain text
    QToolTip::showText(help->globalPos(), widgets::plainTip(tip), widget);
    return true;
}

} // namespace stepscope::ui
