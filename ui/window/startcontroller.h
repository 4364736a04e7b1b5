#pragma once

#include "ui/parts/capture.h"
#include "ui/study/studycontent.h"

#include <QHash>
#include <QObject>
#include <QStringList>

namespace stepscope::ui {

class DevicePage;
class Sidebar;
class StartPage;

/// Connects the pages that start captures with the lists of devices and recordings. A target becomes a device, and the
/// capture on it is remembered, once the target was reached.
class StartController : public QObject
{
    Q_OBJECT

public:
    StartController(StartPage* start, DevicePage* devices, Sidebar* sidebar, QObject* parent);

    /// The state of any capture of the window.
    void setCapture(const CaptureStatus& status);
    /// A connection to the target has succeeded.
    void setReached(const QString& target);
    /// Makes the target a device and shows its page, ready for a command.
    void showDevice(const QString& target);
    /// Shows the device with this host name, as far as it is known, and checks it: its page then offers the self-test
    /// where that measures something new.
    void checkHost(const QString& host);
    /// The models that a target trains, and those that virtual boards train.
    void setModels(const QStringList& models);
    void setBoardModels(const QStringList& models);
    /// Opens the dialog of a sweep.
    void chooseSweep(QWidget* parent);
    /// Shows the stored lists again.
    void refreshLists();

signals:
    void profileRequested(const stepscope::ui::CaptureRequest& request);
    void openRequested(const QString& recording);
    void devicePageRequested();
    void probeRequested(const QString& target);
    void sweepRequested(const stepscope::ui::SweepRequest& request);
    void message(const QString& oneLine);

private:
    void request(const CaptureRequest& request);

    StartPage* m_start;
    DevicePage* m_devices;
    Sidebar* m_sidebar;
    QStringList m_models, m_boardModels;
    QHash<QString, CaptureRequest> m_requested; ///< by target, until it is reached, or the capture fails
};

} // namespace stepscope::ui
