#include "ui/parts/jumptable.h"

#include "ui/parts/swatch.h"
#include "ui/parts/tablecopy.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStyle>

#include <algorithm>

namespace stepscope::ui {

JumpTable::JumpTable(QWidget* parent)
    : QTableView(parent)
    , m_copying(new TableCopy(this))
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
    setTextElideMode(Qt::ElideMiddle); // names of ops often differ at the end
    setIconSize({kSwatchPx, kSwatchPx});
    setItemDelegate(new LongTextDelegate(this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setHighlightSections(false);
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        // Selecting several rows does not go anywhere.
        if (m_jumpsOnClick && !(QGuiApplication::keyboardModifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            emit jumpRequested(index);
    });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!m_jumpsOnClick)
            emit jumpRequested(index);
    });
}

void JumpTable::layColumns(const Columns& columns)
{
    m_isFitting = true; // until all columns have their widths
    setItemDelegateForColumn(columns.share, new ShareBar(this));
    sortByColumn(columns.order, Qt::DescendingOrder);
    const int digit = fontMetrics().averageCharWidth();
    horizontalHeader()->setMinimumSectionSize(digit * 8);
    m_leaving = columns.leaving;
    setNameColumn(columns.name);
    for (int column = columns.firstFigure; column < model()->columnCount(); ++column)
        setColumnWidth(column, digit * columns.figureChars);
    for (const auto& [column, chars] : columns.chars)
        setColumnWidth(column, digit * chars);
    showWholeTitles();
    m_isFitting = false;
}

void JumpTable::setColumnWanted(int column, bool isWanted)
{
    const bool isChanged = isWanted ? m_unwanted.erase(column) > 0 : m_unwanted.insert(column).second;
    if (!isChanged)
        return;
    if (!m_widths.contains(column))
        setColumnHidden(column, !isWanted);
    fitName();
}

int JumpTable::fitColumns(int room)
{
    const auto isWanted = [&](int column) { return column != m_name && !m_unwanted.contains(column); };
    const auto widthOf = [&](int column) {
        const auto hidden = m_widths.find(column);
        return hidden != m_widths.end() ? hidden->second : columnWidth(column);
    };
    int others = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        others += isWanted(column) ? widthOf(column) : 0;
    std::map<int, int> omitted;
    for (const int column : m_leaving) {
        if (others <= room)
            break;
        if (!isWanted(column))
            continue;
        omitted.emplace(column, widthOf(column));
        others -= widthOf(column);
    }
    for (const int column : m_leaving) {
        if (m_widths.contains(column) && !omitted.contains(column))
            setColumnHidden(column, m_unwanted.contains(column));
        else if (omitted.contains(column))
            setColumnHidden(column, true);
    }
    m_widths = std::move(omitted);
    return others;
}

void JumpTable::setNameColumn(int column)
{
    m_name = column;
    horizontalHeader()->setSectionResizeMode(m_name, QHeaderView::Fixed);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int resized) {
        if (resized != m_name)
            fitName();
    });
}

/// QHeaderView::Stretch would shrink the names to a few characters in a narrow table.
void JumpTable::fitName()
{
    if (m_name < 0 || !model() || m_isFitting || viewport()->width() < kLeastNamePx)
        return;
    m_isFitting = true;
    const int least = std::max(kLeastNamePx, fontMetrics().averageCharWidth() * kLeastName);
    const int others = fitColumns(viewport()->width() - least);
    setColumnWidth(m_name, std::max(viewport()->width() - others, least));
    m_isFitting = false;
}

void JumpTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitName();
}

void JumpTable::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    fitContents();
}

/// With the sort arrow.
int JumpTable::titleWidth(int column) const
{
    const QHeaderView* header = horizontalHeader();
    const int room = 2 * header->style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header) +
                     header->style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header) + 8;
    return header->fontMetrics().horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + room;
}

void JumpTable::showWholeTitles()
{
    for (int column = 0; model() && column < model()->columnCount(); ++column) {
        if (!isColumnHidden(column))
            setColumnWidth(column, std::max(columnWidth(column), titleWidth(column)));
    }
}

void JumpTable::setFitsContents()
{
    m_fitsContents = true;
    constexpr int kRowsMeasured = 50; // and those in view: a few ms
    horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
    m_contents.setSingleShot(true);
    m_contents.setInterval(100);
    const auto later = [this] {
        if (!m_contents.isActive())
            m_contents.start();
    };
    connect(&m_contents, &QTimer::timeout, this, &JumpTable::fitContents);
    connect(model(), &QAbstractItemModel::modelReset, this, later);
    connect(model(), &QAbstractItemModel::layoutChanged, this, later);
    connect(model(), &QAbstractItemModel::rowsInserted, this, later);
    connect(model(), &QAbstractItemModel::dataChanged, this, later);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int before, int size) {
        const bool isLast = horizontalHeader()->stretchLastSection() && column == model()->columnCount() - 1;
        if (!m_isFitting && !isLast && column != m_name && before > 0 && size > 0) // 0: hidden
            m_sized.insert(column);
    });
}

void JumpTable::fitContents()
{
    if (!m_fitsContents || !isVisible())
        return;
    if (model()->rowCount() == 0) {
        m_isFitted = false;
        m_sized.clear();
        return;
    }
    constexpr int kMostChars = 48;
    const int digit = fontMetrics().averageCharWidth();
    m_isFitting = true;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const bool isLast = horizontalHeader()->stretchLastSection() && column == model()->columnCount() - 1;
        if (column == m_name || isLast || isColumnHidden(column) || m_sized.contains(column))
            continue;
        const int content = std::min(sizeHintForColumn(column) + digit, digit * kMostChars);
        const int width = std::max({content, titleWidth(column), horizontalHeader()->minimumSectionSize()});
        setColumnWidth(column, m_isFitted ? std::max(columnWidth(column), width) : width);
    }
    m_isFitting = false;
    m_isFitted = true;
    fitName();
}

void JumpTable::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit jumpRequested(currentIndex());
        event->accept();
    } else if (event->matches(QKeySequence::Copy)) {
        m_copying->copySelected(); // the shortcut of the action needs an active window
        event->accept();
    } else {
        QTableView::keyPressEvent(event);
    }
}

} // namespace stepscope::ui
