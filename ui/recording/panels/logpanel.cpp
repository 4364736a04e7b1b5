#include "ui/recording/panels/logpanel.h"

#include "ui/parts/plaintext.h"
#include "ui/parts/tablecopy.h"
#include "ui/recording/panels/logtext.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace stepscope::ui {

namespace {

// Chunk size that is parsed and laid out within a frame, so that a large log does not block the window.
constexpr std::size_t kBytesAtOnce = 64 * 1024;

} // namespace

LogPanel::LogPanel(QWidget* parent)
    : QWidget(parent)
    , m_text(new LogText(this))
    , m_words(new QLineEdit(this))
    , m_searchResult(plainLabel(this))
    , m_follow(new QCheckBox(tr("Follow the &end"), this))
    , m_empty(plainLabel(tr("The training has no output."), this))
{
    m_text->setObjectName(QStringLiteral("log"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setUndoRedoEnabled(false);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setMaximumBlockCount(kLinesKept);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setAccessibleName(tr("Output of the training"));
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
    all->addWidget(m_text, 1);
    all->addWidget(m_empty, 1);
    m_text->hide();

    connect(m_words, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(m_words, &QLineEdit::textChanged, m_searchResult, &QLabel::clear);
    auto* back = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Return), m_words, nullptr, nullptr, Qt::WidgetShortcut);
    connect(back, &QShortcut::activated, this, [this] { find(true); });
    connect(m_follow, &QCheckBox::toggled, this, &LogPanel::setFollowing);
    // Scrolling up stops following the end; scrolling to the end resumes it.
    connect(m_text->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_text->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum());
    });
    connect(m_text, &LogText::timeActivated, this, &LogPanel::timeActivated);
    m_text->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_text, &QWidget::customContextMenuRequested, this, &LogPanel::showMenu);
    m_reading.setInterval(0);
    connect(&m_reading, &QTimer::timeout, this, &LogPanel::readSome);
}

void LogPanel::setView(const trace::TraceView& view)
{
    m_view = view;
    m_text->setStart(view.extent().begin);
    if (m_read < m_view.logSize() && !m_reading.isActive())
        m_reading.start();
}

void LogPanel::clear()
{
    m_reading.stop();
    m_view = {};
    m_read = 0;
    m_terminal = {};
    m_shownTail.clear();
    m_text->clearLines();
    m_text->hide();
    m_empty->show();
    m_follow->setChecked(true);
}

void LogPanel::setCursorTime(std::optional<std::int64_t> time)
{
    m_text->setMarkedTime(time);
}

void LogPanel::goToEnd()
{
    m_follow->setChecked(true);
    setFollowing(true);
}

QString LogPanel::text() const
{
    return m_text->toPlainText();
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
    QMenu* menu = m_text->createStandardContextMenu(place);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSeparator();
    const QAction* copy = menu->addAction(tr("Copy whole log as &CSV"));
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(csv()); });
    menu->popup(m_text->viewport()->mapToGlobal(place));
}

/// A line has the time of the chunk in which it begins.
void LogPanel::readSome()
{
    std::size_t taken = 0;
    QStringList lines;
    std::deque<std::int64_t> times;
    while (m_read < m_view.logSize() && taken < kBytesAtOnce) {
        const format::LogChunk& chunk = m_view.log(m_read++);
        const bool continues = !m_terminal.currentLine().isEmpty();
        m_terminal.feed(chunk.text);
        taken += chunk.text.size();
        const QStringList completed = m_terminal.takeLines();
        for (qsizetype i = 0; i < completed.size(); ++i)
            times.push_back(i == 0 && continues ? m_tailTime : chunk.time);
        if (!continues || !completed.isEmpty())
            m_tailTime = chunk.time;
        lines += completed;
    }
    if (m_read >= m_view.logSize())
        m_reading.stop();
    times.push_back(m_tailTime);
    showLines(lines, std::move(times));
}

void LogPanel::showLines(const QStringList& lines, std::deque<std::int64_t> times)
{
    if (lines.isEmpty() && m_terminal.currentLine() == m_shownTail)
        return;
    m_empty->hide();
    m_text->show();
    QScrollBar* bar = m_text->verticalScrollBar();
    const int place = bar->value();
    QString added = lines.join(QLatin1Char('\n'));
    if (!lines.isEmpty())
        added += QLatin1Char('\n');
    m_shownTail = m_terminal.currentLine();
    // The last block is the incomplete line, which is replaced.
    m_text->append(added + m_shownTail, times);
    bar->setValue(m_following ? bar->maximum() : place);
}

void LogPanel::find(bool backward)
{
    if (m_words->text().isEmpty())
        return;
    m_follow->setChecked(false);
    const auto flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    bool isFound = m_text->find(m_words->text(), flags);
    bool around = false;
    if (!isFound) {
        const QTextCursor before = m_text->textCursor();
        m_text->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
        isFound = around = m_text->find(m_words->text(), flags);
        if (!isFound)
            m_text->setTextCursor(before);
    }
    m_searchResult->setText(!isFound ? tr("Not found")
                            : around ? tr("Search continued from the other end")
                                     : QString());
}

void LogPanel::setFollowing(bool on)
{
    m_following = on;
    if (on)
        m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
}

} // namespace stepscope::ui
