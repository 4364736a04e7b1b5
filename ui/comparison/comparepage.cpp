#include "ui/comparison/comparepage.h"

#include "ui/comparison/comparedmodels.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messagetext.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "widgets/timeline/axislink.h"
#include "widgets/timelinewidget.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

using analysis::OpGrouping;
using widgets::TimelineWidget;

namespace {

constexpr int kComparePauseMs = 500;

/// Keeps the current row and the scroll position of a table while its rows are replaced. A row is known by the texts of
/// its first two columns.
class TablePlace
{
public:
    explicit TablePlace(JumpTable* table)
        : m_table(table)
        , m_scroll(table->verticalScrollBar()->value())
        , m_row(keyOf(table->currentIndex().row()))
    {}
    void restore() const
    {
        for (int row = 0; !m_row.isEmpty() && row < m_table->model()->rowCount(); ++row) {
            if (keyOf(row) == m_row)
                m_table->setCurrentIndex(m_table->model()->index(row, 0));
        }
        m_table->verticalScrollBar()->setValue(m_scroll);
    }

private:
    [[nodiscard]] QString keyOf(int row) const
    {
        const QAbstractItemModel* model = m_table->model();
        return row < 0 ? QString()
                       : model->index(row, 0).data().toString() + QChar(0) + model->index(row, 1).data().toString();
    }

    JumpTable* m_table;
    int m_scroll;
    QString m_row;
};

QSortFilterProxyModel* sorted(QAbstractItemModel* model)
{
    auto* proxy = new QSortFilterProxyModel(model);
    proxy->setSourceModel(model);
    proxy->setSortRole(kRawRole);
    proxy->setSortCaseSensitivity(Qt::CaseInsensitive);
    return proxy;
}

} // namespace

ComparePage::ComparePage(QWidget* parent)
    : QWidget(parent)
    , m_opsModel(new ComparedOpsModel(this))
    , m_channelsModel(new ComparedChannelsModel(this))
    , m_ops(new JumpTable(this))
    , m_channels(new JumpTable(this))
    , m_tabs(new QTabWidget(this))
    , m_down(new QSplitter(Qt::Vertical, this))
    , m_alignment(new QComboBox(this))
    , m_grouping(new QComboBox(this))
    , m_busy(new BusyStrip(this))
    , m_again(new QToolButton(this))
    , m_summary(new ElidedLabel(this))
    , m_cost(new ElidedLabel(this))
{
    buildTables();
    buildLayout();
    m_link = new widgets::AxisLink(m_timelines[0]->axis(), m_timelines[1]->axis(), this);
    connect(m_alignment, &QComboBox::currentIndexChanged, this, &ComparePage::align);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &ComparePage::compare);
    connect(m_ops, &JumpTable::jumpRequested, this, &ComparePage::goTo);
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_isStale)
            startComparing();
    });
    connect(&m_comparing, &BackgroundJob::failed, this,
            [this](const QString& text) { stopComparing(tr("The comparison failed: %1").arg(text)); });
}

ComparePage::~ComparePage() = default;

void ComparePage::buildTables()
{
    const int digit = fontMetrics().averageCharWidth();
    m_ops->setModel(sorted(m_opsModel));
    m_ops->setObjectName(QStringLiteral("comparedOps"));
    m_ops->setAccessibleName(tr("Differences of ops"));
    m_ops->sortByColumn(-1, Qt::AscendingOrder); // unsorted: the largest difference is first
    m_ops->setNameColumn(ComparedOpsModel::Name);
    m_ops->horizontalHeader()->setMinimumSectionSize(digit * 8);
    m_ops->setColumnWidth(ComparedOpsModel::Shapes, digit * 22);
    for (int column = ComparedOpsModel::CountA; column < ComparedOpsModel::kColumns; ++column)
        m_ops->setColumnWidth(column, digit * 13);
    m_ops->setColumnWidth(ComparedOpsModel::kColumns - 1, digit * 20); // the verdict
    m_ops->showWholeTitles();
    m_ops->setFitsContents();
    m_channels->setModel(sorted(m_channelsModel));
    m_channels->setObjectName(QStringLiteral("comparedChannels"));
    m_channels->setAccessibleName(tr("Differences of steps and channels"));
    m_channels->sortByColumn(-1, Qt::AscendingOrder);
    m_channels->horizontalHeader()->setDefaultSectionSize(digit * 16);
    m_channels->horizontalHeader()->setSectionResizeMode(ComparedChannelsModel::Quantity, QHeaderView::Stretch);
    m_channels->setColumnWidth(m_channelsModel->columnCount() - 1, digit * 20); // the verdict
    m_channels->showWholeTitles();
    m_channels->setFitsContents();
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_ops, tr("Ops"));
    m_tabs->addTab(m_channels, tr("Steps and channels"));
}

