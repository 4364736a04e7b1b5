#include "ui/energypanel.h"

#include "ui/busystrip.h"
#include "ui/elidedlabel.h"
#include "ui/energymodel.h"
#include "ui/figureorder.h"
#include "ui/jumptable.h"
#include "ui/quantities.h"

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

/// What the figures add up to, and what the sensor is taken for.
QString closureText(const analysis::ChannelAccount& account)
{
    const bool isRail = account.isRail();
    const auto amount = [isRail](double value) { return isRail ? joules(value) : duration(value); };
    const QString idle = account.idle ? EnergyPanel::tr("%1 without any op").arg(amount(account.idleSum))
                                      : EnergyPanel::tr("idle not separable: ops never pause");
    return EnergyPanel::tr("%1 by ops + %2 + %3 left over = %4; ops explain %5 of the variance; a reading is the mean "
                           "over %6, %7 late%8")
        .arg(amount(account.opsSum), idle, amount(account.unattributed()), amount(account.integral),
             percent(account.explained), duration(account.windowSeconds), duration(account.lagSeconds),
             account.isFitted ? EnergyPanel::tr(" (what fits best)") : QString());
}

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
        m_busy->setProgress(tr("Finding out which op took how much"), -1);
        m_busy->show();
    });
    connect(m_job, &ReportJob::cancelled, m_busy, &QWidget::hide);
    connect(m_job, &ReportJob::finished, this, &EnergyPanel::showReport);
    connect(m_job, &ReportJob::becameStale, this, [this] {
        if (isVisible())
            m_job->want();
    });
    showReport();
}

void EnergyPanel::buildTable()
{
    m_order->setSourceModel(m_model);
    m_table->setModel(m_order);
    m_table->setObjectName(QStringLiteral("energy"));
    m_table->setAccessibleName(tr("Energy of ops"));
    m_table->layColumns({.name = EnergyModel::Name,
                         .share = EnergyModel::Share,
                         .order = EnergyModel::Taken,
                         .firstFigure = EnergyModel::Count,
                         .figureChars = 14,
                         .chars = {{EnergyModel::Shapes, 24}, {EnergyModel::Taken, 18}, {EnergyModel::Interval, 24}}});
}

void EnergyPanel::buildLayout()
{
    m_rows->setObjectName(QStringLiteral("energyRows"));
    m_rows->setAccessibleName(tr("What makes a row"));
    m_rows->addItems({tr("op and shapes"), tr("module")});
    m_channels->setObjectName(QStringLiteral("energyChannel"));
    m_channels->setAccessibleName(tr("Rail or core that is accounted for"));
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
    m_job->want();
}

const analysis::Attribution* EnergyPanel::attribution() const
{
    if (!m_job->report())
        return nullptr;
    return m_rows->currentIndex() == 1 ? &m_job->report()->modules : &m_job->report()->attribution;
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
    const analysis::ChannelAccount* one = account();
    const bool isKnown = one && one->reason.empty();
    m_model->setAttribution(shown && isKnown ? *shown : analysis::Attribution{},
                            isKnown ? m_channels->currentIndex() : -1);
    m_table->setColumnHidden(EnergyModel::Shapes, m_rows->currentIndex() == 1);
    m_table->setVisible(isKnown);
    m_empty->setVisible(!isKnown);
    m_closure->setText(isKnown ? closureText(*one) : QString());
    m_closure->setToolTip(m_closure->text());
    if (one)
        m_empty->setText(
            tr("%1 cannot be told apart by op: %2").arg(nameOf(*one), QString::fromStdString(one->reason)));
    else if (shown && !shown->reason.empty())
        m_empty->setText(tr("Nothing can be told: %1").arg(QString::fromStdString(shown->reason)));
    else if (shown && m_rows->currentIndex() == 1)
        m_empty->setText(tr("No op is known to be of a module: record a PyTorch training with its ops."));
    else
        m_empty->setText(tr("Open a recording, or profile a training, to see which op takes how much."));
}

void EnergyPanel::jump(const QModelIndex& index)
{
    if (m_rows->currentIndex() != 0 || !m_job->report())
        return;
    const auto text = [&](int column) { return index.siblingAtColumn(column).data(kRawRole).toString().toStdString(); };
    const std::string name = text(EnergyModel::Name);
    const std::string shapes = text(EnergyModel::Shapes);
    for (const analysis::OpTotals& op : m_job->report()->ops) {
        if (op.name == name && op.shapes == shapes) {
            emit opActivated(op.op, op.firstLane, op.firstSpan);
            return;
        }
    }
}

} // namespace stepscope::ui
