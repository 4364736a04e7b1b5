#include "ui/recording/panels/logtable.h"

#include "ui/recording/panels/loglinedelegate.h"
#include "ui/recording/panels/logmodel.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kPadding = LogLineDelegate::kPadding;

/// The times of the lines: text without the borders and margins of a header, which are higher than a line.
class TimesHeader : public QHeaderView
{
public:
    explicit TimesHeader(QWidget* parent)
        : QHeaderView(Qt::Vertical, parent)
    {}

protected:
    void paintSection(QPainter* painter, const QRect& place, int row) const override
    {
        painter->fillRect(place, palette().color(QPalette::Window));
        painter->setPen(model()->headerData(row, Qt::Vertical, Qt::ForegroundRole).value<QBrush>().color());
        painter->setFont(font());
        painter->drawText(place.adjusted(0, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                          model()->headerData(row, Qt::Vertical).toString());
    }
};

} // namespace

LogTable::LogTable(LogModel* model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new LogLineDelegate(this))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setModel(model);
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Output of the training"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerItem);
    horizontalHeader()->hide();
    auto* times = new TimesHeader(this);
    setVerticalHeader(times);
    times->setAccessibleName(tr("Times of the lines"));
    times->setFont(font());
    times->viewport()->setCursor(Qt::PointingHandCursor);
    times->setSectionsClickable(true);
    times->setSectionResizeMode(QHeaderView::Fixed);
    times->setMinimumSectionSize(fontMetrics().height());
    times->setDefaultSectionSize(fontMetrics().height());
    // Selecting several lines does not go anywhere.
    const auto goTo = [this](int row) {
        if (!(QGuiApplication::keyboardModifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            activate(row);
    };
    connect(times, &QHeaderView::sectionClicked, this, goTo);
    connect(this, &QTableView::clicked, this, [goTo](const QModelIndex& index) { goTo(index.row()); });
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) { fitRows(first, last); });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) { fitRows(first.row(), last.row()); });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_widest = 0;
        fitWidth();
    });
    connect(model, &QAbstractItemModel::headerDataChanged, this, [this] { fitWidth(); });
}

void LogTable::setSearchedWords(const QString& words)
{
    m_found = QPersistentModelIndex();
    m_delegate->setSearchedWords(words);
    viewport()->update();
}

LogTable::Found LogTable::find(bool backward)
{
    const int rows = m_model->rowCount();
    const QString& words = m_delegate->searchedWords();
    if (words.isEmpty() || rows == 0)
        return Found::No;
    const int current = std::max(0, currentIndex().row());
    const int first = current == m_found.row() ? 1 : 0; // the line found last is found again after all others
    for (int distance = first; distance < first + rows; ++distance) {
        const int row = (current + (backward ? 2 * rows - distance : distance)) % rows;
        if (!m_model->line(row).contains(words, Qt::CaseInsensitive))
            continue;
        const bool isOnTheWay = distance < rows && (backward ? row <= current : row >= current);
        showOccurrence(row);
        return isOnTheWay ? Found::Yes : Found::FromTheOtherEnd;
    }
    return Found::No;
}

void LogTable::showOccurrence(int row)
{
    m_found = m_model->index(row, 0);
    updateGeometries(); // the line may be new
    // Not setCurrentIndex(), which extends the selection while Shift is pressed.
    selectionModel()->setCurrentIndex(m_found, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const QString line = m_model->line(row);
    const QString& words = m_delegate->searchedWords();
    const qsizetype at = line.indexOf(words, 0, Qt::CaseInsensitive);
    const int left = kPadding + fontMetrics().horizontalAdvance(line.left(at));
    const int right = kPadding + fontMetrics().horizontalAdvance(line.left(at + words.size()));
    QScrollBar* bar = horizontalScrollBar();
    if (left < bar->value() || right > bar->value() + viewport()->width())
        bar->setValue(right <= viewport()->width() ? 0 : left - viewport()->width() / 4);
}

void LogTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    const int across = horizontalScrollBar()->value();
    QTableView::scrollTo(index, hint);
    horizontalScrollBar()->setValue(across);
}

