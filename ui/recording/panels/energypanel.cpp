#include "ui/recording/panels/energypanel.h"

#include "ui/parts/busystrip.h"
#include "ui/parts/elidedlabel.h"
#include "ui/parts/figureorder.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/quantities.h"
#include "ui/recording/panels/energymodel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

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
    const QString idle = account.idle ? EnergyPanel::tr("%1 without any op").arg(amount(account.idleSum))
                                      : EnergyPanel::tr("idle part not separable, since ops never pause");
    return EnergyPanel::
        tr("%1 by ops + %2 + %3 unattributed = %4; ops explain %5 of the variance; averaging window %6, latency %7%8")
            .arg(amount(account.opsSum), idle, amount(account.unattributed()), amount(account.integral),
                 percent(account.explained), duration(account.windowSeconds), duration(account.lagSeconds),
                 account.isFitted ? EnergyPanel::tr("  (fitted)") : QString());
}

/// Kinds of rows, in the order of the combo box.
enum class Rows { Op, Module, Place, Untraced };

} // namespace

EnergyPanel::EnergyPanel(ReportJob* job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_rows(new QComboBox(this))
    , m_channels(new QComboBox(this))
    , m_closure(new ElidedLabel(this))
    , m_busy(new BusyStrip(this))
    , m_table(new JumpTable(this))
    , m_model(new EnergyModel(this))
    , m_order(new FigureOrder(this))
    , m_empty(new QLabel(this))
{
    buildTable();
    buildLayout();
    connect(m_rows, &QComboBox::currentIndexChanged, this, &EnergyPanel::fillChannels);
    connect(m_channels, &QComboBox::currentIndexChanged, this, &EnergyPanel::showAccount);
    connect(m_table, &JumpTable::jumpRequested, this, &EnergyPanel::jump);
    connect(m_busy, &BusyStrip::cancelRequested, m_job, &ReportJob::cancel);
    connect(m_job, &ReportJob::started, this, [this] {
        m_busy->setCancellable(true);
        m_busy->setProgress(tr("Attributing energy to ops"), -1);
        m_busy->show();
    });
    connect(m_job, &ReportJob::cancelled, m_busy, &QWidget::hide);
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
         .chars = {{EnergyModel::Shapes, 24}, {EnergyModel::Consumption, 18}, {EnergyModel::Interval, 24}}});
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
    m_busy->hide();
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(new QLabel(tr("Rows by"), this));
    top->addWidget(m_rows);
    top->addWidget(new QLabel(tr("of"), this));
    top->addWidget(m_channels);
    top->addSpacing(8);
    top->addWidget(m_closure, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_busy);
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
    for (const analysis::OpPositions& op : report->positions.ops) {
        for (const analysis::PositionGroup& group : op.groups) {
            m_places.groups.push_back({.name = op.name,
                                       .shapes = op.shapes,
                                       .lane = op.lane,
                                       .count = group.count,
                                       .seconds = group.seconds});
            account.ops.push_back({group.energy, 0});
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
    m_table->setColumnHidden(EnergyModel::Shapes, rows == Rows::Module);
    m_table->setColumnHidden(EnergyModel::ByTime, rows == Rows::Place);
    m_table->setVisible(isKnown);
    m_empty->setVisible(!isKnown);
    QString closure = isKnown ? closureText(*chosen) : QString();
    if (isKnown && rows == Rows::Untraced)
        closure.prepend(tr("%1 untraced steps; traced steps take %2 times as long; ")
                            .arg(countOf(shown->steps))
                            .arg(m_job->report()->untraced.durationRatio, 0, 'f', 2));
    if (isKnown && !chosen->closureWarning.empty())
        closure.prepend(tr("%1 unattributed: %2; ")
                            .arg(percent(chosen->unattributed() / chosen->integral),
                                 QString::fromStdString(chosen->closureWarning)));
    m_closure->setText(closure);
    m_closure->setToolTip(m_closure->text());
    if (chosen)
        m_empty->setText(
            tr("%1 cannot be attributed to ops: %2").arg(nameOf(*chosen), QString::fromStdString(chosen->reason)));
    else if (shown && !shown->reason.empty())
        m_empty->setText(tr("No attribution: %1").arg(QString::fromStdString(shown->reason)));
    else if (shown && rows == Rows::Place)
        m_empty->setText(tr(
            "No op that runs more than once in a step has an energy figure, so there is no attribution by position."));
    else if (shown && rows == Rows::Module)
        m_empty->setText(tr("No op belongs to a module. Record a PyTorch training with its ops."));
    else
        m_empty->setText(tr("Open a recording, or profile a training, to see the energy of its ops."));
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

} // namespace stepscope::ui
