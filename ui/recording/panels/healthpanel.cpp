#include "ui/recording/panels/healthpanel.h"

#include "ui/parts/fittedcolumns.h"
#include "ui/parts/quantities.h"
#include "ui/parts/tablecopy.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr int kBeginRole = Qt::UserRole;
constexpr int kEndRole = Qt::UserRole + 1;

QString from(const std::string& text)
{
    return QString::fromStdString(text);
}

void setRange(QTreeWidgetItem* item, trace::TimeRange range)
{
    item->setData(0, kBeginRole, static_cast<qlonglong>(range.begin));
    item->setData(0, kEndRole, static_cast<qlonglong>(range.end));
}

/// What is shown of a moment.
trace::TimeRange around(std::int64_t time)
{
    constexpr std::int64_t kHalf = 50'000'000; // ns
    return {time - kHalf, time + kHalf};
}

void makeLoud(QTreeWidgetItem* item)
{
    QFont bold = item->font(0);
    bold.setBold(true);
    for (int column = 0; column < 3; ++column)
        item->setFont(column, bold);
    item->setBackground(0, QColor(213, 94, 0, 90));
    item->setBackground(1, QColor(213, 94, 0, 90));
    item->setBackground(2, QColor(213, 94, 0, 90));
}

/// Identifies a line after the tree was rebuilt.
QString identity(const QTreeWidgetItem* item)
{
    if (!item)
        return {};
    return (item->parent() ? item->parent()->text(0) : QString()) + QLatin1Char('\t') + item->text(0) +
           QLatin1Char('\t') + item->text(2);
}

QString timeIn(const trace::TraceView& view, std::int64_t time)
{
    return HealthPanel::tr("at %1").arg(duration(static_cast<double>(time - view.extent().begin) * 1e-9));
}

QString sensorLimits(const trace::Channel& channel)
{
    QStringList parts;
    if (channel.resolution)
        parts << HealthPanel::tr("resolution %1")
                     .arg(channel.unit == "1" ? percent(*channel.resolution)
                                              : withPrefix(*channel.resolution, from(channel.unit)));
    if (channel.windowNs && *channel.windowNs > 0)
        parts << HealthPanel::tr("averaging window %1").arg(duration(static_cast<double>(*channel.windowNs) * 1e-9));
    if (channel.updateNs && *channel.updateNs > 0)
        parts << HealthPanel::tr("update interval %1").arg(duration(static_cast<double>(*channel.updateNs) * 1e-9));
    if (channel.lagNs && *channel.lagNs > 0)
        parts << HealthPanel::tr("latency %1").arg(duration(static_cast<double>(*channel.lagNs) * 1e-9));
    return parts.isEmpty() ? HealthPanel::tr("limits unknown") : parts.join(QStringLiteral(", "));
}

} // namespace

HealthPanel::HealthPanel(QWidget* parent)
    : QWidget(parent)
    , m_tree(new QTreeWidget(this))
{
    m_tree->setObjectName(QStringLiteral("health"));
    m_tree->setAccessibleName(tr("Health of the recording"));
    m_tree->setHeaderLabels({tr("Item"), tr("State"), tr("Explanation")});
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_columns = new FittedColumns(m_tree, {0, 1}, 44);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_tree);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    new TableCopy(m_tree);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (item->data(0, kBeginRole).isValid())
            emit rangeActivated({item->data(0, kBeginRole).toLongLong(), item->data(0, kEndRole).toLongLong()});
    });
}

void HealthPanel::setView(const trace::TraceView& view)
{
    Counts counts{view.hasHeader(), view.losses().size(), view.eventCount(), 0,
                  view.extent().duration() / 5'000'000'000};
    for (const trace::Loss& loss : view.losses())
        counts.lost += loss.count;
    if (counts == m_counts)
        return;
    m_counts = counts;
    const int place = m_tree->verticalScrollBar()->value();
    const QString chosen = identity(m_tree->currentItem());
    QStringList shut;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        if (!m_tree->topLevelItem(i)->isExpanded())
            shut << m_tree->topLevelItem(i)->text(0);
    }
    m_tree->setUpdatesEnabled(false);
    m_tree->clear();
    addLosses(view);
    addOverhead(view);
    addEvents(view);
    addSources(view);
    addSensors(view);
    for (QTreeWidgetItemIterator item(m_tree); *item; ++item) {
        if (!(*item)->parent() && shut.contains((*item)->text(0)))
            (*item)->setExpanded(false);
        if (!chosen.isEmpty() && identity(*item) == chosen)
            m_tree->setCurrentItem(*item);
    }
    m_columns->fit();
    m_tree->setUpdatesEnabled(true);
    m_tree->verticalScrollBar()->setValue(place);
}

void HealthPanel::clear()
{
    m_counts = {};
    m_tree->clear();
}

