#pragma once

#include "ui/parts/capture.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace stepscope::ui {

/// Shows what cleaning a target would remove and how much it is, and asks. The default answer is no.
class CleanDialog : public QDialog
{
    Q_OBJECT

public:
    CleanDialog(const QString& target, const CleaningPlan& plan, QWidget* parent = nullptr);

signals:
    /// `all`: also the runs whose recordings exist on the target only.
    void confirmed(bool all);

private:
    void refresh();

    CleaningPlan m_plan;
    QLabel* m_sum = nullptr;
    QTreeWidget* m_runs = nullptr;
    QCheckBox* m_all = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace stepscope::ui
