#include "ui/recording/panels/energypanel.h"

#include "analysis/metrics/channelrules.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/messagetext.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/parts/swatch.h"

#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPalette>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::ui {

namespace {

QString nameOf(const analysis::ChannelAccount& account)
{
    return QString::fromStdString(account.title());
}

/// The balance of the account, and the sensor model.
QString closureText(const analysis::ChannelAccount& account)
{
    const bool isRail = account.isRail();
    const auto amount = [isRail](double value) { return isRail ? joules(value) : duration(value); };
    // Where ops hardly pause, idle power is not separable.
    const QString idle = account.idle ? EnergyPanel::tr(" + %1 without any op").arg(amount(account.idleSum))
                         : isRail     ? EnergyPanel::tr(", idle power included,")
                                      : EnergyPanel::tr(", time without ops included,");
    const QString rest = account.unattributed() < 0
                             ? EnergyPanel::tr(" − %1 unattributed").arg(amount(-account.unattributed()))
                             : EnergyPanel::tr(" + %1 unattributed").arg(amount(account.unattributed()));
    return EnergyPanel::tr("%1 by ops%2%3 = %4; ops explain %5 of the variance; averaging window %6, latency %7%8")
        .arg(amount(account.opsSum), idle, rest, amount(account.integral), percent(account.explained),
             duration(account.windowSeconds), duration(account.lagSeconds),
             account.isFitted ? EnergyPanel::tr("  (fitted)") : QString());
}

/// Kinds of rows, in the order of the combo box.
enum class Rows { Op, Module, Place, Untraced };

/// Sorts by value and keeps the rows of a sum below it.
class EnergyOrder : public FigureOrder
{
public:
    using FigureOrder::FigureOrder;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const QModelIndex a = leadOf(left);
        const QModelIndex b = leadOf(right);
        if (a == b && left != right && (a == left || b == right))
            return (a == left) == (sortOrder() == Qt::AscendingOrder);
        const QModelIndex& l = a == b ? left : a;
        const QModelIndex& r = a == b ? right : b;
        if (FigureOrder::lessThan(l, r) || FigureOrder::lessThan(r, l))
            return FigureOrder::lessThan(l, r);
        return (l.row() < r.row()) == (sortOrder() == Qt::AscendingOrder); // rows of different sums do not mix
    }

private:
    [[nodiscard]] static QModelIndex leadOf(const QModelIndex& index)
    {
        const int row = index.data(EnergyModel::kSumRowRole).toInt();
        return row < 0 ? index : index.siblingAtRow(row);
    }
};

} // namespace

EnergyPanel::EnergyPanel(ReportJob* job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_rows(new QComboBox(this))
    , m_channels(new QComboBox(this))
    , m_closure(plainLabel(this))
    , m_busy(new BusyStrip(this))
    , m_advice(new MessageLine(MessageLine::Place::Panel, this))
    , m_table(new JumpTable(this))
    , m_model(new EnergyModel(this))
    , m_order(new EnergyOrder(this))
    , m_empty(plainLabel(this))
{
    buildTable();
    buildLayout();
    connect(m_rows, &QComboBox::currentIndexChanged, this, &EnergyPanel::fillChannels);
    connect(m_channels, &QComboBox::currentIndexChanged, this, &EnergyPanel::showAccount);
    connect(m_table, &JumpTable::jumpRequested, this, &EnergyPanel::jump);
    connect(m_advice, &MessageLine::actionRequested, this, &EnergyPanel::selfTestRequested);
    connect(m_busy, &BusyStrip::cancelRequested, m_job, &ReportJob::cancel);
    connect(m_job, &ReportJob::started, this, [this] {
        m_busy->setCancellable(true);
        m_busy->setProgress(tr("Attributing energy to ops"), -1);
        m_busy->show();
        m_empty->setText(tr("Computing…"));
    });
    connect(m_job, &ReportJob::cancelled, this, &EnergyPanel::showReport);
    connect(m_job, &ReportJob::finished, this, &EnergyPanel::showReport);
    connect(m_job, &ReportJob::becameStale, this, [this] {
        if (isVisible())
            m_job->request();
    });
    showReport();
}

void EnergyPanel::buildTable()
{
    m_order->setSourceModel(m_model);
    m_table->setModel(m_order);
    m_table->setObjectName(QStringLiteral("energy"));
    m_table->setAccessibleName(tr("Energy of ops"));
    m_table->layColumns(
        {.name = EnergyModel::Name,
         .share = EnergyModel::Share,
         .order = EnergyModel::Consumption,
         .firstFigure = EnergyModel::Count,
         .figureChars = 14,
         .chars = {{EnergyModel::Shapes, 24}, {EnergyModel::Consumption, 18}, {EnergyModel::Interval, 24}},
         .leaving = {EnergyModel::ByTime, EnergyModel::Count, EnergyModel::Shapes}});
    m_table->setFitsContents();
}

void EnergyPanel::buildLayout()
{
    m_rows->setObjectName(QStringLiteral("energyRows"));
    m_rows->setAccessibleName(tr("Grouping of the rows"));
    m_rows->addItems(
        {tr("op and shapes"), tr("module"), tr("op and position in its step"), tr("op, in untraced steps")});
    m_channels->setObjectName(QStringLiteral("energyChannel"));
    m_channels->setAccessibleName(tr("Rail or core of the account"));
    m_channels->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_closure->setObjectName(QStringLiteral("energyClosure"));
    m_closure->setForegroundRole(QPalette::PlaceholderText);
    m_closure->setWordWrap(true);
    m_busy->hide();
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(plainLabel(tr("Rows by"), this));
    top->addWidget(m_rows);
    top->addWidget(plainLabel(tr("of"), this));
    top->addWidget(m_channels);
    top->addSpacing(8);
    top->addWidget(m_closure, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_busy);
    all->addWidget(m_advice);
    all->addWidget(m_table, 1);
    all->addWidget(m_empty, 1);
}

void EnergyPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_job->request();
}