QTreeWidgetItem* HealthPanel::section(const QString& title)
{
    auto* item = new QTreeWidgetItem(m_tree, {title});
    QFont bold = m_tree->font();
    bold.setBold(true);
    item->setFont(0, bold);
    item->setExpanded(true);
    return item;
}

void HealthPanel::addLosses(const trace::TraceView& view)
{
    QTreeWidgetItem* group = section(tr("Losses"));
    if (view.losses().empty()) {
        group->setText(1, tr("none"));
        return;
    }
    for (const trace::Loss& loss : view.losses()) {
        // Before the first data, a header without a start time has the moment 0.
        const std::int64_t at = std::max<std::int64_t>(0, loss.range.begin - view.extent().begin);
        const QString lost = tr("%1 lost at %2").arg(countOf(loss.count), duration(static_cast<double>(at) * 1e-9));
        auto* item = new QTreeWidgetItem(group, {from(loss.what), lost, from(loss.reason)});
        item->setToolTip(2, from(loss.reason));
        makeLoud(item);
        setRange(item, loss.range.isEmpty() ? around(loss.range.begin) : loss.range);
    }
}

void HealthPanel::addOverhead(const trace::TraceView& view)
{
    QTreeWidgetItem* group = section(tr("Profiling overhead"));
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.size() == 0)
            continue;
        if (channel.info().quantity == "agent.cpu")
            new QTreeWidgetItem(group, {tr("Agent, CPU"),
                                        tr("%1 of one core").arg(percent(channel.integral(view.extent()).mean())),
                                        tr("Mean over the run; included in the figures of the cores")});
        if (channel.info().quantity == "agent.memory")
            new QTreeWidgetItem(group, {tr("Agent, memory"), bytes(channel.value(channel.size() - 1)),
                                        tr("Resident memory at the end")});
    }
    if (const auto& tracing = view.facts().tracing; tracing && tracing->slowdown > 0)
        new QTreeWidgetItem(group, {tr("Traced steps"), tr("%1 times as long").arg(tracing->slowdown, 0, 'f', 2),
                                    tr("Mean duration: %2 in %1 traced steps, %4 in %3 untraced steps. Tracing does "
                                       "not affect figures of untraced steps")
                                        .arg(tracing->tracedSteps)
                                        .arg(duration(tracing->tracedMeanSeconds))
                                        .arg(tracing->untracedSteps)
                                        .arg(duration(tracing->untracedMeanSeconds))});
    if (const auto& tracing = view.facts().tracing; tracing && tracing->clockErrorNs > 0)
        new QTreeWidgetItem(group, {tr("Clock error of ops"),
                                    tr("within %1").arg(duration(static_cast<double>(tracing->clockErrorNs) * 1e-9)),
                                    tr("Largest time offset between an op and the samples")});
    if (group->childCount() == 0)
        group->setText(1, tr("unknown so far"));
}

void HealthPanel::addSources(const trace::TraceView& view)
{
    QTreeWidgetItem* group = section(tr("Sources"));
    for (const trace::Source& source : view.header().sources) {
        const bool used = source.state == "used";
        const QString state = used                         ? tr("used, %1").arg(from(source.resolution))
                              : source.state == "unneeded" ? tr("not needed")
                              : source.state == "missing"  ? tr("not present")
                              : source.state == "denied"   ? tr("no permission")
                                                           : from(source.state);
        auto* item = new QTreeWidgetItem(
            group, {from(source.title.empty() ? source.name : source.title), state, from(source.reason)});
        item->setToolTip(2, from(source.reason));
        if (used && source.resolution.empty())
            item->setText(1, tr("used"));
    }
}

void HealthPanel::addSensors(const trace::TraceView& view)
{
    QTreeWidgetItem* group = section(tr("Sensors"));
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        const QString every =
            info.periodNs ? tr("every %1").arg(duration(static_cast<double>(*info.periodNs) * 1e-9)) : QString();
        const QString name = from(info.name) + QStringLiteral("  ") + from(info.quantity);
        new QTreeWidgetItem(group, {name, every, sensorLimits(info)});
    }
}

void HealthPanel::addEvents(const trace::TraceView& view)
{
    const std::size_t count = view.eventCount();
    QTreeWidgetItem* group = section(tr("Events"));
    const std::size_t first = count > kEventsShown ? count - kEventsShown : 0;
    group->setText(1, first > 0 ? tr("%1; the latest %2 are listed").arg(count).arg(kEventsShown) : countOf(count));
    for (std::size_t i = count; i-- > first;) {
        const trace::EventRecord& event = view.event(i);
        const bool bad = event.severity == trace::EventRecord::Severity::Error;
        auto* item = new QTreeWidgetItem(group, {from(event.kind), timeIn(view, event.time), from(event.text)});
        item->setToolTip(2, from(event.text));
        setRange(item, around(event.time));
        if (bad)
            makeLoud(item);
    }
}

} // namespace stepscope::ui
