#include "ui/guide/tour.h"

#include "ui/parts/plaintext.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {
namespace {

constexpr int kArrow = 10; ///< height of the arrow, pixels
constexpr int kCorner = 6; ///< radius
constexpr int kPadding = 12;

} // namespace

TourBubble::TourBubble(QWidget* window)
    : QFrame(window)
    , m_title(plainLabel(this))
    , m_text(plainLabel(this))
    , m_next(new QPushButton(this))
{
    setObjectName(QStringLiteral("tourBubble"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_text->setWordWrap(true);
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("tourClose"));
    close->setToolTip(tr("End the tour  (Esc); Help shows it again"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    m_next->setDefault(true);
    connect(m_next, &QPushButton::clicked, this, &TourBubble::nextRequested);
    connect(close, &QPushButton::clicked, this, &TourBubble::closeRequested);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(m_next);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kPadding, kPadding + kArrow, kPadding, kPadding);
    all->addWidget(m_title);
    all->addWidget(m_text);
    all->addLayout(buttons);
    setFixedWidth(fontMetrics().averageCharWidth() * 56);
    setAutoFillBackground(false);
    hide();
}

void TourBubble::setTexts(const QString& title, const QString& text, bool isLast)
{
    m_title->setText(title);
    m_text->setText(text);
    m_next->setText(isLast ? tr("Done") : tr("Next"));
    setAccessibleName(title);
    setAccessibleDescription(text);
}

void TourBubble::pointTo(const QWidget* anchor)
{
    adjustSize();
    setFixedHeight(heightForWidth(width()));
    const QRect part(anchor->mapTo(window(), QPoint(0, 0)), anchor->size());
    const int left = part.left() + std::min(part.width() / 4, fontMetrics().averageCharWidth() * 20);
    const int top = part.top() + std::min(part.height() / 5, fontMetrics().height() * 4);
    move(std::clamp(left, 0, std::max(window()->width() - width(), 0)),
         std::clamp(top, 0, std::max(window()->height() - height(), 0)));
    show();
    raise();
}

void TourBubble::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    path.addRoundedRect(QRectF(rect()).adjusted(0.5, kArrow + 0.5, -0.5, -0.5), kCorner, kCorner);
    QPainterPath arrow;
    constexpr int kFromLeft = 3 * kArrow;
    arrow.moveTo(kFromLeft - kArrow, kArrow + 1);
    arrow.lineTo(kFromLeft, 1);
    arrow.lineTo(kFromLeft + kArrow, kArrow + 1);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawPath(path.united(arrow));
}

Tour::Tour(QWidget* window)
    : QObject(window)
    , m_window(window)
    , m_bubble(new TourBubble(window))
{
    connect(m_bubble, &TourBubble::nextRequested, this, &Tour::finishStop);
    connect(m_bubble, &TourBubble::closeRequested, this, &Tour::end);
}

void Tour::addStop(QWidget* anchor, const QString& title, const QString& text)
{
    m_stops.append({anchor, title, text});
}

void Tour::start()
{
    for (Stop& stop : m_stops)
        stop.isDone = false;
    m_shown = -1;
    if (!m_isRunning)
        qApp->installEventFilter(this);
    m_isRunning = true;
    showNext();
}

const TourBubble* Tour::bubble() const
{
    return m_bubble->isVisible() ? m_bubble : nullptr;
}

/// A part becomes visible or hidden with its page, and moves with the window. Esc is taken before the shortcuts.
bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
        if (bubble() == nullptr || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape ||
            QApplication::activeWindow() != m_window)
            return false;
        if (event->type() == QEvent::KeyPress)
            end();
        event->accept();
        return true;
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Resize:
        // After the layout of the page.
        if (std::any_of(m_stops.begin(), m_stops.end(), [&](const Stop& stop) { return stop.anchor == watched; }))
            QTimer::singleShot(0, this, &Tour::showNext);
        return false;
    default:
        return false;
    }
}

void Tour::showNext()
{
    if (!m_isRunning)
        return;
    const auto isOpen = [](const Stop& stop) { return !stop.isDone && stop.anchor && stop.anchor->isVisible(); };
    const auto next = std::find_if(m_stops.begin(), m_stops.end(), isOpen);
    if (next == m_stops.end()) {
        m_shown = -1;
        m_bubble->hide();
        return;
    }
    const auto left = std::count_if(m_stops.begin(), m_stops.end(), [](const Stop& stop) { return !stop.isDone; });
    const bool isNew = m_shown != next - m_stops.begin();
    m_shown = next - m_stops.begin();
    m_bubble->setTexts(next->title, next->text, left == 1);
    m_bubble->pointTo(next->anchor);
    if (isNew) {
        QAccessibleEvent alert(m_bubble, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void Tour::finishStop()
{
    if (m_shown >= 0)
        m_stops[m_shown].isDone = true;
    const bool areAllDone = std::all_of(m_stops.begin(), m_stops.end(), [](const Stop& stop) { return stop.isDone; });
    areAllDone ? end() : showNext();
}

void Tour::end()
{
    if (!m_isRunning)
        return;
    m_isRunning = false;
    m_shown = -1;
    qApp->removeEventFilter(this);
    m_bubble->hide();
    emit ended();
}

} // namespace stepscope::ui
