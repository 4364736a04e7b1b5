#pragma once

#include "ui/reportjob.h"

#include <QWidget>

class QLabel;
class QTableWidget;

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
    void buildList();
    void showReport();
    void addRow(const analysis::Observation& observation, bool isTold);

    ReportJob* m_job;
    BusyStrip* m_busy;
    QTableWidget* m_list;
    QLabel* m_empty;
};

} // namespace stepscope::ui
