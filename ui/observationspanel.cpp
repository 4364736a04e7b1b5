#include "ui/observationspanel.h"

#include "ui/busystrip.h"
#include "ui/tablecopy.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

enum Column { Number, Verdict, Title, Evidence, Advice, ColumnCount };

QString verdictText(analysis::Observation::Verdict verdict)
{
    switch (verdict) {
    case analysis::Observation::Verdict::Holds:
        return ObservationsPanel::tr("holds");
    case analysis::Observation::Verdict::DoesNot:
        return ObservationsPanel::tr("does not hold");
    case analysis::Observation::Verdict::CannotTell:
        break;
    }
    return ObservationsPanel::tr("cannot tell");
}

} // namespace

ObservationsPanel::ObservationsPanel(ReportJob* job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_busy(new BusyStrip(this))
    , m_list(new QTreeWidget(this))
    , m_empty(new QLabel(tr("Open a recording, or profile a training, to ask it."), this))
{
    m_list->setObjectName(QStringLiteral("observations"));
    m_list->setAccessibleName(tr("Observations"));
    m_list->setHeaderLabels({tr("No."), tr("Verdict"), tr("Observation"), tr("Evidence"), tr("Advice")});
    m_list->setRootIsDecorated(false);
    m_list->setWordWrap(true);
    m_list->setAlternatingRowColors(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    const int digit = fontMetrics().averageCharWidth();
    QHeaderView* header = m_list->header();
    header->setStretchLastSection(false);
    m_list->setColumnWidth(Number, digit * 6);
    m_list->setColumnWidth(Verdict, digit * 15);
    for (const Column column : {Title, Evidence, Advice})
        header->setSectionResizeMode(column, QHeaderView::Stretch);
    new TableCopy(m_list);
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
        m_busy->setProgress(tr("Asking the recording"), -1);
        m_busy->show();
    });
    connect(m_job, &ReportJob::cancelled, m_busy, &QWidget::hide);
    connect(m_job, &ReportJob::finished, this, &ObservationsPanel::showReport);
    connect(m_job, &ReportJob::becameStale, this, [this] {
        if (isVisible())
            m_job->want();
    });
    showReport();
}

void ObservationsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_job->want();
}

/// What can be told comes first.
void ObservationsPanel::showReport()
{
    m_busy->hide();
    m_list->clear();
    m_list->setVisible(m_job->report() != nullptr);
    m_empty->setVisible(m_job->report() == nullptr);
    if (!m_job->report())
        return;
    for (const bool told : {true, false}) {
        for (const analysis::Observation& observation : m_job->report()->observations) {
            if ((observation.verdict != analysis::Observation::Verdict::CannotTell) != told)
                continue;
            auto* item = new QTreeWidgetItem(
                m_list, {QString::number(observation.number), verdictText(observation.verdict),
                         QString::fromStdString(observation.title), QString::fromStdString(observation.evidence),
                         QString::fromStdString(observation.advice)});
            QFont font = item->font(Verdict);
            font.setBold(told);
            item->setFont(Verdict, font);
            for (int column = 0; column < ColumnCount; ++column) {
                item->setTextAlignment(column, Qt::AlignLeft | Qt::AlignTop);
                if (!told)
                    item->setForeground(column, palette().brush(QPalette::PlaceholderText));
                if (column >= Title)
                    item->setToolTip(column, item->text(column));
            }
        }
    }
}

} // namespace stepscope::ui