void LogTable::keyboardSearch(const QString& /*text*/) {}

QString LogTable::selectedLines() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QString lines;
    for (const QModelIndex& row : rows)
        lines += m_model->line(row.row()) + QLatin1Char('\n');
    return lines;
}

void LogTable::copy() const
{
    if (const QString lines = selectedLines(); !lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines);
}

void LogTable::activate(int row)
{
    if (const auto time = m_model->timeOf(row))
        emit timeActivated(*time);
}

void LogTable::fitRows(int first, int last)
{
    const int widestCharacter = 2 * fontMetrics().maxWidth(); // of any script
    for (int row = first; row <= last; ++row) {
        const QString line = m_model->line(row);
        if (line.size() * widestCharacter > m_widest)
            m_widest = std::max(m_widest, fontMetrics().horizontalAdvance(line));
    }
    fitWidth();
}

void LogTable::fitWidth()
{
    setColumnWidth(0, std::max(viewport()->width(), m_widest + 2 * kPadding));
    const int rows = m_model->rowCount();
    const int times = fontMetrics().horizontalAdvance(m_model->timeText(rows - 1)) + 4 * kPadding;
    if (verticalHeader()->width() != times)
        verticalHeader()->setFixedWidth(times);
}

/// When the current line is dropped, the base class makes the first line current and scrolls to it.
void LogTable::rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last)
{
    if (currentIndex().row() >= first && currentIndex().row() <= last)
        selectionModel()->clearCurrentIndex();
    QTableView::rowsAboutToBeRemoved(parent, first, last);
}

void LogTable::focusInEvent(QFocusEvent* event)
{
    startInView();
    QTableView::focusInEvent(event);
}

/// Without a selection, keys start from the last visible line. The base class would start from the first of all lines.
void LogTable::startInView()
{
    if (selectionModel()->hasSelection())
        return;
    const int row = rowAt(viewport()->height() - verticalHeader()->defaultSectionSize());
    const QModelIndex line = m_model->index(row < 0 ? m_model->rowCount() - 1 : row, 0);
    selectionModel()->setCurrentIndex(line, QItemSelectionModel::NoUpdate);
}

void LogTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitWidth();
}

/// A selection that Shift extends replaces the one before. In the base class it replaces only what was selected since
/// lines were last added or dropped.
QItemSelectionModel::SelectionFlags LogTable::selectionCommand(const QModelIndex& index, const QEvent* event) const
{
    QItemSelectionModel::SelectionFlags command = QTableView::selectionCommand(index, event);
    if (command.testFlag(QItemSelectionModel::Current) && command.testFlag(QItemSelectionModel::Select))
        command |= QItemSelectionModel::Clear;
    return command;
}

bool LogTable::isEditing() const
{
    return state() == EditingState;
}

void LogTable::keyPressEvent(QKeyEvent* event)
{
    // Keys that the editor ignores arrive here, too, also the Enter that closes it.
    if (const QWidget* focus = QApplication::focusWidget(); focus != viewport() && viewport()->isAncestorOf(focus))
        return event->ignore();
    startInView();
    QScrollBar* across = horizontalScrollBar();
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activate(currentIndex().row());
    } else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        across->triggerAction(event->key() == Qt::Key_Left ? QScrollBar::SliderSingleStepSub
                                                           : QScrollBar::SliderSingleStepAdd);
    } else if (isPlain && (event->key() == Qt::Key_Home || event->key() == Qt::Key_End)) {
        setCurrentIndex(m_model->index(event->key() == Qt::Key_Home ? 0 : m_model->rowCount() - 1, 0));
        scrollTo(currentIndex()); // the line may be the current one already
        emit movedByKey();
    } else {
        const QModelIndex before = currentIndex();
        QTableView::keyPressEvent(event);
        if (currentIndex() != before)
            emit movedByKey();
        return;
    }
    event->accept();
}

} // namespace stepscope::ui
