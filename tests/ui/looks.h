#pragma once

#include "ui/parts/statusline.h"

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QMenuBar>
#include <QPixmap>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QWidget>

#include <algorithm>

/// Pictures of windows, and automatic checks of their layout.
namespace stepscope::ui {

/// Pictures are wanted: STEPSCOPE_PICTURES=DIR.
inline bool savesPictures()
{
    return qEnvironmentVariableIsSet("STEPSCOPE_PICTURES");
}

/// Grabs the widget. Where pictures are wanted, saves it as NAME.png, in lower case and with hyphens for spaces.
inline void savePicture(QWidget& widget, const QString& name)
{
    if (savesPictures())
        QTest::qWait(300); // layouts, drawing and animations are asynchronous
    const QPixmap picture = widget.grab();
    QVERIFY(!picture.isNull());
    const QDir folder(qEnvironmentVariable("STEPSCOPE_PICTURES"));
    if (savesPictures())
        QVERIFY(picture.save(folder.filePath(name.toLower().replace(' ', '-') + ".png")));
}

/// The "&" of a label with a control underlines the next character.
inline int textWidth(const QLabel& label)
{
    return label.fontMetrics()
        .size(label.buddy() != nullptr ? Qt::TextShowMnemonic : Qt::TextSingleLine, label.text())
        .width();
}

/// Controls whose text does not fit. Labels that may shrink are ElidedLabels.
inline QStringList truncatedControls(const QWidget& window)
{
    QStringList truncated;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (!widget->isVisible() || qobject_cast<const ElidedLabel*>(widget))
            continue;
        if (label && !label->wordWrap() && label->pixmap().isNull() &&
            textWidth(*label) > label->contentsRect().width() && label->textFormat() == Qt::PlainText)
            truncated << "label too narrow: " + label->text();
        if (widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        const bool isText = !widget->inherits("QLineEditIconButton"); // an icon in a field
        const bool fixed = (isText && qobject_cast<const QAbstractButton*>(widget)) ||
                           qobject_cast<const QTabBar*>(widget) || (label && !label->wordWrap());
        const bool scrolls = widget->parentWidget() && widget->parentWidget()->inherits("QTabBar");
        if (fixed && !scrolls && widget->width() < widget->minimumSizeHint().width())
            truncated << QString("%1 %2 %3: %4 < %5")
                             .arg(widget->metaObject()->className(), widget->objectName(),
                                  label ? label->text() : QString())
                             .arg(widget->width())
                             .arg(widget->minimumSizeHint().width());
        if (label && label->wordWrap() && label->height() < label->heightForWidth(label->width()))
            truncated << "label too low: " + label->text();
    }
    return truncated;
}

/// Widgets of one layout that overlap, or that lie outside of their parent.
inline QStringList overlaps(const QWidget& window)
{
    QStringList faults;
    const auto nameOf = [](const QWidget* widget) {
        return QString("%1 %2").arg(widget->metaObject()->className(), widget->objectName());
    };
    QList<const QWidget*> parents = {&window};
    for (const QWidget* widget : window.findChildren<QWidget*>())
        parents << widget;
    for (const QWidget* parent : parents) {
        if (!parent->isVisible() || !parent->layout())
            continue;
        QList<const QWidget*> inside;
        for (const QWidget* child : parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            const bool isLaidOut = parent->layout()->indexOf(const_cast<QWidget*>(child)) >= 0;
            if (child->isVisible() && isLaidOut && !child->isWindow())
                inside << child;
        }
        for (qsizetype i = 0; i < inside.size(); ++i) {
            if (!parent->rect().contains(inside[i]->geometry()) && !parent->inherits("QToolBar"))
                faults << nameOf(inside[i]) + " is cut off by " + nameOf(parent);
            for (qsizetype j = i + 1; j < inside.size(); ++j) {
                if (inside[i]->geometry().intersects(inside[j]->geometry()))
                    faults << nameOf(inside[i]) + " overlaps " + nameOf(inside[j]);
            }
        }
    }
    return faults;
}

/// Titles and figures of tables that do not fit into their columns. Names may be elided, figures may not: the rest of a
/// number is another number.
inline QStringList truncatedCells(const QWidget& window)
{
    constexpr int kPadding = 4; // px, both sides together
    QStringList faults;
    for (const QTableView* table : window.findChildren<QTableView*>()) {
        if (!table->isVisible() || !table->model())
            continue;
        const QAbstractItemModel& model = *table->model();
        const int rows = std::min(model.rowCount(), 50);
        for (int column = 0; column < model.columnCount(); ++column) {
            if (table->isColumnHidden(column))
                continue;
            const QString title = model.headerData(column, Qt::Horizontal).toString();
            const int width = table->columnWidth(column) - kPadding;
            if (table->horizontalHeader()->isVisible() &&
                table->horizontalHeader()->fontMetrics().horizontalAdvance(title) > width)
                faults << "title too narrow: " + title;
            for (int row = 0; row < rows; ++row) {
                const QModelIndex cell = model.index(row, column);
                const bool isFigure = cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
                const QString text = cell.data().toString();
                if (isFigure && table->sizeHintForIndex(cell).width() > table->columnWidth(column))
                    faults << QString("figure too narrow: %1 of %2").arg(text, title);
            }
        }
    }
    return faults;
}

/// Everything that is cut off or overlaps.
inline QString layoutFaults(const QWidget& window)
{
    return (truncatedControls(window) + overlaps(window) + truncatedCells(window)).join('\n');
}

/// Keys of the menu bar, of buttons and of labels with a control that occur more than once: Alt and such a key only
/// moves the focus.
inline QStringList repeatedMnemonics(const QWidget& window)
{
    QStringList texts;
    for (const auto* bar : window.findChildren<QMenuBar*>())
        for (const QAction* menu : bar->actions())
            texts << menu->text();
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible())
            texts << button->text();
    for (const auto* label : window.findChildren<QLabel*>())
        if (label->isVisible() && label->buddy() != nullptr)
            texts << label->text();
    QStringList keys;
    QStringList repeated;
    for (QString& text : texts) {
        const qsizetype at = text.remove("&&").indexOf('&');
        const QString key = at < 0 ? QString() : text.mid(at + 1, 1).toUpper();
        if (!key.isEmpty() && keys.contains(key))
            repeated << key + " of " + text;
        keys << key;
    }
    return repeated;
}

/// Shows the window in this size and waits until it is exposed.
inline void showInSize(QWidget& window, QSize size)
{
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(window.size(), size);
}

} // namespace stepscope::ui
