#include "ui/recording/panels/logtable.h"

#include "ui/recording/panels/logmodel.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kPadding = 4; ///< px, at both sides of a line
constexpr int kOccurrenceAlpha = 110;

/// Draws a line in one piece from its left end, with the occurrences of the words highlighted; edits it read-only.
class LineDelegate : public QStyledItemDelegate
{
public:
    LineDelegate(const QString* words, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_words(words)
    {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem background = option;
        initStyleOption(&background, index);
        background.text.clear();
        const QWidget* widget = option.widget;
        widget->style()->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);
        const QRect place = option.rect.adjusted(kPadding, 0, -kPadding, 0);
        // A line can have thousands of characters; no character of a fixed font is narrower than a space.
        const int inView = (widget->width() - place.left()) / option.fontMetrics.horizontalAdvance(QLatin1Char(' '));
        const QString line = index.data().toString().left(std::max(inView, 0) + 1);
        paintOccurrences(*painter, option, line, place);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        const auto group = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
        painter->setFont(option.font);
        painter->setPen(option.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        auto* editor = new QLineEdit(parent);
        editor->setReadOnly(true);
        editor->setFrame(false);
        editor->setFont(option.font);
        editor->setTextMargins(kPadding - 2, 0, 0, 0); // a line edit has 2 px of its own
        return editor;
    }
    void setModelData(QWidget*, QAbstractItemModel*, const QModelIndex&) const override {}

private:
    void paintOccurrences(QPainter& painter, const QStyleOptionViewItem& option, const QString& line,
                          const QRect& place) const
    {
        if (m_words->isEmpty())
            return;
        QColor colour(Qt::yellow);
        colour.setAlpha(kOccurrenceAlpha);
        for (qsizetype at = line.indexOf(*m_words, 0, Qt::CaseInsensitive); at >= 0;
             at = line.indexOf(*m_words, at + m_words->size(), Qt::CaseInsensitive)) {
            const int left = option.fontMetrics.horizontalAdvance(line.left(at));
            const int right = option.fontMetrics.horizontalAdvance(line.left(at + m_words->size()));
            painter.fillRect(place.left() + left, place.top(), right - left, place.height(), colour);
        }
    }

    const QString* m_words;
};

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
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setModel(model);
    setItemDelegate(new LineDelegate(&m_words, this));
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
    times->setCursor(Qt::PointingHandCursor);
    times->setSectionsClickable(true);
    times->setSectionResizeMode(QHeaderView::Fixed);
    times->setMinimumSectionSize(fontMetrics().height());
    times->setDefaultSectionSize(fontMetrics().height());
    connect(times, &QHeaderView::sectionClicked, this, &LogTable::activate);
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        // Selecting several lines does not go anywhere.
        if (!(QGuiApplication::keyboardModifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            activate(index.row());
    });
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
    m_words = words;
    m_found = -1;
    viewport()->update();
}

LogTable::Found LogTable::find(bool backward)
{
    const int rows = m_model->rowCount();
    if (m_words.isEmpty() || rows == 0)
        return Found::No;
    const int current = std::max(0, currentIndex().row());
    const int first = current == m_found ? 1 : 0; // the line found last is found again after all others
    for (int distance = first; distance < first + rows; ++distance) {
        const int row = (current + (backward ? 2 * rows - distance : distance)) % rows;
        if (!m_model->line(row).contains(m_words, Qt::CaseInsensitive))
            continue;
        const bool isOnTheWay = distance < rows && (backward ? row <= current : row >= current);
        showOccurrence(row);
        return isOnTheWay ? Found::Yes : Found::FromTheOtherEnd;
    }
    return Found::No;
}

void LogTable::showOccurrence(int row)
{
    m_found = row;
    updateGeometries(); // the line may be new
    setCurrentIndex(m_model->index(row, 0));
    const QString line = m_model->line(row);
    const qsizetype at = line.indexOf(m_words, 0, Qt::CaseInsensitive);
    const int left = kPadding + fontMetrics().horizontalAdvance(line.left(at));
    const int right = kPadding + fontMetrics().horizontalAdvance(line.left(at + m_words.size()));
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
    const int widestCharacter = fontMetrics().maxWidth();
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

/// A current line that is dropped would make the first line the current one, and the table scroll to it.
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

/// Keys start from the last line in view while the user has chosen none, not from the first of all lines.
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

void LogTable::keyPressEvent(QKeyEvent* event)
{
    startInView();
    QScrollBar* across = horizontalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activate(currentIndex().row());
    } else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        across->triggerAction(event->key() == Qt::Key_Left ? QScrollBar::SliderSingleStepSub
                                                           : QScrollBar::SliderSingleStepAdd);
    } else {
        const QModelIndex before = currentIndex();
        if (event->modifiers() == Qt::NoModifier && (event->key() == Qt::Key_Home || event->key() == Qt::Key_End))
            setCurrentIndex(m_model->index(event->key() == Qt::Key_Home ? 0 : m_model->rowCount() - 1, 0));
        else
            QTableView::keyPressEvent(event);
        if (currentIndex() != before)
            emit movedByKey();
        return;
    }
    event->accept();
}

} // namespace stepscope::ui
