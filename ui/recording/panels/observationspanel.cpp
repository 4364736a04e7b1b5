#include "ui/recording/panels/observationspanel.h"

#include "ui/parts/statusline.h"
#include "ui/parts/tablecopy.h"

#include <QHeaderView>
#include <QLabel>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

/// Adds vertical padding to rows with several lines of text.
class PaddedItemDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 2 * kPadding);
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        item.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
        item.rect.adjust(0, kPadding, 0, -kPadding);
        QStyledItemDelegate::paint(painter, item, index);
    }

private:
    static constexpr int kPadding = 4;
};

QString verdictText(analysis::Observation::Verdict verdict)
{
    switch (verdict) {
    case analysis::Observation::Verdict::Holds:
        return ObservationsPanel::tr("holds");
    case analysis::Observation::Verdict::DoesNotHold:
        return ObservationsPanel::tr("does not hold");
    case analysis::Observation::Verdict::Undecided:
        break;
    }
    return ObservationsPanel::tr("undecided");
}

} // namespace

ObservationsPanel::ObservationsPanel(ReportJob* job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_busy(new BusyStrip(this))
    , m_list(new QTableWidget(this))
    , m_empty(new QLabel(tr("Open a recording, or profile a training, to check the observations."), this))
{
    buildList();
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
    });
    connect(m_job, &ReportJob::cancelled, m_busy, &QWidget::hide);
    connect(m_job, &ReportJob::finished, this, &ObservationsPanel::showReport);
    connect(m_job, &ReportJob::becameStale, this, [this] {
        if (isVisible())
            m_job->request();
    });
    showReport();
}

void ObservationsPanel::buildList()
{
    m_list->setObjectName(QStringLiteral("observations"));
    m_list->setAccessibleName(tr("Observations"));
    m_list->setColumnCount(ColumnCount);
    m_list->setHorizontalHeaderLabels({tr("No."), tr("Verdict"), tr("Observation"), tr("Evidence"), tr("Advice")});
    m_list->setShowGrid(false);
    m_list->setAlternatingRowColors(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->verticalHeader()->hide();
    QHeaderView* header = m_list->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int digit = fontMetrics().averageCharWidth();
    m_list->setColumnWidth(Number, digit * 8);
    m_list->setColumnWidth(Verdict, digit * 17);
    m_list->setColumnWidth(Title, digit * 38);
    m_list->setColumnWidth(Advice, digit * 38);
    header->setSectionResizeMode(Evidence, QHeaderView::Stretch); // the longest text
    // Rows grow with their wrapped text. Queued, since column widths are final only after the layout.
    m_list->setWordWrap(true);
    connect(header, &QHeaderView::sectionResized, m_list, &QTableWidget::resizeRowsToContents, Qt::QueuedConnection);
    m_list->setItemDelegate(new PaddedItemDelegate(m_list));
    new TableCopy(m_list);
}

void ObservationsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_job->request();
}

/// Decided observations come first.
void ObservationsPanel::showReport()
{
    m_busy->hide();
    m_list->setRowCount(0);
    m_list->setVisible(m_job->report() != nullptr);
    m_empty->setVisible(m_job->report() == nullptr);
    if (!m_job->report())
        return;
    for (const bool isDecided : {true, false}) {
        for (const analysis::Observation& observation : m_job->report()->observations) {
            if ((observation.verdict != analysis::Observation::Verdict::Undecided) == isDecided)
                addRow(observation, isDecided);
        }
    }
    m_list->resizeRowsToContents();
}

void ObservationsPanel::addRow(const analysis::Observation& observation, bool isDecided)
{
    const QString evidence = QString::fromStdString(observation.evidence)
                                 .replace(QStringLiteral(" %"), QStringLiteral("\u00A0%")); // no line break before it
    const QStringList texts = {QString::number(observation.number), verdictText(observation.verdict),
                               QString::fromStdString(observation.title), evidence,
                               QString::fromStdString(observation.advice)};
    const int row = m_list->rowCount();
    m_list->insertRow(row);
    for (int column = 0; column < ColumnCount; ++column) {
        auto* item = new QTableWidgetItem(texts[column]);
        item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
        if (column == Title)
            item->setToolTip(tr("The study: %1").arg(QString::fromStdString(observation.study)));
        if (!isDecided)
            item->setForeground(palette().brush(QPalette::PlaceholderText));
        if (column == Verdict) {
            QFont font = item->font();
            font.setBold(isDecided);
            item->setFont(font);
        }
        m_list->setItem(row, column, item);
    }
}

} // namespace stepscope::ui