const analysis::Attribution* EnergyPanel::attribution() const
{
    if (!m_job->report())
        return nullptr;
    switch (static_cast<Rows>(m_rows->currentIndex())) {
    case Rows::Module:
        return &m_job->report()->modules;
    case Rows::Place:
        return &m_places;
    case Rows::Untraced:
        return &m_job->report()->untraced.attribution;
    case Rows::Op:
        break;
    }
    return &m_job->report()->attribution;
}

/// Lists groups of instances of the main rail as op groups, which EnergyModel shows.
void EnergyPanel::fillPlaces()
{
    m_places = {};
    m_placeNames.clear();
    const analysis::Report* report = m_job->report().get();
    const analysis::ChannelAccount* main = report ? analysis::mainAccount(*report) : nullptr;
    if (main == nullptr)
        return;
    m_places.reason = report->positions.reason;
    if (report->positions.ops.empty())
        return;
    analysis::ChannelAccount account = *main;
    account.ops.clear();
    account.joints.clear();
    for (const analysis::OpPositions& op : report->positions.ops) {
        for (const analysis::PositionGroup& group : op.groups) {
            m_places.groups.push_back({.name = op.name,
                                       .shapes = op.shapes,
                                       .lane = op.lane,
                                       .count = group.count,
                                       .seconds = group.seconds});
            account.ops.push_back({group.energy, 0, group.joint});
            m_placeNames << (group.first == group.last ? tr("instance %1").arg(group.first)
                                                       : tr("instances %1 to %2").arg(group.first).arg(group.last));
        }
    }
    m_places.channels.push_back(std::move(account));
}

const analysis::ChannelAccount* EnergyPanel::account() const
{
    const analysis::Attribution* shown = attribution();
    const int index = m_channels->currentIndex();
    return shown && index >= 0 && index < static_cast<int>(shown->channels.size())
               ? &shown->channels[static_cast<std::size_t>(index)]
               : nullptr;
}

void EnergyPanel::showReport()
{
    m_busy->hide();
    fillPlaces();
    fillChannels();
}

void EnergyPanel::fillChannels()
{
    {
        const QSignalBlocker quiet(m_channels);
        const QString chosen = m_channels->currentText();
        m_channels->clear();
        if (const analysis::Attribution* shown = attribution()) {
            for (const analysis::ChannelAccount& account : shown->channels)
                m_channels->addItem(nameOf(account));
        }
        m_channels->setCurrentIndex(std::max(m_channels->findText(chosen), m_channels->count() > 0 ? 0 : -1));
    }
    showAccount();
}

