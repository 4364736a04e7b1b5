#include "ui/parts/observationlist.h"

#include "ui/parts/messagetext.h"
#include "ui/parts/tablecopy.h"

#include <QHeaderView>
#include <QStyle>
#include <QStyledItemDelegate>

#include <algorithm>

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
        return ObservationList::tr("holds");
    case analysis::Observation::Verdict::DoesNotHold:
        return ObservationList::tr("does not hold");
    case analysis::Observation::Verdict::Undecided:
        break;
    }
    return ObservationList::tr("undecided");
}

} // namespace

ObservationList::ObservationList(QWidget* parent)
    : QTableWidget(parent)
{
    setObjectName(QStringLiteral("observations"));
    setAccessibleName(tr("Observations"));
    setColumnCount(ColumnCount);
    setHorizontalHeaderLabels({tr("No."), tr("Verdict"), tr("Observation"), tr("Evidence"), tr("Advice")});
    setShowGrid(false);
    setAlternatingRowColors(true);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    QHeaderView* header = horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int digit = fontMetrics().averageCharWidth();
    setColumnWidth(Number, std::max(digit * 8, header->sectionSizeHint(Number) + digit));
    setColumnWidth(Verdict, digit * 17);
    header->setSectionResizeMode(Evidence, QHeaderView::Stretch); // the longest text
    // Rows grow with their wrapped text. Queued, since column widths are final only after the layout.
    setWordWrap(true);
    connect(header, &QHeaderView::sectionResized, this, &QTableWidget::resizeRowsToContents, Qt::QueuedConnection);
    connect(header, &QHeaderView::sectionResized, this, [this](int column) {
        if (column != Evidence && !m_isFitting)
            m_isSized = true;
    });
    setItemDelegate(new PaddedItemDelegate(this));
    new TableCopy(this);
}

/// The claim and the advice share a narrow table with the evidence.
void ObservationList::resizeEvent(QResizeEvent* event)
{
    if (!m_isSized) {
        m_isFitting = true;
        constexpr int kMostChars = 38;
        const int rest = viewport()->width() - columnWidth(Number) - columnWidth(Verdict);
        const int text = std::min(rest * 3 / 10, fontMetrics().averageCharWidth() * kMostChars);
        setColumnWidth(Title, text);
        setColumnWidth(Advice, text);
        m_isFitting = false;
    }
    QTableWidget::resizeEvent(event);
}

void ObservationList::setObservations(const std::vector<analysis::Observation>& observations)
{
    setRowCount(0);
    for (const bool isDecided : {true, false}) {
        for (const analysis::Observation& observation : observations) {
            if ((observation.verdict != analysis::Observation::Verdict::Undecided) == isDecided)
                addRow(observation, isDecided);
        }
    }
    resizeRowsToContents();
}

void ObservationList::addRow(const analysis::Observation& observation, bool isDecided)
{
    const QString evidence = messageText(observation.evidence)
                                 .replace(QStringLiteral(" %"), QStringLiteral("\u00A0%")); // no line break before it
    const QStringList texts = {QString::number(observation.number), verdictText(observation.verdict),
                               messageText(observation.title), evidence, messageText(observation.advice)};
    const int row = rowCount();
    insertRow(row);
    for (int column = 0; column < ColumnCount; ++column) {
        auto* item = new QTableWidgetItem(texts[column]);
        item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
        if (column == Title)
            item->setToolTip(tr("The study: %1").arg(messageText(observation.study)));
        if (!isDecided)
            item->setForeground(palette().brush(QPalette::PlaceholderText));
        if (column == Verdict) {
            QFont font = item->font();
            font.setBold(isDecided);
            item->setFont(font);
        }
        setItem(row, column, item);
    }
}

} // namespace stepscope::ui
