#pragma once

#include "tests/ui/looks.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolTip>
#include <QTreeView>

/// Checks that a text that is elided by intention can be read whole in its tooltip, and that other texts fit.
namespace stepscope::ui {

/// What is shown when the pointer rests on this place.
inline QString tipOf(QWidget& widget, QPoint place)
{
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, place, widget.mapToGlobal(place));
    QCoreApplication::sendEvent(&widget, &event);
    const QString tip = QToolTip::isVisible() ? QToolTip::text() : QString();
    QToolTip::hideText();
    return tip;
}
inline QString tipOf(QWidget& widget)
{
    return tipOf(widget, widget.rect().center());
}
inline QString tipOf(const QAbstractItemView& view, const QModelIndex& cell)
{
    return tipOf(*view.viewport(), view.visualRect(cell).intersected(view.viewport()->rect()).center());
}

/// Without tags of rich text, and with single spaces.
inline QString plain(const QString& text)
{
    static const QRegularExpression kTag("<[^>]*>");
    return QString(text).remove(kTag).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").simplified();
}

/// Visible cells that are wider than their column and have no tooltip with the whole text.
inline QStringList unreadableCells(QAbstractItemView& view)
{
    QStringList faults;
    const QModelIndex root = view.rootIndex();
    if (view.model() == nullptr)
        return faults;
    const auto check = [&](const QModelIndex& cell) {
        const QRect place = view.visualRect(cell);
        const QString text = cell.data().toString();
        if (text.isEmpty() || !place.isValid() || !view.viewport()->rect().contains(place.center()))
            return;
        const int icon = cell.data(Qt::DecorationRole).isValid() ? view.iconSize().width() : 0;
        const bool wraps = place.height() >= 2 * view.fontMetrics().height();
        if (wraps || view.fontMetrics().horizontalAdvance(text) + icon <= place.width() ||
            text.contains(QLatin1Char('\n')))
            return;
        if (!plain(tipOf(view, cell)).contains(plain(text)))
            faults << QString("%1 %2: no tooltip with: %3")
                          .arg(view.metaObject()->className(), view.objectName(), text.left(60));
    };
    constexpr int kMostRows = 30;
    for (int row = 0; row < std::min(view.model()->rowCount(root), kMostRows); ++row) {
        for (int column = 0; column < view.model()->columnCount(root); ++column) {
            const QModelIndex cell = view.model()->index(row, column, root);
            check(cell);
            for (int i = 0; column == 0 && i < std::min(view.model()->rowCount(cell), kMostRows); ++i)
                for (int j = 0; j < view.model()->columnCount(cell); ++j)
                    check(view.model()->index(i, j, cell));
        }
    }
    return faults;
}

/// Titles of the columns of a tree that do not fit.
inline QStringList truncatedTitles(const QTreeView& tree)
{
    QStringList faults;
    for (int column = 0; !tree.isHeaderHidden() && column < tree.header()->count(); ++column) {
        const QString title = tree.model()->headerData(column, Qt::Horizontal).toString();
        if (!tree.isColumnHidden(column) &&
            tree.header()->fontMetrics().horizontalAdvance(title) > tree.columnWidth(column))
            faults << "title of " + tree.objectName() + " too narrow: " + title;
    }
    return faults;
}

/// Choices and hints in fields that do not fit, without a tooltip that contains them.
inline QStringList unreadableFields(const QWidget& window)
{
    QStringList faults;
    for (QComboBox* box : window.findChildren<QComboBox*>()) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = box->isEditable();
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        if (box->isVisible() && !box->isEditable() &&
            box->fontMetrics().horizontalAdvance(box->currentText()) > room.width() &&
            !plain(tipOf(*box)).contains(plain(box->currentText())))
            faults << "choice too narrow: " + box->objectName() + " " + box->currentText();
    }
    for (QLineEdit* field : window.findChildren<QLineEdit*>()) {
        constexpr int kMargins = 8; // px, of the frame and the text
        if (field->isVisible() && field->text().isEmpty() &&
            field->fontMetrics().horizontalAdvance(field->placeholderText()) > field->width() - kMargins &&
            !plain(tipOf(*field)).contains(plain(field->placeholderText())))
            faults << "hint too narrow: " + field->objectName() + " " + field->placeholderText();
    }
    for (ElidedLabel* label : window.findChildren<ElidedLabel*>())
        if (label->isVisible() &&
            label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() &&
            !plain(tipOf(*label)).contains(plain(label->text())))
            faults << "elided without a tooltip: " + label->objectName() + " " + label->text().left(60);
    return faults;
}

/// Everything that cannot be read, and pages that scroll sideways.
inline QStringList unreadableTexts(QWidget& window)
{
    QStringList faults = unreadableFields(window);
    for (const QScrollArea* area : window.findChildren<QScrollArea*>())
        if (area->isVisible() && area->horizontalScrollBar()->isVisible())
            faults << QString("a page scrolls sideways: %1 of %2")
                          .arg(area->viewport()->width())
                          .arg(area->widget()->minimumSizeHint().width());
    for (auto* view : window.findChildren<QAbstractItemView*>())
        if (view->isVisible())
            faults << unreadableCells(*view);
    for (const QTreeView* tree : window.findChildren<QTreeView*>())
        if (tree->isVisible() && tree->model() != nullptr)
            faults << truncatedTitles(*tree);
    faults.removeDuplicates();
    return faults;
}

} // namespace stepscope::ui
