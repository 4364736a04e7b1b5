#include "ui/recording/panels/observationspanel.h"

#include "ui/parts/observationlist.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"

#include <QLabel>
#include <QVBoxLayout>

#include <vector>

namespace stepscope::ui {

ObservationsPanel::ObservationsPanel(ReportJob* job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_busy(new BusyStrip(this))
    , m_list(new ObservationList(this))
    , m_empty(plainLabel({}, this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_busy->hide();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_busy);
    all->addWidget(m_list, 1);
    all->addWidget(m_empty, 1);
    connect(m_busy, &BusyStrip::cancelRequested, m_job, &ReportJob::cancel);
    connect(m_job, &ReportJob::started, this, [this] {
        m_busy->setCancellable(true);
        m_busy->setProgress(tr("Checking the observations"), -1);
        m_busy->show();
        m_empty->setText(tr("Computing…"));
    });
    connect(m_job, &ReportJob::cancelled, this, &ObservationsPanel::showReport);
    connect(m_job, &ReportJob::finished, this, &ObservationsPanel::showReport);
    connect(m_job, &ReportJob::becameStale, this, [this] {
        if (isVisible())
            m_job->request();
    });
    showReport();
}

void ObservationsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_job->request();
}

void ObservationsPanel::showReport()
{
    m_busy->hide();
    m_list->setVisible(m_job->report() != nullptr);
    m_empty->setVisible(m_job->report() == nullptr);
    m_empty->setText(m_job->hasScope() ? tr("The observations were not checked. Show this page again to check them.")
                                       : tr("Open a recording, or profile a training, to check the observations."));
    m_list->setObservations(m_job->report() ? m_job->report()->observations : std::vector<analysis::Observation>());
}

} // namespace stepscope::ui
