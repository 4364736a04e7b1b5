#pragma once

#include "ui/study/studycontent.h"

#include <QDialog>
#include <QString>
#include <QStringList>

#include <functional>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace stepscope::ui {

class MessageLine;

/// Asks for the plan of a sweep: devices, models, batch sizes, power modes, repeats, steps and the folder of the study.
/// It stays open until all fields are valid.
class SweepDialog : public QDialog
{
    Q_OBJECT

public:
    /// The models that a device can train, of all those that are offered.
    using ModelsOf = std::function<QStringList(const QString& device)>;
    /// Without `modelsOf`, each device can train all models.
    SweepDialog(const QStringList& devices, const QStringList& models, ModelsOf modelsOf = {},
                QWidget* parent = nullptr);

    void setTarget(const QString& target);
    /// The request of the fields, or the line that says which one is wrong.
    [[nodiscard]] QString fault(SweepRequest& request) const;

signals:
    void sweepRequested(const stepscope::ui::SweepRequest& request);

private:
    void buildFields(QFormLayout* form);
    void submit();
    void chooseFolder();
    void showCount();
    [[nodiscard]] QStringList targets() const;
    void offerModels();

    ModelsOf m_modelsOf;
    QComboBox* m_target;
    QListWidget* m_models;
    QLineEdit* m_batches;
    QLineEdit* m_powerSettings;
    QSpinBox* m_repeats;
    QSpinBox* m_steps;
    QSpinBox* m_seconds;
    QLineEdit* m_folder;
    MessageLine* m_message;
};

} // namespace stepscope::ui
