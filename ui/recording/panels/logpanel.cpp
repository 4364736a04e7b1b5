#include "ui/recording/panels/logpanel.h"

#include "ui/parts/plaintext.h"
#include "ui/parts/tablecopy.h"
#include "ui/recording/panels/logmodel.h"
#include "ui/recording/panels/logtable.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace stepscope::ui {

namespace {

// Chunk size that is parsed and laid out within a frame, so that a large log does not block the window.
constexpr std::size_t kBytesAtOnce = 64 * 1024;

} // namespace

LogPanel::LogPanel(QWidget* parent)
    : QWidget(parent)
    , m_lines(new LogModel(this))
    , m_table(new LogTable(m_lines, this))
    , m_words(new QLineEdit(this))
    , m_searchResult(plainLabel(this))
    , m_follow(new QCheckBox(tr("Follo&w the end"), this))
    , m_empty(plainLabel(tr("The training has no output."), this))
{
    m_table->setObjectName(QStringLiteral("log"));
    m_words->setObjectName(QStringLiteral("logSearch"));
    m_words->setPlaceholderText(tr("Search the log; Enter: next, Shift+Enter: previous"));
    m_words->setAccessibleName(tr("Search the log"));
    m_words->setClearButtonEnabled(true);
    m_searchResult->setForegroundRole(QPalette::PlaceholderText);
    m_follow->setChecked(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(16);
    top->addWidget(m_words, 1);
    top->addWidget(m_searchResult);
    top->addWidget(m_follow);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_table, 1);
    all->addWidget(m_empty, 1);
    m_table->hide();

    connectParts();
}

void LogPanel::connectParts()
{
    connect(m_words, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_searchResult->clear();
        m_table->setSearchedWords(words);
    });
    auto* back = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Return), m_words, nullptr, nullptr, Qt::WidgetShortcut);
    connect(back, &QShortcut::activated, this, [this] { find(true); });
    connect(m_follow, &QCheckBox::toggled, this, &LogPanel::setFollowing);
    // Scrolling up stops following the end; scrolling to the end resumes it.
    connect(m_table->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_table->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum());
    });
    // A selection that is dragged upwards scrolls, too.
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int place) {
        if (isSelecting() && place < m_table->verticalScrollBar()->maximum())
            m_follow->setChecked(false);
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int maximum) {
        if (m_following && !isSelecting())
            m_table->verticalScrollBar()->setValue(maximum);
    });
    connect(m_table, &LogTable::movedByKey, this, &LogPanel::followIfAtEnd);
    connect(m_lines, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first, int last) {
        if (first == 0 && (!m_following || isSelecting()))
            scrollAfterDrop(last + 1);
    });
    connect(m_table, &LogTable::timeActivated, this, &LogPanel::timeActivated);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &LogPanel::showMenu);
    m_reading.setInterval(0);
    connect(&m_reading, &QTimer::timeout, this, &LogPanel::readSome);
}

void LogPanel::setView(const trace::TraceView& view)
{
    m_view = view;
    m_lines->setStart(view.extent().begin);
    if (m_read < m_view.logSize() && !m_reading.isActive())
        m_reading.start();
}

void LogPanel::clear()
{
    m_reading.stop();
    m_view = {};
    m_read = 0;
    m_terminal = {};
    m_lines->clear();
    m_table->hide();
    m_empty->show();
    m_follow->setChecked(true);
}

void LogPanel::setCursorTime(std::optional<std::int64_t> time)
{
    m_lines->setMarkedTime(time);
}

void LogPanel::goToEnd()
{
    m_follow->setChecked(true);
    setFollowing(true);
}

QString LogPanel::text() const
{
    QString text;
    for (int row = 0; row < m_lines->rowCount(); ++row)
        text += m_lines->line(row) + QLatin1Char('\n');
    if (!m_terminal.currentLine().isEmpty())
        text.chop(1);
    return text;
}

QString LogPanel::csv() const
{
    QString lines = csvLine({QStringLiteral("time_s"), QStringLiteral("stream"), QStringLiteral("text")});
    for (std::size_t i = 0; i < m_view.logSize(); ++i) {
        const format::LogChunk& chunk = m_view.log(i);
        const double time = static_cast<double>(chunk.time - m_view.extent().begin) * 1e-9;
        lines += csvLine(
            {csvValue(time),
             chunk.stream == format::LogChunk::Stream::Error ? QStringLiteral("error") : QStringLiteral("output"),
             QString::fromStdString(chunk.text)});
    }
    return lines;
}

void LogPanel::showMenu(QPoint place)
{
    auto* menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* lines = menu->addAction(tr("&Copy selected lines"));
    lines->setShortcut(QKeySequence::Copy);
    lines->setEnabled(m_table->selectionModel()->hasSelection());
    connect(lines, &QAction::triggered, m_table, &LogTable::copy);
    QAction* part = menu->addAction(tr("Select &within the line"));
    part->setShortcut(Qt::Key_F2);
    part->setEnabled(m_table->currentIndex().isValid());
    connect(part, &QAction::triggered, this, [this] { m_table->edit(m_table->currentIndex()); });
    connect(menu->addAction(tr("Select &all lines")), &QAction::triggered, m_table, &QTableView::selectAll);
    menu->addSeparator();
    const QAction* copy = menu->addAction(tr("Copy whole log as &CSV"));
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(csv()); });
    menu->popup(m_table->viewport()->mapToGlobal(place));
}

/// A line has the time of the chunk in which it begins.
void LogPanel::readSome()
{
    std::size_t taken = 0;
    std::vector<LogModel::Line> lines;
    while (m_read < m_view.logSize() && taken < kBytesAtOnce) {
        const format::LogChunk& chunk = m_view.log(m_read++);
        const bool continues = !m_terminal.currentLine().isEmpty();
        m_terminal.feed(chunk.text);
        taken += chunk.text.size();
        const QStringList completed = m_terminal.takeLines();
        for (qsizetype i = 0; i < completed.size(); ++i)
            lines.push_back({completed[i], i == 0 && continues ? m_tailTime : chunk.time});
        if (!continues || !completed.isEmpty())
            m_tailTime = chunk.time;
    }
    if (m_read >= m_view.logSize())
        m_reading.stop();
    m_lines->append(lines, {m_terminal.currentLine(), m_tailTime});
    const bool isEmpty = m_lines->rowCount() == 0;
    m_empty->setVisible(isEmpty);
    m_table->setVisible(!isEmpty);
}

/// Keeps the lines in their place that the user reads.
void LogPanel::scrollAfterDrop(int dropped)
{
    QScrollBar* bar = m_table->verticalScrollBar();
    bar->setValue(std::max(0, bar->value() - dropped));
}

void LogPanel::followIfAtEnd()
{
    const QScrollBar* bar = m_table->verticalScrollBar();
    m_follow->setChecked(bar->value() >= bar->maximum());
}

void LogPanel::find(bool backward)
{
    if (m_words->text().isEmpty())
        return;
    const LogTable::Found found = m_table->find(backward);
    m_follow->setChecked(false);
    m_searchResult->setText(found == LogTable::Found::No                ? tr("Not found")
                            : found == LogTable::Found::FromTheOtherEnd ? tr("Search continued from the other end")
                                                                        : QString());
}

/// Whether the user drags a selection or selects within a line. The log does not scroll to its end meanwhile.
bool LogPanel::isSelecting() const
{
    const bool isPressed = QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
    return m_table->isEditing() || (isPressed && m_table->underMouse());
}

void LogPanel::setFollowing(bool on)
{
    m_following = on;
    if (on)
        m_table->scrollToBottom();
}

} // namespace stepscope::ui
