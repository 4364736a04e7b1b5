#pragma once

#include "ui/recording/panels/reportjob.h"

#include <QWidget>

class QLabel;

namespace stepscope::widgets {
struct Theme;
}

namespace stepscope::ui {

class BusyStrip;
class ObservationList;

/// Checks of the observations of a study of training on mobile devices against this recording: verdict, evidence and
/// advice for each.
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
    ObservationList* m_list;
    QLabel* m_empty;
};

} // namespace stepscope::ui
