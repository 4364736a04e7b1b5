#include "ui/parts/statusline.h"

#include "analysis/trace/imported.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

QString phaseName(CapturePhase phase)
{
    switch (phase) {
    case CapturePhase::Idle:
        return StatusLine::tr("Ready");
    case CapturePhase::Connecting:
        return StatusLine::tr("Connecting");
    case CapturePhase::Deploying:
        return StatusLine::tr("Installing the agent");
    case CapturePhase::Starting:
        return StatusLine::tr("Starting");
    case CapturePhase::Streaming:
        return StatusLine::tr("Live");
    case CapturePhase::Silent:
        return StatusLine::tr("No data");
    case CapturePhase::Reconnecting:
        return StatusLine::tr("Reconnecting");
    case CapturePhase::Stopping:
        return StatusLine::tr("Stopping");
    case CapturePhase::Ended:
        return StatusLine::tr("Ended");
    case CapturePhase::Failed:
        return StatusLine::tr("Failed");
    }
    return {};
}

QString statusText(const CaptureStatus& status)
{
    if (status.text.isEmpty())
        return phaseName(status.phase);
    const bool isComplete = status.phase == CapturePhase::Silent || status.phase == CapturePhase::Reconnecting;
    return isComplete ? status.text : phaseName(status.phase) + QStringLiteral(": ") + status.text;
}

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_dot(plainLabel(this))
    , m_state(new ElidedLabel(this))
    , m_elapsed(plainLabel(this))
    , m_bytes(plainLabel(this))
    , m_agent(plainLabel(this))
    , m_losses(plainLabel(this))
    , m_measurement(plainLabel(this))
{
    setObjectName(QStringLiteral("statusLine"));
    m_elapsed->setToolTip(tr("Recorded time"));
    m_bytes->setToolTip(tr("Size of the recording"));
    m_agent->setToolTip(tr("Profiling overhead on the device: share of one core, resident memory"));
    m_losses->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_losses->setTextFormat(Qt::RichText); // a link, without text of others
    connect(m_losses, &QLabel::linkActivated, this, &StatusLine::lossesClicked);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(24);
    auto* state = new QHBoxLayout;
    state->setSpacing(6);
    state->addWidget(m_dot);
    state->addWidget(m_state, 1);
    row->addLayout(state, 1);
    m_measurement->setObjectName(QStringLiteral("measurement"));
    m_measurement->setToolTip(tr("Between the cursors A and B"));
    m_measurement->hide();
    row->addWidget(m_measurement);
    for (QLabel* label : {m_elapsed, m_bytes, m_agent, m_losses})
        row->addWidget(label);

    m_tick.setInterval(500);
    connect(&m_tick, &QTimer::timeout, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setMeasurement(const QString& oneLine)
{
    m_measurement->setText(oneLine.isEmpty() ? QString() : tr("A to B: %1").arg(oneLine));
    m_measurement->setVisible(!oneLine.isEmpty());
}

void StatusLine::setStatus(const CaptureStatus& status)
{
    m_status = status;
    refresh();
}

void StatusLine::setView(const trace::TraceView& view, bool live)
{
    m_view = view;
    m_hasView = true;
    m_live = live;
    m_sinceView.start();
    live ? m_tick.start() : m_tick.stop();
    refresh();
}

void StatusLine::clear()
{
    m_view = {};
    m_hasView = m_live = false;
    m_tick.stop();
    refresh();
}

QString StatusLine::text() const
{
    QStringList parts;
    for (const QLabel* label : {m_state, m_elapsed, m_bytes, m_agent, m_losses})
        if (!label->isHidden() && !label->text().isEmpty())
            parts << label->text();
    return parts.join(QStringLiteral(" | "));
}

QString StatusLine::stateText() const
{
    const auto& ending = m_view.ending();
    const bool hasEnded = m_status.phase == CapturePhase::Ended && m_status.text.isEmpty() && m_hasView && ending;
    if (m_status.phase != CapturePhase::Idle && !hasEnded)
        return statusText(m_status);
    if (!m_hasView)
        return tr("Ready");
    if (!ending)
        return tr("Recording without an end: the run was cut off, or is still running");
    if (ending->state == "failed")
        return tr("Run failed: %1").arg(QString::fromStdString(ending->reason));
    if (ending->state == "left")
        return tr("The recording ended before the training, which may still run");
    if (ending->state == "stopped")
        return tr("Run was stopped");
    if (ending->signal != 0)
        return tr("Run ended by signal %1").arg(ending->signal);
    if (m_view.hasHeader() && trace::isImported(m_view.header()))
        return tr("Imported from %1").arg(importedFiles());
    if (!ending->hasStatus)
        return tr("Run ended; its exit status is not known");
    return tr("Run ended with exit status %1").arg(ending->exitStatus);
}

QString StatusLine::importedFiles() const
{
    QStringList names;
    const std::vector<std::string>& command = m_view.header().command;
    for (std::size_t i = 1; i < command.size(); ++i)
        names << QFileInfo(QString::fromStdString(command[i])).fileName();
    return names.join(QStringLiteral(", "));
}

QString StatusLine::agentCost(const trace::TraceView& view)
{
    QStringList parts;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        const bool cpu = info.quantity == "agent.cpu";
        if (channel.size() == 0 || (!cpu && info.quantity != "agent.memory"))
            continue;
        const double value = cpu ? channel.integral(view.extent()).mean() : channel.value(channel.size() - 1);
        if (std::isfinite(value))
            parts << (cpu ? percent(value) : bytes(value));
    }
    return parts.isEmpty() ? QString() : tr("agent %1").arg(parts.join(QStringLiteral(", ")));
}

void StatusLine::refresh()
{
    const bool alive = isLive(m_status.phase) && m_status.phase != CapturePhase::Silent &&
                       m_status.phase != CapturePhase::Reconnecting;
    m_dot->setPixmap(glyph(Glyph::Live).pixmap(12, alive ? QIcon::Normal : QIcon::Disabled));
    m_state->setText(stateText());
    m_state->setToolTip(m_state->text());

    const double ahead = m_live && m_sinceView.isValid() ? static_cast<double>(m_sinceView.elapsed()) / 1000 : 0;
    m_elapsed->setVisible(m_hasView);
    m_elapsed->setText(elapsed(m_view.extent().seconds() + ahead));
    m_bytes->setVisible(m_status.bytes > 0);
    m_bytes->setText(bytes(static_cast<double>(m_status.bytes)));

    const QString cost = m_hasView ? agentCost(m_view) : QString();
    m_agent->setVisible(!cost.isEmpty());
    m_agent->setText(cost);

    const auto losses = m_hasView ? m_view.losses().size() : 0;
    m_losses->setVisible(m_hasView);
    m_losses->setText(losses == 0 ? tr("no losses")
                                  : QStringLiteral("<a href=\"#\" style=\"color:%1\"><b>%2</b></a>")
                                        .arg(palette().color(QPalette::Link).name(), tr("losses: %1").arg(losses)));
    setAccessibleName(text());
}

void StatusLine::changeEvent(QEvent* event)
{
    // A label keeps the colours of its links from when its text was set.
    if (event->type() == QEvent::PaletteChange && m_losses != nullptr)
        refresh();
    QWidget::changeEvent(event);
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::sizeHint() const
{
    return QLabel::sizeHint() + QSize(2, 0); // rounding would elide a text that just fits
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Normal : QPalette::Disabled, foregroundRole()));
    const QRect room = contentsRect();
    painter.drawText(room, static_cast<int>(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
}

BusyStrip::BusyStrip(QWidget* parent)
    : QFrame(parent)
    , m_text(new ElidedLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Ca&ncel"), this))
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Progress"));
    m_cancel->setObjectName(QStringLiteral("cancel"));
    connect(m_cancel, &QPushButton::clicked, this, &BusyStrip::cancelRequested);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(16);
    row->addWidget(m_text, 2);
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
}

void BusyStrip::setProgress(const QString& text, double progress)
{
    m_text->setText(text);
    m_text->setToolTip(text);
    const bool known = progress >= 0;
    m_bar->setRange(0, known ? 1000 : 0);
    if (known)
        m_bar->setValue(static_cast<int>(std::clamp(progress, 0.0, 1.0) * 1000));
}

void BusyStrip::setCancellable(bool cancellable)
{
    m_cancel->setVisible(cancellable);
}

QString BusyStrip::text() const
{
    return m_text->text();
}

} // namespace stepscope::ui
