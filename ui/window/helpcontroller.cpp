#include "ui/window/helpcontroller.h"

#include "ui/devices/devicepanel.h"
#include "ui/guide/guidewindow.h"
#include "ui/guide/tour.h"
#include "ui/parts/settings.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QMainWindow>
#include <QTabWidget>

namespace stepscope::ui {

HelpController::HelpController(const WindowActions* actions, DevicePage* devices, RecordingPage* recording,
                               QMainWindow* window)
    : QObject(window)
    , m_window(window)
    , m_tour(new Tour(window))
{
    m_tour->addStop(devices, tr("Devices"),
                    tr("Choose where the training runs: this computer, a Jetson over SSH, or a virtual board. The page "
                       "shows what the device can measure; Profile starts a training and records it."));
    m_tour->addStop(recording->timeline(), tr("Timeline"),
                    tr("All rows share one time axis. W and S zoom, A and D move, and a drag selects a range, whose "
                       "time, energy and utilization are shown at the right. F finds an op."));
    m_tour->addStop(recording->tables(), tr("Ops and energy"),
                    tr("The tables list ops, steps and their energy, with the interval in which the true value lies in "
                       "95 of 100 recordings. A click on a row goes to its place in the timeline."));
    connect(m_tour, &Tour::ended, this, [] { settings::setTourShown(true); });
    connect(actions->guide, &QAction::triggered, this, &HelpController::showGuide);
    connect(actions->tour, &QAction::triggered, m_tour, &Tour::start);
}

void HelpController::startTourOnce()
{
    if (!settings::isTourShown())
        m_tour->start();
}

void HelpController::showGuide()
{
    if (!m_guide) {
        m_guide = new GuideWindow(m_window);
        m_guide->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_guide->show();
    m_guide->raise();
    m_guide->activateWindow();
}

} // namespace stepscope::ui
