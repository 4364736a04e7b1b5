#pragma once

#include "ui/reportjob.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace stepscope::widgets {
struct Theme;
}

namespace stepscope::ui {

class BusyStrip;

/// What a study of training on mobile devices observed, asked of this recording: verdict, evidence, advice.
class ObservationsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ObservationsPanel(ReportJob* job, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showReport();

    ReportJob* m_job;
    BusyStrip* m_busy;
    QTreeWidget* m_list;
    QLabel* m_empty;
};

} // namespace stepscope::ui
