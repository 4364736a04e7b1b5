#pragma once

#include "ui/parts/capture.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stepscope::ui {

class BusyStrip;
class CaptureForm;
class DevicePanel;

/// The page that starts captures: the capture form, the progress of a capture, and the chosen device.
class DevicePage : public QWidget
{
    Q_OBJECT

public:
    explicit DevicePage(QWidget* parent = nullptr);

    [[nodiscard]] CaptureForm* form() const { return m_form; }
    [[nodiscard]] DevicePanel* device() const { return m_device; }
    void setStatus(const CaptureStatus& status);
    void setTarget(const QString& target);

signals:
    void profileRequested(const stepscope::ui::CaptureRequest& request);
    void cancelRequested();
    void showLiveRequested();
    void targetChosen(const QString& target);

private:
    CaptureForm* m_form = nullptr;
    DevicePanel* m_device = nullptr;
    BusyStrip* m_progress = nullptr;
    QPushButton* m_showLive = nullptr;
};

} // namespace stepscope::ui
