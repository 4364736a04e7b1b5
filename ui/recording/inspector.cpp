#include "ui/recording/inspector.h"

#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/parts/swatch.h"
#include "ui/parts/tablecopy.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kOpRole = Qt::UserRole;
constexpr int kLaneRole = Qt::UserRole + 1;
constexpr int kSpanRole = Qt::UserRole + 2;

} // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_duration(plainLabel(this))
    , m_description(plainLabel(this))
    , m_figures(new QTreeWidget(this))
{
    setObjectName(QStringLiteral("inspector"));
    buildFigures();
    buildLayout();
    const auto go = [this](const QTreeWidgetItem* item) {
        if (const auto op = item->data(Label, kOpRole).toUInt())
            emit opActivated(op, item->data(Label, kLaneRole).toULongLong(),
                             item->data(Label, kSpanRole).toULongLong());
    };
    connect(m_figures, &QTreeWidget::itemClicked, this, go);
    connect(m_figures, &QTreeWidget::itemActivated, this, go);
    const auto remember = [this](const QTreeWidgetItem* item) {
        if (item->childCount() > kLongestOpenList)
            m_showsLongLists = item->isExpanded();
    };
    connect(m_figures, &QTreeWidget::itemExpanded, this, remember);
    connect(m_figures, &QTreeWidget::itemCollapsed, this, remember);
    new TableCopy(m_figures);
    clear();
}

void Inspector::buildFigures()
{
    m_figures->setObjectName(QStringLiteral("figures"));
    m_figures->setAccessibleName(tr("Figures of the range"));
    m_figures->setHeaderLabels({tr("Quantity"), tr("Value"), tr("Note")}); // used by copies; the header is hidden
    m_figures->headerItem()->setData(Value, kRawHeaderRole, QStringLiteral("value_si"));
    m_figures->headerItem()->setData(Second, kRawHeaderRole, QStringLiteral("second_si"));
    m_figures->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_figures->header()->hide();
    m_figures->header()->setStretchLastSection(false);
    m_figures->header()->setSectionResizeMode(Label, QHeaderView::Stretch);
    m_figures->header()->setSectionResizeMode(Value, QHeaderView::ResizeToContents);
    m_figures->header()->setSectionResizeMode(Second, QHeaderView::ResizeToContents);
    m_figures->setTextElideMode(Qt::ElideMiddle); // names of rails and ops often differ at the end
    m_figures->setIndentation(fontMetrics().averageCharWidth());
    m_figures->setUniformRowHeights(true);
    m_figures->setAllColumnsShowFocus(true);
    m_figures->setFrameShape(QFrame::NoFrame);
    m_figures->setItemDelegate(new ShareBar(m_figures));
    m_figures->setItemDelegateForColumn(Value, new LongTextDelegate(m_figures)); // narrower: more room for the labels
}

void Inspector::buildLayout()
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    QFont large = bold;
    large.setPointSizeF(large.pointSizeF() * 1.8);
    m_duration->setFont(large);
    m_description->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_duration, m_description}) {
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    m_description->setWordWrap(true);

    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 8, 8, 0);
    top->setSpacing(2);
    top->addWidget(m_title);
    top->addWidget(m_duration);
    top->addWidget(m_description);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(8);
    all->addLayout(top);
    all->addWidget(m_figures, 1);
    setMinimumWidth(fontMetrics().averageCharWidth() * 30);
}

void Inspector::setScope(const QString& title, const std::vector<trace::TimeRange>& ranges, std::int64_t origin,
                         const QString& note)
{
    double seconds = 0;
    for (const trace::TimeRange& range : ranges)
        seconds += range.seconds();
    const std::int64_t begin = ranges.empty() ? origin : ranges.front().begin;
    m_note = note.isEmpty() ? QString() : QStringLiteral(", ") + note;
    const QString from = duration(static_cast<double>(begin - origin) * 1e-9);
    m_place = ranges.size() > 1 ? tr("sum of %1 ranges, the first from %2").arg(ranges.size()).arg(from)
                                : tr("from %1").arg(from);
    m_title->setText(title);
    m_title->setToolTip(title);
    m_duration->setText(duration(seconds));
    m_description->setText(m_place + m_note);
    setAccessibleName(title + QStringLiteral(", ") + m_duration->text());
}

