#include "ui/devices/devicepage.h"

#include "ui/devices/captureform.h"
#include "ui/devices/devicepanel.h"
#include "ui/parts/busystrip.h"
#include "ui/parts/statusline.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.6);
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

DevicePage::DevicePage(QWidget* parent)
    : QWidget(parent)
    , m_form(new CaptureForm(this))
    , m_device(new DevicePanel(this))
    , m_progress(new BusyStrip(this))
    , m_showLive(new QPushButton(tr("&Show the live recording"), this))
{
    auto* lead = new QLabel(tr("Runs your training on the device together with a sampling agent, and shows the time, "
                               "power and memory of each step."),
                            this);
    lead->setWordWrap(true);
    m_progress->setFrameShape(QFrame::StyledPanel);
    m_progress->hide();
    m_showLive->hide();

    auto* content = new QWidget(this);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(heading(tr("Profile a training"), this));
    left->addWidget(lead);
    left->addSpacing(8);
    left->addWidget(m_progress);
    left->addWidget(m_showLive, 0, Qt::AlignLeft);
    left->addSpacing(8);
    left->addWidget(m_form);
    left->addStretch(1);
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(32, 24, 32, 24);
    columns->setSpacing(40);
    columns->addLayout(left, 1);
    columns->addWidget(m_device, 1);
    // Longer lines are hard to read on wide screens.
    content->setMaximumWidth(fontMetrics().averageCharWidth() * 230);

    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);

    connect(m_form, &CaptureForm::submitted, this, &DevicePage::profileRequested);
    connect(m_form, &CaptureForm::targetChosen, this, [this](const QString& target) {
        m_device->setTarget(target);
        emit targetChosen(target);
    });
    connect(m_progress, &BusyStrip::cancelRequested, this, &DevicePage::cancelRequested);
    connect(m_showLive, &QPushButton::clicked, this, &DevicePage::showLiveRequested);
    m_device->setTarget(m_form->target());
}

void DevicePage::setStatus(const CaptureStatus& status)
{
    const bool busy = isBusy(status.phase);
    m_form->setBusy(busy);
    m_showLive->setVisible(isLive(status.phase));
    m_progress->setVisible(busy && status.phase != CapturePhase::Streaming);
    m_progress->setCancellable(status.phase != CapturePhase::Stopping);
    const QString words = phaseName(status.phase);
    m_progress->setProgress(status.text.isEmpty() ? words + QStringLiteral("…")
                                                  : words + QStringLiteral(": ") + status.text,
                            status.progress);
}

void DevicePage::setTarget(const QString& target)
{
    if (m_form->target() != target)
        m_form->setTarget(target);
    m_device->setTarget(target);
}

} // namespace stepscope::ui
