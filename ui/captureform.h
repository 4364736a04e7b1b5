#pragma once

#include "ui/capture.h"

#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace stepscope::ui {

/// What to profile, and how. Checks every field and says beneath it what is wrong; only a good request goes out.
class CaptureForm : public QWidget
{
    Q_OBJECT

public:
    explicit CaptureForm(QWidget* parent = nullptr);

    [[nodiscard]] CaptureRequest request() const;
    void setRequest(const CaptureRequest& request);
    [[nodiscard]] QString target() const;
    /// Takes over what was last profiled there; keeps what was typed when nothing was.
    void setTarget(const QString& target);
    void setDevices(const QStringList& targets);
    /// While a capture runs the form can be read, not sent.
    void setBusy(bool busy);

public slots:
    /// Sends the request, or shows what is wrong and goes to the first such field.
    void submit();

signals:
    void submitted(const stepscope::ui::CaptureRequest& request);
    void targetChosen(const QString& target); ///< another device, complete and well written

private:
    struct Field
    {
        QWidget* editor = nullptr;
        QLabel* hint = nullptr;
        QString help; ///< shown while the field is good
    };
    enum FieldIndex { Target, Command, Directory, Period, Ops, Path, FieldCount };

    void buildEditors();
    void addField(QGridLayout* form, FieldIndex index, const QString& label, QWidget* editor, const QString& help,
                  QWidget* beside = nullptr);
    void showFault(FieldIndex index, const QString& fault);
    [[nodiscard]] QString faultOf(FieldIndex index) const;
    void chooseFile();
    void noticeTarget();

    Field m_fields[FieldCount];
    QString m_noticed; ///< the target that was told last
    QComboBox* m_target = nullptr;
    QLineEdit* m_command = nullptr;
    QLineEdit* m_directory = nullptr;
    QComboBox* m_period = nullptr;
    QComboBox* m_ops = nullptr;
    QLineEdit* m_path = nullptr;
    QPushButton* m_profile = nullptr;
};

} // namespace stepscope::ui
