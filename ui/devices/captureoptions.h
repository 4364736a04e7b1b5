#pragma once

#include "ui/parts/capture.h"

#include <QString>
#include <QWidget>

#include <optional>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace stepscope::ui {

/// The options of a capture that few captures need, folded under one button. Together with the fields of the capture
/// form, they are all options of `stepscope profile`.
class CaptureOptionsFold : public QWidget
{
    Q_OBJECT

public:
    explicit CaptureOptionsFold(QWidget* parent = nullptr);

    /// Writes the options into the request.
    void fill(CaptureRequest& request) const;
    void setRequest(const CaptureRequest& request);
    void setUnfolded(bool unfolded);
    /// Why the options cannot be used, and how to correct them; empty if they can. Unfolds, and moves the focus to the
    /// field.
    QString showFault();

private:
    QLineEdit* addText(const QString& label, const QString& name, const QString& help);
    QCheckBox* addCheck(const QString& text, const QString& name, const QString& help);
    void buildOptions();

    QToolButton* m_button;
    QWidget* m_options;
    QFormLayout* m_rows;
    QLabel* m_fault;
    QLineEdit* m_runName = nullptr;
    QLineEdit* m_spoolFolder = nullptr;
    QLineEdit* m_spoolLimit = nullptr;
    QLineEdit* m_sysroot = nullptr;
    QLineEdit* m_identity = nullptr;
    QLineEdit* m_config = nullptr;
    QLineEdit* m_knownHosts = nullptr;
    QCheckBox* m_keepSecrets = nullptr;
    QCheckBox* m_acceptKey = nullptr;
};

/// Bytes of a text such as "2GB" or "500 MiB", as the command line reads them (powers of 1024); 0 for an empty text,
/// nothing for other texts.
[[nodiscard]] std::optional<quint64> parseBytes(const QString& text);

} // namespace stepscope::ui