QWidget* ComparePage::buildSide(int side)
{
    const auto at = static_cast<std::size_t>(side);
    auto* box = new QWidget(m_down);
    m_names[at] = new ElidedLabel(box);
    m_names[at]->setContentsMargins(8, 4, 8, 4);
    QFont bold = font();
    bold.setBold(true);
    m_names[at]->setFont(bold);
    m_timelines[at] = new TimelineWidget(box);
    m_timelines[at]->setObjectName(side == 0 ? QStringLiteral("timelineA") : QStringLiteral("timelineB"));
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_names[at]);
    layout->addWidget(m_timelines[at], 1);
    return box;
}

void ComparePage::buildLayout()
{
    m_alignment->setObjectName(QStringLiteral("alignment"));
    m_alignment->setAccessibleName(tr("Alignment of the timelines"));
    m_alignment->addItem(tr("time since the start"), static_cast<int>(Alignment::Time));
    m_alignment->addItem(tr("step"), static_cast<int>(Alignment::Step));
    m_grouping->setObjectName(QStringLiteral("comparedGrouping"));
    m_grouping->setAccessibleName(tr("Grouping of the ops"));
    m_grouping->addItem(tr("op and shapes"), static_cast<int>(OpGrouping::Op));
    m_grouping->addItem(tr("op"), static_cast<int>(OpGrouping::Name));
    m_grouping->setToolTip(tr("Shapes depend on the batch size: compare by op if the batch sizes differ"));
    m_summary->setObjectName(QStringLiteral("comparedSummary"));
    for (QLabel* label : {m_summary, m_cost}) {
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setSizePolicy(QSizePolicy::Preferred,
                             QSizePolicy::Preferred); // m_cost takes the width that m_summary leaves
    }
    m_cost->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* swap = new QToolButton(this);
    swap->setText(tr("Swap A and B"));
    auto* close = new QToolButton(this);
    close->setText(tr("Close comparison"));
    close->setObjectName(QStringLiteral("closeComparison"));
    m_again->setText(tr("Compare again"));
    m_again->setObjectName(QStringLiteral("compareAgain"));
    m_again->hide();
    m_busy->hide();
    connect(m_again, &QToolButton::clicked, this, &ComparePage::compare);
    connect(m_busy, &BusyStrip::cancelRequested, this, [this] { stopComparing(tr("The comparison was cancelled")); });
    connect(swap, &QToolButton::clicked, this, &ComparePage::swapSides);
    connect(close, &QToolButton::clicked, this, &ComparePage::closeRequested);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(plainLabel(tr("Align by"), this));
    top->addWidget(m_alignment);
    top->addWidget(plainLabel(tr("Rows by"), this));
    top->addWidget(m_grouping);
    top->addWidget(m_again);
    top->addWidget(m_summary);
    top->addStretch(1);
    top->addWidget(m_cost);
    top->addWidget(swap);
    top->addWidget(close);
    m_down->addWidget(buildSide(0));
    m_down->addWidget(buildSide(1));
    m_down->addWidget(m_tabs);
    m_down->setHandleWidth(1);
    for (int i = 0; i < 3; ++i)
        m_down->setCollapsible(i, false);
    m_down->setSizes({300, 300, 260});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_busy);
    all->addWidget(m_down, 1);
}

void ComparePage::setSides(const ComparedSide& a, const ComparedSide& b)
{
    m_sides = {a, b};
    m_cost->clear();
    // The axes are linked, so the range of side A, set last, applies to both.
    align();
    showSide(1);
    showSide(0);
    align();
    compare();
}

void ComparePage::showSide(int side)
{
    const auto at = static_cast<std::size_t>(side);
    const ComparedSide& shown = (*m_sides)[at];
    TimelineWidget* timeline = m_timelines[at];
    timeline->setView({}); // clears the state of the previous recording or range
    timeline->setView(shown.view);
    timeline->axis()->zoomTo(shown.range);
    timeline->axis()->setSelection(shown.isPart ? std::optional(shown.range) : std::nullopt);
    nameSide(side);
}

void ComparePage::nameSide(int side)
{
    const auto at = static_cast<std::size_t>(side);
    const QString name = title(side);
    m_names[at]->setText(name);
    m_names[at]->setToolTip(name);
    m_timelines[at]->setAccessibleName(name);
}

void ComparePage::refreshSides(const ComparedSide& a, const ComparedSide& b)
{
    if (!m_sides)
        return;
    const bool showsWhole = m_timelines[0]->axis()->range() == (*m_sides)[0].range;
    m_sides = {a, b};
    for (int side = 0; side < 2; ++side) {
        m_timelines[static_cast<std::size_t>(side)]->setView((*m_sides)[static_cast<std::size_t>(side)].view);
        nameSide(side);
    }
    align();
    if (showsWhole)
        m_timelines[0]->axis()->zoomTo(a.range);
    m_isStale = true;
    if (!m_pause.isActive() && !m_comparing.isBusy() && m_again->isHidden())
        startComparing();
}

QString ComparePage::title(int side) const
{
    const ComparedSide& shown = (*m_sides)[static_cast<std::size_t>(side)];
    return QStringLiteral("%1: %2, %3").arg(side == 0 ? tr("A") : tr("B"), shown.name, duration(shown.range.seconds()));
}

