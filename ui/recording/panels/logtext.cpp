#include "ui/recording/panels/logtext.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kPadding = 8; ///< px, at both sides of a time

} // namespace

LogText::LogText(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_column(new QWidget(this))
{
    m_column->setObjectName(QStringLiteral("logTimes"));
    m_column->setAccessibleName(tr("Times of the lines"));
    m_column->setCursor(Qt::PointingHandCursor);
    m_column->setToolTip(tr("Time since the start of the recording; click to go there"));
    m_column->installEventFilter(this);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int scrolled) {
        if (scrolled != 0)
            m_column->scroll(0, scrolled);
        else
            m_column->update(0, rect.y(), m_column->width(), rect.height());
    });
}

void LogText::setStart(std::int64_t start)
{
    if (start == m_start)
        return;
    m_start = start;
    placeColumn();
}

void LogText::append(const QString& text, const std::deque<std::int64_t>& times)
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
    QString shown = text;
    for (const char16_t separator : {u'\u2029', u'\ufdd0', u'\ufdd1'}) // a document would begin another line at them
        shown.replace(QChar(separator), QLatin1Char(' '));
    cursor.insertText(shown);
    if (!m_times.empty())
        m_times.pop_back(); // of the incomplete line
    m_times.insert(m_times.end(), times.begin(), times.end());
    const auto lines = static_cast<std::size_t>(blockCount());
    while (m_times.size() > lines)
        m_times.pop_front();
    placeColumn();
    mark(-1); // the lines have other numbers
    setMarkedTime(m_markedTime);
}

void LogText::clearLines()
{
    clear();
    m_times.clear();
    m_markedTime.reset();
    mark(-1);
    placeColumn();
}

std::optional<std::int64_t> LogText::timeOfLine(int line) const
{
    if (line < 0 || static_cast<std::size_t>(line) >= m_times.size())
        return {};
    return m_times[static_cast<std::size_t>(line)];
}

int LogText::firstAfter(std::int64_t time) const
{
    return static_cast<int>(std::upper_bound(m_times.begin(), m_times.end(), time) - m_times.begin());
}

void LogText::setMarkedTime(std::optional<std::int64_t> time)
{
    m_markedTime = time;
    if (!time || m_times.empty())
        return mark(-1);
    const int after = firstAfter(*time);
    const auto next = timeOfLine(after);
    const auto before = timeOfLine(after - 1);
    mark(next && (!before || *next - *time < *time - *before) ? after : after - 1);
}

/// The mark is a band over the whole width; it neither scrolls the text nor moves its cursor.
void LogText::mark(int line)
{
    if (line == m_marked)
        return;
    m_marked = line;
    QList<QTextEdit::ExtraSelection> marks;
    if (const QTextBlock block = document()->findBlockByNumber(line); line >= 0 && block.isValid()) {
        QTextEdit::ExtraSelection band;
        QColor colour = palette().color(QPalette::Highlight);
        colour.setAlpha(60);
        band.format.setBackground(colour);
        band.format.setProperty(QTextFormat::FullWidthSelection, true);
        band.cursor = QTextCursor(block);
        marks << band;
    }
    setExtraSelections(marks);
    m_column->update();
}

QString LogText::timeText(std::int64_t time) const
{
    return tr("%1 s").arg(static_cast<double>(time - m_start) * 1e-9, 0, 'f', 2);
}

void LogText::placeColumn()
{
    const int width = m_times.empty() ? 0 : fontMetrics().horizontalAdvance(timeText(m_times.back())) + 2 * kPadding;
    if (viewportMargins().left() != width)
        setViewportMargins(width, 0, 0, 0);
    const QRect content = contentsRect();
    m_column->setGeometry(content.left(), content.top(), width, content.height());
    m_column->update();
}

void LogText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeColumn();
}

void LogText::paintColumn()
{
    QPainter painter(m_column);
    painter.fillRect(m_column->rect(), palette().color(QPalette::Window));
    painter.setFont(font());
    const QRectF area(m_column->rect());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF line = blockBoundingGeometry(block).translated(contentOffset());
        if (line.top() > area.bottom())
            break;
        const auto time = timeOfLine(block.blockNumber());
        if (!time || (!block.next().isValid() && block.text().isEmpty()))
            continue;
        const bool isMarked = block.blockNumber() == m_marked;
        painter.setPen(palette().color(isMarked ? QPalette::WindowText : QPalette::PlaceholderText));
        painter.drawText(QRectF(0, line.top(), area.width() - kPadding, line.height()),
                         Qt::AlignRight | Qt::AlignVCenter, timeText(*time));
    }
}

void LogText::activate(int line)
{
    if (const auto time = timeOfLine(line))
        emit timeActivated(*time);
}

void LogText::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->pos();
    QPlainTextEdit::mousePressEvent(event);
}

void LogText::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    // A drag selects text, which goes nowhere.
    const bool isClick = (event->pos() - m_pressedAt).manhattanLength() < QApplication::startDragDistance();
    if (event->button() == Qt::LeftButton && isClick && !textCursor().hasSelection())
        activate(cursorForPosition(event->pos()).blockNumber());
}

void LogText::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QPlainTextEdit::keyPressEvent(event);
    activate(textCursor().blockNumber());
    event->accept();
}

bool LogText::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_column)
        return QPlainTextEdit::eventFilter(watched, event);
    if (event->type() == QEvent::Paint) {
        paintColumn();
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton)
            activate(cursorForPosition(QPoint(0, mouse->pos().y())).blockNumber());
        return true;
    }
    return QPlainTextEdit::eventFilter(watched, event);
}

} // namespace stepscope::ui
