#include "ui/start/recordingcard.h"

#include "ui/parts/appearance.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/quantities.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {
namespace {

constexpr int kCardMargin = 8;
constexpr int kCardSpace = 12;

} // namespace

RecordingCard::RecordingCard(const QString& path, QWidget* parent)
    : QAbstractButton(parent)
    , m_remove(new QToolButton(this))
{
    setObjectName(QStringLiteral("recordingCard"));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_remove->setObjectName(QStringLiteral("removeRecording"));
    m_remove->setIcon(glyph(Glyph::Close));
    m_remove->setAutoRaise(true);
    m_remove->setCursor(Qt::ArrowCursor);
    m_remove->setToolTip(tr("Remove from this list; the file stays"));
    connect(m_remove, &QToolButton::clicked, this, [this] { emit removeRequested(m_recording.path); });
    connect(this, &QAbstractButton::clicked, this, [this] { emit openRequested(m_recording.path); });
    m_recording.path = path;
    describe();
}

void RecordingCard::setRecording(const RecentRecording& recording)
{
    m_recording = recording;
    describe();
    update();
}

/// Name, training and device, date, length and energy; or name and problem.
QStringList RecordingCard::lines() const
{
    const RecentRecording& it = m_recording;
    QStringList lines{QFileInfo(it.path).completeBaseName()};
    if (!it.problem.isEmpty())
        return lines << it.problem;
    if (!it.isRead)
        return lines << tr("Reading…");
    QStringList where{it.training, it.isVirtual ? tr("%1 (virtual)").arg(it.device) : it.device};
    where.removeAll(QString());
    lines << where.join(QStringLiteral(" · "));
    if (it.started.isValid())
        lines << QLocale().toString(it.started.toLocalTime(), tr("d MMM yyyy, HH:mm"));
    QStringList figures;
    if (it.seconds > 0)
        figures << duration(it.seconds);
    if (it.joules)
        figures << joules(*it.joules);
    return lines << figures.join(QStringLiteral(" · "));
}

void RecordingCard::describe()
{
    const QStringList texts = lines();
    setText(texts.first());
    setAccessibleName(tr("Open the recording %1").arg(texts.first()));
    setAccessibleDescription(texts.mid(1).join(QStringLiteral(", ")));
    m_remove->setAccessibleName(tr("Remove %1 from this list").arg(texts.first()));
    setToolTip(m_recording.problem.isEmpty()
                   ? QDir::toNativeSeparators(m_recording.path)
                   : QDir::toNativeSeparators(m_recording.path) + QLatin1Char('\n') + m_recording.problem);
}

QSize RecordingCard::sizeHint() const
{
    return {kPicture.width() + 2 * kCardMargin + kCardSpace + fontMetrics().averageCharWidth() * 30,
            std::max(kPicture.height(), 4 * fontMetrics().lineSpacing()) + 2 * kCardMargin};
}

void RecordingCard::paintEvent(QPaintEvent* /*event*/)
{
    const widgets::Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    constexpr double kRounding = 6;
    if (isDown() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(widgets::mixed(theme.window, theme.text, isDown() ? 0.12 : 0.06));
        painter.drawRoundedRect(frame, kRounding, kRounding);
    }
    const QRect picture(QPoint(kCardMargin, (height() - kPicture.height()) / 2), kPicture);
    paintPicture(painter, picture);

    const int left = picture.right() + 1 + kCardSpace;
    const int width = m_remove->x() - left - 4;
    const QStringList texts = lines();
    const int lineHeight = fontMetrics().lineSpacing() + 2;
    int y = (height() - static_cast<int>(texts.size()) * lineHeight) / 2;
    if (!m_recording.problem.isEmpty())
        y -= lineHeight / 2;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        QFont bold = font();
        bold.setBold(i == 0);
        painter.setFont(bold);
        painter.setPen(i == 0 ? theme.text : m_recording.problem.isEmpty() ? theme.mutedText : theme.error);
        const QRect line(left, y, width, i > 0 && !m_recording.problem.isEmpty() ? 2 * lineHeight : lineHeight);
        if (i > 0 && !m_recording.problem.isEmpty())
            painter.drawText(line, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, texts[i]);
        else
            painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                             QFontMetrics(bold).elidedText(texts[i], i == 0 ? Qt::ElideMiddle : Qt::ElideRight, width));
        y += lineHeight;
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, kRounding, kRounding);
    }
}

void RecordingCard::paintPicture(QPainter& painter, const QRect& place) const
{
    const widgets::Theme& theme = currentTheme();
    const bool isDark = theme.kind == widgets::Theme::Kind::Dark;
    const QImage& picture = isDark ? m_recording.darkPicture : m_recording.lightPicture;
    painter.fillRect(place, theme.surface);
    if (!picture.isNull())
        painter.drawImage(place, picture);
    else
        glyph(Glyph::Recording).paint(&painter, place.adjusted(48, 20, -48, -20));
    painter.setPen(theme.line);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5));
}

void RecordingCard::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    const QSize size = m_remove->sizeHint();
    m_remove->setGeometry(width() - size.width() - 4, 4, size.width(), size.height());
}

void RecordingCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Delete)
        emit removeRequested(m_recording.path);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void RecordingCard::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

} // namespace stepscope::ui
