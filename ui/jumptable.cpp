#include "ui/jumptable.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

namespace stepscope::ui {

namespace {

QString csvCell(QString text)
{
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

} // namespace

JumpTable::JumpTable(QWidget* parent)
    : QTableView(parent)
{
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setHighlightSections(false);
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        // Choosing several rows is no wish to go anywhere.
        if (!(QGuiApplication::keyboardModifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            emit jumpRequested(index);
    });
}

QString JumpTable::selectedCsv() const
{
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column)
        cells << csvCell(model()->headerData(column, Qt::Horizontal).toString());
    lines << cells.join(QLatin1Char(','));
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    for (const QModelIndex& row : rows) {
        cells.clear();
        for (int column = 0; column < model()->columnCount(); ++column) {
            // Figures in SI units where there are any: a program reads them.
            const QVariant raw = row.siblingAtColumn(column).data(Qt::UserRole);
            cells << csvCell((raw.isValid() ? raw : row.siblingAtColumn(column).data()).toString());
        }
        lines << cells.join(QLatin1Char(','));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void JumpTable::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit jumpRequested(currentIndex());
        event->accept();
    } else if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(selectedCsv());
        event->accept();
    } else {
        QTableView::keyPressEvent(event);
    }
}

} // namespace stepscope::ui
