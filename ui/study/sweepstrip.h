#pragma once

#include "ui/study/studycontent.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope::ui {

/// Progress and buttons of the sweep of a study: while this window runs it, and while trainings of the study are not
/// done. Else it is hidden.
class SweepStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SweepStrip(QWidget* parent = nullptr);

    void setStudy(const analysis::Study& study, const QString& folder);
    /// Of the sweep that this window runs, maybe of another study.
    void setStatus(const SweepStatus& status);

signals:
    void pauseRequested();
    void stopRequested();
    void continueRequested();

private:
    void refresh();

    analysis::Study m_study;
    QString m_folder;
    SweepStatus m_status;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_pause;
    QPushButton* m_stop;
    QPushButton* m_continue;
};

} // namespace stepscope::ui