void ComparePage::setCost(const QString& text)
{
    m_cost->setText(text);
    m_cost->setToolTip(text);
}

void ComparePage::setAlignment(Alignment alignment)
{
    m_alignment->setCurrentIndex(m_alignment->findData(static_cast<int>(alignment)));
}

void ComparePage::setTheme(const widgets::Theme& theme)
{
    for (TimelineWidget* timeline : m_timelines)
        timeline->setTheme(theme);
}

void ComparePage::clear()
{
    m_comparing.cancel();
    m_pause.stop();
    m_isStale = false;
    m_busy->hide();
    m_sides.reset();
    m_opsModel->setOps({});
    m_channelsModel->setChannels({});
    for (TimelineWidget* timeline : m_timelines)
        timeline->setView({});
}

void ComparePage::align()
{
    if (!m_sides)
        return;
    const auto& [a, b] = *m_sides;
    const bool bySteps = static_cast<Alignment>(m_alignment->currentData().toInt()) == Alignment::Step;
    m_link->setMap(bySteps ? widgets::TimeMap::bySteps(a.view, a.range, b.view, b.range)
                           : widgets::TimeMap::byTime(a.range, b.range));
}

void ComparePage::compare()
{
    if (!m_sides)
        return;
    m_summary->setText(tr("Comparing …"));
    m_again->hide();
    m_busy->hide();
    startComparing();
}

void ComparePage::startComparing()
{
    m_isStale = false;
    QElapsedTimer clock;
    clock.start();
    const auto grouping = static_cast<OpGrouping>(m_grouping->currentData().toInt());
    m_comparing.start(
        [a = (*m_sides)[0], b = (*m_sides)[1], grouping](const JobPointer& job) {
            const analysis::CompareOptions options{grouping, [job](double share) { job->setProgress(share); }};
            return analysis::compare({a.view, a.range}, {b.view, b.range}, options, job->stopToken());
        },
        [this, clock](const analysis::Comparison& comparison) {
            m_pause.start(static_cast<int>(std::max<qint64>(kComparePauseMs, 4 * clock.elapsed())));
            showResult(comparison);
        },
        [this](double share) {
            m_busy->setProgress(tr("Comparing ops, steps and channels"), share);
            m_busy->show();
        });
}

void ComparePage::stopComparing(const QString& why)
{
    m_comparing.cancel();
    m_busy->hide();
    m_opsModel->setOps({}); // an old result could be mistaken for the new one
    m_channelsModel->setChannels({});
    m_summary->setText(why);
    m_again->show();
}

void ComparePage::showResult(const analysis::Comparison& comparison)
{
    m_busy->hide();
    const bool hasShapes = m_grouping->currentIndex() == 0;
    m_ops->setColumnWanted(ComparedOpsModel::Shapes, hasShapes);
    m_ops->setColumnHidden(ComparedOpsModel::Shapes, !hasShapes);
    const TablePlace ops(m_ops);
    const TablePlace channels(m_channels);
    m_opsModel->setOps(comparison.ops);
    m_channelsModel->setChannels(comparison.channels);
    ops.restore();
    channels.restore();
    QString text = tr("%1 steps in A, %2 in B").arg(countOf(comparison.stepsA.whole), countOf(comparison.stepsB.whole));
    if (comparison.untracedOnly)
        text += tr("; channels compared over untraced steps");
    else if (comparison.stepsA.whole == 0 || comparison.stepsB.whole == 0)
        text += tr("; no intervals of channels, since a side has no whole steps");
    if (!comparison.note.empty()) // first, since the end of a long line is cut off
        text = messageText(comparison.note) + QLatin1Char(' ') + text;
    m_summary->setText(text);
    m_summary->setToolTip(text);
}

void ComparePage::goTo(const QModelIndex& index)
{
    const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(m_ops->model());
    const analysis::OpDifference& op = m_opsModel->op(proxy->mapToSource(index).row());
    const auto light = [this](std::size_t side, std::uint64_t count, std::size_t lane, std::size_t span) {
        const trace::TraceView& view = (*m_sides)[side].view;
        m_timelines[side]->focusOp(count > 0 ? view.lanes()[lane].span(span).op : 0);
    };
    light(0, op.countA, op.firstLaneA, op.firstSpanA);
    light(1, op.countB, op.firstLaneB, op.firstSpanB);
    // The other timeline follows through the link.
    if (op.countA > 0)
        m_timelines[0]->goToSpan(op.firstLaneA, op.firstSpanA);
    else if (op.countB > 0)
        m_timelines[1]->goToSpan(op.firstLaneB, op.firstSpanB);
}

void ComparePage::swapSides()
{
    if (!m_sides)
        return;
    const auto [a, b] = *m_sides;
    const QString cost = m_cost->text();
    setSides(b, a);
    setCost(cost);
}

} // namespace stepscope::ui
