#pragma once

#include "ui/capture.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stepscope::ui {

class BusyStrip;
class CaptureForm;
class DevicePanel;

/// Where captures begin: the form, how the capture goes, and what is known of the device.
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