void EnergyPanel::showAccount()
{
    const analysis::Attribution* shown = attribution();
    const analysis::ChannelAccount* chosen = account();
    const bool isKnown = chosen && chosen->reason.empty();
    const auto rows = static_cast<Rows>(m_rows->currentIndex());
    m_model->setAttribution(shown && isKnown ? *shown : analysis::Attribution{},
                            isKnown ? m_channels->currentIndex() : -1,
                            rows == Rows::Place ? m_placeNames : QStringList());
    m_table->setColumnWanted(EnergyModel::Shapes, rows != Rows::Module);
    m_table->setColumnWanted(EnergyModel::ByTime, rows != Rows::Place);
    m_table->setVisible(isKnown);
    m_empty->setVisible(!isKnown);
    QString closure = isKnown ? closureText(*chosen) : QString();
    if (isKnown && rows == Rows::Untraced)
        closure.prepend(tr("%1 untraced steps; traced steps take %2 times as long; ")
                            .arg(countOf(shown->steps))
                            .arg(m_job->report()->untraced.durationRatio, 0, 'f', 2));
    if (const QString& sum = m_job->scope().sumTitle; isKnown && !sum.isEmpty())
        closure.prepend(sum + QStringLiteral(": "));
    m_closure->setText(closure);
    showDoubts(isKnown ? chosen : nullptr);
    selectWanted();
    if (chosen)
        m_empty->setText(tr("%1 cannot be attributed to ops: %2").arg(nameOf(*chosen), messageText(chosen->reason)));
    else if (shown && !shown->reason.empty())
        m_empty->setText(tr("No attribution: %1").arg(messageText(shown->reason)));
    else if (shown && rows == Rows::Place)
        m_empty->setText(tr(
            "No op that runs more than once in a step has an energy figure, so there is no attribution by position."));
    else if (shown && rows == Rows::Module)
        m_empty->setText(tr("No op belongs to a module. Record a PyTorch training with its ops."));
    else if (m_job->hasScope())
        m_empty->setText(tr("The energy was not attributed. Show this page again to attribute it."));
    else
        m_empty->setText(tr("Open a recording, or profile a training, to see the energy of its ops."));
}

void EnergyPanel::selectOp(const QString& name)
{
    m_wantedOp = name;
    selectWanted();
}

void EnergyPanel::selectWanted()
{
    for (int row = 0; !m_wantedOp.isEmpty() && row < m_order->rowCount(); ++row) {
        if (m_model->group(m_order->mapToSource(m_order->index(row, 0)).row()).name != m_wantedOp.toStdString())
            continue;
        m_wantedOp.clear();
        m_table->selectRow(row);
        m_table->scrollTo(m_order->index(row, 0), QAbstractItemView::PositionAtCenter);
    }
}

/// Why the figures are less certain than their intervals, and what the user can do.
void EnergyPanel::showDoubts(const analysis::ChannelAccount* account)
{
    if (account == nullptr)
        return m_advice->setMessage(MessageLine::Kind::Note, {});
    QStringList lines;
    if (!account->closureWarning.empty())
        lines << (account->isRail() ? tr("%1 of the energy is unattributed: %2.")
                                    : tr("%1 of the time is unattributed: %2."))
                     .arg(percent(std::abs(account->unattributed() / account->integral)),
                          messageText(account->closureWarning));
    if (!account->doubt.empty())
        lines << tr("The intervals may be too narrow: %1.").arg(messageText(account->doubt));
    const auto kind = lines.isEmpty() ? MessageLine::Kind::Note : MessageLine::Kind::Doubt;
    if (!account->needsSelfTest() || analysis::railsForSelfTest(m_job->report()->header.channels).empty())
        return m_advice->setMessage(kind, lines.join(QLatin1Char('\n')));
    lines << tr("The averaging window and latency of %1 are not known, only fitted here. A self-test measures them for "
                "later recordings.")
                 .arg(nameOf(*account));
    m_advice->setMessage(kind, lines.join(QLatin1Char('\n')), tr("Self-test…"),
                         tr("Open the page of devices, where the self-test can be started"));
}

void EnergyPanel::jump(const QModelIndex& index)
{
    if (static_cast<Rows>(m_rows->currentIndex()) == Rows::Module || !m_job->report())
        return;
    const analysis::OpGroup& group = m_model->group(m_order->mapToSource(index).row());
    for (const analysis::OpTotals& op : m_job->report()->ops) {
        if (op.name == group.name && op.shapes == group.shapes) {
            emit opActivated(op.op, op.firstLane, op.firstSpan);
            return;
        }
    }
}