void Inspector::setResult(const RangeResult& result)
{
    const QString steps = result.summary.steps == 0   ? tr("no whole step")
                          : result.summary.steps == 1 ? tr("1 whole step")
                                                      : tr("%1 whole steps").arg(countOf(result.summary.steps));
    m_description->setText(m_place + QStringLiteral(", ") + steps + m_note);

    const QList<Figure> figures = figuresOf(result);
    QString shape;
    for (const Figure& figure : figures)
        shape += QLatin1Char(static_cast<char>('0' + figure.level));
    if (shape != m_shape)
        rebuild(figures);
    m_shape = shape;
    for (qsizetype i = 0; i < figures.size(); ++i)
        showFigure(m_lines[i], figures[i]);
}

void Inspector::rebuild(const QList<Figure>& figures)
{
    m_figures->clear();
    m_lines.clear();
    QList<QTreeWidgetItem*> above; ///< the last item of each level
    for (const Figure& figure : figures) {
        above.resize(std::min<qsizetype>(above.size(), figure.level));
        auto* item = above.isEmpty() ? new QTreeWidgetItem(m_figures) : new QTreeWidgetItem(above.last());
        if (above.isEmpty()) {
            QFont bold = m_figures->font();
            bold.setBold(true);
            item->setFont(Label, bold);
            item->setFont(Value, bold);
            item->setFont(Second, bold);
        }
        item->setTextAlignment(Value, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(Second, Qt::AlignRight | Qt::AlignVCenter);
        above << item;
        m_lines << item;
    }
    openLists();
}

void Inspector::openLists()
{
    const QSignalBlocker blocker(m_figures);
    m_figures->expandAll();
    bool hasLongList = false;
    for (int i = 0; i < m_figures->topLevelItemCount(); ++i) {
        QTreeWidgetItem* const item = m_figures->topLevelItem(i);
        const bool isLong = item->childCount() > kLongestOpenList;
        item->setExpanded(!isLong || m_showsLongLists);
        hasLongList = hasLongList || isLong;
    }
    // Arrows take room of the labels, so there are none without need.
    m_figures->setRootIsDecorated(hasLongList);
    m_figures->setItemsExpandable(hasLongList);
}

void Inspector::showFigure(QTreeWidgetItem* item, const Figure& figure)
{
    item->setText(Label, figure.shown.isEmpty() ? figure.label : figure.shown);
    item->setData(Label, kRawRole, figure.shown.isEmpty() ? QVariant() : QVariant(figure.label)); // of copies
    item->setText(Value, figure.value);
    item->setText(Second, figure.second);
    item->setToolTip(Label, figure.meaning);
    item->setToolTip(Value, figure.meaning);
    item->setData(Label, ShareBar::kShareRole, figure.share >= 0 ? QVariant(figure.share) : QVariant());
    item->setData(Label, ShareBar::kColorRole, ShareBar::colorValue(figure.color));
    item->setData(Value, kRawRole, figure.raw);
    item->setData(Second, kRawRole, figure.rawSecond);
    item->setData(Label, kOpRole, figure.op);
    item->setData(Label, kLaneRole, static_cast<qulonglong>(figure.lane));
    item->setData(Label, kSpanRole, static_cast<qulonglong>(figure.span));
}

void Inspector::clear()
{
    m_title->setText(tr("Selection"));
    m_duration->setText(QStringLiteral("–"));
    m_description->setText(tr("Drag over the timeline to see the figures of a range."));
    m_figures->clear();
    m_lines.clear();
    m_shape.clear();
}

QString Inspector::scope() const
{
    return m_title->text();
}

QString Inspector::text() const
{
    QStringList lines{m_title->text() + QLatin1Char('\t') + m_duration->text() + QLatin1Char('\t') +
                      m_description->text()};
    for (const QTreeWidgetItem* item : m_lines)
        lines << (QStringList{item->text(Label), item->text(Value), item->text(Second)}).join(QLatin1Char('\t'));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace stepscope::ui
