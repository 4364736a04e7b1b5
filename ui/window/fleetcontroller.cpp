#include "ui/window/fleetcontroller.h"

#include "ui/fleet/fleetpage.h"
#include "ui/parts/settings.h"
#include "ui/window/comparisoncontroller.h"
#include "ui/window/sidebar.h"

#include <QMessageBox>
#include <QPushButton>

namespace stepscope::ui {

FleetController::FleetController(FleetPage* page, Sidebar* sidebar, ComparisonController* comparison, QWidget* window)
    : QObject(window)
    , m_page(page)
    , m_sidebar(sidebar)
    , m_comparison(comparison)
    , m_window(window)
{
    m_page->setDevices(settings::devices());
}

bool FleetController::setStatus(const CaptureStatus& status)
{
    const CaptureStatus before = m_captures.value(status.target);
    m_captures[status.target] = status;
    m_page->setStatus(status);
    if (before.recording != status.recording && !status.recording.isEmpty()) {
        settings::rememberRecording(status.recording);
        m_sidebar->refresh();
    }
    const bool isNew = before.phase != status.phase || before.recording != status.recording;
    if (isNew)
        m_sidebar->setCaptures(m_captures.values());
    return isNew;
}

void FleetController::setView(const QString& recording, const trace::TraceView& view, bool live)
{
    m_page->setView(recording, view, live);
    m_comparison->setLiveView(recording, view);
}

CaptureStatus FleetController::statusOf(const QString& target) const
{
    CaptureStatus idle;
    idle.target = target;
    return m_captures.value(target, idle);
}

QStringList FleetController::liveTargets() const
{
    QStringList targets;
    for (const CaptureStatus& status : m_captures) {
        if (isLive(status.phase))
            targets << status.target;
    }
    targets.sort();
    return targets;
}

bool FleetController::mayClose()
{
    const QStringList targets = liveTargets();
    if (targets.isEmpty() || m_isConfirmed)
        return true;
    if (m_isAsking)
        return false;
    m_isAsking = true;
    constexpr qsizetype kNamed = 5;
    QString names = targets.mid(0, kNamed).join(QStringLiteral(", "));
    if (targets.size() > kNamed)
        names += tr(" and %1 more").arg(targets.size() - kNamed);
    const bool isOne = targets.size() == 1;
    auto* dialog = new QMessageBox(QMessageBox::Question, isOne ? tr("A run goes on") : tr("Runs go on"),
                                   isOne ? tr("A training goes on: %1").arg(names)
                                         : tr("%1 trainings go on: %2").arg(targets.size()).arg(names),
                                   QMessageBox::NoButton, m_window);
    dialog->setObjectName(QStringLiteral("closeQuestion"));
    dialog->setTextFormat(Qt::PlainText);
    dialog->setInformativeText(
        isOne ? tr("If the window closes, it continues on its device, and nothing of the recording is lost: the next "
                   "window offers to fetch the rest.")
              : tr("If the window closes, they continue on their devices, and nothing of the recordings is "
                   "lost: the next window offers to fetch the rest."));
    QPushButton* close = dialog->addButton(tr("&Leave running and close"), QMessageBox::AcceptRole);
    dialog->setDefaultButton(close);
    dialog->setEscapeButton(dialog->addButton(tr("&Keep the window"), QMessageBox::RejectRole));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this] { m_isAsking = false; });
    connect(close, &QPushButton::clicked, this, [this] {
        m_isConfirmed = true;
        emit closeConfirmed();
    });
    dialog->open();
    return false;
}

} // namespace stepscope::ui