void EnergyModel::setAttribution(const analysis::Attribution& attribution, int account, const QStringList& places)
{
    beginResetModel();
    m_rows.clear();
    m_sum = 0;
    if (account >= 0 && account < static_cast<int>(attribution.channels.size())) {
        const analysis::ChannelAccount& channel = attribution.channels[static_cast<std::size_t>(account)];
        m_isRail = channel.isRail();
        m_isByModule = !attribution.groups.empty() &&
                       std::all_of(attribution.groups.begin(), attribution.groups.end(),
                                   [](const auto& group) { return group.isRest || group.name.empty(); });
        m_sum = channel.opsSum;
        for (std::size_t i = 0; i < attribution.groups.size() && i < channel.ops.size(); ++i)
            m_rows.push_back({attribution.groups[i], channel.ops[i], places.value(static_cast<qsizetype>(i))});
        addSums(attribution, channel);
    }
    m_largest = 0;
    for (const Row& row : m_rows)
        m_largest = std::max(m_largest, row.take.regression ? row.take.regression->value : 0);
    endResetModel();
}

/// One row for each sum of ops that are not separable.
void EnergyModel::addSums(const analysis::Attribution& attribution, const analysis::ChannelAccount& channel)
{
    for (std::size_t at = 0; at < channel.joints.size(); ++at) {
        const analysis::JointConsumption& joint = channel.joints[at];
        Row sum;
        sum.take = {.regression = joint.sum, .joint = static_cast<std::uint32_t>(at)};
        sum.sumRow = static_cast<int>(m_rows.size());
        sum.isSum = true;
        QStringList names;
        for (const std::uint32_t group : joint.groups) {
            m_rows[group].sumRow = sum.sumRow;
            sum.group.count += attribution.groups[group].count;
            sum.group.seconds += attribution.groups[group].seconds;
            sum.take.timing += channel.ops[group].timing;
            names << nameOf(m_rows[group], opText(m_rows[group].group.name));
        }
        names.removeDuplicates();
        sum.place = tr("%1: %2").arg(messageText(analysis::jointName(at)), names.join(tr(", ")));
        sum.group.shapes = tr("sum of %1").arg(joint.groups.size()).toStdString();
        m_rows.push_back(std::move(sum));
    }
}

int EnergyModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EnergyModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

/// The amount of a utilization is a time.
QString EnergyModel::amount(double value) const
{
    return m_isRail ? joules(value) : duration(value);
}

QString EnergyModel::nameOf(const Row& row, const QString& op) const
{
    const analysis::OpGroup& group = row.group;
    if (row.isSum)
        return row.place;
    if (group.isRest)
        return tr("(all short ops)");
    if (!group.name.empty())
        return op + (row.place.isEmpty() ? QString() : tr(", %1").arg(row.place));
    return group.module.empty() ? tr("(no module)") : QString::fromStdString(group.module);
}

QString EnergyModel::consumptionText(const Row& row) const
{
    if (row.take.regression)
        return amount(row.take.regression->value);
    if (row.take.joint != analysis::OpConsumption::kNotJoint)
        return tr("in %1").arg(messageText(analysis::jointName(row.take.joint)));
    return tr("not separable");
}

QVariant EnergyModel::raw(const Row& row, int column) const
{
    const auto& estimate = row.take.regression;
    switch (column) {
    case Name:
        return nameOf(row, QString::fromStdString(row.group.name));
    case Shapes:
        return QString::fromStdString(row.group.shapes);
    case Count:
        return static_cast<qulonglong>(row.group.count);
    case SelfTime:
        return row.group.seconds;
    case Consumption:
        return estimate ? QVariant(estimate->value) : QVariant();
    case Interval:
        return estimate ? QVariant((estimate->high - estimate->low) / 2) : QVariant();
    case WhileRunning:
        return estimate && row.group.seconds > 0 ? QVariant(estimate->value / row.group.seconds) : QVariant();
    case Share:
        return estimate && m_sum > 0 ? QVariant(estimate->value / m_sum) : QVariant();
    default:
        return row.take.timing;
    }
}

