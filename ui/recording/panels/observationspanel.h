#pragma once

#include "ui/recording/panels/reportjob.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace stepscope::widgets {
struct Theme;
}

namespace stepscope::ui {

class BusyStrip;

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
    enum Column { Number, Verdict, Title, Evidence, Advice, ColumnCount };

    void buildList();
    void showReport();
    void addRow(const analysis::Observation& observation, bool isDecided);

    ReportJob* m_job;
    BusyStrip* m_busy;
    QTableWidget* m_list;
    QLabel* m_empty;
};

} // namespace stepscope::ui
