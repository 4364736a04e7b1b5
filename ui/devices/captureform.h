#pragma once

#include "ui/parts/capture.h"

#include <QHash>
#include <QStringList>
#include <QWidget>

#include <optional>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

class CaptureOptionsFold;

/// Form for a CaptureRequest. Shows the error of a field below it and submits valid requests only.
class CaptureForm : public QWidget
{
    Q_OBJECT

public:
    explicit CaptureForm(QWidget* parent = nullptr);

    [[nodiscard]] CaptureRequest request() const;
    void setRequest(const CaptureRequest& request);
    [[nodiscard]] QString target() const;
    /// Fills the form with what was entered for the target in this window, else with the last capture on it. The
    /// command of one device is never shown for another.
    void setTarget(const QString& target);
    /// The built-in models: of all targets, and of virtual boards.
    void setModels(const QStringList& models, const QStringList& ofBoards);
    /// Moves the keyboard focus to the command.
    void focusCommand();
    void setDevices(const QStringList& targets);
    /// The GPU profilers that a target has; the form offers them while the target is chosen.
    void setProfilers(const QString& target, const QStringList& names);
    /// Disables submitting while a capture runs.
    void setBusy(bool busy);

public slots:
    /// Emits submitted(), or shows the errors and focuses the first invalid field.
    void submit();

signals:
    void submitted(const stepscope::ui::CaptureRequest& request);
    void targetChosen(const QString& target); ///< the user has chosen another valid target

private:
    struct Field
    {
        QWidget* editor = nullptr;
        QLabel* name = nullptr;
        QLabel* hint = nullptr;
        QString help; ///< shown while the field is valid
    };
    enum FieldIndex { Target, Training, Command, Directory, Period, Ops, Kernels, Path, FieldCount };

    void buildEditors();
    void addField(QGridLayout* form, FieldIndex index, const QString& label, QWidget* editor, const QString& help,
                  QWidget* beside = nullptr);
    void showFault(FieldIndex index, const QString& fault);
    [[nodiscard]] QString faultOf(FieldIndex index) const;
    void offerProfilers();
    void offerModels();
    void showTraining();
    QWidget* makeModelNumbers();
    void connectEditors();
    void chooseFile();
    void reportTarget();

    Field m_fields[FieldCount];
    QString m_lastTarget;                    ///< of the last targetChosen() or setRequest()
    QHash<QString, CaptureRequest> m_drafts; ///< what was entered, by target
    QStringList m_models;
    QStringList m_boardModels;
    QComboBox* m_target = nullptr;
    QComboBox* m_training = nullptr;
    QWidget* m_modelNumbers = nullptr;
    QSpinBox* m_batch = nullptr;
    QSpinBox* m_steps = nullptr;
    QLineEdit* m_command = nullptr;
    QLineEdit* m_directory = nullptr;
    QComboBox* m_period = nullptr;
    QComboBox* m_ops = nullptr;
    QComboBox* m_kernels = nullptr;
    QHash<QString, QStringList> m_profilers; ///< by target
    QLineEdit* m_path = nullptr;
    CaptureOptionsFold* m_more = nullptr;
    QPushButton* m_profile = nullptr;
};

} // namespace stepscope::ui

/// Checks of the capture form. Each returns a one-line correction for the user, or an empty string if the text is
/// valid.
namespace stepscope::ui {

inline constexpr double kShortestPeriodMs = 1;
inline constexpr double kLongestPeriodMs = 10'000;

[[nodiscard]] QString targetFault(const QString& target);
/// Whether the target is a virtual board: virtual-tx2, with or without details.
[[nodiscard]] bool isVirtualTarget(const QString& target);
[[nodiscard]] QString commandFault(const QString& command);
[[nodiscard]] QString opsFault(const QString& ops);
[[nodiscard]] QString periodFault(const QString& text);

/// Parses "10", "10 ms" or "0.5 s" as milliseconds; nullopt if the text is not a time.
[[nodiscard]] std::optional<double> parsePeriodMs(const QString& text);

} // namespace stepscope::ui