QString EnergyModel::text(const Row& row, int column) const
{
    const auto& estimate = row.take.regression;
    const QVariant value = raw(row, column);
    switch (column) {
    case Name:
        return QLatin1String(row.sumRow >= 0 && !row.isSum ? "    " : "") + nameOf(row, opText(row.group.name));
    case Shapes:
        return value.toString();
    case Count:
        return countOf(row.group.count);
    case SelfTime:
        return duration(row.group.seconds);
    case Consumption:
        return consumptionText(row);
    case Interval:
        return estimate ? interval(estimate->low, estimate->high, m_isRail ? QStringLiteral("J") : QStringLiteral("s"))
                        : QString();
    case WhileRunning:
        if (!value.isValid())
            return {};
        return m_isRail ? watts(value.toDouble()) : percent(value.toDouble());
    case Share:
        return value.isValid() ? percent(value.toDouble()) : QString();
    default:
        return amount(row.take.timing);
    }
}

QVariant EnergyModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isUnknown = !row.take.regression && index.column() == Consumption;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::DecorationRole:
        return index.column() == Name && !row.group.name.empty() && !row.group.isRest
                   ? QVariant(opSwatch(row.group.name))
                   : QVariant();
    case Qt::ForegroundRole:
        return isUnknown ? QVariant(QGuiApplication::palette().brush(QPalette::PlaceholderText)) : QVariant();
    case Qt::ToolTipRole:
        return tip(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() <= Shapes ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(row, index.column());
    case kSumRowRole:
        return row.sumRow;
    case ShareBar::kShareRole:
        return index.column() == Share && row.take.regression && m_largest > 0
                   ? QVariant(row.take.regression->value / m_largest)
                   : QVariant();
    case Qt::FontRole:
        if (row.isSum && index.column() <= Shapes) {
            QFont italic;
            italic.setItalic(true);
            return italic;
        }
        return {};
    default:
        return {};
    }
}

QString EnergyModel::tip(const Row& row, int column) const
{
    if (column <= Shapes)
        return raw(row, column).toString();
    if (column != Consumption)
        return {};
    if (row.isSum)
        return tr("The data determine the sum of these ops, but not their parts: they always run together, or too "
                  "rarely and too briefly for the sampling period. Record more steps with ops, or sample faster.");
    if (row.take.regression)
        return {};
    if (row.sumRow >= 0)
        return tr("Not separable from the other ops of %1, whose row has the sum.")
            .arg(messageText(analysis::jointName(row.take.joint)));
    return tr("Not separable from other ops: it always runs together with them, or too rarely and too briefly for the "
              "sampling period. Record more steps with ops, or sample faster.");
}

QString EnergyModel::meaning(int column) const
{
    switch (column) {
    case SelfTime:
        return tr("Time in which the op was the innermost one of its thread or stream");
    case Consumption:
        return tr("Added by the op, by regression on the times when ops ran; consumption without any op is separate");
    case Interval:
        return tr("95 % interval: contains the noise, what ops of one type have in common, and the errors of the "
                  "sensor's window and latency");
    case WhileRunning:
        return tr("Mean while the op runs");
    case Share:
        return tr("Share of the sum of all ops, also of those that are not separable");
    case ByTime:
        return tr("Energy of the rail, or busy time of the core, during the self time of its instances. Common method; "
                  "wrong for ops shorter than the sampling period");
    default:
        return {};
    }
}

QVariant EnergyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto at = static_cast<std::size_t>(section);
    const std::array<QString, ColumnCount> names = {m_isByModule ? tr("Module") : tr("Op"),
                                                    tr("Shapes"),
                                                    tr("Count"),
                                                    tr("Self time"),
                                                    m_isRail ? tr("Energy") : tr("Busy time"),
                                                    tr("95 % interval"),
                                                    tr("While it runs"),
                                                    tr("Share"),
                                                    tr("By time")};
    static constexpr std::array<const char*, ColumnCount> kRawJoules = {
        "op", "shapes", "count", "self_s", "energy_j", "half_interval_j", "mean_w", "share", "by_time_j"};
    static constexpr std::array<const char*, ColumnCount> kRawBusy = {
        "op", "shapes", "count", "self_s", "busy_s", "half_interval_s", "mean_share", "share", "by_time_s"};
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case Qt::ToolTipRole:
        return meaning(section);
    case kRawHeaderRole:
        return QString::fromLatin1(m_isRail ? kRawJoules[at] : kRawBusy[at]);
    case Qt::TextAlignmentRole:
        return QVariant((section <= Shapes ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace stepscope::ui
