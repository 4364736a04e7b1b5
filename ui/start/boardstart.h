#pragma once

#include "ui/parts/capture.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

/// Starts a modelled training on a virtual board with one click. The choices have defaults.
class BoardStart : public QWidget
{
    Q_OBJECT

public:
    explicit BoardStart(QWidget* parent = nullptr);

    /// The models that virtual boards have; without any, this build has no virtual boards.
    void setModels(const QStringList& models);
    /// The devices that the window records: no second capture can start on them.
    void setBusyTargets(const QStringList& targets);
    [[nodiscard]] CaptureRequest request() const;
    [[nodiscard]] QPushButton* startButton() const { return m_start; }

signals:
    void startRequested(const stepscope::ui::CaptureRequest& request);

private:
    void refresh();

    QComboBox* m_board;
    QComboBox* m_model;
    QSpinBox* m_batch;
    QSpinBox* m_steps;
    QPushButton* m_start;
    QLabel* m_missing; ///< why the chosen board cannot be profiled
    bool m_hasBoards = true;
    QStringList m_busyTargets;
};

} // namespace stepscope::ui
