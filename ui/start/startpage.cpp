#include "ui/start/startpage.h"

#include "ui/devices/unfinishedpanel.h"
#include "ui/parts/appearance.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"
#include "ui/start/boardstart.h"
#include "ui/start/hoststart.h"
#include "ui/start/recentrecordings.h"
#include "ui/start/startcontent.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {
namespace {

constexpr int kWayGap = 40; ///< px between the ways to start
constexpr int kLeastWay = 200;
constexpr const char* kThisComputer = "local"; ///< the target
constexpr int kSmallSteps = 120;               ///< of the small CNN, as `stepscope demo`

QLabel* startHeading(const QString& text, double factor, QWidget* parent)
{
    QLabel* label = plainLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(true);
    label->setFont(font);
    label->setWordWrap(true);
    return label;
}

QLabel* quietLine(const QString& text, QWidget* parent)
{
    QLabel* label = plainLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_unfinished(new UnfinishedPanel(this))
    , m_board(new BoardStart(this))
    , m_host(new HostStart(this))
    , m_recent(new RecentRecordings(this))
    , m_progress(new BusyStrip(this))
    , m_showLive(new QPushButton(this))
    , m_train(new QPushButton(tr("&Train it here"), this))
    , m_missing(plainLabel(this))
{
    setObjectName(QStringLiteral("startPage"));
    m_progress->hide();
    m_showLive->setObjectName(QStringLiteral("showLive"));
    m_showLive->hide();
    buildWays();
    buildPage();
    applyTheme();
    setLocalTraining({}, tr("Looking for PyTorch…"));
    connect(m_progress, &BusyStrip::cancelRequested, this, [this] { emit cancelRequested(m_beginning); });
    connect(m_showLive, &QPushButton::clicked, this, &StartPage::showLive);
    connect(m_board, &BoardStart::startRequested, this, &StartPage::profileRequested);
    connect(m_train, &QPushButton::clicked, this, &StartPage::trainHere);
}

QWidget* StartPage::buildLocal()
{
    auto* local = new QWidget(this);
    m_missing->setObjectName(QStringLiteral("localMissing"));
    m_missing->setWordWrap(true);
    m_missing->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_train->setObjectName(QStringLiteral("trainHere"));
    m_train->setAutoDefault(true);
    m_train->setMinimumHeight(kStartButtonHeight);
    m_train->setToolTip(tr("A real training: cores, memory and op spans of this computer"));
    auto* column = new QVBoxLayout(local);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_missing);
    column->addSpacing(8);
    column->addWidget(m_train);
    return local;
}

void StartPage::buildWays()
{
    const auto add = [this](const QString& title, const QString& text, QWidget* body) {
        m_ways.append({startHeading(title, 1.2, this), quietLine(text, this), body});
    };
    add(tr("Try a virtual board"),
        tr("A modelled training on a simulated Jetson, through the real agent. It needs no hardware and takes less "
           "than "
           "a minute."),
        m_board);
    add(tr("Train the small CNN here"),
        tr("%1 real training steps of a small network on this computer, with PyTorch.").arg(kSmallSteps), buildLocal());
    add(tr("Add a Jetson"),
        tr("Over SSH. One static program is installed in ~/.stepscope on the board; no port is opened."), m_host);
}

void StartPage::buildPage()
{
    auto* content = new QWidget(this);
    auto* page = new QVBoxLayout(content);
    page->setContentsMargins(32, 24, 32, 24);
    page->setSpacing(8);
    page->addWidget(startHeading(tr("Where do the time, the watts and the memory of a training step go?"), 1.5, this));
    page->addWidget(quietLine(tr("Record a training, and see every step on one time axis."), this));
    page->addWidget(m_progress);
    page->addWidget(m_showLive, 0, Qt::AlignLeft);
    page->addSpacing(8);
    page->addWidget(m_unfinished);
    page->addSpacing(8);
    m_wayGrid = new QGridLayout;
    m_wayGrid->setHorizontalSpacing(kWayGap);
    m_wayGrid->setVerticalSpacing(8);
    page->addLayout(m_wayGrid);
    page->addSpacing(24);
    auto* open = new QPushButton(glyph(Glyph::Open), tr("Open a fi&le…"), this);
    open->setObjectName(QStringLiteral("openFile"));
    open->setFlat(true);
    open->setToolTip(tr("A recording, a study, or a log or trace of another program"));
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    auto* titles = new QHBoxLayout;
    titles->addWidget(startHeading(tr("Recent recordings"), 1.2, this), 1);
    titles->addWidget(open);
    page->addLayout(titles);
    page->addWidget(m_recent);
    page->addStretch(1);
    constexpr int kMostWidth = 1360; // px; longer lines are hard to read
    content->setMaximumWidth(kMostWidth);

    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
    QWidget::setTabOrder(m_board->startButton(), m_train); // then the host, as on the page
}

/// Side by side where they fit, else one below the other.
void StartPage::arrangeWays()
{
    const int count = static_cast<int>(m_ways.size());
    const int room = width() - 64;
    const int columns = room >= count * kLeastWay + (count - 1) * kWayGap ? count : 1;
    if (columns == m_columns)
        return;
    m_columns = columns;
    while (QLayoutItem* item = m_wayGrid->takeAt(0))
        delete item;
    for (int i = 0; i < count; ++i) {
        const bool isAcross = columns > 1;
        const int column = isAcross ? i : 0;
        const int row = isAcross ? 0 : 4 * i;
        m_wayGrid->setColumnStretch(i, isAcross || i == 0 ? 1 : 0);
        m_wayGrid->setColumnMinimumWidth(i, 0);
        m_wayGrid->addWidget(m_ways[i].title, row, column, Qt::AlignTop);
        m_wayGrid->addWidget(m_ways[i].text, row + 1, column, Qt::AlignTop);
        m_wayGrid->addWidget(m_ways[i].body, row + 2, column, Qt::AlignTop);
        m_wayGrid->setRowMinimumHeight(row + 3, isAcross ? 0 : 16);
    }
}

void StartPage::setLocalTraining(const QString& python, const QString& missing)
{
    m_python = python;
    m_canTrain = missing.isEmpty();
    m_missing->setText(missing);
    m_missing->setVisible(!missing.isEmpty());
    showCaptures();
}

void StartPage::trainHere()
{
    CaptureRequest request;
    request.target = QLatin1String(kThisComputer);
    request.model.model = QStringLiteral("smallcnn");
    request.model.steps = kSmallSteps;
    request.model.python = m_python;
    emit profileRequested(request);
}

void StartPage::setCapture(const CaptureStatus& status)
{
    const auto known = std::find_if(m_captures.begin(), m_captures.end(),
                                    [&status](const CaptureStatus& one) { return one.target == status.target; });
    if (!isBusy(status.phase)) {
        if (known == m_captures.end())
            return;
        m_captures.erase(known);
    } else if (known == m_captures.end()) {
        m_captures.append(status);
    } else {
        // The page does not show how far a live capture is, which changes many times a second.
        const bool isShown = !isLive(status.phase) || known->phase != status.phase;
        *known = status;
        if (!isShown)
            return;
    }
    showCaptures();
}

/// The strip shows the latest capture that has no data yet.
void StartPage::showCaptures()
{
    QStringList targets;
    qsizetype live = 0;
    const CaptureStatus* beginning = nullptr;
    for (const CaptureStatus& capture : std::as_const(m_captures)) {
        targets << capture.target;
        if (isLive(capture.phase))
            ++live;
        else
            beginning = &capture;
    }
    m_board->setBusyTargets(targets);
    m_unfinished->setBusyTargets(targets);
    m_train->setEnabled(m_canTrain && !targets.contains(QLatin1String(kThisComputer)));
    m_showLive->setText(live > 1 ? tr("&Show the %1 live recordings").arg(live) : tr("&Show the live recording"));
    m_showLive->setVisible(live > 0);
    m_progress->setVisible(beginning);
    m_beginning = beginning ? beginning->target : QString();
    if (!beginning)
        return;
    const QString text = statusText(*beginning) + (beginning->text.isEmpty() ? QStringLiteral("…") : QString());
    m_progress->setCancellable(isCancellable(beginning->phase));
    m_progress->setProgress(targets.size() > 1 ? tr("%1: %2").arg(beginning->target, text) : text, beginning->progress);
}

void StartPage::showLive()
{
    QStringList recordings;
    for (const CaptureStatus& capture : std::as_const(m_captures)) {
        if (isLive(capture.phase))
            recordings << capture.recording;
    }
    if (recordings.size() == 1 && !recordings.front().isEmpty())
        emit showLiveRequested(recordings.front());
    else
        emit showAllLiveRequested();
}

void StartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    // Enter starts a training that needs nothing.
    QPushButton* const first = m_board->startButton()->isEnabled() ? m_board->startButton() : m_train;
    first->setFocus(Qt::OtherFocusReason);
    emit shown();
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeWays();
}

void StartPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

/// The main button has the colour of the accent.
void StartPage::applyTheme()
{
    const widgets::Theme& theme = currentTheme();
    const QColor accent = theme.accent;
    const auto shade = [&](double share) { return widgets::mixed(accent, theme.text, share).name(); };
    const QString style =
        QStringLiteral("QPushButton[accent=\"true\"] { background: %1; color: %2; border: 2px solid %1;"
                       " border-radius: 4px; padding: 6px 12px; font-weight: bold; }"
                       "QPushButton[accent=\"true\"]:hover { background: %3; border-color: %3; }"
                       "QPushButton[accent=\"true\"]:focus { border-color: %4; }"
                       "QPushButton[accent=\"true\"]:disabled { background: %5; border-color: %5; color: %6; }")
            .arg(accent.name(), theme.textOn(accent).name(), shade(0.15), theme.text.name(), theme.grid.name(),
                 theme.mutedText.name());
    // setStyleSheet() changes the palette, which sends another change event.
    if (style != m_board->styleSheet())
        m_board->setStyleSheet(style);
}

} // namespace stepscope::ui
